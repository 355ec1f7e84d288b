import type { Reason } from '../document/reasons.ts';
import { isCollected } from '../presets/preset.ts';
import type { Concept } from '../words/language.ts';
import {
  columnName,
  isCharge,
  paymentMeaning,
  usualAnswers,
  valueMeaning,
  whoShips,
  yesOrNo,
} from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import {
  isNamedIn,
  isNothing,
  paymentVerdict,
  reasonOfMark,
  type Says,
  speaksOfOrders,
  speaksOfShipping,
  statusVerdict,
  verdictIn,
  verdictOfNote,
} from '../words/verdicts.ts';
import { type Column, cellOf, filledAs, isBlankIn, isPlain, partedValues, valuesOf } from './columns.ts';
import { hasShippedCounts, shownShipped } from './counts.ts';
import { askAboutDays } from './days.ts';
import type { Draft, Row } from './draft.ts';
import { leaveOutByMarks } from './marks.ts';
import { examples, keepingOnly, leavingOut, type Rule, unused } from './questions.ts';
import { keepBlank, leaveOutByValue } from './value-rules.ts';

/** Whether a column has statuses: some of its values are known, or speak of a payment (`Pago aceptado`) or of shipping. */
const hasStatuses = (column: Column): boolean =>
  valuesOf(column).some(
    (value) =>
      /\p{L}{3}/u.test(value) &&
      (verdictIn(value) !== undefined || speaksOfOrders(value) || columnName(value).has('payment')),
  );

const areConditions = (column: Column): boolean => {
  const meanings = new Set(valuesOf(column).map(valueMeaning));
  meanings.delete('send');
  return meanings.size === 1 && meanings.has('condition');
};

/** Whether the column of the payment says of some row with a value that it is paid. */
const isPaidWith = ({ columns, rows }: Draft, column: Column, value: string): boolean =>
  filledAs(columns, 'payment').some((other) =>
    rows.some((row) => cellOf(row, column) === value && paymentVerdict(cellOf(row, other)) === 'send'),
  );

/** Whether a column numbers what another status says in words: each number always stands beside the same words. */
const isNumbered = ({ columns, rows }: Draft, column: Column): boolean =>
  column.cells.every((cell) => /^-?\d+$/.test(cell)) &&
  columns.some((other) => {
    if (other.kind !== column.kind || !other.cells.some((cell) => /\p{L}/u.test(cell))) return false;
    const pairs = new Set(rows.map((row) => `${cellOf(row, column)} ${cellOf(row, other)}`));
    return pairs.size === new Set(rows.map((row) => cellOf(row, column))).size;
  });

/** What the status of an order or a line says, beside the other values of its column. */
function verdictBeside(draft: Draft, column: Column): Says {
  const { cells, named, side } = column;
  const hasComplete = cells.some((value) => value.toLowerCase() === 'complete');
  return (value) => {
    // A shop that calls what is shipped complete calls what is refunded closed.
    if (value.toLowerCase() === 'closed' && hasComplete) return 'refunded';
    const verdict = statusVerdict(named, side, value);
    const read = columnName(value);
    // `Return status: open`.
    const isOfEnd = named.has('refunded', 'cancelled', 'held', 'requested');
    if (isOfEnd && verdict === 'send' && !isNothing(value) && paymentMeaning(value) === 'unpaid')
      return undefined;
    // `Pending` says nothing of the payment where another column says that it was made.
    if (verdict === 'unpaid' && !read.has('payment', 'paid') && isPaidWith(draft, column, value))
      return undefined;
    // `Status: SHIPPING`.
    if (verdict === 'not-goods' && !column.ofLine) return undefined;
    // `Sync status: Complete`.
    if (verdict !== undefined && !isPlain(column) && !isNamedIn(value, verdict)) return undefined;
    const isPart = verdict === 'fulfilled' && haveWordOf('part', read);
    if (!isPart || !hasShippedCounts(draft)) return verdict;
    // How much is left must be told of each of these orders.
    const having = draft.orders.filter((rows) => rows.some((row) => cellOf(row, column) === value));
    const shownIn = shownShipped(draft);
    return having.every((rows) => shownIn(rows) !== 'nothing') ? 'send' : undefined;
  };
}

