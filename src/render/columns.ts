import { type Fields, field, isFields } from '../text/records.ts';
import type { AnyColumn, Column, Result } from './result.ts';

/** A column with a field of a record, which is found under any spelling of one of its names. */
export function fieldColumn(
  header: string,
  name: string | readonly string[],
  more: Partial<Column<Fields>> = {},
): Column<Fields> {
  const names = [name].flat();
  return { header, value: (record) => field(record, ...names), ...more };
}

/** Columns of csv with fields of a record, under the service's own names. */
export const fieldColumns = (names: readonly string[]): Column<Fields>[] =>
  names.map((name) => fieldColumn(name, name));

/** Columns of csv with the names that the values have in json. */
export const memberColumns = <Name extends string>(
  names: readonly Name[],
): readonly Column<{ readonly [name in Name]?: unknown }>[] =>
  names.map((name) => ({ header: name, value: (row) => row[name] }));

/** A record as the one row of csv, with the names of json; members that are lists or objects are left out. */
export function memberRow(record: Fields): NonNullable<Result['csv']> {
  const names = Object.keys(record).filter((name) => !Array.isArray(record[name]) && !isFields(record[name]));
  return { columns: memberColumns(names), rows: [record] };
}

/** A list as a table for people, with all of its columns in csv. */
export const listing = (
  rows: readonly unknown[],
  columns: readonly AnyColumn[],
  csv: readonly AnyColumn[],
  empty: string,
) => ({
  data: rows,
  blocks: [{ kind: 'table', columns, rows, empty } as const],
  csv: { columns: csv, rows },
});

/** The column of the error of a document, which says what to correct: whole, or below the table. */
export const errorColumn = { header: 'error', heading: 'why', priority: 2, whole: true } as const;

/** The errors for which their column is too narrow, with the names of their rows. */
export const errorsInFull = <Row extends { readonly error: string | null }>(
  nameOf: (row: Row) => string,
) => ({
  inFull: (row: unknown, cut: ReadonlySet<string>): string =>
    cut.has('error') ? ((row as Row).error ?? '') : '',
  nameOf: (row: unknown): string => nameOf(row as Row),
});

/** What a command has done: a record for scripts, and a sentence about it for people. */
export const confirmation = (data: Fields, text: string): Result => ({
  data,
  csv: memberRow(data),
  blocks: [{ kind: 'text', text }],
});
