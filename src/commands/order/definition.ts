import { command, define, type Group, only, rarely, without } from '../../cli/command.ts';
import { pagingOptions } from '../../cli/global-options.ts';
import {
  fileArgument,
  orderReadingFlags,
  presetOption,
  yesAtTerminal,
  yesOption,
} from '../../cli/reading-options.ts';
import { durationMs, notBlank, sinceOption, wholeNumber } from '../../cli/values.ts';
import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import { paceOptions, sendingOptions } from '../../report/reported.ts';
import { nearest } from '../../text/nearest.ts';
import { listed } from '../../text/words.ts';
import { runsDefinition } from '../runs/definition.ts';

const refsOption = {
  flags: '--refs <FILE>',
  help: 'references: one a line, a CSV or a workbook',
  complete: 'file',
} as const;

export const createCommand = define({
  name: 'create',
  summary: 'Upload orders from CSV, .xlsx or JSON files, each exactly once',
  namesAccount: 'writes',
  related: ['help csv', 'order template', 'order map', 'order drop', 'order track', 'runs'],
  document: 'orderUpload',
  examples: [
    { command: 'cfi order create orders.csv --dry-run', does: 'what would be sent' },
    { command: 'cfi order create orders.csv', does: 'run it again to continue where it stopped' },
    { command: 'cfi order create export.csv --preset shopify', does: 'an export from a shop' },
    { command: 'cfi order create big.csv --shard 2/4', does: 'the second of four machines' },
  ],
  args: [{ ...fileArgument, name: 'files', required: true, variadic: true }],
  options: [...orderReadingFlags, ...sendingOptions, yesAtTerminal],
  notes: 'On a terminal it shows what it would send, and asks before it sends anything.',
  graceful: true,
});

export const mapCommand = define({
  name: 'map',
  summary: 'Propose a map for a file that no preset fits',
  related: ['help maps', 'order create'],
  examples: [
    {
      command: 'cfi order map export.csv',
      does: 'on a terminal, asks, shows the first orders, and saves the map',
    },
    {
      command: 'cfi order map export.csv --no-input > map.json',
      does: 'the proposal, with open questions in $ask',
    },
  ],
  args: [{ ...fileArgument, help: 'a CSV file or workbook of orders', required: true }],
  options: [
    presetOption,
    {
      flags: '--map <OLD>',
      help: 'an earlier map to start from: asks only about what is new',
      complete: 'file',
    },
    // Those that a map depends on; the others only matter for the upload.
    ...only(orderReadingFlags, '--sheet', '--encoding', '--set', '--timezone', '--dates', '--decimal'),
    ...only(orderReadingFlags, '--warehouse', '--dispatch-within', '--prices'),
  ],
  notes:
    'Exit 9 if a required field has no source, or a question is open; the map is printed anyway. ' +
    'Nothing is guessed: what neither the header nor the rows decide is a question.',
});

export const dropCommand = define({
  name: 'drop',
  namesAccount: 'writes',
  summary: 'Upload the files in a folder and move each to done or failed',
  related: ['help exports', 'order create'],
  document: 'folderUpload',
  examples: [
    { command: 'cfi order drop /srv/orders', does: 'upload the files that are there now, for cron' },
    { command: 'cfi order drop /srv/orders --follow -o ndjson', does: 'one line per file' },
  ],
  args: [
    {
      name: 'dir',
      label: 'DIR',
      help: 'a folder with CSV, JSON or .xlsx files',
      question: 'Which folder?',
      required: true,
      complete: 'folder',
    },
  ],
  options: [
    { flags: '--follow', help: 'keep running until stopped by a signal' },
    { flags: '--interval <DURATION>', help: 'how often --follow checks, default 30s', parse: durationMs },
    {
      flags: '--settle <DURATION>',
      isRare: true,
      help: 'take files unchanged for this long, default 5s',
      parse: durationMs,
    },
    // Files in a folder are uploaded one by one, so an option that names a single file makes no sense.
    ...without(orderReadingFlags, '--dry-run', '--failed', '--results', '--reviewed'),
    ...rarely(sendingOptions, '--stock'),
    // For scripts that give it to every command that writes.
    { ...yesAtTerminal, isRare: true, help: 'has no effect: it never asks' },
  ],
  notes:
    'Takes *.csv, *.tsv, *.txt, *.json, *.ndjson, *.xlsx and *.xlsm, oldest first. A file in failed has a ' +
    'report (.report.txt) and the rows to correct beside it. A file whose upload can continue later stays.',
  graceful: true,
});

