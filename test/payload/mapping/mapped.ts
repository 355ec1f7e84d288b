import { expect } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/types.ts';
import { cells, csv, read } from '../support.ts';

/** A map by which every column fills the field of its own name. */
export const identity = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));

/** Cells of a row that differ from the usual ones; undefined for a column that is not there. */
export type Row = Readonly<Record<string, string | undefined>>;

/** Reads rows by the identity map with these entries. */
export const mapped = (map: object, rows: readonly Row[], options: Partial<ReadingOptions> = {}) =>
  read(csv(rows), { options: { ...options, map: { ...identity, ...map } } });

/** The only order's field, or its line's, as it would be sent. */
export async function sent(field: string, entry: unknown, row: Row, options: Partial<ReadingOptions> = {}) {
  const { bodies, problems } = await mapped({ [field]: entry }, [row], options);
  expect(problems).toEqual([]);
  const order = bodies[0];
  return order?.[field] ?? order?.OrderItems[0][field];
}
