import type { Reason } from '../document/reasons.ts';
import { isCollected } from '../presets/preset.ts';
import type { ValueMeaning } from '../words/language.ts';
import { columnName } from '../words/names.ts';
import { isCharge, paymentMeaning, valueMeaning, whoShips, yesOrNo } from '../words/values.ts';
import { type Column, cellOf } from './columns.ts';
import { addRule, ask, fill } from './draft.ts';
import { differsWithin, type Facts, freeOf, isBlankSomewhere, isCount, type Row, valuesOf } from './facts.ts';

/** A meaning of a value for its order or line: to be sent, or why not. */
type Verdict = Reason | 'send';

const verdictOf = (meaning: ValueMeaning | undefined): Verdict | undefined =>
  meaning === undefined || meaning === 'set' || meaning === 'condition' ? undefined : meaning;

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
function isLeftOutAnyway({ orders, columns, draft }: Facts, column: Column, value: string): boolean {
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
function leaveOutByValue(
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

/** Whether a column has statuses: some of its values are known, and are no conditions of goods. */
const hasStatuses = (column: Column): boolean =>
  valuesOf(column).some((value) => /\p{L}{3}/u.test(value) && verdictOf(valueMeaning(value)) !== undefined);

const areConditions = (column: Column): boolean => {
  const meanings = valuesOf(column).map(valueMeaning);
  return (
    meanings.includes('condition') &&
    meanings.every((meaning) => meaning === 'condition' || meaning === 'send')
  );
};

/** Whether the counts of a file say how much of a line was shipped, so that a partly shipped order is sent in part. */
const hasShippedCounts = ({ columns }: Facts): boolean =>
  columns.some((column) => isShippedCount(column) || column.kind === 'toShip');

/** Whether a column counts shipped units. */
export const isShippedCount = ({ kind, named, cells }: Column): boolean =>
  kind === 'less' && named.concepts.has('shipped') && cells.every(isCount);

/** What the status of an order or a line says. */
function statusVerdict(facts: Facts, column: Column): (value: string) => Verdict | undefined {
  const values = valuesOf(column).map((value) => value.toLowerCase());
  return (value) => {
    const meaning = verdictOf(valueMeaning(value));
    // What is pending at the shipping is to be shipped.
    const isOpen =
      meaning === 'unpaid' && column.side === 'delivery' && !columnName(value).concepts.has('payment');
    const verdict = isOpen ? 'send' : meaning;
    const { concepts, words } = columnName(value);
    // A shop that calls what is shipped complete calls what is refunded closed.
    if (value.toLowerCase() === 'closed' && values.includes('complete')) return 'refunded';
    const isPart = words.some((word) =>
      /^(?:part|deels|gedeelt|teil|parcial|parzial|czesciow|delvis)/.test(word),
    );
    if (verdict === 'fulfilled' && isPart && concepts.has('shipped') && hasShippedCounts(facts))
      return 'send';
    return verdict;
  };
}

/** Statuses of orders and lines, and what may be a status or a region. */
function leaveOutByStatus(facts: Facts): void {
  for (const column of freeOf(facts, 'status', 'state')) {
    if (column.cells.length === 0) continue;
    if (areConditions(column)) facts.draft.aside.add(column);
    else if (column.kind === 'status' || hasStatuses(column))
      leaveOutByValue(facts, column, statusVerdict(facts, column));
  }
}

/** Whether a refund, a cancellation or a mark that is blank, a no or nothing has not happened. */
const isNothing = (value: string): boolean =>
  yesOrNo(value) === 'no' ||
  /^(?:\p{Sc}|[A-Z]{3})?\s?0+(?:[.,]0+)?\s?(?:\p{Sc}|[A-Z]{3})?$/u.test(value) ||
  value === '';

/** Types of orders (`Transaction type`), and of lines (`Item type`). */
function leaveOutByType(facts: Facts): void {
  for (const column of freeOf(facts, 'type')) {
    const values = valuesOf(column);
    if (values.length === 0) continue;
    const isKnown = values.some((value) => verdictOf(valueMeaning(value)) !== undefined || isCharge(value));
    const { concepts } = column.named;
    const isOfOrder = concepts.has('order') || concepts.size === 1 || concepts.has('line');
    if (
      !isKnown &&
      (!isOfOrder || values.every((value) => valueMeaning(value) === undefined && column.ofLine))
    ) {
      facts.draft.aside.add(column);
      continue;
    }
    if (isKnown || isOfOrder)
      leaveOutByValue(facts, column, (value) => {
        if (isCharge(value) && column.ofLine) return 'not-goods';
        return valueMeaning(value) === 'set' ? 'send' : verdictOf(valueMeaning(value));
      });
  }
}

/** The status of the payment: what fills `PaymentStatus`, and what is not paid. */
function leaveOutByPayment(facts: Facts): void {
  const { draft } = facts;
  for (const column of freeOf(facts, 'payment')) {
    const values = valuesOf(column);
    const paid = values.filter((value) => paymentMeaning(value) === 'send');
    if (values.every((value) => paymentMeaning(value) === undefined)) {
      if (!column.named.concepts.has('status')) draft.aside.add(column);
      if (column.named.concepts.has('status') && values.length > 0)
        leaveOutByValue(facts, column, (value) => verdictOf(paymentMeaning(value)));
      continue;
    }
    leaveOutByValue(facts, column, (value) => verdictOf(paymentMeaning(value)));
    if (draft.fields.has('PaymentStatus') || paid.length === 0) continue;
    const map = Object.fromEntries(paid.map((value) => [value, 'PAID']));
    fill(draft, 'PaymentStatus', { column: column.name, map, default: 'UNPAID' }, [column]);
  }
}

/** What it means that a mark is set. */
function reasonOfMark({ named: { concepts } }: Column): Reason | 'paid' {
  if (concepts.has('cancelled')) return 'cancelled';
  if (concepts.has('refunded')) return 'refunded';
  if (concepts.has('held')) return 'on-hold';
  if (concepts.has('collected')) return 'pickup';
  return concepts.has('shipped') ? 'fulfilled' : 'paid';
}

/** Whether a 1 in a column may be one of several units, or a yes: the quantity asks about it. */
export function isCountOrYes({ rows, columns }: Facts, column: Column): boolean {
  const quantity = columns.find(({ kind, cells }) => kind === 'quantity' && cells.length > 0);
  const { concepts, words } = column.named;
  return (
    quantity !== undefined &&
    column.kind === 'mark' &&
    (concepts.has('shipped') || concepts.has('cancelled') || concepts.has('refunded')) &&
    column.cells.every(isCount) &&
    !words.some((word) => word === 'is' || word === 'has' || word === 'was') &&
    rows.some((row) => cellOf(row, column) === '1' && Number.parseInt(cellOf(row, quantity), 10) > 1)
  );
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
function leaveOutByMarks(facts: Facts): void {
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

/** Ways of delivery: what the buyer collects is not shipped. A new way is no reason to leave out an order. */
function leaveOutCollected(facts: Facts): void {
  for (const column of freeOf(facts, 'method')) {
    const collected = valuesOf(column).filter(
      (value) => isCollected(value) || valueMeaning(value) === 'pickup',
    );
    if (collected.length > 0)
      addRule(facts.draft, '$leaveOut', { column: column.name, in: collected, reason: 'pickup' }, column);
  }
}

/** Who ships an order: what a marketplace ships is not sent. */
function leaveOutOthers(facts: Facts): void {
  for (const column of freeOf(facts, 'whoShips')) {
    const verdict = (value: string): Verdict | undefined => {
      if (isCollected(value) || valueMeaning(value) === 'pickup') return 'pickup';
      const who = whoShips(value);
      if (who !== undefined) return who === 'seller' ? 'send' : 'fulfilled';
      return verdictOf(valueMeaning(value));
    };
    if (column.cells.length > 0) leaveOutByValue(facts, column, verdict);
  }
}

/** Lines that need no shipping, by a flag of their own. */
function dropWhatIsNotShipped(facts: Facts): void {
  for (const column of freeOf(facts, 'notGoods')) {
    const values = valuesOf(column);
    const isNeed = /requires|needs|shippable/i.test(column.name);
    const dropped = values.filter((value) => yesOrNo(value) === (isNeed ? 'no' : 'yes'));
    if (dropped.length > 0)
      addRule(facts.draft, '$dropLines', { column: column.name, in: dropped, reason: 'not-goods' }, column);
    else facts.draft.aside.add(column);
  }
}

/** What a person wrote beside an order, if it is the word for a status that must not be shipped. */
function leaveOutByNote(facts: Facts): void {
  for (const column of freeOf(facts, 'note')) {
    const byReason = new Map<Reason, string[]>();
    for (const value of valuesOf(column)) {
      const verdict = verdictOf(valueMeaning(value));
      if (verdict === 'cancelled' || verdict === 'refunded' || verdict === 'on-hold')
        byReason.set(verdict, [...(byReason.get(verdict) ?? []), value]);
    }
    for (const [reason, values] of byReason)
      addRule(facts.draft, '$leaveOut', { column: column.name, in: values, reason }, column);
  }
}

/** Money that was paid back: an order with some is a question, unless it is left out anyway or counts decide. */
function askAboutRefunds(facts: Facts): void {
  const { draft, columns } = facts;
  const hasCounts = columns.some(({ kind, named }) => kind === 'less' && named.concepts.has('refunded'));
  for (const column of freeOf(facts, 'refundedMoney')) {
    const values = valuesOf(column).filter(
      (value) => !isNothing(value) && !isLeftOutAnyway(facts, column, value),
    );
    if (values.length === 0 || hasCounts) draft.aside.add(column);
    else
      ask(draft, [column], {
        id: column.name,
        question: `Is an order of which money was paid back (${values.slice(0, 3).join(', ')} in ${column.name}) to be shipped?`,
        choices: [
          {
            means: 'no, leave it out for a person to look at',
            set: { $leaveOut: [{ column: column.name, in: values, reason: 'partly-refunded' }] },
          },
          { means: 'yes, send it', set: {} },
        ],
      });
  }
}

/** A column whose name says nothing, but whose values are all statuses of which some stop an order. */
function leaveOutByUnnamed(facts: Facts): void {
  for (const column of freeOf(facts, 'unknown')) {
    const verdicts = valuesOf(column).map((value) =>
      yesOrNo(value) === undefined ? verdictOf(valueMeaning(value)) : undefined,
    );
    const isStatus = verdicts.length > 1 && verdicts.every((verdict) => verdict !== undefined);
    if (isStatus && verdicts.some((verdict) => verdict !== 'send'))
      leaveOutByValue(facts, column, (value) => verdictOf(valueMeaning(value)));
  }
}

/** What the status of an order says is told before what a payment or a mark says. */
function putStatusesFirst({ columns, draft }: Facts): void {
  const statuses = new Set(
    columns.filter(({ kind }) => kind === 'status' || kind === 'state').map(({ name }) => name),
  );
  draft.rules.$leaveOut.sort(
    (a, b) => Number(statuses.has(String(b.column))) - Number(statuses.has(String(a.column))),
  );
}

/** Without a column for it, orders are paid where the file says which are not. */
function fillPayment({ draft }: Facts): void {
  const isTold = draft.rules.$leaveOut.some(({ reason }) => reason === 'unpaid');
  if (!draft.fields.has('PaymentStatus') && isTold) draft.fields.set('PaymentStatus', { const: 'PAID' });
}

/** Leaves out what is not to be shipped, or not again: rules 4 and 6. */
export function leaveOut(facts: Facts): void {
  leaveOutByMarks(facts);
  leaveOutByPayment(facts);
  leaveOutOthers(facts);
  leaveOutCollected(facts);
  leaveOutByStatus(facts);
  leaveOutByType(facts);
  dropWhatIsNotShipped(facts);
  leaveOutByNote(facts);
  leaveOutByUnnamed(facts);
  putStatusesFirst(facts);
  askAboutRefunds(facts);
  fillPayment(facts);
}