const { msfPageSize } = limits;

const references = {
  name: 'references',
  label: 'REF',
  help: 'reference number',
  question: 'Which order? (reference number)',
  variadic: true,
  complete: 'order',
} as const;

export const getCommand = define({
  name: 'get',
  summary: 'Show orders by reference',
  related: ['order find', 'order list', 'order cancel'],
  document: 'orders',
  examples: [
    { command: 'cfi order get R-1001' },
    { command: 'cfi order get R-1001 R-1002 -o ndjson' },
    { command: 'cfi order get --refs refs.txt -o csv' },
  ],
  args: [{ ...references, required: true, unless: ['refs'], listedBy: 'cfi order track --all' }],
  options: [refsOption],
});

export const listCommand = define({
  name: 'list',
  summary: 'List orders by channel reference, or those of the marketplace programme',
  related: ['order get', 'order runs'],
  document: 'orderList',
  examples: [
    { command: 'cfi order list --channel-ref 123-4567' },
    { command: 'cfi order list --ship-from MSF --all -o csv' },
  ],
  options: [
    {
      flags: '--channel-ref <VALUE>',
      help: 'orders with exactly this channel reference',
      parse: notBlank,
      isWord: true,
    },
    {
      flags: '--ship-from <MSF>',
      help: 'orders fulfilled by the marketplace programme; only MSF',
      choices: ['MSF'],
    },
    ...pagingOptions(
      `orders per page, ${msfPageSize.min} to ${msfPageSize.max}, default ${msfPageSize.default}; only with --ship-from`,
      msfPageSize,
    ),
  ],
  notes:
    'There is no list of all orders. Orders placed before 5 August 2026 are not found by channel reference.\n' +
    'What was uploaded from this machine: cfi order runs',
});

const shopNames = ['amazon', 'shopify', 'woocommerce', 'villatheme', 'matrixify'] as const;

/** A shop's name; a usage error for another says how to write a file for it. */
function shopName(option: string, text: string): (typeof shopNames)[number] {
  const name = shopNames.find((each) => each === text.trim().toLowerCase());
  if (name !== undefined) return name;
  const near = nearest(text, shopNames);
  throw usageError(
    `${option} ${JSON.stringify(text)}: cfi writes tracking files only for ${listed(shopNames)}`,
    `${near === undefined ? '' : `did you mean ${near}? Otherwise `}write the columns that the shop needs: ` +
      'cfi order track --all -o csv --fields ReferenceNumber,ShippingVendor,TrackingNumber',
  );
}

/** A duration in ms; 0 needs no unit. */
const lateness = (option: string, text: string): number =>
  text.trim() === '0' ? 0 : durationMs(option, text);

export const trackCommand = define({
  name: 'track',
  namesAccount: 'reads',
  summary: 'Show the status and tracking of orders uploaded from this machine',
  related: ['order create', 'order find', 'order cancel'],
  document: 'tracking',
  examples: [
    { command: 'cfi order track', does: 'unfinished orders of the last 30 days' },
    {
      command: 'cfi order track --changed -o csv',
      does: 'only what has changed since the last time, for cron',
    },
    { command: 'cfi order track --for amazon --out shipped.txt', does: 'what the shop does not know yet' },
    { command: 'cfi order track --late --exit-code -q', does: 'for cron: exit 12 if an order is late' },
    { command: 'cfi order track --run 12 --all' },
  ],
  args: [references],
  options: [
    refsOption,
    { flags: '--run <N>', help: 'the orders of one upload', parse: wholeNumber(1) },
    sinceOption('uploaded since then, default 30d'),
    { flags: '--changed', help: 'only orders that have changed since they were last shown' },
    { flags: '--all', help: 'also finished orders: shipped, delivered, cancelled' },
    {
      flags: '--late [DURATION]',
      help: 'only orders past their dispatch-by date, by more than this',
      parse: lateness,
    },
    {
      flags: '--for <SHOP>',
      help: 'write to --out the tracking file for this shop: amazon, shopify, …',
      suggest: shopNames,
      parse: shopName,
    },
    {
      flags: '--carrier-map <FILE>',
      isRare: true,
      help: "CSV (from,to) with the shop's carriers",
      complete: 'file',
    },
    {
      flags: '--dates <ORDER>',
      isRare: true,
      help: 'dmy or mdy, for --for woocommerce',
      choices: ['dmy', 'mdy'],
      setting: 'dates',
    },
    { flags: '--exit-code', help: 'with --late: exit 12 if an order is late' },
    ...paceOptions,
  ],
  notes:
    'A change counts as seen once it has been printed. An order that the service no longer has is missing (exit 9; ' +
    'a single reference 5).',
  graceful: true,
});

