import type { Kind } from '../words/kinds.ts';
import { isCount, isNothing, verdictIn } from '../words/verdicts.ts';
import { type Column, cellOf } from './columns.ts';
import { anyOf, type Facts, keepingOnly, leavingOut, type Row, unused, valuesOf } from './draft.ts';

/** Units of a numbered item that are not sent any more, by their counts. */
export function lessIn({ columns, rows }: Facts, quantity: Column): Column[] {
  const count = (row: Row, column: Column): number => Number.parseInt(cellOf(row, column) || '0', 10);
  const isPart = (column: Column): boolean =>
    rows.every((row) => count(row, column) <= count(row, quantity)) &&
    (column.named.has('quantity') ||
      column.cells.some((cell) => Number.parseInt(cell, 10) > 1) ||
      rows.every((row) => count(row, column) === 0 || count(row, column) === count(row, quantity)));
  return columns.filter(
    (column) =>
      column.named.number === quantity.named.number &&
      column.named.has('shipped', 'cancelled', 'refunded') &&
      column.named.turned === undefined &&
      column.cells.length > 0 &&
      column.cells.every(isCount) &&
      isPart(column),
  );
}

/** Kinds of columns that say what has become of something. */
const ofStates: readonly Kind[] = [
  ...([
    'status',
    'state',
    'mark',
    'less',
    'toShip',
    'tracking',
    'shipDate',
    'requested',
    'done',
    'handled',
  ] as const),
];

/**
 * What has become of single items of a row (`Shipped 1`, `Status 2`), which a map can say only of the whole row: counts are
 * taken from their quantities, and the rest is a question.
 */
export function settleItemStates(facts: Facts): void {
  const { columns, draft } = facts;
  const items = columns.filter(({ kind }) => ['sku', 'articleNumber', 'title'].includes(kind));
  const numbers = new Set(items.flatMap(({ named: { number } }) => number ?? []));
  const hasBare = items.some(({ kind, named: { number } }) => kind !== 'title' && number === undefined);
  if (numbers.size + Number(hasBare) < 2) return;
  const counted = columns
    .filter(({ kind }) => kind === 'quantity')
    .flatMap((quantity) => lessIn(facts, quantity));
  for (const column of counted) draft.aside.add(column);
  const states = facts
    .freeOf(...ofStates)
    .filter(({ named: { number } }) => number !== undefined && numbers.has(number));
  const mayStop = (value: string): boolean => !isNothing(value) && verdictIn(value) !== 'send';
  const stopsIn = (column: Column): string[] => valuesOf(column).filter(mayStop);
  const others = (column: Column): string[] => valuesOf(column).filter((value) => !mayStop(value));
  const open = states.filter((column) => stopsIn(column).length > 0);
  // What another day says is not sent unseen.
  for (const column of states)
    if (!open.includes(column)) draft.addRule('$keep', column, { in: ['', ...others(column)] });
  if (open.length === 0) return;
  draft.ask(
    open,
    'items',
    `${anyOf(open)} speaks of single items of an order. Is an order with such an item to be shipped?`,
    [
      'no: leave these orders out for a person',
      {
        $leaveOut: open.flatMap((column) => leavingOut(column, 'on-hold', stopsIn(column)).$leaveOut),
        $keep: open.flatMap((column) => keepingOnly(column, others(column)).$keep),
      },
    ],
    ['yes, send all of their items', unused(...open)],
  );
}
