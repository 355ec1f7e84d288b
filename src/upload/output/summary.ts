import { parseInstant } from '../../text/time.ts';
import type { Spool } from '../spool/spool.ts';

/** What the orders of a dry run come to. */
export interface Summary {
  readonly orders: number;
  readonly lines: number;
  readonly units: number;
  /** By currency, with two decimals at least. */
  readonly value: Readonly<Record<string, string>>;
  /** Orders by warehouse. */
  readonly warehouses: Readonly<Record<string, number>>;
  readonly earliestDispatchBy: string | null;
}

/** Prices are added up in parts of this size, exactly. */
const scale = 10_000;

function money(parts: number): string {
  const text = (parts / scale).toFixed(4);
  return text.replace(/0{1,2}$/, '');
}

/**
 * Reads members of a body without parsing it: a quote within a text is escaped, so a member's name in quotes with its
 * colon can only be the member.
 */
function* valuesOf(body: string, name: string): Generator<string> {
  const wanted = `"${name}":`;
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + wanted.length)) {
    const start = at + wanted.length;
    let end = start;
    if (body[start] === '"') {
      do end = body.indexOf('"', end + 1);
      while (isEscaped(body, end));
      end++;
    } else while (end < body.length && body[end] !== ',' && body[end] !== '}') end++;
    yield body.slice(start, end);
  }
}

function isEscaped(body: string, quote: number): boolean {
  let slashes = 0;
  while (body[quote - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function firstText(body: string, name: string): string {
  for (const value of valuesOf(body, name)) return JSON.parse(value) as string;
  return '';
}

/** Adds up the orders that would be sent. */
export function summaryOf(spool: Spool): Summary {
  let [orders, lines, units] = [0, 0, 0];
  const value = new Map<string, number>();
  const warehouses = new Map<string, number>();
  let earliest: { readonly text: string; readonly instant: number } | undefined;
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'sendable') continue;
    const body = spool.at(document).body.toString('utf8');
    orders++;
    const currency = firstText(body, 'Currency');
    const quantities = valuesOf(body, 'Qty');
    let sum = 0;
    for (const price of valuesOf(body, 'PricePerUnit')) {
      const quantity = Number(quantities.next().value);
      lines++;
      units += quantity;
      sum += Math.round(Number(price) * scale) * quantity;
    }
    value.set(currency, (value.get(currency) ?? 0) + sum);
    const warehouse = firstText(body, 'warehouse_name');
    warehouses.set(warehouse, (warehouses.get(warehouse) ?? 0) + 1);
    const text = firstText(body, 'DispatchBy');
    const instant = parseInstant(text);
    if (earliest === undefined || instant < earliest.instant) earliest = { text, instant };
  }
  return {
    orders,
    lines,
    units,
    value: Object.fromEntries([...value].map(([currency, sum]) => [currency, money(sum)])),
    warehouses: Object.fromEntries(warehouses),
    earliestDispatchBy: earliest?.text ?? null,
  };
}

/** The summary for people. */
export function summaryText({ lines, units, value, warehouses, earliestDispatchBy }: Summary): string {
  const amounts = Object.entries(value).map(([currency, sum]) => `${sum} ${currency}`);
  const places = Object.entries(warehouses).map(([name, count]) => `${name} (${count})`);
  return [
    `${lines} ${lines === 1 ? 'line' : 'lines'}, ${units} ${units === 1 ? 'unit' : 'units'}, ${amounts.join(' and ')}.`,
    `Warehouses: ${places.join(', ')}.`,
    ...(earliestDispatchBy === null ? [] : [`Earliest dispatch by: ${earliestDispatchBy}.`]),
  ].join('\n');
}
