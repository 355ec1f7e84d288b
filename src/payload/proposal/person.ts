import type { Side } from '../words/kinds.ts';
import { joined, ofSide } from './addresses.ts';
import type { Column } from './columns.ts';
import type { Facts } from './draft.ts';

/** A name, as its field's entry, and the columns it is made of. */
export interface Person {
  readonly entry: unknown;
  readonly columns: readonly Column[];
}

/** The person of a side: first and last name together, or the whole name in one column. */
export function personOf(facts: Facts, side: Side): Person | undefined {
  const [first] = ofSide(facts, 'first', side);
  const [middle] = ofSide(facts, 'middle', side);
  const [last] = ofSide(facts, 'last', side);
  const [full] = ofSide(facts, 'name', side);
  const made = (...columns: Column[]): Person => ({ entry: joined(columns, ' '), columns });
  const parts = [first, last].filter((column) => column !== undefined);
  const between = middle === undefined || middle.cells.length === 0 ? [] : [middle];
  if (full === undefined)
    return first === undefined || last === undefined
      ? parts.length === 0
        ? undefined
        : made(...parts)
      : made(first, ...between, last);
  const isWhole =
    full.cells.length > 0 && parts.every((part) => part.cells.length === 0 || facts.containsAll(full, part));
  if (parts.length === 0 || isWhole) return made(full);
  if (first !== undefined && last !== undefined) return made(first, ...between, last);
  // Where only one part of the name has a column of its own, `Name` or `Nombre` is the other.
  return first === undefined ? made(full, ...parts) : made(first, full);
}
