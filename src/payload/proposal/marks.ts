import type { Reason } from '../document/reasons.ts';
import { paymentMeaning, valueMeaning, yesOrNo } from '../words/values.ts';
import { type Column, cellOf } from './columns.ts';
import { addRule, ask } from './draft.ts';
import { differsWithin, type Facts, freeOf, isBlankSomewhere, valuesOf } from './facts.ts';
import { isNothing, leaveOutByValue, verdictOf } from './left-out-values.ts';
import { hasShippedCounts, isCountOrYes, isShippedCount } from './quantities.ts';

/** What it means that a mark is set. */
function reasonOfMark({ named: { concepts } }: Column): Reason | 'paid' {
  if (concepts.has('cancelled')) return 'cancelled';
  if (concepts.has('refunded')) return 'refunded';
  if (concepts.has('held')) return 'on-hold';
  if (concepts.has('collected')) return 'pickup';
  return concepts.has('shipped') ? 'fulfilled' : 'paid';
}

/** Rule 4: a date, a flag or any text that says that an order was shipped, cancelled, refunded, held, or is not paid. */
function leaveOutByMark(facts: Facts, column: Column, reason: Reason | 'paid'): void {
  const { draft } = facts;
  const list = column.ofLine || differsWithin(facts, column) ? '$dropLines' : '$leaveOut';
  const values = valuesOf(column);
  const nothing = values.filter(isNothing);
  const set = values.filter((value) => !isNothing(value));
  // Only a word such as `Shipped` or `Not shipped` says more than that the cell is filled.
  const verdicts = set.map((value) => verdictOf(valueMeaning(value)));
  if (isCountOrYes(facts, column)) return;
  if (
    reason !== 'paid' &&
    column.dates === undefined &&
    verdicts.some((verdict) => verdict === 'send' || verdict === 'unpaid') &&
    !set.every((value) => yesOrNo(value) === 'yes')
  ) {
    leaveOutByValue(facts, column, (value) => (isNothing(value) ? 'send' : verdictOf(valueMeaning(value))));
    return;
  }
  if (reason === 'paid') {
    const unpaid = set.filter((value) => paymentMeaning(value) === 'unpaid');
    if (nothing.length + unpaid.length > 0)
      addRule(draft, list, { column: column.name, in: [...nothing, ...unpaid], reason: 'unpaid' }, column);
    if (isBlankSomewhere(facts, column) || nothing.length === 0)
      addRule(draft, list, { column: column.name, empty: true, reason: 'unpaid' }, column);
    return;
  }
  if (nothing.length === 0) {
    addRule(draft, list, { column: column.name, empty: false, reason }, column);
    return;
  }
  const usual = nothing.some((value) => /^(?:0|false)/i.test(value)) ? ['1', 'true'] : ['yes', 'y'];
  const stopped = set.length > 0 ? set : usual.filter((value) => !nothing.includes(value));
  addRule(draft, list, { column: column.name, in: stopped, reason }, column);
  if (list === '$leaveOut') addRule(draft, '$keep', { column: column.name, in: ['', ...nothing] }, column);
}

/** Whether a mark is set for an order of which the counts say that nothing was shipped. */
function contradictsCounts({ orders, columns }: Facts, mark: Column): boolean {
  const counts = columns.filter(isShippedCount);
  if (counts.length === 0) return false;
  return orders.some(
    (rows) =>
      rows.some((row) => !isNothing(cellOf(row, mark))) &&
      rows.every((row) => counts.every((count) => isNothing(cellOf(row, count)))),
  );
}

/** Asks about a mark that says that an order was shipped, beside counts that say that nothing was. */
function askAboutMark({ draft }: Facts, column: Column): void {
  ask(draft, [column], {
    id: column.name,
    question: `${column.name} is filled for orders of which nothing was shipped by the counts. Were they shipped?`,
    choices: [
      {
        means: 'yes, do not send them again',
        set: { $leaveOut: [{ column: column.name, empty: false, reason: 'fulfilled' }] },
      },
      { means: 'no, the counts decide', set: {} },
    ],
  });
}

/** The marks of a file. Where it counts what was shipped, the counts decide, and not a date or a number of a parcel. */
export function leaveOutByMarks(facts: Facts): void {
  const counts = hasShippedCounts(facts);
  for (const column of freeOf(facts, 'requested')) leaveOutByMark(facts, column, 'on-hold');
  for (const column of freeOf(facts, 'mark')) {
    const reason = reasonOfMark(column);
    if (reason === 'fulfilled' && counts && contradictsCounts(facts, column)) askAboutMark(facts, column);
    else if (reason === 'fulfilled' && counts) facts.draft.aside.add(column);
    else leaveOutByMark(facts, column, reason);
  }
  for (const column of freeOf(facts, 'tracking')) {
    if (counts && contradictsCounts(facts, column)) askAboutMark(facts, column);
    else if (counts) facts.draft.aside.add(column);
    else leaveOutByMark(facts, column, 'fulfilled');
  }
  for (const column of freeOf(facts, 'shipDate')) {
    if (counts || column.cells.length === 0) {
      facts.draft.aside.add(column);
      if (!counts) leaveOutByMark(facts, column, 'fulfilled');
    } else if (isBlankSomewhere(facts, column)) leaveOutByMark(facts, column, 'fulfilled');
    else askShipDate(facts, column);
  }
}

/** A date of shipping that every order has is the promise, or says that all of them were shipped. */
function askShipDate({ draft }: Facts, column: Column): void {
  ask(draft, [column], {
    id: column.name,
    question: `Does ${column.name} say that the order has been shipped?`,
    choices: [
      { means: 'no, it is the day on which it is to be shipped', set: {} },
      {
        means: 'yes, what has a date there is not sent again',
        set: { $leaveOut: [{ column: column.name, empty: false, reason: 'fulfilled' }] },
      },
    ],
  });
}
