import type { Reason } from '../document/reasons.ts';
import type { ValueMeaning } from '../words/language.ts';
import { paymentMeaning, valueMeaning, yesOrNo } from '../words/names.ts';
import { type Column, cellOf } from './columns.ts';
import {
  addRule,
  ask,
  differsWithin,
  type Facts,
  freeOf,
  isBlankSomewhere,
  isZero,
  type Row,
  valuesOf,
} from './draft.ts';
import { hasShippedCounts, isCountOrYes, isShippedCount } from './quantities.ts';

/** A meaning of a value for its order or line: to be sent, or why not. */
export type Verdict = Reason | 'send';

/** What a meaning says of an order or line; undefined if it says nothing. */
export const verdictOf = (meaning: ValueMeaning | undefined): Verdict | undefined =>
  meaning === undefined || meaning === 'set' || meaning === 'condition' ? undefined : meaning;

const withoutCurrency = (value: string): string =>
  value.replace(/^(?:\p{Sc}|[A-Z]{3})\s?/u, '').replace(/\s?(?:\p{Sc}|[A-Z]{3})$/u, '');

/** Whether a refund, a cancellation or a mark that is blank, a no or nothing has not happened. */
export const isNothing = (value: string): boolean =>
  yesOrNo(value) === 'no' || isZero(withoutCurrency(value)) || value === '';

/** The reasons that an answer may give, the most usual first. */
const reasons: readonly (readonly [Reason, string])[] = [
  ['on-hold', 'leave it out for now (on-hold)'],
  ['fulfilled', 'leave it out: it has been shipped'],
  ['cancelled', 'leave it out: it is cancelled'],
  ['refunded', 'leave it out: it is refunded or returned'],
  ['unpaid', 'leave it out: it is not paid'],
];

/** Whether a column says something of each line, and not of the order. */
const isPerLine = (facts: Facts, column: Column): boolean => column.ofLine || differsWithin(facts, column);

/** Asks what a value means that says neither that the order ships nor that it does not. */
function askValue({ draft }: Facts, column: Column, value: string, perLine: boolean): void {
  const list = perLine ? '$dropLines' : '$leaveOut';
  const what = perLine ? 'line' : 'order';
  const leave = reasons.map(([reason, means]) => ({
    means,
    set: { [list]: [{ column: column.name, in: [value], reason }] },
  }));
  const [first, ...others] = leave;
  const choices = [
    ...(first === undefined ? [] : [first]),
    { means: `send the ${what}`, set: {} },
    ...others,
  ];
  const question = `Is a${perLine ? '' : 'n'} ${what} with ${value} in ${column.name} to be shipped?`;
  ask(draft, [column], { id: `${column.name}: ${value}`, question, choices });
}

/** Whether the rules so far leave out every order that has a value in a column. */
export function isLeftOutAnyway({ orders, columns, draft }: Facts, column: Column, value: string): boolean {
  const having = orders.filter((rows) => rows.some((row) => cellOf(row, column) === value));
  const byName = new Map(columns.map((each) => [each.name, each]));
  const holds = (rows: readonly Row[]): boolean =>
    draft.rules.$leaveOut.some(({ column: names, in: values, empty }) =>
      [names].flat().some((name) => {
        const other = byName.get(name);
        if (other === undefined || other === column) return false;
        const cells = rows.map((row) => cellOf(row, other));
        if (empty !== undefined) return cells.every((cell) => cell === '') === empty;
        return cells.some((cell) => values?.some((each) => each.toLowerCase() === cell.toLowerCase()));
      }),
    );
  return having.length > 0 && having.every(holds);
}

/**
 * Rule 6: leaves out what the values of a status say is not to be sent, sends what they say is, and asks about the others.
 * Values of later files are not sent unseen.
 */
export function leaveOutByValue(
  facts: Facts,
  column: Column,
  verdict: (value: string) => Verdict | undefined,
): void {
  const { draft } = facts;
  const perLine = isPerLine(facts, column);
  const byReason = new Map<Reason, string[]>();
  const kept: string[] =
    isBlankSomewhere(facts, column) || (perLine && column.cells.length < column.rows) ? [''] : [];
  for (const value of valuesOf(column)) {
    const found = verdict(value);
    if (found === undefined) {
      kept.push(value);
      if (isLeftOutAnyway(facts, column, value)) kept.pop();
      else askValue(facts, column, value, perLine);
    } else if (found === 'send') kept.push(value);
    else byReason.set(found, [...(byReason.get(found) ?? []), value]);
  }
  for (const [reason, values] of byReason)
    addRule(draft, perLine ? '$dropLines' : '$leaveOut', { column: column.name, in: values, reason }, column);
  const all = perLine ? [...kept, ...[...byReason.values()].flat()] : kept;
  if (all.some((value) => value !== '')) addRule(draft, '$keep', { column: column.name, in: all }, column);
  draft.used.add(column);
}

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
