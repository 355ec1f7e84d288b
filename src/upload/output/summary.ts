import { timeText } from '../../render/blocks/cell.ts';
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

/**
 * Reads the members of a body one after the other, in schema order, without parsing it. Quotes in texts are escaped, so a
 * quoted name with a colon can only be a member.
 */
class Members {
  readonly #body: string;
  #at = 0;

  constructor(body: string) {
    this.#body = body;
  }

  /** Goes to the value of the next member with this name; false if there is none. */
  #find(name: string): boolean {
    const at = this.#body.indexOf(name, this.#at);
    if (at !== -1) this.#at = at + name.length;
    return at !== -1;
  }

  /** The text of the next member `"<name>":`; empty if there is none. */
  text(name: string): string {
    if (!this.#find(name)) return '';
    const start = this.#at;
    let end = this.#body.indexOf('"', start + 1);
    while (this.#isEscaped(end)) end = this.#body.indexOf('"', end + 1);
    this.#at = end + 1;
    const text = this.#body.slice(start + 1, end);
    return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
  }

  /** The next member with this name as a number; undefined if there is none. */
  number(name: string): number | undefined {
    if (!this.#find(name)) return undefined;
    const start = this.#at;
    const comma = this.#body.indexOf(',', start);
    const brace = this.#body.indexOf('}', start);
    this.#at = comma === -1 ? brace : Math.min(comma, brace);
    return Number(this.#body.slice(start, this.#at));
  }

  #isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.#body[quote - 1 - slashes] === '\\') slashes++;
    return slashes % 2 === 1;
  }
}

const add = (sums: Map<string, number>, name: string, more: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + more);

/** Adds up the orders that would be sent. */
export function summaryOf(spool: Spool): Summary {
  let [orders, lines, units] = [0, 0, 0];
  const value = new Map<string, number>();
  const warehouses = new Map<string, number>();
  let earliest: string | undefined;
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'sendable') continue;
    const members = new Members(spool.at(document).body.toString('utf8'));
    orders++;
    const dispatchBy = members.text('"DispatchBy":');
    if (earliest === undefined || isBefore(dispatchBy, earliest)) earliest = dispatchBy;
    const currency = members.text('"Currency":');
    add(warehouses, members.text('"warehouse_name":'), 1);
    let sum = 0;
    for (;;) {
      const quantity = members.number('"Qty":');
      if (quantity === undefined) break;
      lines++;
      units += quantity;
      sum += Math.round((members.number('"PricePerUnit":') ?? 0) * scale) * quantity;
    }
    add(value, currency, sum);
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
