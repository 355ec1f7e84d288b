import { isUtf8 } from 'node:buffer';
import { usageError } from '../../errors.ts';
import { likelyEncoding } from '../../text/encodings.ts';
import type { Dialect, Row } from '../document/row.ts';
import type { ReadingOptions, Source } from '../document/types.ts';
import { type Header, headerOf, isHeaderAgain, refuseManyColumns } from '../mapping/header.ts';
import { filledCells, refuseNoTable } from '../mapping/no-table.ts';
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
import { headOf, unusable } from '../source/sources.ts';

/** The beginning of a file: its header, and the rows after it. */
export interface Sample {
  readonly header: Header;
  /** Physical line of the header. */
  readonly line: number;
  readonly rows: readonly (readonly string[])[];
  /** The texts that stand alone in the rows above the header. */
  readonly titles: readonly string[];
  /** The preset, from the header or named by the user (`isNamed`). */
  readonly preset?: { readonly name: string; readonly preset: Preset; readonly isNamed: boolean };
  /** The encoding that was tried because the file is not UTF-8. */
  readonly encoding?: string;
}

/** The maximum number of rows to read. */
const sampleSize = 5000;

/** Index of the header: the preset's, or else the first row with about as many cells as the fullest row. */
function likeliestHeader(rows: readonly Row[], preset: Preset | undefined): number {
  const ofPreset = headerIndex(rows, preset);
  if (ofPreset !== -1) return ofPreset;
  const first = rows.slice(0, maxRowsBefore + 1);
  const fullest = Math.max(...first.map(filledCells));
  return Math.max(
    0,
    first.findIndex((row) => filledCells(row) >= Math.max(2, fullest * 0.6)),
  );
}

/** The preset that the user named, or the detected one. */
function presetOf({ preset: name, presetIsSaved }: ReadingOptions, start: string): Sample['preset'] {
  const named = name === undefined ? undefined : findPreset(name, 'order');
  if (name !== undefined && named !== undefined && (presetIsSaved !== true || beginsAs(start, named)))
    return { name, preset: named, isNamed: true };
  const found = detectPreset(start);
  return found === undefined ? undefined : { ...found, isNamed: false };
}

/** A sheet's dates in the form that needs no format to be read. */
function withDates(row: Row): Row {
  if (row.typed === undefined) return row;
  const cells = row.cells.map((text, index) => {
    const cell = row.typed?.[index];
    return cell?.kind === 'date' && cell.iso !== undefined ? cell.iso : text;
  });
  return { ...row, cells };
}

async function sampleAs(source: Source, options: ReadingOptions, encoding?: string): Promise<Sample> {
  const payload = await openPayload(source, { ...options, encoding });
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
      for (const row of block.rows) rows.push(withDates(row));
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
  if (known === undefined) refuseNoTable(header, below, source.name);
  if (dialect !== undefined)
    for (const row of below)
      refuseSwallowedRows(row, header.names.length - 1, dialect.delimiter, source.name);
  return {
    header,
    line: head.line,
    rows: below.map(({ cells }) => cells),
    titles: rows
      .slice(0, at)
      .flatMap((row) => (filledCells(row) === 1 ? row.cells.filter((cell) => cell.trim() !== '') : [])),
    ...(known === undefined ? {} : { preset: known }),
    ...(encoding === options.encoding || encoding === undefined ? {} : { encoding }),
  };
}

/** How much of a file is looked at to find its encoding. */
const lookedAt = (1 << 20) + 1;

/**
 * Reads the beginning of a CSV file. Without a given encoding, a file that is not UTF-8 is read in the one under which its
 * bytes read as words. Throws a `CfiError` if the file cannot be read, is JSON, or is an unusable report of a known shop.
 */
export async function readSample(source: Source, options: ReadingOptions): Promise<Sample> {
  try {
    return await sampleAs(source, options, options.encoding);
  } catch (error) {
    if (options.encoding !== undefined) throw error;
    // A file that cannot be read at all has its own error already.
    const begun = await headOf(source.open(), lookedAt).catch(() => undefined);
    if (begun === undefined) throw error;
    const { head, rest } = begun;
    await rest.return(undefined);
    const encoding = isUtf8(head) ? undefined : likelyEncoding(head);
    if (encoding === undefined) throw error;
    return await sampleAs(source, options, encoding);
  }
}
