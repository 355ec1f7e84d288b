import type { Reason } from '../document/reasons.ts';
import { isPlaceholder } from '../document/suspicions.ts';
import { columnName, paymentMeaning, usualAnswers, yesOrNo } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import {
  isCount,
  isLifted,
  isNothing,
  isTrackingNumber,
  paymentVerdict,
  reasonOfMark,
  type Says,
  speaksOfShipping,
  statusVerdict,
  turnable,
  turnedMark,
  verdictIn,
} from '../words/verdicts.ts';
import { type Column, cellOf, isPlain, partedValues } from './columns.ts';
import { hasShippedCounts, isCountOrYes, shownShipped } from './counts.ts';
import { isLater } from './date-styles.ts';
import type { Draft, Row } from './draft.ts';
import { examples, keepingOnly, leavingOut, unused } from './questions.ts';
import {
  askValue,
  askWhetherItStops,
  isPerLine,
  keepBlank,
  leaveOutByValue,
  listFor,
} from './value-rules.ts';

/** Whether a column has the money that was paid: no yes or no, and no date. */
export const isPaidAmount = (draft: Draft, column: Column): boolean =>
  column.kind === 'mark' &&
  reasonOfMark(column.named) === 'paid' &&
  column.dates === undefined &&
  draft.isMoney(column) &&
  !column.cells.every((cell) => yesOrNo(cell) !== undefined);

/** A date, a flag or any text that says that an order was shipped, cancelled, refunded, held, or is not paid. */
function leaveOutByMark(draft: Draft, column: Column, reason: Reason | 'paid'): void {
  const { set } = partedValues(column);
  const either = isCountOrYes(draft, column);
  if (either === 'row' && reason !== 'paid') askWhetherItStops(draft, column, reason, set);
  if (either !== undefined) return;
  if (reason === 'paid') leaveOutUnpaid(draft, column);
  else if (!settleByWords(draft, column, reason)) leaveOutMarked(draft, column, reason);
}

/** A date, a flag or any text that says that an order is paid. */
function leaveOutUnpaid(draft: Draft, column: Column): void {
  const list = listFor(draft, column);
  const { set, nothing } = partedValues(column);
  // What was paid is the money, and says nothing of what is owed.
  const isAmount = isPaidAmount(draft, column);
  if (isAmount && nothing.length === 0) {
    draft.aside.add(column);
    return;
  }
  const isKnown = (value: string): boolean => paymentMeaning(value) !== undefined;
  if (column.dates === undefined && set.some(isKnown))
    for (const value of set.filter((each) => !isKnown(each)))
      askValue(draft, column, value, list === '$dropLines');
  const zeros = isAmount ? ['0', '0.00'].filter((value) => !nothing.includes(value)) : [];
  const unpaid = [...nothing, ...zeros, ...set.filter((value) => paymentMeaning(value) === 'unpaid')];
  if (unpaid.length > 0) draft.addRule(list, column, { in: unpaid, reason: 'unpaid' });
  if (isAmount || draft.isBlankSomewhere(column) || nothing.length === 0)
    draft.addRule(list, column, { empty: true, reason: 'unpaid' });
  // Another word in a later file may be a no.
  const isWord = set.length > 0 && set.every((value) => paymentVerdict(value) === 'send');
  if (isWord && list === '$leaveOut') draft.addRule('$keep', column, { in: set });
}

/** Whether a value of a mark may mean something else than that the cell is filled. */
function isUnclearMark({ kind, named }: Column, reason: Reason, value: string): boolean {
  const verdict = verdictIn(value);
  const isWord =
    !/\d/.test(value) &&
    yesOrNo(value) === undefined &&
    (isPlaceholder(value) || haveWordOf('later', columnName(value)));
  // `Shipped: not yet`, `Ship date: TBC`.
  if (verdict === undefined && (isWord || columnName(value).turned === 'not')) return true;
  if (kind === 'tracking') return !isTrackingNumber(value) && verdict === undefined;
  // Neither a yes nor a date may say it, but a text.
  const isText =
    reason === 'pickup' ||
    (kind === 'requested' && !named.has('cancelled', 'refunded')) ||
    (kind === 'mark' && reason === 'on-hold' && haveWordOf('dispute', named));
  if (!isText) return false;
  // `Pickup location ID` may be the place where the carrier collects.
  if (yesOrNo(value) === 'yes') return reason === 'pickup' && named.has('id', 'number', 'name', 'address');
  return reason === 'on-hold' ? !isLifted(value) && verdict !== reason : verdict === undefined;
}

