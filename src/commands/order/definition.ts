import { command, define, type Group } from '../../cli/command.ts';
import { pagingOptions } from '../../cli/paging.ts';
import { orderReadingFlags, presetOption } from '../../cli/reading-flags.ts';
import { sinceOption } from '../../cli/since-option.ts';
import { durationMs, wholeNumber } from '../../cli/values.ts';
import { limits } from '../../contract/limits.ts';
import { paceOptions, sendingOptions } from '../../upload/flags.ts';

const { msfPageSize } = limits;

/** `order create`. */
export const createCommand = define({
  name: 'create',
  summary: 'Upload orders from CSV or JSON files, each exactly once',
  examples: [
    { command: 'cfi order create orders.csv --dry-run', does: 'check the file and see what would be sent' },
    { command: 'cfi order create orders.csv', does: 'the same command again continues where it stopped' },
    {
      command:
        'cfi order create export.csv --preset shopify --warehouse "Northgate FC" --dispatch-within 36h',
      does: "a shop's own export",
    },
    { command: 'cat orders.json | cfi order create - --json', does: 'from standard input' },
    {
      command: 'cfi order create big.csv --shard 2/4',
      does: 'the second quarter, on the second of four machines',
    },
  ],
  args: [
    {
      name: 'files',
      label: 'FILE',
      help: 'CSV or JSON; - is standard input',
      required: true,
      variadic: true,
      complete: 'file',
    },
  ],
  options: [...orderReadingFlags, ...sendingOptions],
  notes:
    'Outcomes: created, existing, conflict, rejected, unknown, failed, skipped. See also: cfi help csv,\n' +
    'cfi order template, cfi order runs.',
  graceful: true,
});

/** What else a map depends on; the rest of how a file is read is for its upload. */
const mapOptions = [
  '--encoding',
  '--set',
  '--timezone',
  '--decimal',
  '--warehouse',
  '--dispatch-within',
] as const;
type MapOption = Extract<
  (typeof orderReadingFlags)[number],
  { readonly flags: `${(typeof mapOptions)[number]} ${string}` }
>;

/** `order map`. */
export const mapCommand = define({
  name: 'map',
  summary: 'Propose a map for a file whose columns no preset knows',
  examples: [
    {
      command: 'cfi order map export.csv',
      does: 'on a terminal: asks, shows the first orders, saves the map',
    },
    { command: 'cfi order map export.csv > map.json', does: 'the best proposal' },
  ],
  args: [{ name: 'file', label: 'FILE', help: 'a CSV file of orders', required: true, complete: 'file' }],
  options: [
    presetOption,
    ...orderReadingFlags.filter((option): option is MapOption =>
      mapOptions.some((flag) => option.flags.startsWith(`${flag} `)),
    ),
  ],
  notes:
    'Exit 9 while a required field has no source; the map is printed all the same. How maps are written: docs/shop-exports.md.',
});

/** A folder's files are uploaded one by one: none of these could name a file for each. */
const notForFolders = ['--dry-run', '--failed', '--results'] as const;
type OrderReadingOption = (typeof orderReadingFlags)[number];
type FolderOption = Exclude<
  OrderReadingOption,
  { readonly flags: `${(typeof notForFolders)[number]}${string}` }
>;

/** `order drop`. */
export const dropCommand = define({
  name: 'drop',
  summary: 'Upload the files of a folder, and move each to done or failed',
  examples: [
    { command: 'cfi order drop /srv/orders', does: 'the files that are there now, for cron' },
    { command: 'cfi order drop /srv/orders --follow -o ndjson', does: 'and every new file, one line each' },
  ],
  args: [
    {
      name: 'dir',
      label: 'DIR',
      help: 'a folder with CSV or JSON files',
      required: true,
      complete: 'folder',
    },
  ],
  options: [
    { flags: '--follow', help: 'keep looking until ended by a signal' },
    { flags: '--interval <DURATION>', help: 'how often --follow looks, default 30s', parse: durationMs },
    {
      flags: '--settle <DURATION>',
      help: 'take a file once it has not changed for this long, default 5s',
      parse: durationMs,
    },
    ...orderReadingFlags.filter((option): option is FolderOption =>
      notForFolders.every((flag) => !option.flags.startsWith(flag)),
    ),
    ...sendingOptions,
  ],
  notes:
    'Takes *.csv, *.tsv, *.txt, *.json and *.ndjson, the oldest first. A file whose upload can continue later stays\n' +
    'where it is. Beside a file in failed are NAME.failed.csv or .json, with the rows to correct, and NAME.report.json.',
  graceful: true,
});

