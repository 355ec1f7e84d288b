import { resolve } from 'node:path';
import type { Deps } from '../../deps.ts';
import { usageError } from '../../errors.ts';
import type { ReadingOptions, Source } from '../../payload/document/types.ts';
import { fileSource, type Links } from '../../payload/source/file-source.ts';
import { unreadableFile } from '../../storage/file-errors.ts';
import { readText } from '../../storage/read-file.ts';
import { messageOf } from '../../text/thrown.ts';
import { exactDuration } from '../../text/time/duration.ts';
import type { ReadingFlags } from './reading-flags.ts';

type Reading = Pick<Deps, 'cwd' | 'now'> & Partial<Pick<Deps, 'interrupted'>>;

async function optionText(option: string, name: string, { cwd, interrupted }: Reading): Promise<string> {
  try {
    return (await readText(resolve(cwd, name), interrupted)).replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadableFile(`${option} ${name} cannot be read`, error);
  }
}

async function readMap(name: string, reading: Reading): Promise<unknown> {
  const text = await optionText('--map', name, reading);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`--map ${name} is not JSON: ${messageOf(error)}`, 'see cfi help maps');
  }
}

async function readSkuMap(name: string, reading: Reading): Promise<Readonly<Record<string, string>>> {
  const { readSkuFile } = await import('../../payload/mapping/pairs-file.ts');
  return readSkuFile(`--sku-map ${name}`, await optionText('--sku-map', name, reading));
}

async function readPrices(
  name: string,
  decimal: 'point' | 'comma',
  reading: Reading,
): Promise<(sku: string) => number | undefined> {
  const { readPriceFile } = await import('../../payload/mapping/pairs-file.ts');
  const text = await optionText('--prices', name, reading);
  const prices = readPriceFile(`--prices ${name}`, text, decimal);
  return (sku) => prices.get(sku);
}

const isSaved = ({ fromProfile = [] }: ReadingFlags, name: keyof ReadingFlags): boolean =>
  fromProfile.includes(name);

/** The value of `--prices` that means the service's inventory. */
export const inventoryPrices = 'inventory';

/** The reading options from the command line. Throws a usage error for a map or SKU map that cannot be read. */
export async function readingOptionsOf(flags: ReadingFlags, deps: Reading): Promise<ReadingOptions> {
  const { format, encoding, preset, timezone, warehouse, dispatchWithin, include, skuMap, prices } = flags;
  return {
    set: flags.set ?? [],
    decimal: flags.decimal ?? 'point',
    now: deps.now(),
    ...(format === undefined ? {} : { format }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(preset === undefined ? {} : { preset, presetIsSaved: isSaved(flags, 'preset') }),
    ...(flags.map === undefined ? {} : { map: await readMap(flags.map, deps) }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(warehouse === undefined ? {} : { warehouse }),
    ...(dispatchWithin === undefined ? {} : { dispatchWithin }),
    ...(include === undefined ? {} : { include }),
    ...(flags.strict === true ? { strict: true } : {}),
    ...(skuMap === undefined ? {} : { skuMap: await readSkuMap(skuMap, deps) }),
    ...(prices === undefined || prices === inventoryPrices
      ? {}
      : { prices: await readPrices(prices, flags.decimal ?? 'point', deps) }),
  };
}

/**
 * The options, as words of a command line, that must be given again when documents of the same file are read from its
 * failed file. `--encoding` is not among them: failed files are UTF-8.
 */
export function repeatedOptions(flags: ReadingFlags): string[] {
  const {
    format,
    preset,
    map,
    set = [],
    timezone,
    decimal,
    warehouse,
    dispatchWithin,
    include = [],
    skuMap,
    strict,
  } = flags;
  const values: readonly (readonly [option: string, value: string | undefined])[] = [
    ['--format', format],
    // Beside a map, a saved preset holds only for the files of its shop, and one that is given for all.
    ['--preset', map !== undefined && isSaved(flags, 'preset') ? undefined : preset],
    ['--map', map],
    ...set.map(([field, value]) => ['--set', `${field}=${value}`] as const),
    ['--timezone', timezone],
    ['--decimal', decimal],
    ['--warehouse', warehouse],
    ['--dispatch-within', dispatchWithin === undefined ? undefined : exactDuration(dispatchWithin)],
    ...include.map((reason) => ['--include', reason] as const),
    ['--sku-map', skuMap],
    ['--prices', flags.prices],
  ];
  const words = values.flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
  return strict === true ? [...words, '--strict'] : words;
}

/** The files of a command line as sources; `-` is standard input and can appear once. */
export function sourcesOf(
  names: readonly string[],
  deps: Pick<Deps, 'cwd' | 'stdin'>,
  links?: Links,
): Source[] {
  if (names.length === 0)
    throw usageError('missing FILE', 'name a CSV or JSON file, or - for standard input');
  if (names.filter((name) => name === '-').length > 1)
    throw usageError('- (standard input) can be named only once');
  const paths = names.map((name) => resolve(deps.cwd, name));
  const twice = names.find((_, index) => paths.indexOf(paths[index] ?? '') !== index);
  if (twice !== undefined) throw usageError(`${twice} is named twice`);
  return names.map((name) =>
    name === '-' ? { name, open: () => deps.stdin } : fileSource(name, resolve(deps.cwd, name), links),
  );
}