/** Asks about a mark whose words may mean something else, or follows those that say it. Returns whether there are any. */
function settleByWords(draft: Draft, column: Column, reason: Reason): boolean {
  const { named, side, dates } = column;
  const { set } = partedValues(column);
  const isUnclear = (value: string): boolean => isUnclearMark(column, reason, value);
  if (set.some(isUnclear)) {
    const isClear = (value: string): boolean =>
      !isUnclear(value) &&
      !isLifted(value) &&
      statusVerdict(named, side, value) !== 'send' &&
      !isLater(dates, value, draft.options.now);
    askWhetherItStops(draft, column, reason, set, set.filter(isClear));
    return true;
  }
  // Only a word such as `Shipped` or `Not shipped` says more than that the cell is filled.
  const saysMore = set.some((value) => ['send', 'unpaid'].includes(verdictIn(value) ?? ''));
  if (!saysMore || dates !== undefined || set.every((value) => yesOrNo(value) === 'yes')) return false;
  leaveOutByValue(draft, column, (value) => (isNothing(value) ? 'send' : statusVerdict(named, side, value)));
  return true;
}

/** Leaves out what is marked, unless the mark may be of a time to come, or would stop everything. */
function leaveOutMarked(draft: Draft, column: Column, reason: Reason): void {
  const list = listFor(draft, column);
  const { set, nothing } = partedValues(column);
  // `Cancel after: 2026-12-15`, `Return by: 2027-01-31` set for every order.
  const saysIt = (value: string): boolean => yesOrNo(value) === 'yes' || verdictIn(value) !== undefined;
  const stopsAll = nothing.length === 0 && draft.orders.length > 1 && !draft.isBlankSomewhere(column);
  const isToCome =
    reason !== 'on-hold' && set.some((value) => isLater(column.dates, value, draft.options.now));
  if (isToCome || (stopsAll && !set.every(saysIt))) {
    askWhetherItStops(draft, column, reason, set);
    return;
  }
  // `Is test: false` holds nothing, and an upload refuses what lifts no hold. `Collection` may be the season of the goods.
  const isHold = reason === 'on-hold' && isPlain(column);
  const usual = nothing.some((value) => /^(?:0|false)/i.test(value)) ? ['1', 'true'] : ['yes', 'y'];
  const stopped = set.length > 0 ? set : usual;
  if (column.cells.length === 0 && (isHold || column.named.words.join() === 'collection'))
    draft.addRule(list, column, { in: usualAnswers.yes, reason });
  else if (nothing.length === 0) draft.addRule(list, column, { empty: false, reason });
  else {
    draft.addRule(list, column, { in: stopped, reason });
    if (list === '$leaveOut') draft.addRule('$keep', column, { in: ['', ...nothing] });
  }
}

/** Asks what it means that a mark with a turned name is set: `Not shipped: yes`. The likely answer comes first. */
function askTurned(draft: Draft, column: Column): void {
  const list = listFor(draft, column);
  const { stopsOn, reason } = turnedMark(column.named, column.kind);
  const { set, nothing } = partedValues(column);
  const stopped = set.length > 0 ? set : ['yes'];
  const ruleOf = (rule: { in: string[] } | { empty: true }) => ({ column: column.name, ...rule, reason });
  const leaveSet = [`those with ${stopped.join(' or ')}`, { [list]: [ruleOf({ in: stopped })] }] as const;
  const leaveUnset = [
    `those ${nothing.length > 0 ? `with ${nothing.join(' or ')}, or ` : ''}that are blank there`,
    { [list]: [...(nothing.length > 0 ? [ruleOf({ in: nothing })] : []), ruleOf({ empty: true })] },
  ] as const;
  draft.askOf(
    column,
    `Going by ${examples(column)}, which ${list === '$dropLines' ? 'lines' : 'orders'} must not be shipped?`,
    ...(stopsOn === 'yes' ? [leaveSet, leaveUnset] : [leaveUnset, leaveSet]),
    ['none', unused(column)],
  );
}

