import { expect } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { cells, csv, read } from '../support.ts';

/** A map in which every column fills the field with the same name. */
export const identity = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));

/** Cells that differ from the usual row; undefined drops the column. */
export type Row = Readonly<Record<string, string | undefined>>;

/** Reads rows by the identity map with these entries. */
export const mapped = (map: object, rows: readonly Row[], options: Partial<ReadingOptions> = {}) =>
  read(csv(rows), { options: { ...options, map: { ...identity, ...map } } });

/** The field of the only order, or of its line, as it would be sent. */
export async function sent(field: string, entry: unknown, row: Row, options: Partial<ReadingOptions> = {}) {
  const { bodies, problems } = await mapped({ [field]: entry }, [row], options);
  expect(problems).toEqual([]);
  const order = bodies[0];
  return order?.[field] ?? order?.OrderItems[0][field];
}
