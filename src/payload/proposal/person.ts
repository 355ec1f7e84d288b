import type { Side } from '../words/kinds.ts';
import { joined, ofSide } from './addresses.ts';
import type { Column } from './columns.ts';
import type { Facts } from './draft.ts';

/** A name, as its field's entry, and the columns it is made of. */
export interface Person {
  readonly entry: unknown;
  readonly columns: readonly Column[];
}

/** The columns of a name that is in parts: `Apellido 1` and `Apellido 2`. */
const inParts = ([first, ...others]: readonly Column[]): Column[] =>
  first === undefined
    ? []
    : [first, ...others.filter((each) => isFurtherPart(each, first))].toSorted(
        (a, b) => (a.named.number ?? 0) - (b.named.number ?? 0),
      );

/** Whether a name has a number more than another, and is the same otherwise: `Name 2` beside `Name` or `Name 1`. */
export const isFurtherPart = ({ named, cells }: Column, first: Column): boolean =>
  cells.length > 0 && named.number !== undefined && named.words.join() === first.named.words.join();

/** The person of a side: first and last name together, or the whole name in one column. */
export function personOf(facts: Facts, side: Side): Person | undefined {
  const [first] = ofSide(facts, 'first', side);
  const [middle] = ofSide(facts, 'middle', side);
  const lasts = inParts(ofSide(facts, 'last', side));
  const [last] = lasts;
  const fulls = inParts(ofSide(facts, 'name', side));
  const [full] = fulls;
  const made = (...columns: Column[]): Person => ({ entry: joined(columns, ' '), columns });
  const parts = [...(first === undefined ? [] : [first]), ...lasts];
  const between = middle === undefined || middle.cells.length === 0 ? [] : [middle];
  if (full === undefined)
    return first === undefined || last === undefined
      ? parts.length === 0
        ? undefined
        : made(...parts)
      : made(first, ...between, ...lasts);
  const isWhole =
    full.cells.length > 0 && parts.every((part) => part.cells.length === 0 || facts.containsAll(full, part));
  // Who gets the parcel is asked, where a name has several parts.
  if (parts.length === 0 || isWhole) return side === 'billing' ? made(...fulls) : made(full);
  if (first !== undefined && last !== undefined) return made(first, ...between, ...lasts);
  // Where only one part of the name has a column of its own, `Name` or `Nombre` is the other.
  return first === undefined ? made(full, ...parts) : made(first, full);
}