/**
 * What says that an order was shipped, beside counts: those decide, unless they say that nothing was, or only a part where
 * other orders of which a part was shipped are not marked, so that the mark may say that all of it was.
 */
function settleByCounts(draft: Draft, column: Column): void {
  const perLine = isPerLine(draft, column);
  const all = perLine ? draft.rows.map((row) => [row]) : draft.orders;
  const shownIn = shownShipped(draft);
  const isSet = (rows: readonly Row[]): boolean => rows.some((row) => !isNothing(cellOf(row, column)));
  const marked = new Set(all.filter(isSet).map(shownIn));
  const isOfAll = marked.has('part') && all.some((rows) => !isSet(rows) && shownIn(rows) === 'part');
  if (!marked.has('nothing') && !isOfAll) {
    draft.aside.add(column);
    return;
  }
  const what = perLine ? 'lines' : 'orders';
  const shown = marked.has('nothing') ? 'have not shipped' : 'have shipped only in part';
  askBesideCounts(
    draft,
    column,
    'fulfilled',
    `${column.name} is filled in for ${what} that, by the counts, ${shown}. Were they shipped?`,
    'yes, do not send them again',
  );
}

/** Asks whether the counts decide about what is marked, or the mark. */
function askBesideCounts(
  draft: Draft,
  column: Column,
  reason: Reason,
  question: string,
  leaving: string,
): void {
  const { set, nothing } = partedValues(column);
  const values = nothing.length === 0 ? { empty: false } : { in: set };
  const rules = [{ column: column.name, ...values, reason }];
  draft.askOf(
    column,
    question,
    [
      leaving,
      isPerLine(draft, column)
        ? { $dropLines: rules }
        : { $leaveOut: rules, ...(nothing.length > 0 && keepingOnly(column, nothing)) },
    ],
    ['no, go by the counts', unused(column)],
  );
}

/** Asks about orders that are marked as cancelled or refunded, but only in part by the counts; false if there are none. */
function askAboutPart(draft: Draft, column: Column, what: 'cancelled' | 'refunded'): boolean {
  const shownIn = shownShipped(draft, what);
  const perLine = isPerLine(draft, column);
  const all = perLine ? draft.rows.map((row) => [row]) : draft.orders;
  const marked = all.filter((rows) => rows.some((row) => !isNothing(cellOf(row, column))));
  const shown = new Set(marked.map(shownIn));
  // What no count explains is left out.
  if (!shown.has('part') || shown.has('nothing')) return false;
  askBesideCounts(
    draft,
    column,
    what,
    `${column.name} is filled in for ${perLine ? 'lines' : 'orders'} that, by the counts, were ${what} only in part. Were all their units ${what}?`,
    'yes, leave them out',
  );
  return true;
}

/** Whether what is open is the order, or its shipping. */
const isOfShipping = (column: Column): boolean =>
  isPlain(column) && !column.named.has('refunded', 'cancelled', 'held', 'requested', 'aside');

/** What an answer says to whether an order is ready to ship. */
const readyVerdict: Says = (value) => {
  const answer = yesOrNo(value);
  if (answer === undefined) return verdictIn(value);
  return answer === 'yes' ? 'send' : 'on-hold';
};

/** Whether a column has a yes or a no in words; another word is a question. */
const isAnswered = ({ cells }: Column): boolean =>
  cells.some((cell) => /\p{L}/u.test(cell) && yesOrNo(cell) !== undefined) &&
  cells.every((cell) => yesOrNo(cell) !== undefined || !/^\d|\d[.,/:-]\d/.test(cell));

