import { resolve } from 'node:path';
import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import { includable } from '../payload/document/reasons.ts';
import type { ReadingOptions } from '../payload/document/types.ts';
import type { ListFile, readListFile } from '../payload/mapping/list-file.ts';
import { fileSource, type Links, rereadable } from '../payload/source/sources.ts';
import { readNamed } from '../storage/read-file.ts';
import { presetNames } from '../text/preset-names.ts';
import { present } from '../text/records.ts';
import { exactDuration } from '../text/time/time.ts';
import { unlessInterrupted } from '../timers.ts';
import { meantTo, type OptionsOf, rarely } from './command.ts';
import { durationMs, nameAndValue, notBlank, type ShardOption, wholeNumber } from './values.ts';

const [mapOption, ...otherReading] = meantTo('read', [
  { flags: '--map <FILE>', help: 'which column fills which field: cfi help maps', complete: 'file' },
  {
    flags: '--format <FORMAT>',
    help: 'csv or json; otherwise detected, like a workbook, from the content',
    choices: ['csv', 'json'],
  },
  { flags: '--sheet <NAME>', help: 'sheet of a workbook, or its number from 1' },
  {
    flags: '--encoding <NAME>',
    help: 'encoding, if not UTF-8 or UTF-16 with a BOM',
    suggest: ['utf-8', 'windows-1252', 'macintosh', 'ibm850', 'windows-1250', 'shift_jis', 'utf-16le'],
  },
  {
    flags: '--timezone <ZONE>',
    help: 'IANA zone for times without one',
    setting: 'timezone',
    suggest: ['Europe/London', 'Europe/Berlin', 'America/New_York', 'UTC'],
  },
  {
    flags: '--dates <ORDER>',
    help: 'dmy or mdy: how dates such as 02/12/2026 are written, where the file does not prove it',
    choices: ['dmy', 'mdy'],
    setting: 'dates',
  },
  {
    flags: '--decimal <MARK>',
    help: 'point or comma, default point',
    choices: ['point', 'comma'],
    setting: 'decimal',
  },
]);

const sending = meantTo('send', [
  {
    flags: '--set <FIELD=VALUE>',
    help: 'the same value everywhere; repeatable',
    repeat: true,
    parse: nameAndValue('FIELD=VALUE'),
  },
  { flags: '--dry-run', help: 'print what would be sent; send nothing' },
  { flags: '--reviewed <DIGEST>', help: 'send only what this dry run showed (exit 6)', parse: notBlank },
  { flags: '--skip-invalid', help: 'send only what is valid (exit 9)' },
]);

const written = meantTo('after', [
  {
    flags: '--failed <FILE>',
    help: 'file for failures, default <input>.failed.EXT',
    complete: 'file',
    writes: true,
  },
  { flags: '--results <FILE>', help: 'write all outcomes to this CSV file', complete: 'file', writes: true },
]);

/** The options of every command that reads a payload file. */
export const readingFlags = rarely(
  [mapOption, ...otherReading, ...sending, ...written],
  ...['--map', '--dry-run', '--skip-invalid', '--results'],
);

/** The option of every command that asks before it sends or deletes something. */
export const yesOption = { flags: '-y, --yes', purpose: 'after', help: 'do not ask' } as const;

/** The same of a command that without a terminal sends unasked. */
export const yesAtTerminal = { ...yesOption, isForTerminal: true } as const;

export const fileArgument = {
  name: 'file',
  label: 'FILE',
  help: 'CSV, workbook or JSON; - is standard input',
  question: 'Which file?',
  complete: 'file',
} as const;

export const [presetOption] = meantTo('read', [
  { flags: '--preset <NAME>', help: 'shop of the export, see cfi help exports', choices: presetNames },
]);

/** The reading options of orders, which may come from another system and leave things out. */
export const orderReadingFlags = rarely(
  [
    { ...presetOption, setting: 'preset' },
    { ...mapOption, setting: 'map' },
    ...otherReading,
    ...meantTo('read', [
      {
        flags: '--sku-map <FILE>',
        help: "CSV or workbook (from,to; for sets also qty,share) or JSON file that maps the shop's SKUs to the warehouse's",
        complete: 'file',
        setting: 'sku_map',
      },
      {
        flags: '--prices <FILE>',
        help: 'missing prices: a CSV or workbook (SKU,PricePerUnit) or JSON file, or inventory for its RetailPrice',
        complete: 'file',
      },
    ]),
    ...sending,
    ...meantTo('send', [
      {
        flags: '--warehouse <NAME>',
        help: 'warehouse of orders without one',
        complete: 'warehouse',
        setting: 'warehouse',
      },
      {
        flags: '--dispatch-within <DURATION>',
        help: 'time from the order to its dispatch-by date',
        parse: durationMs,
        setting: 'dispatch_within',
      },
      {
        flags: '--include <REASON>',
        help: `send what would be left out: ${includable.join(', ')}; repeatable`,
        choices: includable,
        repeat: true,
      },
      {
        flags: '--notes <CHOICE>',
        help: 'orders with a note: show it, or hold them',
        choices: ['show', 'hold'],
        setting: 'notes',
      },
      {
        flags: '--strict',
        help: 'treat warnings as errors: suspicious dates, country codes, SKUs and text',
      },
    ]),
    ...written,
  ],
  ...['--preset', '--map', '--warehouse', '--dispatch-within', '--dry-run', '--skip-invalid', '--results'],
);

