import { isCollected } from '../presets/collected.ts';
import type { Reason } from '../reasons.ts';
import { type ColumnContent, isSum } from './column-content.ts';
import { isStatusName, meaningsOf, nearScore, plainName } from './column-names.ts';
import { type ExpectedValue, paymentMeaning, statusMeaning, wordsToStop } from './status-words.ts';
import { expectedNo, expectedYes, isAmount, isYes, isYesOrNo, isZero } from './yes-or-no.ts';

/** What a status means: send the order, leave it out for a reason, or unknown. */
export type StatusMeaning = Reason | 'send' | undefined;

/** A value of a status column, and the number of rows with it. */
interface StatusValue {
  readonly value: string;
  readonly rows: number;
  readonly meaning: StatusMeaning;
}

/** A column that says whether to send an order or a line. */
export interface StatusColumn {
  readonly column: ColumnContent;
  /** A payment status, which also gives `PaymentStatus`. */
  readonly isPayment: boolean;
  /** What a yes or an amount in the column means; undefined if its words say it. */
  readonly yes: Reason | undefined;
  /** A value that the file does not have is no reason to leave out an order, as with `Shipping method`. */
  readonly isOpen: boolean;
  readonly values: readonly StatusValue[];
  /** Values that a later file may have, for what must not be shipped. */
  readonly expected: readonly ExpectedValue[];
  /** Some orders have no value. */
  readonly hasBlank: boolean;
  /** The lines of an order have different values. */
  readonly perLine: boolean;
}

/** A column that is filled once something has happened, such as `Cancelled at` or `Paid on`. */
export interface DateMark {
  readonly column: ColumnContent;
  readonly reason: Reason;
  /** Whether a blank cell, rather than a filled one, keeps an order from being sent. */
  readonly whenEmpty: boolean;
  readonly perLine: boolean;
}

/** The rows of each order in the sample. */
export type Orders = readonly (readonly (readonly string[])[])[];

const statusName = / (?:status|substatus|state|zustand|statut|estado|stato|etat) /;
const paymentName =
  / (?:payment|checkout|financial|paid|zahlung|zahlungs|bezahlt|paiement|paye|pago|pagado|pagamento|pagato|betaling|betalings|betaal|betaald) /;
const fulfilmentName =
  / (?:fulfilment|fulfillment|shipping|shipment|shipped|dispatch|dispatched|despatched|delivery|versand|lieferung|liefer|expedition|envio|spedizione|verzending|verzend) /;
const cancelledName =
  / (?:cancelled|canceled|cancellation|voided|storniert|annule|cancelado|annullato|geannuleerd) /;
const heldName = / (?:on hold|parked|locked) /;
/** A buyer's request, which the shop may still decline. */
const cancelRequestName =
  / (?:(?:cancel|cancelled|canceled|cancellation|cancelation) (?:request|requested|requests)|(?:request|requested) (?:cancel|cancellation|cancelation)|annuleringsverzoek|stornoanfrage|stornierungsanfrage|demande d annulation|solicitud de cancelacion|richiesta di annullamento) /;
const doneName =
  / (?:shipped|dispatched|despatched|fulfilled|sent|delivered|completed|versendet|versandt|geliefert|zugestellt|expedie|livre|enviado|entregado|spedito|consegnato|verzonden|geleverd|bezorgd) /;
const methodName =
  / (?:(?:shipping|delivery|postage|fulfilment|fulfillment) (?:method|service|option|type)|versandart|lieferart|mode de livraison|metodo de envio|metodo di spedizione|verzendmethode) /;
const paidName =
  / (?:paid|payment date|zahlungsdatum|bezahldatum|betaaldatum|bezahlt|paye|pagado|pagato|betaald) /;
const refundedName =
  / (?:refunded|refund|refunds|returned|erstattet|erstattung|ruckerstattung|rembourse|remboursement|reembolsado|reembolso|rimborsato|rimborso|terugbetaald|terugbetaling) /;
const refusalName =
  / (?:cancel|cancelled|canceled|cancellation|cancelation) (?:reason|by) | reason for (?:cancel|cancellation|cancelation) | (?:stornogrund|motif d annulation|motivo de cancelacion) /;
/** The buyer's collection; the date of a pick-up may be the carrier's. */
const pickupName =
  / (?:(?:local|store|in store) (?:pickup|pick up|collection)|click (?:and )?collect|collect in store|selbstabholung|retrait en magasin|recogida en tienda|ritiro in negozio|afhalen) /;
