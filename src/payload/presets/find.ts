import { usageError } from '../../errors.ts';
import type { presetNames as listed } from '../../text/preset-names.ts';
import { recogniseDelimiter } from '../csv/rows/dialect.ts';
import { fromShops } from '../from-shops.ts';
import { asList, type Columns, type Header, headerOf } from '../mapping/header.ts';
import { suggestion } from '../mapping/names.ts';
import type { DocumentKind } from '../types.ts';
import { amazon } from './amazon.ts';
import { ebay } from './ebay.ts';
import { etsy } from './etsy.ts';
import { linnworks } from './linnworks.ts';
import type { Preset, WrongReport } from './preset.ts';
import { shipstation } from './shipstation.ts';
import { shopify } from './shopify.ts';
import { tiktok } from './tiktok.ts';
import { woocommerce } from './woocommerce.ts';

/** The exports that can be read without a map of one's own. */
const presets = {
  shopify,
  woocommerce,
  ebay,
  etsy,
  amazon,
  tiktok,
  shipstation,
  linnworks,
} as const satisfies Record<(typeof listed)[number], Preset>;

/** The names of all presets. */
export const presetNames = Object.keys(presets);

/** A preset by name. Usage errors for an unknown one, and for files that hold no orders. */
export function findPreset(name: string, kind: DocumentKind): Preset {
  if (!fromShops[kind]) throw usageError('--preset is for orders');
  if (Object.hasOwn(presets, name)) return presets[name as keyof typeof presets];
  throw usageError(
    `unknown preset ${name}${suggestion(name, presetNames)}`,
    `presets: ${presetNames.join(', ')}`,
  );
}

const hasAll = (header: Header, wanted: readonly Columns[]): boolean =>
  wanted.every((columns) => asList(columns).some((name) => header.find(name) !== undefined));

/** Whether a header has the columns that tell a preset's export from others. */
export const isHeaderOf = (header: Header, { signature }: Preset): boolean => hasAll(header, signature);

/** A report of a preset's shop that cannot be used, if the header is that of one. */
export const wrongReport = (header: Header, { wrongReports = [] }: Preset): WrongReport | undefined =>
  wrongReports.find(
    ({ has, lacks }) => hasAll(header, has) && lacks.every((name) => header.find(name) === undefined),
  );

/** A wrong report of any shop. */
export function anyWrongReport(header: Header): WrongReport | undefined {
  for (const preset of Object.values<Preset>(presets)) {
    const found = wrongReport(header, preset);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Titles and blank lines may come before a header. */
const maxLinesBefore = 20;

/** The lines at the start of a text, each as if it were the header. */
function* possibleHeaders(start: string): Generator<Header> {
  for (const line of start.split(/\r\n|\n|\r/, maxLinesBefore))
    yield headerOf(line.split(recogniseDelimiter(line)).map((cell) => cell.replaceAll('"', '')));
}

/** Whether a text begins as the export of a preset. */
export const beginsAs = (start: string, preset: Preset): boolean =>
  [...possibleHeaders(start)].some((header) => isHeaderOf(header, preset));

/** The preset whose export a text begins as, with its name; undefined when it is none, or could be several. */
export function detectPreset(start: string): { name: string; preset: Preset } | undefined {
  for (const header of possibleHeaders(start)) {
    const found = Object.entries<Preset>(presets).filter(([, preset]) => isHeaderOf(header, preset));
    const [first, second] = found;
    if (first !== undefined) return second === undefined ? { name: first[0], preset: first[1] } : undefined;
  }
  return undefined;
}
