import { mustNotShip, type Reason } from '../document/reasons.ts';
import { type Kind, kindOf, type Side, sideOf } from './kinds.ts';
import type { Concept, ValueMeaning } from './language.ts';
import {
  type ColumnName,
  columnName,
  paymentMeaning,
  reasonNamed,
  valueMeaning,
  whoShips,
  yesOrNo,
} from './names.ts';

/** A meaning of a value for its order or line: to be sent, or why not. */
export type Verdict = Reason | 'send';

/** What a meaning says of an order or line; undefined if it says nothing. */
const verdictOf = (meaning: ValueMeaning | undefined): Verdict | undefined =>
  meaning === undefined || meaning === 'set' || meaning === 'condition' ? undefined : meaning;

/** What the status of a payment says of its order. */
export const paymentVerdict = (value: string): Verdict | undefined => verdictOf(paymentMeaning(value));

/** What a value of a status or a type says of its order or line. */
export const verdictIn = (value: string): Verdict | undefined => verdictOf(valueMeaning(value));

/** Whether a cell is a whole number, which some shops write with decimals: `2`, `2.0000`. */
export const isCount = (cell: string): boolean => /^\d{1,9}(?:[.,]0+)?$/.test(cell);

/** Whether a cell is a number of nothing: `0`, `0.00`. */
export const isZero = (cell: string): boolean => /^0+(?:[.,]0+)?$/.test(cell);

/** Whether a cell is a number below nothing: `-1`, `-£129.00`. */
export const isNegative = (cell: string): boolean => /^\W{0,2}-\W{0,2}\d/.test(cell);

const withoutCurrency = (value: string): string =>
  value.replace(/^(?:\p{Sc}|[A-Z]{3})\s?/u, '').replace(/\s?(?:\p{Sc}|[A-Z]{3})$/u, '');

/** A day that programs write for none: `0000-00-00 00:00:00`, `01/01/1970`, `30.12.1899`. */
const isNoDay = (value: string): boolean =>
  /^(?:0000|0001|1899|1900|1970)-\d\d-\d\d|^\d\d?[./]\d\d?[./](?:0000|0001|1899|1900|1970)(?!\d)/.test(value);

/** Whether a refund, a cancellation or a mark that is blank, a no or nothing has not happened. */
export const isNothing = (value: string): boolean =>
  yesOrNo(value) === 'no' || isZero(withoutCurrency(value)) || isNoDay(value) || value === '';

/** What the status of an order or a line says, in a column of this name. */
export function statusVerdict({ has }: ColumnName, side: Side, value: string): Verdict | undefined {
  const meaning = verdictIn(value);
  if (has('refunded')) {
    if (yesOrNo(value) === 'no') return 'send';
    if (meaning === 'fulfilled') return value.toLowerCase() === 'partial' ? 'partly-refunded' : 'refunded';
  }
  // What is pending at the shipping is to be shipped.
  const isOpen = meaning === 'unpaid' && side === 'delivery' && !columnName(value).has('payment');
  return isOpen ? 'send' : meaning;
}

const ofShipping =
  /ship|d[ei]spatch|deliver|fulfil|transit|versand|versend|verschick|liefer|zugestellt|expedi|livr|envoy|envi|entreg|despach|sped|consegn|evas|verzond|verstuurd|lever|bezorg|wysl|dostarcz|skick/;

/** Whether words are of shipping: `Complete`, `Sent` and `Done` may be of anything. */
export const speaksOfShipping = ({ words }: ColumnName): boolean => ofShipping.test(words.join(' '));

/** The concepts by which a value names what it says. */
const namedBy: Partial<Readonly<Record<Verdict, readonly Concept[]>>> = {
  ...{ cancelled: ['cancelled'], refunded: ['refunded'], 'partly-refunded': ['refunded'] },
  ...{ 'on-hold': ['held', 'cancelled'], pickup: ['collected'], unpaid: ['payment', 'paid'] },
};

