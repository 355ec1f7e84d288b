import { keysOf } from '../../text/records.ts';
import type { Reason } from '../document/reasons.ts';
import { foldedText } from '../mapping/header.ts';
import {
  isNoteName,
  isStatusName,
  meaningOf,
  nameHasStem,
  reasonOfCount,
  valueHasStem,
  wordsOf,
} from '../words/states.ts';
import type { OrderPart } from './aliases/language.ts';
import { isLineName, isOfAddress, type Meaning } from './aliases/names.ts';
import type { Draft } from './draft.ts';
import { areAll, type Column, differsWithin, isBlankSomewhere } from './profile.ts';
import { type Choice, type MapMembers, mostValues, shownValue, valuesText } from './questions.ts';
import { isCount, isNumber, isRegionCode } from './shapes.ts';
import { dayRules } from './times.ts';

export interface Status {
  readonly column: string;
  readonly ship?: readonly string[];
  readonly leaveOut?: Readonly<Partial<Record<Reason, readonly string[]>>>;
  readonly of?: 'line';
}

/** Why what has a status may be left out, the most usual first, and what it says to a person. */
export const reasonsToLeave: readonly (readonly [reason: Reason, means: string])[] = [
  ['on-hold', 'leave it out for now (on-hold)'],
  ['fulfilled', 'leave it out: it has been shipped (fulfilled)'],
  ['cancelled', 'leave it out: it is cancelled'],
  ['refunded', 'leave it out: it is refunded or returned'],
  ['unpaid', 'leave it out: it is not paid'],
  ['pickup', 'leave it out: the buyer collects it (pickup)'],
  ['not-goods', 'leave it out: there is nothing to ship (not-goods)'],
];

/** Every word of one meaning, so that later files are known too, and the column's own spellings: a map compares those. */
export function knownStatuses({ name, values }: Column, ofLine: boolean): Status {
  const entries = keysOf(wordsOf()).map((meaning) => {
    const words = wordsOf()[meaning];
    const own = [...values.keys()].filter(
      (value) => meaningOf(value) === meaning && !words.includes(value.toLowerCase()),
    );
    return [meaning, [...words, ...own]] as const;
  });
  const { ship, ...leaveOut } = Object.fromEntries(entries.filter(([, words]) => words.length > 0));
  return {
    column: name,
    ...(ship === undefined ? {} : { ship }),
    leaveOut,
    ...(ofLine ? { of: 'line' as const } : {}),
  };
}

/**
 * Whether a column says it of each line: by its name, or as it differs within an order. Rows of which nobody knows the order
 * say nothing: a whole order that is left out is seen, a line of it that is sent is not.
 */
const isOfLines = (column: Column, draft: Draft): boolean =>
  isLineName(column.name) ||
  (draft.columnFor('ReferenceNumber') !== undefined && differsWithin(column, draft.start.orders));

/** What has one meaning when it is filled, and what its values must be. */
const saidIfFilled: readonly (readonly [part: OrderPart, reason: Reason, ofDates: boolean])[] = [
  ['tracking', 'fulfilled', false],
  ['shippedAt', 'fulfilled', true],
  ['cancelledAt', 'cancelled', true],
  ['refundedAt', 'refunded', true],
];

/** What a name means that is always of a state, whatever the values. */
const ofStates: readonly Meaning[] = [
  ...(['order status', 'order paymentStatus'] as const),
  ...saidIfFilled.map(([part]) => `order ${part}` as const),
];

/** Whether a value can be the number of a parcel or a link to it. */
const isTracking = (value: string): boolean =>
  (value.replaceAll(/\D/g, '').length >= 5 || (/\d/.test(value) && !/\s/.test(value))) &&
  !valueHasStem(value);

/** Adds the rules for columns that have one meaning when they are filled, also if they are blank today. */
function ruleFilled(draft: Draft): void {
  for (const [part, reason, ofDates] of saidIfFilled)
    for (const column of draft.ofOrder(part)) {
      const isBlank = column.values.size === 0;
      const fits = ofDates ? column.dates() !== undefined : [...column.values.keys()].every(isTracking);
      if (!isBlank && !fits) continue;
      const list = isOfLines(column, draft) ? '$dropLines' : '$leaveOut';
      draft.add({ [list]: [{ column: column.name, filled: true, reason }] }, column);
    }
}

/** The values of a column that must be judged, a blank one beside filled ones too. */
function valuesIn(column: Column, draft: Draft): string[] {
  // Without the number of the order each blank may be one of an order.
  const isKnown = draft.columnFor('ReferenceNumber') !== undefined;
  const isBlank = isKnown ? isBlankSomewhere(column, draft.start.orders) : column.blanks > 0;
  const hasBlank = column.values.size > 0 && isBlank;
  return [...column.values.keys(), ...(hasBlank ? [''] : [])];
}