/** What the status of an order speaks of. */
const ofOrder: readonly Concept[] = [
  ...(['status', 'state', 'order', 'noise', 'delivery', 'dispatch', 'shipped', 'payment'] as const),
];

/** Asks about orders that are blank in a status, where the others say that they go: a blank may be the other answer. */
function askAboutBlank(draft: Draft, column: Column, reason: Reason): void {
  const isLeftOut = (rows: readonly Row[]): boolean =>
    draft.rules.$leaveOut.some((rule) => rows.some((row) => draft.isHeld(rule, row)));
  const paidOn = draft.columns.filter(
    ({ kind, named }) => reason === 'unpaid' && kind === 'mark' && reasonOfMark(named) === 'paid',
  );
  const isPaid = (rows: readonly Row[]): boolean =>
    rows.some((row) => paidOn.some((mark) => !isNothing(cellOf(row, mark))));
  const isOpen = draft.orders.some((rows) => isBlankIn(rows, column) && !isLeftOut(rows) && !isPaid(rows));
  if (!isOpen || column.ofLine || draft.differsWithin(column)) return;
  draft.ask(
    [column],
    `${column.name}: blank`,
    `Should an order with nothing in ${examples(column)} be shipped?`,
    ['no, leave it out for now', { $leaveOut: [{ column: column.name, empty: true, reason }] }],
    ['yes, send it'],
  );
}

/** Statuses of orders and lines, and what may be a status or a region. */
function leaveOutByStatus(draft: Draft): void {
  keepBlank(draft, draft.freeOf('status'));
  for (const column of draft.filledOf('status', 'state')) {
    if (areConditions(column) || isNumbered(draft, column)) draft.aside.add(column);
    else if (column.kind === 'status' || hasStatuses(column)) {
      const verdict = verdictBeside(draft, column);
      leaveOutByValue(draft, column, verdict);
      // `Customer status: VIP`, `Return status`: a blank is the usual one.
      const isOfOrder = isPlain(column) && column.named.only(...ofOrder);
      if (isOfOrder && valuesOf(column).every((value) => verdict(value) === 'send'))
        askAboutBlank(draft, column, 'on-hold');
    }
  }
}

/** Types of orders (`Transaction type`), and of lines (`Item type`). */
function leaveOutByType(draft: Draft): void {
  for (const column of draft.filledOf('type')) {
    const values = valuesOf(column);
    const { has, concepts } = column.named;
    const isOfOrder = has('order', 'line') || (concepts.size === 1 && isPlain(column));
    const isKnown = values.some((value) => {
      const verdict = verdictIn(value);
      return (
        isCharge(value) || (verdict !== undefined && (isOfOrder || has('delivery') || verdict !== 'send'))
      );
    });
    // What every value of the line's type leaves open is one question, and so is a type of an unknown kind.
    const saysNothing = values.every((value) => valueMeaning(value) === undefined) && column.ofLine;
    if (isKnown || (isOfOrder && !saysNothing))
      leaveOutByValue(draft, column, (value) => {
        if (isCharge(value) && column.ofLine) return 'not-goods';
        return valueMeaning(value) === 'set' ? 'send' : verdictIn(value);
      });
  }
}

/** The status of the payment: what fills `PaymentStatus`, and what is not paid. */
function leaveOutByPayment(draft: Draft): void {
  keepBlank(draft, draft.freeOf('payment'));
  for (const column of draft.freeOf('payment')) {
    const values = valuesOf(column);
    const paid = values.filter((value) => paymentMeaning(value) === 'send');
    const isStatus = column.named.has('status', 'state');
    const saysNothing = values.every((value) => paymentMeaning(value) === undefined);
    if (saysNothing && !isStatus) draft.aside.add(column);
    if (!saysNothing || (isStatus && values.length > 0)) leaveOutByValue(draft, column, paymentVerdict);
    if (paid.length > 0) askAboutBlank(draft, column, 'unpaid');
    if (draft.fields.has('PaymentStatus') || paid.length === 0) continue;
    const map = Object.fromEntries(paid.map((value) => [value, 'PAID']));
    draft.fill('PaymentStatus', column, { column: column.name, map, default: 'UNPAID' });
  }
}