const goodsName = / (?:requires shipping|needs shipping|shipping required|shippable) /;
const digitalName = / (?:virtual|downloadable|digital|gift card) /;
/** A gift card with which an order was paid is no line of it. */
const moneyName = / (?:amount|total|value|balance|code|used|redeemed|applied|discount|payment) /;
const lineName = / (?:line|lineitem|item|product|artikel|position|qty|quantity|menge) /;
/** What is only about a status, not a status itself. */
const detailName = / (?:by|via|with|to|from|note|notes|comment|message|reason|id|link|url) /;
const dateName = / (?:at|on|date|time|datum|zahlungsdatum|bezahldatum|betaaldatum|am|le|fecha|data|op) /;
const maxValues = 15;

const filledIn = (cells: readonly string[], index: number): string => (cells[index] ?? '').trim();

/** Whether the lines of an order differ in a column; a value only in the first row is the order's. */
function differsWithin(orders: Orders, { index }: ColumnContent): boolean {
  return orders.some((rows) => {
    const [first = '', ...rest] = rows.map((row) => filledIn(row, index));
    return rest.some((cell) => cell !== first) && (first === '' || rest.some((cell) => cell !== ''));
  });
}

/** The meaning of a yes in a column, from its name; undefined if it is not a yes-no column. */
function reasonOfFlag(name: string): Reason | undefined {
  if (cancelRequestName.test(name)) return 'on-hold';
  if (cancelledName.test(name)) return 'cancelled';
  if (heldName.test(name)) return 'on-hold';
  if (pickupName.test(name) && !dateName.test(name)) return 'pickup';
  if (refundedName.test(name)) return 'refunded';
  if (digitalName.test(name) && !moneyName.test(name)) return 'not-goods';
  return doneName.test(name) && !paymentName.test(name) ? 'fulfilled' : undefined;
}

function meaningOf(value: string, name: string, flag: Reason | undefined, counts: boolean): StatusMeaning {
  const text = value.toLowerCase();
  if (flag !== undefined && counts && isAmount(value)) return isZero(value) ? 'send' : flag;
  if (flag !== undefined && isYesOrNo(value)) return isYes(value) ? flag : 'send';
  if (paymentName.test(name)) return paymentMeaning(value);
  const meaning = statusMeaning(value);
  if (!fulfilmentName.test(name)) return meaning;
  // An order awaiting shipment is sent; one awaiting payment is not.
  if (meaning === 'unpaid') return 'send';
  // The shop receives an order, the buyer a delivery.
  return text === 'received' ? 'fulfilled' : meaning;
}

/** The ways of delivery, if the buyers of some orders collect them. A new way is no reason to leave out an order. */
function methodColumn(column: ColumnContent, counts: ReadonlyMap<string, number>): StatusColumn | undefined {
  const values = [...counts].map(([value, rows]) => {
    const meaning: StatusMeaning =
      isCollected(value) || statusMeaning(value) === 'pickup' ? 'pickup' : 'send';
    return { value, rows, meaning };
  });
  if (values.every(({ meaning }) => meaning === 'send')) return undefined;
  return {
    column,
    isPayment: false,
    yes: 'pickup',
    isOpen: true,
    values,
    expected: [],
    hasBlank: false,
    perLine: false,
  };
}

const isTakenBack = (flag: Reason | undefined): boolean => flag === 'refunded' || flag === 'cancelled';

/** Whether each line needs shipping. */
function goodsColumn(column: ColumnContent, counts: ReadonlyMap<string, number>): StatusColumn | undefined {
  const seen = [...counts.keys()];
  if (column.cells.length < column.rows || !seen.every(isYesOrNo)) return undefined;
  const values = [...counts].map(([value, rows]): StatusValue => {
    return { value, rows, meaning: isYes(value) ? 'send' : 'not-goods' };
  });
  const expected = expectedNo(seen, 'not-goods');
  return {
    column,
    isPayment: false,
    yes: 'not-goods',
    isOpen: false,
    values,
    expected,
    hasBlank: false,
    perLine: true,
  };
}

/** Whether a column that is blank in all rows would say, if it were filled, not to send the order. */
function saysStatus(name: string, flag: Reason | undefined): boolean {
  const isDate = dateName.test(name) && !heldName.test(name);
  return (isStatusName(name) || flag !== undefined) && !isDate && !detailName.test(name);
}

