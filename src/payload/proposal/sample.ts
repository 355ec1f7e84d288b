import { usageError } from '../../errors.ts';
import type { Dialect, Row } from '../document/row.ts';
import type { ReadingOptions, Source } from '../document/types.ts';
import { dateOrderIn } from '../fields/cells.ts';
import {
  type Header,
  headerOf,
  isHeaderAgain,
  refuseManyColumns,
  refuseOtherHeader,
} from '../mapping/header.ts';
import {
  beginsAs,
  detectPreset,
  findPreset,
  headerIndex,
  maxRowsBefore,
  refuseWrongReport,
} from '../presets/find.ts';
import type { Preset } from '../presets/preset.ts';
import { refuseSwallowedRows } from '../source/csv-rows.ts';
import { openPayload } from '../source/open-payload.ts';
import { unusable } from '../source/sources.ts';
import { isAmount } from './shapes.ts';

/** The beginning of a file: its header, and the rows after it. */
export type Sample = Awaited<ReturnType<typeof readSample>>;

const sampleSize = 5000;

const filledCells = ({ cells }: Pick<Row, 'cells'>): number =>
  cells.filter((cell) => cell.trim() !== '').length;

/** Whether a text is a value and no name of a column: an amount, a day or an e-mail address. */
const isValue = (text: string): boolean =>
  isAmount(text) || dateOrderIn(text) !== undefined || /^\d{4}-\d\d-\d\d/.test(text) || text.includes('@');

/** Orders have at least a number, a recipient, an address and goods; in fewer columns, one title is enough. */
const fewestColumns = 4;

/** Throws for a file of one column or without a header, and for a report, whose rows stand in blocks under titles. */
function refuseNoTable({ names }: Header, below: readonly Row[], file: string): void {
  if ([{ cells: names }, ...below].every(({ cells }) => cells.length === 1))
    throw unusable(
      file,
      'has one column: no comma, semicolon or tab stands between its cells',
      'save it as CSV, with one of them between the cells',
    );
  const named = names.filter((name) => name !== '');
  const values = named.filter(isValue);
  // Whole numbers alone may be sizes.
  if (values.length > 1 && values.some((value) => !/^\d+$/.test(value)))
    throw unusable(
      file,
      `has no header: its first row holds values such as ${values.slice(0, 2).join(' and ')}`,
      'put the names of the columns into the first row',
    );
  const titles = below.filter(
    (row, at) => filledCells(row) === 1 && filledCells(below[at + 1] ?? { ...row, cells: [] }) > 1,
  );
  if (titles.length > (named.length < fewestColumns ? 0 : 1))
    throw unusable(
      file,
      'is not a table of orders: its rows stand in blocks under titles',
      'export the orders with one row for each line',
    );
}

/** Index of the header: the preset's, or else the first row with about as many cells as the fullest row. */
function likeliestHeader(rows: readonly Row[], preset: Preset | undefined): number {
  const ofPreset = headerIndex(rows, preset);
  if (ofPreset !== -1) return ofPreset;
  const first = rows.slice(0, maxRowsBefore + 1);
  const full = Math.max(2, Math.max(...first.map(filledCells)) * 0.6);
  const at = first.findIndex((row) => filledCells(row) >= full);
  return Math.max(0, at);
}

/** The preset that the user named, or the detected one. */
function presetOf({ preset: name, presetIsSaved }: ReadingOptions, start: string) {
  const named = name === undefined ? undefined : findPreset(name, 'order');
  if (named !== undefined && (presetIsSaved !== true || beginsAs(start, named)))
    return { preset: named, isNamed: true };
  const found = detectPreset(start);
  return found === undefined ? undefined : { preset: found, isNamed: false };
}

const isGrouped = /^-?\d{1,3}(?:,\d{3})+$/;

/** A sheet's dates, and numbers that it shows in thousands, in the form that needs no format to be read. */
function withoutFormats(row: Row): Row {
  if (row.typed === undefined) return row;
  const cells = row.cells.map((text, index) => {
    const cell = row.typed?.[index];
    if (cell?.kind === 'number' && isGrouped.test(text)) return String(cell.value);
    return cell?.kind === 'date' && cell.iso !== undefined ? cell.iso : text;
  });
  return { ...row, cells };
}

/** Reads the beginning of a CSV file. Throws a `CfiError` for an unreadable one, JSON, or a shop's unusable report. */
export async function readSample(source: Source, options: ReadingOptions) {
  const payload = await openPayload(source, options);
  if (payload.format === 'json') {
    await payload.close();
    throw usageError(
      `${source.name} is JSON, which needs no map`,
      "use the service's field names: cfi order template --format json",
    );
  }
  const { table } = payload;
  const known = presetOf(options, table.start);
  const rows: Row[] = [];
  let dialect: Dialect | undefined;
  try {
    for await (const block of table.rows(known?.preset.literalQuotes)) {
      dialect = block.dialect;
      for (const row of block.rows) rows.push(withoutFormats(row));
      if (rows.length > sampleSize + maxRowsBefore) break;
    }
  } finally {
    await payload.close();
  }
  const at = likeliestHeader(rows, known?.preset);
  const head = rows[at];
  if (head === undefined) throw unusable(source.name, 'is empty');
  const header = headerOf(head.cells);
  refuseManyColumns(header, source.name, head.line);
  refuseWrongReport(header, source.name, head.line);
  const below = rows.slice(at + 1, at + 1 + sampleSize).filter(({ cells }) => !isHeaderAgain(cells, header));
  for (const row of below) refuseOtherHeader(row, header, source.name);
  if (known === undefined) refuseNoTable(header, below, source.name);
  if (dialect !== undefined)
    for (const row of below)
      refuseSwallowedRows(row, header.names.length - 1, dialect.delimiter, source.name);
  return {
    header,
    line: head.line,
    rows: below.map(({ cells }) => cells),
    /** The preset, from the header or named by the user (`isNamed`). */
    preset: known,
  };
}
