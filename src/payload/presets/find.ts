import { usageError } from '../../errors.ts';
import { type PresetName, presetNames } from '../../text/preset-names.ts';
import { fromShops } from '../document/layout.ts';
import type { Row } from '../document/row.ts';
import type { DocumentKind } from '../document/types.ts';
import {
  asList,
  type BoundSource,
  type Columns,
  type Header,
  headerOf,
  suggestion,
} from '../mapping/header.ts';
import { recogniseDelimiter } from '../source/csv-rows.ts';
import { unreadable } from '../source/sources.ts';
import { isTotal } from '../words/answers.ts';
import { amazon } from './amazon.ts';
import { ebay } from './ebay.ts';
import { etsy } from './etsy.ts';
import { linnworks } from './linnworks.ts';
import type { Preset, ShopExport, WrongReport } from './preset.ts';
import { shipstation } from './shipstation.ts';
import { shopify } from './shopify.ts';
import { tiktok } from './tiktok.ts';
import { woocommerce } from './woocommerce.ts';

const shopExports: Readonly<Record<PresetName, ShopExport>> = {
  shopify,
  woocommerce,
  ebay,
  etsy,
  amazon,
  tiktok,
  shipstation,
  linnworks,
};

function presetOf(name: PresetName): Preset {
  const { reading, ...known } = shopExports[name];
  return { name, ...known, ...reading() };
}

/** A preset by name. Throws usage errors for an unknown name, and for files that are not orders. */
export function findPreset(name: string, kind: DocumentKind): Preset {
  if (!fromShops[kind]) throw usageError('--preset is for orders');
  const known = presetNames.find((each) => each === name);
  if (known !== undefined) return presetOf(known);
  throw usageError(
    `unknown preset ${name}${suggestion(name, presetNames)}`,
    `presets: ${presetNames.join(', ')}`,
  );
}

const hasAll = (header: Header, wanted: readonly Columns[]): boolean =>
  wanted.every((columns) => asList(columns).some((name) => header.find(name) !== undefined));

/** Whether a header has the columns that identify a preset's export. */
export const isHeaderOf = (header: Header, { signature }: Pick<ShopExport, 'signature'>): boolean =>
  hasAll(header, signature);

/** The unusable report with this header, if any, of one preset's shop or of all. */
export const wrongReport = (header: Header, ...of: readonly Preset[]): WrongReport | undefined =>
  (of.length === 0 ? Object.values(shopExports) : of)
    .flatMap(({ wrongReports = [] }) => wrongReports)
    .find(({ has, lacks }) => hasAll(header, has) && lacks.every((name) => header.find(name) === undefined));

/** Throws a `CfiError` for the header of such a report. */
export function refuseWrongReport(header: Header, file: string, line: number, ...of: readonly Preset[]) {
  const wrong = wrongReport(header, ...of);
  if (wrong !== undefined)
    throw unreadable(file, line, `this is ${wrong.title}; it cannot be used`, wrong.advice);
}

/** How many lines of titles and blanks may come before a header. */
export const maxRowsBefore = 20;

/** Index of the header among the first rows: that of a preset's export, or with these columns. -1 if there is none. */
export const headerIndex = (
  rows: readonly Row[],
  preset: Preset | undefined,
  columns: readonly string[] = [],
): number =>
  rows.slice(0, maxRowsBefore + 1).findIndex(({ cells }) => {
    const header = headerOf(cells);
    return (
      (preset !== undefined && isHeaderOf(header, preset)) || (columns.length > 0 && hasAll(header, columns))
    );
  });

/** The first lines of a text, each as a possible header. */
function* possibleHeaders(start: string): Generator<Header> {
  for (const line of start.split(/\r\n|\n|\r/, maxRowsBefore))
    yield headerOf(line.split(recogniseDelimiter(line)).map((cell) => cell.replaceAll('"', '')));
}

/** Whether a text begins like the export of a preset. */
export const beginsAs = (start: string, preset: Preset): boolean =>
  [...possibleHeaders(start)].some((header) => isHeaderOf(header, preset));

/** The preset whose export the text begins like; undefined if there is none or more than one. */
export function detectPreset(start: string): Preset | undefined {
  for (const header of possibleHeaders(start)) {
    const [first, ...others] = presetNames.filter((name) => isHeaderOf(header, shopExports[name]));
    if (first !== undefined) return others.length === 0 ? presetOf(first) : undefined;
  }
  return undefined;
}

/**
 * Tests whether a row of a shop export only sums up the others, as spreadsheets add it: it names neither goods nor a
 * recipient, given by `contents`, and no order. A row without a reference must have all `width` cells: a shorter one may
 * be an order that was cut off.
 */
export const summaryTest =
  (reference: BoundSource | undefined, contents: readonly BoundSource[], width: number) =>
  (cells: readonly string[]): boolean => {
    if (reference === undefined || contents.some((source) => source.text(cells) !== '')) return false;
    const name = reference.text(cells);
    if (name === '') return cells.length === width;
    return typeof name === 'string' && isTotal(name);
  };