export const findCommand = define({
  name: 'find',
  summary: 'Find orders by channel reference, or uploaded orders by part of their reference',
  related: ['order track', 'order get'],
  document: 'foundOrders',
  examples: [{ command: 'cfi order find WEB-1001' }],
  args: [
    {
      name: 'text',
      label: 'TEXT',
      help: 'part of a reference, or a channel reference',
      question: 'Which order? (part of its reference, or its channel reference)',
      required: true,
      complete: 'order',
    },
  ],
  graceful: true,
});

export const cancelCommand = define({
  name: 'cancel',
  namesAccount: 'writes',
  summary: 'Cancel orders',
  related: ['order track', 'order get'],
  document: 'cancellation',
  examples: [
    { command: 'cfi order cancel R-1001' },
    { command: 'cfi order cancel R-1001 R-1002 --reason "out of stock" --yes', does: 'without asking' },
    { command: 'cfi order cancel --run 12 --dry-run', does: 'what undoing an upload would cancel' },
  ],
  args: [
    {
      ...references,
      required: true,
      unless: ['refs', 'run'],
      listedBy: 'cfi order track',
    },
  ],
  options: [
    refsOption,
    {
      flags: '--run <N>',
      help: 'the orders that this upload created; repeatable',
      parse: wholeNumber(1),
      repeat: true,
    },
    { flags: '--reason <TEXT>', help: 'reason for the cancellation' },
    { flags: '--dry-run', help: 'print what would be cancelled; cancel nothing' },
    yesOption,
  ],
  notes:
    '--run does not touch orders that the upload found as existing. Orders that have shipped cannot be cancelled; they are named (exit 9).',
  graceful: true,
  waits: true,
});

export const templateCommand = define({
  name: 'template',
  summary: 'Print a template file',
  related: ['help csv', 'order create'],
  examples: [
    { command: 'cfi order template > orders.csv' },
    { command: 'cfi order template --format json' },
    { command: 'cfi order template --preset shopify' },
  ],
  options: [
    { flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] },
    presetOption,
  ],
});

const runsCommand = define({
  ...runsDefinition,
  summary: 'List the order uploads from this machine, or the outcomes of one',
  related: ['order list', 'runs'],
  examples: [{ command: 'cfi order runs' }, { command: 'cfi order runs 12 -o csv' }],
  partOf: 'runs',
});

export const commands: Group = {
  name: 'order',
  summary: 'Upload, track, find and cancel orders',
  examples: [{ command: 'cfi order create orders.csv' }, { command: 'cfi order get R-1001' }],
  commands: [
    command(createCommand, async () => (await import('./create.ts')).create),
    command(mapCommand, () => import('./map.ts')),
    command(dropCommand, () => import('./drop.ts')),
    command(getCommand, async () => (await import('./read.ts')).getOrders),
    command(listCommand, async () => (await import('./read.ts')).listOrders),
    command(trackCommand, async () => (await import('./track.ts')).trackOrders),
    command(findCommand, async () => (await import('./track.ts')).findOrders),
    command(cancelCommand, () => import('./cancel.ts')),
    command(templateCommand, async () => (await import('./create.ts')).template),
    command(runsCommand, async () => (await import('../runs/runs.ts')).orderRuns),
  ],
};
