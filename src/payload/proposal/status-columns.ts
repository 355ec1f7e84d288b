import type { Reason } from '../document/reasons.ts';
import { type ColumnContent, isSum } from './column-content.ts';
import { isStatusName, knownMeaningsOf, plainName } from './column-names.ts';
import { areConditions } from './condition-words.ts';
import type { DateMark, Orders, StatusColumn, StatusMeaning, StatusValue } from './status-column.ts';
import {
  dateName,
  detailName,
  fulfilmentName,
  lineName,
  paidName,
  paymentName,
  reasonOfFlag,
  refusalName,
  saysHeld,
  statusName,
} from './status-names.ts';
import { isRefundedWhenClosed, paymentMeaning, statusMeaning, wordsToStop } from './status-words.ts';
import { differsWithin, lacksValue, tellingColumn } from './telling-columns.ts';
import { expectedYes, isAmount, isYes, isYesOrNo, isZero } from './yes-or-no.ts';

const maxValues = 15;

function meaningOf(value: string, name: string, flag: Reason | undefined, counts: boolean): StatusMeaning {
  const text = value.toLowerCase();
  if (flag !== undefined && counts && isAmount(value)) return isZero(value) ? 'send' : flag;
  if (flag !== undefined && isYesOrNo(value)) return isYes(value) ? flag : 'send';
  if (paymentName.test(name)) return paymentMeaning(value);
  const meaning = statusMeaning(value);
  if (!fulfilmentName.test(name)) return meaning;
  // An order awaiting shipment is sent; one awaiting payment is not.
  if (meaning === 'unpaid') return 'send';
  // The buyer receives a delivery.
  return text === 'received' ? 'fulfilled' : meaning;
}

const isTakenBack = (flag: Reason | undefined): boolean => flag === 'refunded' || flag === 'cancelled';

/** Whether a column that is blank in all rows would say, if it were filled, not to send the order. */
function saysStatus(name: string, flag: Reason | undefined): boolean {
  const isDate = dateName.test(name) && !saysHeld(name);
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
  const isField = knownMeaningsOf(column.name).length > 0;
  return isKnown && isStopped && !isField && !detailName.test(name);
}

/** The column as a status column; undefined if it is not one. */
function statusColumn(column: ColumnContent, orders: Orders): StatusColumn | undefined {
  const name = ` ${plainName(column.name)} `;
  const counts = new Map<string, number>();
  for (const cell of column.cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const telling = tellingColumn(column, counts, orders);
  if (telling !== undefined) return telling ?? undefined;
  const flag = reasonOfFlag(name);
  const seen = [...counts.keys()];
  const isAnswered = seen.every(isYesOrNo) && (seen.length > 0 || flag !== undefined);
  // An amount beside none; a shop may write a blank for nothing only where something is taken back.
  const hasNothing = seen.some(isZero) || (isTakenBack(flag) && column.cells.length < column.rows);
  const isCounted = flag !== undefined && seen.length > 0 && hasNothing && seen.every(isAmount);
  const isMoney = flag === undefined && seen.some(isSum) && seen.every((cell) => isSum(cell) || isZero(cell));
  if (column.rows === 0 || column.dates !== undefined || isMoney) return undefined;
  if ((counts.size > maxValues && !isCounted) || areConditions(seen)) return undefined;
  const values = [...counts].map(([value, rows]): StatusValue => {
    const meaning = isRefundedWhenClosed(value, seen) ? 'refunded' : meaningOf(value, name, flag, isCounted);
    return { value, rows, meaning };
  });
  if (seen.length === 0 ? !saysStatus(name, flag) : !readsAsStatus(column, values, flag)) return undefined;
  const isPayment = paymentName.test(name);
  const isBlank = lacksValue(orders, column);
  // In a column of lines that has a cell in every row, the orders of today may just not differ.
  const perLine =
    (column.cells.length === column.rows && (lineName.test(name) || flag === 'not-goods')) ||
    differsWithin(orders, column);
  // Beside an order that is marked as paid, one that is not marked is not.
  const isOwed = isPayment && isBlank && !perLine && values.some(({ meaning }) => meaning === 'send');
  return {
    column,
    isPayment,
    yes: flag,
    isOpen: false,
    values: isOwed
      ? [...values, { value: '', rows: column.rows - column.cells.length, meaning: 'unpaid' }]
      : values,
    expected: isAnswered ? expectedYes(seen, flag) : isCounted ? [] : wordsToStop(seen),
    hasBlank: isBlank && !isOwed,
    perLine,
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