/** `order get`. */
export const getCommand = define({
  name: 'get',
  summary: 'Show orders by their reference',
  examples: [{ command: 'cfi order get R-1001' }, { command: 'cfi order get R-1001 R-1002 -o ndjson' }],
  args: [
    {
      name: 'refs',
      label: 'REF',
      help: 'reference number',
      required: true,
      variadic: true,
      complete: 'order',
    },
  ],
});

/** `order list`. */
export const listCommand = define({
  name: 'list',
  summary: 'List orders by channel reference, or those of the marketplace programme',
  examples: [
    { command: 'cfi order list --channel-ref 123-4567' },
    { command: 'cfi order list --ship-from MSF --all -o csv' },
  ],
  options: [
    { flags: '--channel-ref <VALUE>', help: 'orders with exactly this channel reference' },
    {
      flags: '--ship-from <MSF>',
      help: 'orders fulfilled by the marketplace programme; only MSF',
      suggest: ['MSF'],
    },
    ...pagingOptions(
      `orders a page, ${msfPageSize.min} to ${msfPageSize.max}, default ${msfPageSize.default}; with --ship-from only`,
      msfPageSize,
    ),
  ],
  notes:
    'There is no list of all orders. Orders placed before 2026-08-05 are not found by channel reference.\n' +
    'What was uploaded from this machine: cfi order runs',
});

/** `order track`. */
export const trackCommand = define({
  name: 'track',
  summary: 'Show what became of the orders uploaded here, with carrier and tracking',
  examples: [
    { command: 'cfi order track', does: 'all of the last 30 days that are still open' },
    {
      command: 'cfi order track --changed -o csv',
      does: 'only what changed since it was last shown, for cron',
    },
    { command: 'cfi order track R-1001 R-1002' },
    { command: 'cfi order track --run 12 --all' },
  ],
  args: [{ name: 'refs', label: 'REF', help: 'reference number', variadic: true, complete: 'order' }],
  options: [
    { flags: '--run <N>', help: 'the orders of one upload', parse: wholeNumber(1) },
    sinceOption('uploaded since then; default 30d'),
    { flags: '--changed', help: 'only orders whose status or tracking changed since they were last shown' },
    { flags: '--all', help: 'also orders that are finished: shipped, delivered, cancelled' },
    ...paceOptions,
  ],
  notes:
    'A change counts as seen once it has been printed. An order that the service no longer has is missing (exit 9;\n' +
    'a single reference 5).',
  graceful: true,
});

/** `order find`. */
export const findCommand = define({
  name: 'find',
  summary: 'Find orders uploaded here by part of their reference, or by channel reference',
  examples: [{ command: 'cfi order find WEB-1001' }],
  args: [
    {
      name: 'text',
      label: 'TEXT',
      help: 'part of a reference, or a channel reference',
      required: true,
      complete: 'order',
    },
  ],
  graceful: true,
});

/** `order cancel`. */
export const cancelCommand = define({
  name: 'cancel',
  summary: 'Cancel orders',
  examples: [
    { command: 'cfi order cancel R-1001' },
    {
      command: 'cfi order cancel R-1001 R-1002 --reason "out of stock" --yes',
      does: 'without being asked',
    },
  ],
  args: [
    {
      name: 'refs',
      label: 'REF',
      help: 'reference number',
      required: true,
      variadic: true,
      complete: 'order',
    },
  ],
  options: [
    { flags: '--reason <TEXT>', help: 'why, for the record' },
    { flags: '-y, --yes', help: 'do not ask' },
  ],
});

/** `order template`. */
export const templateCommand = define({
  name: 'template',
  summary: 'Print a file to start from',
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

/** `order runs`. */
export const runsCommand = define({
  name: 'runs',
  summary: 'List the bulk uploads on this machine and what each order came to',
  examples: [{ command: 'cfi order runs' }, { command: 'cfi order runs 12 -o csv' }],
  args: [{ name: 'run', label: 'RUN', help: 'one run, order by order' }],
  options: [sinceOption('runs that began since then')],
});

/** `order` and its commands. */
export const orderCommand: Group = {
  name: 'order',
  summary: 'Upload, follow, find and cancel orders',
  examples: [
    { command: 'cfi order create orders.csv' },
    { command: 'cfi order get R-1001' },
    { command: 'cfi order cancel R-1001 --reason "customer changed mind"' },
  ],
  commands: [
    command(createCommand, () => import('./create.ts')),
    command(mapCommand, () => import('./map.ts')),
    command(dropCommand, () => import('./drop.ts')),
    command(getCommand, () => import('./get.ts')),
    command(listCommand, () => import('./list.ts')),
    command(trackCommand, () => import('./track.ts')),
    command(findCommand, () => import('./find.ts')),
    command(cancelCommand, () => import('./cancel.ts')),
    command(templateCommand, () => import('./template.ts')),
    command(runsCommand, () => import('./runs.ts')),
  ],
};