/** What any command that reads a file may get from the command line, or from the profile. */
export type ReadingFlags = Partial<OptionsOf<{ readonly options: typeof orderReadingFlags }>> & {
  /** Names of the members whose values are the profile's. */
  readonly fromProfile?: readonly string[];
  readonly slot?: string | undefined;
};

/** Where files are read; with `stdin`, `-` is standard input. */
type Files = Parameters<typeof readNamed>[2];

/** Reads a file with a list, which the option `label` names. Throws a `CfiError`. */
export async function listIn(
  label: string,
  name: string,
  files: Files,
  reading: Parameters<typeof readListFile>[2] = {},
): Promise<ListFile> {
  const { readListFile } = await import('../payload/mapping/list-file.ts');
  return readListFile(label, await readNamed(name, `${label} cannot be read`, files), reading);
}

async function readMap(name: string, { fromProfile = [] }: ReadingFlags, files: Files): Promise<unknown> {
  const { decodeWhole } = await import('../payload/source/decode.ts');
  const { jsonValue } = await import('../payload/source/json-scan.ts');
  const isSaved = fromProfile.includes('map');
  const label = isSaved ? `the profile's map ${name}` : `--map ${name}`;
  // Without the name of the profile, a command would change the default one.
  const maps = 'see cfi help maps';
  const hint = isSaved ? 'to do without it, unset map in this profile: see cfi help config unset' : maps;
  const text = await decodeWhole(await readNamed(name, `${label} cannot be read`, files, { hint }), label);
  return jsonValue(label, text, maps);
}

async function readSkuMap(
  name: string,
  { encoding, decimal = 'point', fromProfile = [] }: ReadingFlags,
  files: Files,
) {
  const { readSkuFile, skuNumbers } = await import('../payload/mapping/sku-map.ts');
  const label = `${fromProfile.includes('skuMap') ? "the profile's SKU map" : '--sku-map'} ${name}`;
  const numbers = { columns: skuNumbers, decimal };
  return readSkuFile(label, await listIn(label, name, files, { encoding, numbers }), decimal);
}

async function readPrices(name: string, { encoding, decimal = 'point' }: ReadingFlags, files: Files) {
  const { readPriceFile } = await import('../payload/mapping/pairs-file.ts');
  const label = `--prices ${name}`;
  const numbers = { columns: ['PricePerUnit'], decimal };
  const list = await listIn(label, name, files, { encoding, numbers });
  const prices = await readPriceFile(label, list, decimal);
  return (sku: string) => prices.get(sku);
}

const isPresetSaved = ({ fromProfile = [] }: ReadingFlags): boolean => fromProfile.includes('preset');

/** The values that are the profile's, as they are shown to people. */
function savedDefaults(flags: ReadingFlags): Pick<ReadingOptions, 'fromProfile'> {
  const shown = (flags.fromProfile ?? []).map((name) => {
    const value = flags[name as keyof ReadingFlags];
    return [name, name === 'dispatchWithin' ? exactDuration(Number(value)) : String(value)] as const;
  });
  return shown.length === 0 ? {} : { fromProfile: Object.fromEntries(shown) };
}

/** The value of `--prices` that means the service's inventory. */
export const inventoryPrices = 'inventory';

const hasPriceFile = (flags: ReadingFlags): flags is ReadingFlags & { readonly prices: string } =>
  flags.prices !== undefined && flags.prices !== inventoryPrices;

/**
 * The reading options from the command line. Throws a usage error for a map or SKU map that cannot be read, and `cancelled`
 * at a signal: the lists of some take seconds.
 */
export function readingOptionsOf(
  flags: ReadingFlags,
  { cwd, interrupted, now }: Pick<Deps, 'cwd' | 'now'> & Partial<Pick<Deps, 'interrupted'>>,
): Promise<ReadingOptions> {
  const reading = readOptions(flags, { cwd, interrupted }, now());
  return interrupted === undefined ? reading : unlessInterrupted(reading, interrupted);
}

