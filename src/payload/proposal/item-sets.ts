import type { Kind } from '../words/kinds.ts';
import type { Column } from './columns.ts';
import type { Facts } from './draft.ts';

const fieldsOfItem: Partial<Record<Kind, string>> = {
  ...{ sku: 'SKU', articleNumber: 'SKU', title: 'ItemTitle', quantity: 'Qty', price: 'PricePerUnit' },
};
/** The field of a line that a column of an item fills; empty if it fills none. */
export const fieldOf = ({ kind }: Column): string => fieldsOfItem[kind] ?? '';
/** Whether a column has the SKU of an item. */
export const namesItem = (column: Column): boolean => fieldOf(column) === 'SKU';

/** Columns of an item with the likeliest of a field first: named like those of the other items, and for one unit. */
const likeliestFirst = (set: readonly Column[], others: readonly Column[]): Column[] => {
  const isLike = ({ named: { words } }: Column): boolean =>
    others.some(({ named }) => named.words.join() === words.join());
  const rank = (column: Column): number =>
    (isLike(column) ? 2 : 0) +
    (column.named.has('unit') ? 1 : 0) -
    (column.named.has('otherPrice', 'cost') ? 4 : 0);
  return set.toSorted((a, b) => rank(b) - rank(a));
};

/** The columns of any item, and those of each where a row may have several, by number: `item_1_sku`, `SKU 2`, `SKU.1`. */
export function itemSets({ columns }: Facts) {
  const ofItem = columns.filter((column) => fieldOf(column) !== '' && column.side === undefined);
  const numbered = ofItem.filter(({ named }) => named.number !== undefined);
  const bare = ofItem.filter(({ named }) => named.number === undefined);
  // Without any SKU, `Artikel1` may be one.
  const hasSku = ofItem.some(namesItem);
  const isItem = hasSku ? namesItem : ({ kind }: Column): boolean => kind === 'title';
  const numbers = [...new Set(numbered.map(({ named }) => named.number as number))].toSorted((a, b) => a - b);
  const hasItem = (set: readonly Column[]): boolean =>
    set.some(isItem) && (hasSku || set.some(({ kind }) => kind === 'quantity'));
  const sets = numbers
    .map((number) => numbered.filter(({ named }) => named.number === number))
    .filter(hasItem)
    .map((set) => likeliestFirst(set, []));
  // `SKU` and `SKU 2`: the first has no number. So has that of `SKU` and `SKU.1`, where it has a quantity too.
  const isFirst =
    (!numbers.includes(1) && !numbers.includes(0)) || bare.some(({ kind }) => kind === 'quantity');
  if (sets.length > 0 && isFirst && bare.some(isItem)) sets.unshift(likeliestFirst(bare, numbered));
  return { ofItem, hasSku, sets: sets.length < 2 ? [] : sets };
}