/** The marks of a file. Where it counts what was shipped, the counts decide, and not a date or a number of a parcel. */
export function leaveOutByMarks(draft: Draft): void {
  const counts = hasShippedCounts(draft);
  for (const column of draft.freeOf(...turnable)) {
    if (column.named.turned === undefined) continue;
    if (column.cells.length === 0) draft.addRule('$keep', column, { in: [''] });
    else if (column.kind !== 'less' && (column.kind !== 'toShip' || !column.cells.every(isCount)))
      askTurned(draft, column);
  }
  for (const column of draft.freeOf('requested')) leaveOutByMark(draft, column, 'on-hold');
  for (const column of draft.freeOf('mark')) settleMark(draft, column, reasonOfMark(column.named), counts);
  for (const column of draft.freeOf('tracking')) settleMark(draft, column, 'fulfilled', counts);
  // `Ready to ship: no`, but not `Case open: no`.
  for (const column of draft.filledOf('toShip').filter((each) => isOfShipping(each) && isAnswered(each)))
    settleReady(draft, column);
  keepBlank(draft, draft.freeOf('done'));
  for (const column of draft.filledOf('done')) settleDone(draft, column);
  for (const column of draft.freeOf('shipDate')) settleShipDate(draft, column, counts);
}

/** What a mark or a tracking number says, which `counts` of what was shipped say better. */
function settleMark(draft: Draft, column: Column, reason: Reason | 'paid', counts: boolean): void {
  const { set } = partedValues(column);
  const { words, has } = column.named;
  // `Review sent`; `Posted` may be a ledger's word.
  const isSure = isPlain(column) && !has('aside') && !words.includes('posted');
  const isWish =
    /^(?:ship|deliver) complete$/.test(words.join(' ')) && set.every((value) => yesOrNo(value) === 'yes');
  const isOther = column.kind === 'mark' && (isWish || (!isSure && !speaksOfShipping(column.named)));
  if (reason === 'fulfilled' && counts) settleByCounts(draft, column);
  else if (reason === 'fulfilled' && isOther && set.length > 0) askWhetherItStops(draft, column, reason, set);
  else if ((reason !== 'cancelled' && reason !== 'refunded') || !askAboutPart(draft, column, reason))
    leaveOutByMark(draft, column, reason);
}

/** What is said to be ready. Of `Not shipped: x` it is open whether a blank says that it was. */
function settleReady(draft: Draft, column: Column): void {
  if (!draft.isBlankSomewhere(column) || column.cells.some((cell) => yesOrNo(cell) !== 'yes')) {
    leaveOutByValue(draft, column, readyVerdict);
    return;
  }
  const blank = { $leaveOut: [{ column: column.name, empty: true, reason: 'on-hold' }] };
  draft.askOf(
    column,
    `Going by ${examples(column)}, which orders must not be shipped?`,
    ['those that are blank there', blank],
    ['none', unused(column)],
  );
}

/** What is done. If it was done in the second of the order, it is its import. */
function settleDone(draft: Draft, column: Column): void {
  const isTimed = column.cells.every((cell) => cell.includes(':'));
  const { set } = partedValues(column);
  if (isTimed && draft.columns.some((other) => other.kind === 'received' && draft.areSame(other, column)))
    draft.aside.add(column);
  else if (set.length > 0) askWhetherItStops(draft, column, 'fulfilled', set);
}

/** A date of shipping. Some programs write `0000-00-00` for none. */
function settleShipDate(draft: Draft, column: Column, counts: boolean): void {
  const isMark = column.cells.length === 0 || draft.isBlankSomewhere(column) || column.cells.some(isNothing);
  if (column.cells.length === 0 || (counts && !isMark)) draft.aside.add(column);
  if (counts && isMark) settleByCounts(draft, column);
  else if (isMark) leaveOutByMark(draft, column, 'fulfilled');
  else if (!counts) askShipDate(draft, column);
}

/** A date of shipping that every order has is the promise, or says that all of them were shipped. */
function askShipDate(draft: Draft, column: Column): void {
  draft.askOf(
    column,
    `Does ${column.name} say that the order has been shipped?`,
    ['no, it is the day when it is due to ship', unused(column)],
    ['yes, do not send orders with a date there again', leavingOut(column, 'fulfilled')],
  );
}