async function readOptions(flags: ReadingFlags, files: Files, now: number): Promise<ReadingOptions> {
  const { format, sheet, encoding, preset, timezone, dates, strict } = flags;
  const { warehouse, dispatchWithin, include, skuMap, notes } = flags;
  return {
    set: flags.set ?? [],
    decimal: flags.decimal ?? 'point',
    now,
    ...present({ format, sheet, encoding, timezone, dates, warehouse, dispatchWithin, include, strict }),
    ...present({ slot: flags.slot, notes, mapFile: flags.map }),
    ...(preset === undefined ? {} : { preset, presetIsSaved: isPresetSaved(flags) }),
    ...(flags.map === undefined ? {} : { map: await readMap(flags.map, flags, files) }),
    ...savedDefaults(flags),
    ...(skuMap === undefined ? {} : { skuMap: await readSkuMap(skuMap, flags, files) }),
    ...(hasPriceFile(flags) ? { prices: await readPrices(flags.prices, flags, files) } : {}),
  };
}

/** The options to give again with a failed file: not sheet and encoding, since it has one sheet or is UTF-8. */
export function repeatedOptions(flags: ReadingFlags): string[] {
  const { dispatchWithin } = flags;
  const values: readonly (readonly [option: string, value: string | undefined])[] = [
    ['--format', flags.format],
    // Lists may have it too; the failed file then has a mark, which goes before it.
    ['--encoding', flags.skuMap === undefined && !hasPriceFile(flags) ? undefined : flags.encoding],
    // Beside a map, a saved preset holds only for the files of its shop, and one that is given for all.
    ['--preset', flags.map !== undefined && isPresetSaved(flags) ? undefined : flags.preset],
    ['--map', flags.map],
    ...(flags.set ?? []).map(([field, value]) => ['--set', `${field}=${value}`] as const),
    ['--timezone', flags.timezone],
    ['--dates', flags.dates],
    ['--decimal', flags.decimal],
    ['--warehouse', flags.warehouse],
    ['--slot', flags.slot],
    ['--dispatch-within', dispatchWithin === undefined ? undefined : exactDuration(dispatchWithin)],
    ...(flags.include ?? []).map((reason) => ['--include', reason] as const),
    ['--sku-map', flags.skuMap],
    ['--prices', flags.prices],
    ['--notes', flags.notes],
  ];
  const words = values.flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
  return flags.strict === true ? [...words, '--strict'] : words;
}

/** The files of a command line as sources; `-` is standard input and can appear once. */
export function sourcesOf(names: readonly string[], deps: Pick<Deps, 'cwd' | 'stdin'>, links?: Links) {
  if (names.length === 0)
    throw usageError('missing FILE', 'name a CSV or JSON file or a workbook, or - for standard input');
  if (names.filter((name) => name === '-').length > 1)
    throw usageError('standard input can be named only once');
  const paths = names.map((name) => resolve(deps.cwd, name));
  const twice = names.find((_, index) => paths.indexOf(paths[index] ?? '') !== index);
  if (twice !== undefined) throw usageError(`${twice} is named twice`);
  return names.map((name) => {
    if (name === '-') return rereadable({ name, open: () => deps.stdin });
    const source = fileSource(name, resolve(deps.cwd, name), links);
    return source.isReadOnce === true ? rereadable(source) : source;
  });
}

/** The variables in which schedulers give a task's number, and the first number. */
const schedulers: readonly { readonly variable: string; first(env: Deps['env']): number }[] = [
  { variable: 'JOB_COMPLETION_INDEX', first: () => 0 },
  { variable: 'AWS_BATCH_JOB_ARRAY_INDEX', first: () => 0 },
  { variable: 'SLURM_ARRAY_TASK_ID', first: (env) => numberIn('SLURM_ARRAY_TASK_MIN', env) ?? 0 },
  { variable: 'PARALLEL_SEQ', first: () => 1 },
];

/** The part for this process; `auto/N` is the scheduler's. Throws a usage error without one, or for a number that is none. */
export function shardOf(option: ShardOption, env: Deps['env']) {
  const { index, count } = option;
  if (index !== 'auto') return { index, count };
  for (const { variable, first } of schedulers) {
    const number = numberIn(variable, env);
    if (number === undefined) continue;
    const part = number - first(env) + 1;
    if (part >= 1 && part <= count) return { index: part, count };
    throw usageError(
      `--shard auto/${count}: ${variable}=${number} is part ${part}, which is not one of ${count}`,
    );
  }
  throw usageError(
    `--shard auto/${count} needs the number of this task from a scheduler`,
    `none of ${schedulers.map(({ variable }) => variable).join(', ')} is set; without a scheduler, use 1/${count}`,
  );
}

function numberIn(variable: string, env: Deps['env']): number | undefined {
  const text = env[variable]?.trim();
  return text === undefined || text === '' ? undefined : wholeNumber(0)(variable, text);
}