/** Whether a value itself names what it says of an order: `Acme status: shipped`, but not `Sync status: complete`. */
export function isNamedIn(value: string, verdict: Verdict): boolean {
  const named = columnName(value);
  if (verdict === 'fulfilled') return speaksOfShipping(named);
  const concepts = namedBy[verdict];
  return concepts === undefined || named.has(...concepts) || named.words.includes('unpaid');
}

/** What a note says of its order, if it is the word for a status that must not be shipped: `DO NOT SEND: moving`. */
export function verdictOfNote(note: string): Reason | undefined {
  const verdict = verdictIn(note) ?? verdictIn(note.split(/[,.:;!–—]|\s-\s/u, 1)[0] ?? '');
  return verdict !== undefined && verdict !== 'send' && mustNotShip(verdict) ? verdict : undefined;
}

/** Whether a heading or a note may say what becomes of orders: `SENT`, `Stornierte Bestellungen`, `hold till Monday`. */
export const speaksOfOrders = (text: string): boolean =>
  verdictIn(text) !== undefined ||
  verdictOfNote(text) !== undefined ||
  columnName(text).has('shipped', 'cancelled', 'refunded', 'paid', 'held', 'collected');

/** What it means that a mark is set. */
export function reasonOfMark({ has }: ColumnName): Reason | 'paid' {
  if (has('cancelled')) return 'cancelled';
  if (has('refunded')) return 'refunded';
  if (has('held')) return 'on-hold';
  if (has('collected')) return 'pickup';
  return has('shipped') ? 'fulfilled' : 'paid';
}

/** What a column with a turned name probably says: which answer stops an order, and why. */
export function turnedMark(named: ColumnName, kind: Kind): { stopsOn: 'yes' | 'no'; reason: Reason } {
  const state = reasonOfMark(named);
  // `OK to ship`, `Fraud check passed`.
  const isGo = named.words.some((word) => ['ok', 'passed', 'bestanden'].includes(word));
  if (isGo && named.turned === 'maybe') return { stopsOn: 'no', reason: 'on-hold' };
  // `Not to be shipped`.
  if (kind === 'toShip' && state === 'paid')
    return { stopsOn: 'yes', reason: named.has('payment') ? 'unpaid' : 'on-hold' };
  if (state === 'paid') return { stopsOn: named.turned === 'not' ? 'yes' : 'no', reason: 'unpaid' };
  if (named.turned === 'not') return { stopsOn: 'no', reason: state };
  return state === 'fulfilled' ? { stopsOn: 'no', reason: 'on-hold' } : { stopsOn: 'yes', reason: 'on-hold' };
}

/** Whether a text can be the number of a parcel, or a link to it: `Tracked 48` names a service, and `2` counts parcels. */
export const isTrackingNumber = (text: string): boolean =>
  text.replaceAll(/\D/g, '').length >= 5 || (/\d/.test(text) && !/\s|^\d{1,3}$/.test(text));

/** Whether a hold, a claim or a dispute is over: an open one is not, nor one that a yes says is there. */
export const isLifted = (value: string): boolean =>
  yesOrNo(value) !== 'yes' && paymentMeaning(value) === 'send';

/** The kinds of columns that a turned name makes unclear: `Not shipped: yes`. */
export const turnable: readonly Kind[] = [
  'mark',
  'less',
  'toShip',
  'payment',
  'done',
  'shipDate',
  'tracking',
];

/** Says what a cell means for its order or line. */
export type Says = (cell: string) => Verdict | undefined;

const unlessNothing =
  (reason: Reason): Says =>
  (cell) =>
    isNothing(cell) ? undefined : reason;

const hasTags = ({ words }: ColumnName): boolean => words.some((word) => word === 'tag' || word === 'tags');