/** Whether a column with these values, which mean something by its name, says whether to send an order. */
function readsAsStatus(
  column: ColumnContent,
  values: readonly StatusValue[],
  flag: Reason | undefined,
): boolean {
  const name = ` ${plainName(column.name)} `;
  const isStatus = statusName.test(name);
  // A column called "state" is a status only if its words are; otherwise it is part of an address.
  const known = values.filter(({ meaning }) => meaning !== undefined).length;
  const isCode = known === 0 && detailName.test(name) && values.every(({ value }) => isAmount(value));
  if (isStatus && !/ state /.test(name)) return !isCode;
  const isKnown = known >= values.length / 2;
  // No region is called "Shipped", whatever the other words are; but one may be called "NO".
  const isStopped = values.some(
    ({ value, meaning }) => meaning !== undefined && meaning !== 'send' && !isYesOrNo(value),
  );
  if (isStatus || paymentName.test(name) || flag !== undefined) return isKnown || (isStatus && isStopped);
  // A status may be called anything: PrestaShop's is `osname`.
  const isField = meaningsOf(column.name).some(({ score }) => score > nearScore);
  return isKnown && isStopped && !isField && !detailName.test(name);
}

/** The column as a status column; undefined if it is not one. */
function statusColumn(column: ColumnContent, orders: Orders): StatusColumn | undefined {
  const name = ` ${plainName(column.name)} `;
  const counts = new Map<string, number>();
  for (const cell of column.cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  if (methodName.test(name)) return methodColumn(column, counts);
  if (goodsName.test(name)) return goodsColumn(column, counts);
  const flag = reasonOfFlag(name);
  const seen = [...counts.keys()];
  const isAnswered = seen.every(isYesOrNo) && (seen.length > 0 || flag !== undefined);
  // An amount beside none; a shop may write a blank for nothing only where something is taken back.
  const hasNothing = seen.some(isZero) || (isTakenBack(flag) && column.cells.length < column.rows);
  const isCounted = flag !== undefined && seen.length > 0 && hasNothing && seen.every(isAmount);
  const isMoney = flag === undefined && seen.some(isSum) && seen.every((cell) => isSum(cell) || isZero(cell));
  if (column.rows === 0 || column.dates !== undefined || isMoney) return undefined;
  if (counts.size > maxValues && !isCounted) return undefined;
  const values = [...counts].map(([value, rows]) => ({
    value,
    rows,
    meaning: meaningOf(value, name, flag, isCounted),
  }));
  if (seen.length === 0 ? !saysStatus(name, flag) : !readsAsStatus(column, values, flag)) return undefined;
  return {
    column,
    isPayment: paymentName.test(name),
    yes: flag,
    isOpen: false,
    values,
    expected: isAnswered ? expectedYes(seen, flag) : isCounted ? [] : wordsToStop(seen),
    hasBlank: orders.some((rows) => rows.every((row) => filledIn(row, column.index) === '')),
    // In a column of lines that has a cell in every row, the orders of today may just not differ.
    perLine:
      (column.cells.length === column.rows && (lineName.test(name) || flag === 'not-goods')) ||
      differsWithin(orders, column),
  };
}

/** The columns that say whether to send an order. */
export const statusColumnsIn = (columns: readonly ColumnContent[], orders: Orders): StatusColumn[] =>
  columns.flatMap((column) => statusColumn(column, orders) ?? []);

/** The columns whose being filled or empty means that an order must not be sent. */
export function dateMarksIn(columns: readonly ColumnContent[], orders: Orders): DateMark[] {
  return columns.flatMap((column): DateMark[] => {
    const name = ` ${plainName(column.name)} `;
    const isRefusal = refusalName.test(name) && column.cells.length < column.rows;
    if (isRefusal)
      return [{ column, reason: 'cancelled', whenEmpty: false, perLine: differsWithin(orders, column) }];
    if (!dateName.test(name) || (column.cells.length > 0 && column.dates === undefined)) return [];
    const perLine = differsWithin(orders, column);
    const reason = reasonOfFlag(name);
    if (reason !== undefined) return [{ column, reason, whenEmpty: false, perLine }];
    if (paidName.test(name) && column.cells.length > 0)
      return [{ column, reason: 'unpaid', whenEmpty: true, perLine: false }];
    return [];
  });
}
