import { command, define, type Group } from '../../cli/command.ts';
import { fileNote, readingOptions } from '../../cli/reading-flags.ts';

/** `po create`. */
export const createCommand = define({
  name: 'create',
  summary: 'Create a purchase order from a CSV or JSON file',
  examples: [
    { command: 'cfi po create po.csv --slot SLOT-000123' },
    { command: 'cfi po create po.json --dry-run' },
  ],
  args: [
    {
      name: 'file',
      label: 'FILE',
      help: 'CSV or JSON; - is standard input',
      required: true,
      complete: 'file',
    },
  ],
  options: [
    { flags: '--slot <REF>', help: 'confirmed slot that the delivery uses', complete: 'slot' },
    ...readingOptions,
  ],
  notes: fileNote('po'),
  graceful: true,
});

/** `po get`. */
export const getCommand = define({
  name: 'get',
  summary: 'Show a purchase order: status, lines, schedule, inbound report',
  examples: [
    { command: 'cfi po get LW-PO-000042' },
    { command: 'cfi po get LW-PO-000042 --discrepancies -o csv' },
  ],
  args: [
    { name: 'lwPoNumber', label: 'LW_PO_NUMBER', help: 'the number that po create gave', required: true },
  ],
  options: [{ flags: '--discrepancies', help: 'only what came short or over' }],
});

/** `po template`. */
export const templateCommand = define({
  name: 'template',
  summary: 'Print a file to start from',
  examples: [{ command: 'cfi po template > po.csv' }],
  options: [{ flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] }],
});

export const poCommand: Group = {
  name: 'po',
  summary: 'Create purchase orders against a confirmed slot and follow them',
  examples: [
    { command: 'cfi po create po.csv --slot SLOT-000123' },
    { command: 'cfi po get LW-PO-000042 --discrepancies' },
  ],
  commands: [
    command(createCommand, () => import('./create.ts')),
    command(getCommand, () => import('./get.ts')),
    command(templateCommand, () => import('./template.ts')),
  ],
};