/** Whether a column is named a status, and its values are the few numbers that a shop gives its states: `3`, `9`. */
const areCodes = (column: Column): boolean =>
  isStatusName(column.name) &&
  column.values.size <= mostValues &&
  areAll(column, (value) => isCount(value) && value.length <= 3);

/** Whether each order has a value of its own that has a digit: the number of something. */
function areIds(draft: Draft, column: Column): boolean {
  const { values } = column;
  const { orders } = draft.start;
  return (
    !areCodes(column) &&
    orders.length > 3 &&
    values.size === orders.length &&
    [...values.keys()].every((value) => /\d/.test(value) && !/\s/.test(value))
  );
}

/** Whether the values are days, amounts or other numbers, of which there are new ones every day. Two numbers at most are flags. */
function areNumbers(column: Column): boolean {
  const values = [...column.values.keys()];
  if (areCodes(column)) return false;
  if (values.every((value) => value === '0' || value === '1')) return false;
  return values.every(isNumber) || column.dates() !== undefined;
}

const longestStatus = 60;

/** Whether a column may say what becomes of an order: by a stem in its name, or by one of its values. */
function isOfState(column: Column): boolean {
  const isKnownName = column.meanings.some((meaning) => !ofStates.includes(meaning));
  const isState = column.meanings.some((meaning) => ofStates.includes(meaning));
  if (column.meanings.some(isOfAddress) && areAll(column, isRegionCode)) return false;
  return isState || (!isKnownName && nameHasStem(column.name)) || column.saysState();
}

/** The answers about a column that has too many values to judge each, or days: what has a value, or what has none. */
function answersForAny(column: Column): Choice[] {
  const { name } = column;
  const leaving = (rule: MapMembers, reason: Reason): MapMembers => ({
    $leaveOut: [{ column: name, ...rule, reason }],
  });
  return [
    ...reasonsToLeave.slice(0, 4).map(([reason]) => ({
      means: `leave out what has a value there (${reason})`,
      set: leaving({ filled: true }, reason),
    })),
    { means: 'leave out what has none there (on-hold)', set: leaving({ empty: true }, 'on-hold') },
    { means: 'leave out what has none there (unpaid)', set: leaving({ empty: true }, 'unpaid') },
    ...dayRules(column).map(({ means, rule }) => ({
      means: `leave it out until that day has come (on-hold)${means}`,
      set: { $leaveOut: [rule] },
    })),
    { means: 'it is not needed', set: { $unused: [name] } },
  ];
}

/** Asks about each value of a status that is no word of one meaning, or about all together where there are too many. */
function askAboutValues(draft: Draft, column: Column, open: readonly string[], isPayment: boolean): void {
  const { name } = column;
  const ofLine = isOfLines(column, draft);
  const isMany =
    open.length > mostValues || open.some((value) => value.length > longestStatus) || areIds(draft, column);
  if (isMany || areNumbers(column)) {
    const text = `Does a value in ${name} say that an order must not be shipped? ${valuesText(column)}`;
    draft.ask(name, text, [column], answersForAny(column));
    return;
  }
  draft.add({ $statuses: [knownStatuses(column, ofLine)] }, column);
  for (const value of open) askAboutStatus(draft, column, value, ofLine, isPayment);
}

/** Asks what is done with one value of a status; a word of one meaning is suggested first. */
function askAboutStatus(draft: Draft, column: Column, value: string, ofLine: boolean, isPayment = false) {
  const { name } = column;
  const count = value === '' ? column.blanks : (column.values.get(value) ?? 0);
  const shown = value === '' ? `nothing in ${name}` : `${name} ${JSON.stringify(shownValue(value))}`;
  const choice = (means: string, outcome: 'ship' | Reason): Choice => {
    const said = outcome === 'ship' ? { ship: [value] } : { leaveOut: { [outcome]: [value] } };
    return { means, set: { $statuses: [{ column: name, ...said, ...(ofLine ? { of: 'line' } : {}) }] } };
  };
  // A street or a subject has a stem, or such a word, by chance; a column that has both is a status.
  const isTelling =
    nameHasStem(name) && [...column.values.keys()].some((each) => meaningOf(each) !== undefined);
  const leaving = reasonsToLeave.map(([reason, means]) => choice(means, reason));
  const known = leaving.findIndex((_, at) => reasonsToLeave[at]?.[0] === meaningOf(value));
  draft.questions.push({
    id: `${name}: ${value}`,
    question: `${ofLine ? 'A line' : 'An order'} with ${shown} (${count} ${count === 1 ? 'row' : 'rows'}): does it ship, or why not?`,
    columns: [name],
    choices: [
      ...(known === -1 ? [] : leaving.slice(known, known + 1)),
      choice(isPayment ? 'it is paid: send it' : 'send it', 'ship'),
      ...leaving.filter((_, at) => at !== known),
      ...(isTelling || isPayment
        ? []
        : [{ means: `send it, whatever ${name} says: it is not a status`, set: { $unused: [name] } }]),
    ],
  });
}

