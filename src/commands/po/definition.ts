import { command, define, type Group, meantTo, rarely } from '../../cli/command.ts';
import { fileArgument, readingFlags, yesAtTerminal } from '../../cli/reading-options.ts';
import { poItem } from './items.ts';

export const createCommand = define({
  name: 'create',
  namesAccount: 'writes',
  summary: 'Create purchase orders from a file, or one with --item',
  related: ['help csv', 'po template', 'po get', 'slot book', 'inbound create'],
  document: 'purchaseOrderUpload',
  examples: [
    { command: 'cfi po create po.csv --slot SLOT-000123' },
    { command: 'cfi po create --slot SLOT-000123 --item AC-TENT-2=40 --item AC-STOVE-GAS=120' },
    { command: 'cfi po create --slot SLOT-000123', does: 'asks for the items' },
    { command: 'cfi po create po.json --dry-run' },
  ],
  args: [fileArgument],
  options: [
    ...meantTo('send', [
      { flags: '--slot <REF>', help: 'confirmed slot for the delivery', complete: 'slot' },
      {
        flags: '--item <SKU=QTY>',
        help: 'one line, instead of FILE; SKU=QTY,BARCODE adds a barcode; repeatable',
        parse: poItem,
        repeat: true,
      },
      { flags: '--reference <PO_REFERENCE>', help: 'reference of the PO, without FILE; default PO-<slot>' },
    ]),
    ...rarely(
      [
        ...readingFlags,
        ...meantTo('after', [
          { flags: '--fresh', help: 'send purchase orders again that an earlier run has sent' },
        ]),
      ],
      ...['--dry-run', '--map'],
    ),
    yesAtTerminal,
  ],
  notes: 'Without FILE, warehouse and vehicle come from the slot.',
  graceful: true,
});

export const getCommand = define({
  name: 'get',
  summary: 'Show purchase orders: status, lines, schedule, inbound report',
  related: ['po create', 'po list'],
  document: 'purchaseOrders',
  examples: [
    { command: 'cfi po get LW-000042' },
    { command: 'cfi po get LW-000042 LW-000043 --discrepancies -o csv' },
  ],
  args: [
    {
      name: 'lwPoNumbers',
      label: 'LW_PO_NUMBER',
      help: 'PO number, or your own reference of a PO created on this machine',
      question: 'Which purchase order? (its number)',
      listedBy: 'cfi po list',
      required: true,
      variadic: true,
      complete: 'po',
    },
  ],
  options: [{ flags: '--discrepancies', help: 'only lines received short or over' }],
});

export const listCommand = define({
  name: 'list',
  summary: 'List the purchase orders of your slots and of this machine',
  related: ['today', 'po get'],
  document: 'purchaseOrderList',
  examples: [{ command: 'cfi po list' }, { command: 'cfi po list --short', does: 'short or over' }],
  options: [{ flags: '--short', help: 'only those that came short or over' }],
});

export const templateCommand = define({
  name: 'template',
  summary: 'Print a template file',
  related: ['po create'],
  examples: [
    { command: 'cfi po template > po.csv' },
    { command: 'cfi po template --slot SLOT-000123 > po.csv', does: 'with its warehouse and vehicle' },
  ],
  options: [
    { flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] },
    { flags: '--slot <REF>', help: 'fill in the values of this slot', complete: 'slot' },
  ],
});

export const commands: Group = {
  name: 'po',
  summary: 'Create and track purchase orders for confirmed slots',
  examples: [
    { command: 'cfi po create po.csv --slot SLOT-000123' },
    { command: 'cfi po list --short', does: 'what came short' },
  ],
  commands: [
    command(createCommand, () => import('./create.ts')),
    command(getCommand, async () => (await import('./view.ts')).get),
    command(listCommand, async () => (await import('./view.ts')).list),
    command(templateCommand, async () => (await import('./create.ts')).template),
  ],
};
