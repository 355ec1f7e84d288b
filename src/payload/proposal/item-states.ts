import type { Reason } from '../document/reasons.ts';
import type { Kind } from '../words/kinds.ts';
import { reasonNamed, yesOrNo } from '../words/names.ts';
import { isCount, isNothing, isZero, reasonOfMark, statusVerdict } from '../words/verdicts.ts';
import { areAll, type Column, cellOf, filledAs, valuesOf } from './columns.ts';
import { asksYesOrNo, unitsIn } from './counts.ts';
import type { Draft, Row } from './draft.ts';
import { isMoreThanOrdered } from './quantities.ts';
import { anyOf, unused } from './questions.ts';

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
export function itemSets({ columns }: Draft) {
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

/** Units of a numbered item that are not sent any more, by their counts. A 1 alone may be a yes. */
export function lessIn({ columns, rows }: Draft, quantity: Column): Column[] {
  const { number } = quantity.named;
  if (number === undefined) return [];
  return columns.filter(
    (column) =>
      column.named.number === number &&
      column.named.has('shipped', 'cancelled', 'refunded') &&
      column.named.turned === undefined &&
      areAll(column, isCount) &&
      !asksYesOrNo(column) &&
      (column.named.has('quantity') || column.cells.some((cell) => Number.parseInt(cell, 10) > 1)) &&
      rows.every((row) => unitsIn(row, column) <= unitsIn(row, quantity)),
  );
}

/** What is to ship of a numbered item, which is its quantity; not where it is nothing for some, which is no line. */
export const toShipIn = (draft: Draft, quantity: Column): Column | undefined =>
  filledAs(draft.columns, 'toShip').find(
    (column) =>
      column.named.number !== undefined &&
      column.named.number === quantity.named.number &&
      column.cells.every((cell) => isCount(cell) && !isZero(cell)) &&
      !isMoreThanOrdered(draft, column, quantity),
  );

/** Kinds of columns that say what has become of something. */
const ofStates: readonly Kind[] = [
  ...(['status', 'mark', 'less', 'toShip', 'tracking', 'shipDate', 'requested', 'done'] as const),
];

/** Why a value of one of these says that its item does not go; undefined if it goes. */
function stopOf({ kind, named, side }: Column, value: string): Reason | undefined {
  if (kind === 'toShip') return yesOrNo(value) === 'no' ? 'fulfilled' : undefined;
  if (isNothing(value)) return undefined;
  const verdict = statusVerdict(named, side, value);
  if (verdict === 'send') return undefined;
  if (kind === 'tracking' || kind === 'shipDate') return 'fulfilled';
  if (verdict !== undefined) return verdict;
  const reason = kind === 'less' ? reasonNamed(named) : kind === 'mark' ? reasonOfMark(named) : 'on-hold';
  return reason === 'paid' ? undefined : reason;
}

/**
 * Sets aside what says what has become of single items of a row (`Shipped 1`, `Status 2`), which a map can say only of the
 * whole row. Counts are taken from their quantities; the other columns are returned.
 */
export function itemStates(draft: Draft): readonly Column[] {
  const { sets } = itemSets(draft);
  const numbers = new Set(sets.flatMap(([first]) => first?.named.number ?? []));
  if (numbers.size === 0) return [];
  const quantities = draft.columns.filter(({ kind }) => kind === 'quantity');
  for (const column of quantities.flatMap((quantity) => lessIn(draft, quantity))) draft.aside.add(column);
  const states = draft
    .freeOf(...ofStates)
    .filter(
      ({ named, kind }) =>
        numbers.has(named.number ?? Number.NaN) && !(kind === 'mark' && reasonOfMark(named) === 'paid'),
    );
  for (const column of states) draft.aside.add(column);
  return states;
}

/** Asks about orders with items that do not go by their own states, unless they are left out anyway. */
export function askAboutItems(draft: Draft, states: readonly Column[]): void {
  const columnOf = (kind: Kind, { named: { number } }: Column): Column | undefined =>
    draft.columns.find((column) => column.kind === kind && column.named.number === number);
  /** What is to ship of an item, where it is not the quantity: the map has no way to say so of one item. */
  const otherToShip = (column: Column): string[] => {
    const quantity = columnOf('quantity', column);
    if (quantity !== undefined && toShipIn(draft, quantity) === column) return [];
    const isOther = (row: Row): boolean =>
      !isCount(cellOf(row, column)) ||
      isZero(cellOf(row, column)) ||
      (quantity !== undefined &&
        cellOf(row, quantity) !== '' &&
        cellOf(row, column) !== cellOf(row, quantity));
    const values = new Set(draft.rows.filter(isOther).map((row) => cellOf(row, column)));
    return [...values].filter((value) => value !== '');
  };
  /** The values beside items: what stands beside none says nothing. */
  const statesIn = (column: Column): string[] => {
    const sku = columnOf('sku', column) ?? columnOf('articleNumber', column);
    const rows = draft.rows.filter((row) => sku === undefined || cellOf(row, sku) !== '');
    const values = new Set(rows.map((row) => cellOf(row, column)).filter((value) => value !== ''));
    return [...values].filter((value) => stopOf(column, value) !== undefined);
  };
  const all = states.map((column) => {
    const isCounted = column.kind === 'toShip' && !asksYesOrNo(column) && column.cells.some(isCount);
    const told = isCounted ? otherToShip(column) : statesIn(column);
    const stops = told.filter((value) => !draft.isLeftOutAnyway(column, value));
    const kept = ['', ...valuesOf(column).filter((value) => !stops.includes(value))];
    const leaving = stops.map((value) => ({ in: [value], reason: stopOf(column, value) ?? 'on-hold' }));
    return { column, stops, kept, leaving };
  });
  const open = all.filter(({ stops }) => stops.length > 0);
  // What another day says is not sent unseen; what is to ship is a quantity.
  for (const { column, stops, kept } of all)
    if (stops.length === 0 && (column.kind !== 'toShip' || column.cells.length === 0))
      draft.addRule('$keep', column, { in: kept });
  if (open.length === 0) return;
  const skus = draft.columns.filter(({ kind }) => kind === 'sku' || kind === 'articleNumber');
  /** Whether no item of a row goes, or only some do. */
  const stopIn = (row: Row): 'all' | 'some' | undefined => {
    const items = new Set(skus.filter((sku) => cellOf(row, sku) !== '').map(({ named }) => named.number));
    const isStopped = (number: number | undefined): boolean =>
      open.some(({ column, stops }) => column.named.number === number && stops.includes(cellOf(row, column)));
    const stopped = [...items].filter(isStopped).length;
    if (stopped === 0) return undefined;
    return stopped === items.size ? 'all' : 'some';
  };
  const stops = draft.rows.map(stopIn);
  // Each order goes or does not: only one that goes in part is a question.
  const isKnown = open.every(({ leaving }) => leaving.every(({ reason }) => reason !== 'on-hold'));
  if (isKnown && stops.includes('all') && !stops.includes('some')) {
    for (const { column, leaving, kept } of open) {
      for (const rule of leaving) draft.addRule('$leaveOut', column, rule);
      draft.addRule('$keep', column, { in: kept });
    }
    return;
  }
  const columns = open.map(({ column }) => column);
  draft.ask(
    columns,
    'items',
    `${anyOf(columns)} is about single items. Should an order with such an item be shipped?`,
    [
      'no: leave these orders out, to check by hand',
      {
        $leaveOut: open.flatMap(({ column: { name }, leaving }) =>
          leaving.map((rule) => ({ column: name, ...rule })),
        ),
        $keep: open.map(({ column: { name }, kept }) => ({ column: name, in: kept })),
      },
    ],
    [
      `yes, send all of their items${stops.includes('all') ? ', even if none of them should be sent' : ''}`,
      unused(...columns),
    ],
  );
}