/** Asks about amounts of what was refunded or cancelled. Those seen are listed: another one later is an error of its order. */
function askAboutAmounts(draft: Draft, column: Column, reason: Reason): void {
  const { name, values } = column;
  const [none, some] = [false, true].map((is) =>
    [...values.keys()].filter((value) => /[1-9]/.test(value) === is),
  );
  const seen = some?.length ? { leaveOut: { [reason]: some } } : {};
  const ofLine = isOfLines(column, draft) ? { of: 'line' as const } : {};
  draft.ask(
    name,
    `Does an amount in ${name} say that an order must not be shipped? ${valuesText(column)}`,
    [column],
    [
      {
        means: `leave out what has an amount there (${reason})`,
        set: { $statuses: [{ column: name, ship: [...(none ?? []), ''], ...seen, ...ofLine }] },
      },
      { means: 'it is not needed', set: { $unused: [name] } },
    ],
  );
}

function judge(draft: Draft, column: Column, isPayment: boolean): void {
  const values = valuesIn(column, draft);
  const open = values.filter((value) => meaningOf(value) === undefined);
  // Lines that are counted in different units: a case is no piece.
  const areUnits = column.meanings.some((meaning) => meaning.endsWith(' unit')) && column.values.size > 1;
  if (open.length === 0) {
    draft.add({ $statuses: [knownStatuses(column, isOfLines(column, draft))] }, column);
  } else if (areUnits || isOfState(column)) askAboutValues(draft, column, open, isPayment);
}

/** Fills the payment status: what an order is sent with in spite of it is not paid; all else that is sent is. */
function fillPayment(draft: Draft, column: Column): void {
  if (!draft.isOpen('PaymentStatus')) return;
  const unpaid = Object.fromEntries((wordsOf().unpaid ?? []).map((word) => [word, 'UNPAID']));
  draft.fill('PaymentStatus', { column: column.name, map: unpaid, default: 'PAID' });
}

/** Asks about the values of a column that the statuses of an earlier map have in neither list. */
function askAboutNewValues(draft: Draft, column: Column, own: readonly Status[]): void {
  const known = own.flatMap(({ ship = [], leaveOut = {} }) => [...ship, ...Object.values(leaveOut).flat()]);
  const folded = new Set(known.map(foldedText));
  const isOfLine = own.some(({ of }) => of === 'line');
  for (const value of valuesIn(column, draft))
    if (!folded.has(foldedText(value))) askAboutStatus(draft, column, value, isOfLine);
}

/** Accounts for the columns that say what becomes of an order, as far as words of one meaning do; the rest is asked. */
export function judgeStates(draft: Draft): void {
  for (const column of draft.start.columns)
    if (draft.isFree(column) && isNoteName(column.name)) draft.add({ $notes: [column.name] }, column);
  ruleFilled(draft);
  const payments = draft
    .ofOrder('paymentStatus')
    .filter((column) => column.values.size > 0 && !areNumbers(column));
  const [payment] = payments;
  if (payment !== undefined && payments.length === 1) fillPayment(draft, payment);
  const statuses = (draft.start.base.$statuses ?? []) as readonly Status[];
  const unused = [draft.start.base.$unused ?? []].flat() as readonly unknown[];
  for (const column of draft.start.columns) {
    const own = statuses.filter((status) => status.column.toLowerCase() === column.name.toLowerCase());
    if (own.length > 0 && !unused.includes(column.name)) askAboutNewValues(draft, column, own);
    if (!draft.isFree(column) || column.values.size === 0) continue;
    const reason = reasonOfCount(column.name);
    const isUnknownNumber = areNumbers(column) && column.meanings.length === 0;
    const isDay = column.dates() !== undefined;
    // Days with a stem of a state in their name are asked about; other numbers and days are shown with the rest.
    const isDayOfState = isUnknownNumber && isDay && nameHasStem(column.name);
    if (isUnknownNumber && !isDay && reason !== 'fulfilled') askAboutAmounts(draft, column, reason);
    else if (!areNumbers(column) || isDayOfState) judge(draft, column, payments.includes(column));
  }
}
