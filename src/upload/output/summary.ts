import type { OutboundOrder } from '../../contract/order.ts';
import { timeText } from '../../render/cell.ts';
import { isBefore } from '../../text/time/time.ts';
import { counted, listed } from '../../text/words.ts';
import type { Spool } from '../spool/spool.ts';

/** The totals of a dry run. */
export interface Summary {
  readonly orders: number;
  readonly lines: number;
  readonly units: number;
  /** By currency, with at least two decimals. */
  readonly value: Readonly<Record<string, string>>;
  /** Orders by warehouse. */
  readonly warehouses: Readonly<Record<string, number>>;
  readonly earliestDispatchBy: string | null;
}

/** Prices are added exactly, in units of this size. */
const scale = 10_000;

function money(parts: number): string {
  const text = (parts / scale).toFixed(4);
  return text.replace(/0{1,2}$/, '');
}

const add = (sums: Map<string, number>, name: string, more: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + more);

/** Adds up the orders that would be sent. */
export function summaryOf(spool: Spool): Summary {
  let [orders, lines, units] = [0, 0, 0];
  const value = new Map<string, number>();
  const warehouses = new Map<string, number>();
  let earliest: string | undefined;
  for (const { body } of spool.documents('sendable')) {
    const { DispatchBy, Currency, warehouse_name, OrderItems } = JSON.parse(body) as OutboundOrder;
    orders++;
    if (earliest === undefined || isBefore(DispatchBy, earliest)) earliest = DispatchBy;
    add(warehouses, warehouse_name, 1);
    let sum = 0;
    for (const { Qty, PricePerUnit } of OrderItems) {
      lines++;
      units += Qty;
      sum += Math.round(PricePerUnit * scale) * Qty;
    }
    add(value, Currency, sum);
  }
  return {
    orders,
    lines,
    units,
    value: Object.fromEntries([...value].map(([currency, sum]) => [currency, money(sum)])),
    warehouses: Object.fromEntries(warehouses),
    earliestDispatchBy: earliest ?? null,
  };
}

/** The summary for people. */
export function summaryText({ lines, units, value, warehouses, earliestDispatchBy }: Summary): string {
  const amounts = Object.entries(value).map(([currency, sum]) => `${sum} ${currency}`);
  const places = Object.entries(warehouses).map(([name, count]) => `${name} (${count})`);
  return [
    `${counted(lines, 'line')}, ${counted(units, 'unit')}, ${listed(amounts)}.`,
    `Warehouses: ${places.join(', ')}.`,
    ...(earliestDispatchBy === null ? [] : [`Earliest dispatch by: ${timeText(earliestDispatchBy)}.`]),
  ].join('\n');
}