/** Ways of delivery: what the buyer collects is not shipped. A new way is no reason to leave out an order. */
function leaveOutCollected(draft: Draft): void {
  for (const column of draft.freeOf('method')) {
    const collected = valuesOf(column).filter(isCollected);
    if (collected.length > 0) draft.addRule('$leaveOut', column, { in: collected, reason: 'pickup' });
  }
}

/** Who ships an order: what a marketplace ships is not sent. */
function leaveOutOthers(draft: Draft): void {
  keepBlank(draft, draft.freeOf('whoShips'));
  for (const column of draft.filledOf('whoShips'))
    leaveOutByValue(draft, column, (value) => {
      if (isCollected(value)) return 'pickup';
      const who = whoShips(value);
      if (who !== undefined) return who === 'seller' ? 'send' : 'fulfilled';
      return verdictIn(value);
    });
}

/** Lines that need no shipping, by a flag of their own; in a later file too, if this one has none. */
function dropWhatIsNotShipped(draft: Draft): void {
  for (const column of draft.freeOf('notGoods')) {
    const { words } = column.named;
    // `Requires shipping`, but not `No shipping required`.
    const isNeed = haveWordOf('need', column.named);
    const word = isNeed && !words.some((each) => each === 'no' || each === 'not') ? 'no' : 'yes';
    const dropped = valuesOf(column).filter((value) => yesOrNo(value) === word);
    draft.addRule('$dropLines', column, {
      in: [...new Set([...dropped, ...usualAnswers[word]])],
      reason: 'not-goods',
    });
  }
}

/** Whether a note is short enough for its words to say what becomes of the order. */
const speaksOf = (topic: 'cancelling' | 'change', note: string): boolean =>
  note.length <= 80 && haveWordOf(topic, columnName(note));

/** Whether a note is short, and may say what becomes of its order. */
const mayTell = (note: string): boolean =>
  (note.length <= 40 && speaksOfOrders(note) && verdictIn(note) !== 'send') ||
  speaksOf('cancelling', note) ||
  speaksOf('change', note) ||
  // `Noch nicht versenden`.
  (columnName(note).turned === 'not' && speaksOfShipping(columnName(note)));

/** Whether a note has what may be the number of a house, before its street or behind it; a phone has more digits. */
const hasHouseNumber = (note: string): boolean => /(?<!\d)\d{1,4}(?!\d)/.test(note);

/** Whether a buyer asks for another address: `Send it to my new address`, `To 9 Elm Rd instead`. */
function asksElsewhere(note: string): boolean {
  const named = columnName(note);
  return (
    note.length <= 200 &&
    ((named.has('address') && haveWordOf('other', named)) ||
      (hasHouseNumber(note) && haveWordOf('instead', named)))
  );
}

/** What a person wrote beside an order, if it says that it must not be shipped; the notes beside such ones are a question. */
function leaveOutByNote(draft: Draft): void {
  // The seller's own, too.
  for (const column of draft.columns.filter((each) => each.kind === 'note' && draft.isFree(each))) {
    const notes = valuesOf(column).map((note) => ({ note, reason: verdictOfNote(note) }));
    for (const { note, reason } of notes)
      if (reason !== undefined) draft.addRule('$leaveOut', column, { in: [note], reason });
    const isStopping = notes.some(({ reason }) => reason !== undefined);
    const isOfBuyer = column.named.has('buyer', 'delivery') || haveWordOf('buyer', column.named);
    const others = notes
      .flatMap(({ note, reason }) =>
        reason === undefined && verdictIn(note) !== 'send' && !isNothing(note) ? [note] : [],
      )
      .filter(
        (note) =>
          isStopping || (isOfBuyer ? speaksOf('cancelling', note) || asksElsewhere(note) : mayTell(note)),
      );
    if (others.length > 0)
      draft.askOf(
        column,
        `Should an order with such a note be shipped (${others.slice(0, 3).join(' / ').replaceAll(/\s+/g, ' ')} in ${column.name})?`,
        ['no, leave it out for now', leavingOut(column, 'on-hold', others)],
        ['yes, send it', isStopping ? {} : unused(column)],
      );
  }
}

