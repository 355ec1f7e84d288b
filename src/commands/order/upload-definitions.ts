import { define } from '../../cli/command.ts';
import { orderReadingFlags, presetOption } from '../../cli/reading-options.ts';
import { durationMs } from '../../cli/values.ts';
import { sendingOptions } from '../../upload/terms/flags.ts';

/** `order create`. */
export const createCommand = define({
  name: 'create',
  summary: 'Upload orders from CSV, .xlsx or JSON files, each exactly once',
  namesAccount: true,
  related: ['help csv', 'order template', 'order map', 'order drop', 'order track', 'runs'],
  document: 'orderUpload',
  examples: [
    { command: 'cfi order create orders.csv --dry-run', does: 'what would be sent' },
    { command: 'cfi order create orders.csv', does: 'run it again to continue where it stopped' },
    { command: 'cfi order create export.csv --preset shopify', does: 'an export from a shop' },
    { command: 'cfi order create big.csv --shard 2/4', does: 'the second of four machines' },
  ],
  args: [
    {
      name: 'files',
      label: 'FILE',
      help: 'CSV, workbook or JSON; - is standard input',
      required: true,
      variadic: true,
      complete: 'file',
    },
  ],
  options: [...orderReadingFlags, ...sendingOptions],
  graceful: true,
});

/** The reading options that a map depends on; the others only matter for the upload. */
const mapOptions = [
  '--sheet',
  '--encoding',
  '--set',
  '--timezone',
  '--dates',
  '--decimal',
  '--warehouse',
  '--dispatch-within',
  '--prices',
] as const;
type MapOption = Extract<
  (typeof orderReadingFlags)[number],
  { readonly flags: `${(typeof mapOptions)[number]} ${string}` }
>;

/** `order map`. */
export const mapCommand = define({
  name: 'map',
  summary: 'Propose a map for a file that no preset fits',
  related: ['help maps', 'order create'],
  examples: [
    {
      command: 'cfi order map export.csv',
      does: 'on a terminal, asks, shows the first orders, and saves the map',
    },
    { command: 'cfi order map export.csv > map.json', does: 'the proposal, with open questions in $ask' },
  ],
  args: [
    {
      name: 'file',
      label: 'FILE',
      help: 'a CSV file or workbook of orders',
      required: true,
      complete: 'file',
    },
  ],
  options: [
    presetOption,
    ...orderReadingFlags.filter((option): option is MapOption =>
      mapOptions.some((flag) => option.flags.startsWith(`${flag} `)),
    ),
  ],
  notes:
    'Exit 9 if a required field has no source, or a question is open; the map is printed anyway. ' +
    'Nothing is guessed: what neither the header nor the rows decide is a question.',
});

/** Files in a folder are uploaded one by one, so an option that names a single file makes no sense. */
const notForFolders = ['--dry-run', '--failed', '--results', '--reviewed'] as const;
type OrderReadingOption = (typeof orderReadingFlags)[number];
type FolderOption = Exclude<
  OrderReadingOption,
  { readonly flags: `${(typeof notForFolders)[number]}${string}` }
>;

/** `order drop`. */
export const dropCommand = define({
  name: 'drop',
  namesAccount: true,
  summary: 'Upload the files in a folder and move each to done or failed',
  related: ['help exports', 'order create'],
  document: 'folderUpload',
  examples: [
    { command: 'cfi order drop /srv/orders', does: 'upload the files that are there now, for cron' },
    {
      command: 'cfi order drop /srv/orders --follow -o ndjson',
      does: 'one line per file',
    },
  ],
  args: [
    {
      name: 'dir',
      label: 'DIR',
      help: 'a folder with CSV, JSON or .xlsx files',
      required: true,
      complete: 'folder',
    },
  ],
  options: [
    { flags: '--follow', help: 'keep running until stopped by a signal' },
    {
      flags: '--interval <DURATION>',
      help: 'how often --follow checks, default 30s',
      parse: durationMs,
    },
    {
      flags: '--settle <DURATION>',
      help: 'take files unchanged for this long, default 5s',
      parse: durationMs,
    },
    ...orderReadingFlags.filter((option): option is FolderOption =>
      notForFolders.every((flag) => !option.flags.startsWith(flag)),
    ),
    ...sendingOptions,
  ],
  notes:
    'Takes *.csv, *.tsv, *.txt, *.json and *.ndjson, oldest first. ' +
    'A file in failed has a report beside it and, unless the whole file was invalid, a file with the rows to correct. A file whose upload can continue later stays where it is.',
  graceful: true,
});
