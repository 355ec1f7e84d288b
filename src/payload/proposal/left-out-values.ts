import type { Reason } from '../document/reasons.ts';
import type { ValueMeaning } from '../words/language.ts';
import { yesOrNo } from '../words/values.ts';
import { type Column, cellOf } from './columns.ts';
import { addRule, ask } from './draft.ts';
import { differsWithin, type Facts, isBlankSomewhere, type Row, valuesOf } from './facts.ts';

/** A meaning of a value for its order or line: to be sent, or why not. */
export type Verdict = Reason | 'send';

/** What a meaning says of an order or line; undefined if it says nothing. */
export const verdictOf = (meaning: ValueMeaning | undefined): Verdict | undefined =>
  meaning === undefined || meaning === 'set' || meaning === 'condition' ? undefined : meaning;

const withoutCurrency = (value: string): string =>
  value.replace(/^(?:\p{Sc}|[A-Z]{3})\s?/u, '').replace(/\s?(?:\p{Sc}|[A-Z]{3})$/u, '');

/** Whether a refund, a cancellation or a mark that is blank, a no or nothing has not happened. */
export const isNothing = (value: string): boolean =>
  yesOrNo(value) === 'no' || /^0+(?:[.,]0+)?$/.test(withoutCurrency(value)) || value === '';

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