/** Money that was paid back: an order with some is a question, unless it is left out anyway or counts decide. */
function askAboutRefunds(draft: Draft): void {
  const counts = draft.columns.filter(({ kind, named }) => kind === 'less' && named.has('refunded'));
  const hasCounts = counts.length > 0;
  /** Whether money was paid back for an order although the counts show no unit. */
  const isUncounted = (column: Column): boolean =>
    draft.orders.some(
      (rows) =>
        rows.some((row) => !isNothing(cellOf(row, column))) &&
        rows.every((row) => counts.every((count) => isNothing(cellOf(row, count)))),
    );
  if (!hasCounts) keepBlank(draft, draft.freeOf('refundedMoney', 'owed'));
  for (const column of draft.freeOf('refundedMoney', 'owed')) {
    const isOwed = column.kind === 'owed';
    const { set, nothing: none } = partedValues(column);
    const values = set.filter((value) => !draft.isLeftOutAnyway(column, value));
    // Where every order owes something, it is the sum of the invoice.
    const saysNothing = isOwed
      ? none.length === 0 && !draft.isBlankSomewhere(column)
      : hasCounts && !isUncounted(column);
    if (saysNothing || (values.length === 0 && none.length === 0)) draft.aside.add(column);
    // Money that is paid back in a later file is not sent unseen.
    else if (values.length === 0) draft.addRule('$keep', column, { in: ['', ...none] });
    else
      draft.askOf(
        column,
        `Should an order for which money ${isOwed ? 'is owed' : 'was paid back'} (${values.slice(0, 3).join(', ')} in ${column.name}) be shipped?`,
        [
          'no, leave it out, to check by hand',
          {
            ...leavingOut(column, isOwed ? 'unpaid' : 'partly-refunded', values),
            ...keepingOnly(column, ['0', '0.00', ...none]),
          },
        ],
        ['yes, send it', unused(column)],
      );
  }
}

/** A column whose name says nothing, or only `Shipping`, but whose values are all statuses, some of which stop an order. */
function leaveOutByUnnamed(draft: Draft): void {
  for (const column of draft.freeOf('unknown', 'cost')) {
    const verdicts = valuesOf(column).map((value) =>
      yesOrNo(value) === undefined ? verdictIn(value) : undefined,
    );
    const isOnly = valuesOf(column).length === 1 && verdictOfNote(column.cells[0] ?? '') !== undefined;
    const isStatus =
      verdicts.length > (column.kind === 'cost' ? 0 : 1) &&
      verdicts.every((verdict) => verdict !== undefined);
    if (isOnly || (isStatus && verdicts.some((verdict) => verdict !== 'send')))
      leaveOutByValue(draft, column, (value) => verdictIn(value) ?? verdictOfNote(value));
  }
}

/** What the status of an order says is told before what a payment or a mark says. */
function putStatusesFirst(draft: Draft): void {
  const statuses = draft.columns.filter(({ kind }) => kind === 'status' || kind === 'state');
  const rank = ({ column }: Rule): number => Number(statuses.some(({ name }) => name === String(column)));
  draft.rules.$leaveOut.sort((a, b) => rank(b) - rank(a));
}

/** Without a column for it, orders are paid where the file says which are not. */
function fillPayment(draft: Draft): void {
  const isTold = draft.rules.$leaveOut.some(({ reason }) => reason === 'unpaid');
  if (!draft.fields.has('PaymentStatus') && isTold) draft.fields.set('PaymentStatus', { const: 'PAID' });
}

/** Leaves out what must not be shipped, or not again: rules 4 and 6. */
export function leaveOut(draft: Draft): void {
  leaveOutByMarks(draft);
  leaveOutByPayment(draft);
  leaveOutOthers(draft);
  leaveOutCollected(draft);
  leaveOutByStatus(draft);
  leaveOutByType(draft);
  dropWhatIsNotShipped(draft);
  leaveOutByNote(draft);
  leaveOutByUnnamed(draft);
  putStatusesFirst(draft);
  askAboutRefunds(draft);
  askAboutDays(draft);
  fillPayment(draft);
}
