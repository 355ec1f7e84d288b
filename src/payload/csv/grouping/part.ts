import { stated } from '../../../errors.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';

/** The rows of one document, in the order of the file. */
export interface Part {
  readonly rows: Row[];
  /** Rows whose cells cannot be assigned to columns; they keep the document from being sent. */
  readonly ragged: Row[];
}

/** Scattered rows as text, for the sink to keep. */
export const scatteredText = (file: number, part: Part): string => JSON.stringify({ file, ...part });

/** The same for rows that are not next to the others of their document. */
export const apartText = (file: number, { rows, ragged }: Part): string =>
  scatteredText(file, { rows: rows.map((row) => ({ ...row, part: rows[0]?.line ?? row.line })), ragged });

/** Reads back the text of scattered rows. */
export const parseScattered = (text: string): Part & { file: number } =>
  JSON.parse(text) as Part & { file: number };

/** The cells of its rows. */
export const cellsOf = ({ rows }: Part): readonly (readonly string[])[] => rows.map(({ cells }) => cells);

/** Physical lines of all its rows, in order. */
export function linesOf({ rows, ragged }: Part): number[] {
  const [first] = rows;
  if (rows.length === 1 && ragged.length === 0 && first !== undefined) return [first.line];
  return [...rows, ...ragged].map(({ line }) => line).sort((a, b) => a - b);
}

/** The problem of a row with too few or too many cells. */
export const raggedRow = ({ cells, line }: Row, width: number): DocumentProblem => ({
  line,
  expected: `${width} cells`,
  found: `${cells.length} cells`,
  message: `the row has ${cells.length} cells, but the header has ${width} columns; a cell that contains the delimiter must be in quotes`,
  [stated]: ['found'],
});
