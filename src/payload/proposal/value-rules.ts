import type { Reason } from '../document/reasons.ts';
import type { Says } from '../words/verdicts.ts';
import { type Column, cellOf, filledAs, partedValues, valuesOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { droppingLines, examples, keepingOnly, leavingOut, unused, waysToLeave } from './questions.ts';

/** Whether a column says something of each line, and not of the order. */
export function isPerLine(draft: Draft, column: Column): boolean {
  if (column.ofLine || draft.differsWithin(column)) return true;
  const isInSome = ([first, ...rest]: readonly boolean[]): boolean => rest.some((each) => each !== first);
  // Where a file repeats what is of the order in each of its rows, a blank cell is the line's own.
  const places = filledAs(draft.columns, 'street', 'town', 'postcode');
  const repeatsOrders = places.some(({ cells, rows }) => cells.length === rows);
  return (
    repeatsOrders && draft.orders.some((rows) => isInSome(rows.map((row) => cellOf(row, column) === '')))
  );
}

/** The list of a map for what a column stops: lines where it is of the line, and orders otherwise. */
export const listFor = (draft: Draft, column: Column): '$dropLines' | '$leaveOut' =>
  isPerLine(draft, column) ? '$dropLines' : '$leaveOut';

/** Asks what a value means that says neither that the order ships nor that it does not. */
export function askValue(draft: Draft, column: Column, value: string, perLine: boolean): void {
  const leave = waysToLeave(column, [value], perLine ? droppingLines : leavingOut);
  draft.ask(
    [column],
    `${column.name}: ${value}`,
    `Should ${perLine ? 'a line' : 'an order'} with ${JSON.stringify(value)} in ${column.name} be shipped?`,
    ...leave.slice(0, 1),
    [`send the ${perLine ? 'line' : 'order'}`],
    ...leave.slice(1),
  );
}

/** Leaves out, sends, or asks about what has each value of a status. Values of later files are not sent unseen. */
export function leaveOutByValue(draft: Draft, column: Column, verdict: Says): void {
  const perLine = isPerLine(draft, column);
  const byReason = new Map<Reason, string[]>();
  const kept: string[] =
    draft.isBlankSomewhere(column) || (perLine && column.cells.length < column.rows) ? [''] : [];
  for (const value of valuesOf(column)) {
    const found = verdict(value);
    if (found === 'send') kept.push(value);
    else if (found === undefined) {
      if (draft.isLeftOutAnyway(column, value)) continue;
      kept.push(value);
      askValue(draft, column, value, perLine);
    } else byReason.set(found, [...(byReason.get(found) ?? []), value]);
  }
  for (const [reason, values] of byReason)
    draft.addRule(perLine ? '$dropLines' : '$leaveOut', column, { in: values, reason });
  const all = perLine ? [...kept, ...[...byReason.values()].flat()] : kept;
  if (all.length > 0) draft.addRule('$keep', column, { in: all });
  // Of a column whose every value is left out by another, nothing is told.
  if (draft.isFree(column)) draft.aside.add(column);
}

/** Keeps only blanks in the columns that are blank: an order with a value there in a later file is not sent unseen. */
export function keepBlank(draft: Draft, columns: readonly Column[]): void {
  for (const column of columns.filter(({ cells }) => cells.length === 0)) {
    const isMoney = column.kind === 'refundedMoney' || column.kind === 'owed';
    draft.addRule('$keep', column, { in: isMoney ? ['', '0', '0.00'] : [''] });
  }
}

/** What an answer says that leaves an order out for a reason. */
const meaningOf: Partial<Readonly<Record<Reason, string>>> = {
  cancelled: 'is cancelled',
  refunded: 'is refunded or returned',
  pickup: 'is collected by the buyer',
  'on-hold': 'must not be shipped for now',
};

/**
 * Asks about values that may leave orders out: a text in place of a tracking number may be the name of a service, and a place
 * of collection a carrier's. The `clear` ones leave them out whatever the others mean.
 */
export function askWhetherItStops(
  draft: Draft,
  column: Column,
  reason: Reason,
  values: readonly string[],
  clear: readonly string[] = [],
): void {
  const { set, nothing } = partedValues(column);
  const open = values.filter((value) => !clear.includes(value));
  const isAll = set.every((value) => values.includes(value));
  const keeping = (...kept: readonly string[]) => (isAll ? keepingOnly(column, kept) : {});
  draft.askOf(
    column,
    `Does ${examples(column, open)} mean that an order ${meaningOf[reason] ?? 'has been shipped'}?`,
    ['yes, leave it out', { ...leavingOut(column, reason, values), ...keeping(...nothing) }],
    clear.length > 0 && [
      `no, send it, and leave out those with ${clear.slice(0, 3).join(', ')}`,
      { ...leavingOut(column, reason, clear), ...keeping(...nothing, ...open) },
    ],
    [clear.length > 0 ? `no: nothing in ${column.name} means it` : 'no, send it', unused(column)],
  );
}
