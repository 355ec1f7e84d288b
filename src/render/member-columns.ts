import { type Fields, isFields } from '../text/records.ts';
import type { Column, Result } from './result.ts';

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