/** How the cells are read of a column that tells what has become of an order or a line; undefined for any other. */
function sayingOf(named: ColumnName, kind: Kind, side: Side): Says | undefined {
  if (named.turned !== undefined && turnable.includes(kind)) {
    const { stopsOn, reason } = turnedMark(named, kind);
    return (cell) => (yesOrNo(cell) === stopsOn ? reason : verdictIn(cell));
  }
  switch (kind) {
    case 'status':
      return (cell) => {
        const verdict = statusVerdict(named, side, cell);
        const isSaid = verdict === undefined || named.unknown.length === 0 || isNamedIn(cell, verdict);
        return isSaid ? verdict : undefined;
      };
    case 'state':
      return side === undefined ? verdictIn : undefined;
    case 'type':
    case 'method':
    // `Shipping: done`.
    case 'cost':
      return verdictIn;
    case 'note':
    case 'unknown':
      return verdictOfNote;
    case 'aside':
      // A list: `vip, do not ship`.
      return hasTags(named)
        ? (tags) => tags.split(',').flatMap((tag) => verdictOfNote(tag.trim()) ?? [])[0]
        : undefined;
    case 'payment':
      return paymentVerdict;
    case 'mark':
      return sayingOfMark(named);
    case 'tracking':
      return (cell) => (isTrackingNumber(cell) && !isNothing(cell) ? 'fulfilled' : verdictIn(cell));
    case 'shipDate':
      return unlessNothing('fulfilled');
    case 'less':
      return unlessNothing(reasonNamed(named));
    case 'refundedMoney':
      return unlessNothing('partly-refunded');
    case 'requested':
      // `Special requests: leave it with a neighbour`.
      if (named.has('cancelled', 'refunded')) return unlessNothing('on-hold');
      return (cell) => (yesOrNo(cell) === 'yes' ? 'on-hold' : verdictIn(cell));
    case 'whoShips':
      return (cell) =>
        yesOrNo(cell) === undefined && whoShips(cell) === 'marketplace' ? 'fulfilled' : verdictIn(cell);
    default:
      return undefined;
  }
}

function sayingOfMark(named: ColumnName): Says {
  const reason = reasonOfMark(named);
  // `Fraud score: 12`, `Address complete: yes`.
  if (reason !== 'cancelled' && named.has('aside', 'address')) return verdictIn;
  // `Fraud check: passed`, `Delivered by: DPD`, `Free returns: yes`, `Review sent: yes`; but `Acme shipped: yes`.
  if (reason !== 'cancelled' && named.unknown.length > 0) {
    const saysShipped = reason === 'fulfilled' && speaksOfShipping(named);
    return (cell) => (saysShipped && yesOrNo(cell) === 'yes' ? reason : verdictIn(cell));
  }
  switch (reason) {
    case 'paid':
      // A number is the money.
      return (cell) => (/\p{L}/u.test(cell) ? paymentVerdict(cell) : undefined);
    case 'pickup':
      // The name of a place may be a carrier's.
      return (cell) => (yesOrNo(cell) === 'yes' ? reason : verdictIn(cell));
    case 'on-hold':
      return (cell) => (isNothing(cell) || isLifted(cell) ? undefined : reason);
    default:
      return (cell) =>
        ['send', 'unpaid'].includes(verdictIn(cell) ?? '') || isNothing(cell) ? undefined : reason;
  }
}

/** Until when, or how, an order may be returned: not that it was. */
const offer = /\b(?:cancel|return|refund)s? (?:by|until|window|policy|deadline|accepted|allowed)\b/;

/** Tells why an order or a line with this cell is not to be shipped, if so; undefined for a column that never says it. */
export function stopsIn(name: string): ((cell: string) => Reason | undefined) | undefined {
  const named = columnName(name);
  const isAside = (named.has('seller') && kindOf(named) !== 'note') || offer.test(named.words.join(' '));
  const says = isAside ? undefined : sayingOf(named, kindOf(named), sideOf(named));
  return (
    says &&
    ((cell) => {
      const verdict = says(cell);
      return verdict === 'send' || verdict === 'not-goods' ? undefined : verdict;
    })
  );
}
