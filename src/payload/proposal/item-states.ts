import type { Reason } from '../document/reasons.ts';
import type { Kind } from '../words/kinds.ts';
import { reasonNamed, yesOrNo } from '../words/names.ts';
import { isCount, isNothing, isZero, reasonOfMark, statusVerdict } from '../words/verdicts.ts';
import { type Column, cellOf, valuesOf } from './columns.ts';
import { asksYesOrNo } from './counts.ts';
import type { Facts, Row } from './draft.ts';
import { itemSets } from './item-sets.ts';
import { isLeftOutAnyway } from './marks.ts';
import { isMoreThanOrdered } from './quantities.ts';
import { anyOf, keepingOnly, type Rule, unused } from './questions.ts';

/** Units of a numbered item that are not sent any more, by their counts. A 1 alone may be a yes. */
export function lessIn({ columns, rows }: Facts, quantity: Column): Column[] {
  const { number } = quantity.named;
  if (number === undefined) return [];
  const count = (row: Row, column: Column): number => Number.parseInt(cellOf(row, column) || '0', 10);
  return columns.filter(
    (column) =>
      column.named.number === number &&
      column.named.has('shipped', 'cancelled', 'refunded') &&
      column.named.turned === undefined &&
      column.cells.length > 0 &&
      column.cells.every(isCount) &&
      !asksYesOrNo(column) &&
      (column.named.has('quantity') || column.cells.some((cell) => Number.parseInt(cell, 10) > 1)) &&
      rows.every((row) => count(row, column) <= count(row, quantity)),
  );
}

/** What is to ship of a numbered item, which is its quantity; not where it is nothing for some, which is no line. */
export const toShipIn = (facts: Facts, quantity: Column): Column | undefined =>
  facts.columns.find(
    (column) =>
      column.kind === 'toShip' &&
      column.named.number !== undefined &&
      column.named.number === quantity.named.number &&
      column.cells.length > 0 &&
      column.cells.every((cell) => isCount(cell) && !isZero(cell)) &&
      !isMoreThanOrdered(facts, column, quantity),
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
export function itemStates(facts: Facts): readonly Column[] {
  const { columns, draft } = facts;
  const { sets } = itemSets(facts);
  const numbers = new Set(sets.flatMap(([first]) => first?.named.number ?? []));
  if (numbers.size === 0) return [];
  const quantities = columns.filter(({ kind }) => kind === 'quantity');
  for (const column of quantities.flatMap((quantity) => lessIn(facts, quantity))) draft.aside.add(column);
  const states = facts
    .freeOf(...ofStates)
    .filter(
      ({ named, kind }) =>
        numbers.has(named.number ?? Number.NaN) && !(kind === 'mark' && reasonOfMark(named) === 'paid'),
    );
  for (const column of states) draft.aside.add(column);
  return states;
}

/** Asks about orders with items that do not go by their own states, unless they are left out anyway. */
export function askAboutItems(facts: Facts, states: readonly Column[]): void {
  const { draft } = facts;
  const columnOf = (kind: Kind, { named: { number } }: Column): Column | undefined =>
    facts.columns.find((column) => column.kind === kind && column.named.number === number);
  /** What is to ship of an item, where that is not always the rest of it: the map has no way to say so of one item. */
  const otherToShip = (column: Column): string[] => {
    const quantity = columnOf('quantity', column);
    const isOther = (row: Row): boolean =>
      isZero(cellOf(row, column)) ||
      (quantity !== undefined &&
        cellOf(row, quantity) !== '' &&
        cellOf(row, column) !== cellOf(row, quantity));
    const isMore = quantity !== undefined && isMoreThanOrdered(facts, column, quantity);
    if (!isMore && !column.cells.some(isZero)) return [];
    const values = new Set(facts.rows.filter(isOther).map((row) => cellOf(row, column)));
    return [...values].filter((value) => value !== '');
  };
  /** The values beside items: what stands beside none says nothing. */
  const statesIn = (column: Column): string[] => {
    const sku = columnOf('sku', column) ?? columnOf('articleNumber', column);
    const rows = facts.rows.filter((row) => sku === undefined || cellOf(row, sku) !== '');
    const values = new Set(rows.map((row) => cellOf(row, column)).filter((value) => value !== ''));
    return [...values].filter((value) => stopOf(column, value) !== undefined);
  };
  const stopsBy = new Map(
    states.map((column) => {
      const isCounted = column.kind === 'toShip' && column.cells.every(isCount);
      const stops = isCounted ? otherToShip(column) : statesIn(column);
      return [column, stops.filter((value) => !isLeftOutAnyway(facts, column, value))];
    }),
  );
  const stopsIn = (column: Column): readonly string[] => stopsBy.get(column) ?? [];
  const others = (column: Column): string[] =>
    valuesOf(column).filter((value) => !stopsIn(column).includes(value));
  const open = states.filter((column) => stopsIn(column).length > 0);
  // What another day says is not sent unseen; what is to ship is a quantity.
  for (const column of states)
    if (!open.includes(column) && (column.kind !== 'toShip' || column.cells.length === 0))
      draft.addRule('$keep', column, { in: ['', ...others(column)] });
  if (open.length === 0) return;
  const leaving = (column: Column): Omit<Rule, 'column'>[] =>
    stopsIn(column).map((value) => ({ in: [value], reason: stopOf(column, value) ?? 'on-hold' }));
  const skus = facts.columns.filter(({ kind }) => kind === 'sku' || kind === 'articleNumber');
  /** Whether no item of a row goes, or only some do. */
  const stopIn = (row: Row): 'all' | 'some' | undefined => {
    const items = new Set(skus.filter((sku) => cellOf(row, sku) !== '').map(({ named }) => named.number));
    const isStopped = (number: number | undefined): boolean =>
      open.some((column) => column.named.number === number && stopsIn(column).includes(cellOf(row, column)));
    const stopped = [...items].filter(isStopped).length;
    if (stopped === 0) return undefined;
    return stopped === items.size ? 'all' : 'some';
  };
  const stops = facts.rows.map(stopIn);
  // Each order goes or does not: only one of which a part goes is a question.
  const isKnown = open.flatMap(leaving).every(({ reason }) => reason !== 'on-hold');
  if (isKnown && stops.includes('all') && !stops.includes('some')) {
    for (const column of open) {
      for (const rule of leaving(column)) draft.addRule('$leaveOut', column, rule);
      draft.addRule('$keep', column, { in: ['', ...others(column)] });
    }
    return;
  }
  draft.ask(
    open,
    'items',
    `${anyOf(open)} speaks of single items of an order. Is an order with such an item to be shipped?`,
    [
      'no: leave these orders out for a person',
      {
        $leaveOut: open.flatMap((column) =>
          leaving(column).map((rule) => ({ column: column.name, ...rule })),
        ),
        $keep: open.flatMap((column) => keepingOnly(column, others(column)).$keep),
      },
    ],
    [
      stops.includes('all')
        ? 'yes, send all of their items, even where none of them is to be sent'
        : 'yes, send all of their items',
      unused(...open),
    ],
  );
}
