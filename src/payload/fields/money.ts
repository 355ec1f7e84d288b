import { withoutTrailing } from '../../text/words.ts';
import type { Reason } from '../document/reasons.ts';
import { currencySigns } from '../document/row.ts';
import { type CellError, cellError } from './cells.ts';

export interface NumberFormat {
  readonly decimal?: 'point' | 'comma';
  /** Whether a currency may be beside the number: `£129.00`, `129.00 EUR`. */
  readonly currency?: boolean;
  /** Whether amounts are in pence or cents. */
  readonly minor?: boolean;
}

const currency = String.raw`[A-Za-z]{3}|US ?\$|\p{Sc}`;
const beside = new RegExp(`^(-?)(${currency})?\\s*(-?\\d(?:[\\d.,'’\\s]*\\d)?)\\s*(${currency})?$`, 'u');
/** Longer cells are not amounts. */
const maxLength = 60;

const grouped = {
  point: /^-?\d{1,3}(?:[,'’\s]\d{3})+(?:\.\d+)?$/,
  comma: /^-?\d{1,3}(?:[.'’\s]\d{3})+(?:,\d+)?$/,
} as const;
const plain = { point: /^-?\d+(?:\.\d+)?$/, comma: /^-?\d+(?:,\d+)?$/ } as const;

/** Splits a cell into number and currency; undefined if it is not a number. The amount has a decimal point. */
export function readMoney(cell: string, decimal: 'point' | 'comma') {
  const match = cell.length > maxLength ? null : beside.exec(cell);
  if (match === null) return undefined;
  const [, minus = '', before, digits = '', after] = match;
  const written = minus + digits;
  if (!plain[decimal].test(written) && !grouped[decimal].test(written)) return undefined;
  // What is plain has none of the marks that group digits.
  const amount = written.replace(decimal === 'point' ? /[,'’\s]/g : /[.'’\s]/g, '');
  const currencyOf = (sign = ''): string => currencySigns[sign] ?? sign.toUpperCase();
  const [first, last] = [currencyOf(before), currencyOf(after)];
  // A code says more than a sign, which several currencies have: `$129.00 CAD`.
  const isSign = before !== undefined && !/[A-Z]/i.test(before);
  const both = first === last || isSign ? last : `${first} ${last}`;
  const named = last === '' ? first : first === '' ? last : both;
  return {
    amount: amount.replace(',', '.'),
    /** The ISO 4217 code, or the file's own text if it is unknown. */
    currency: named === '' ? undefined : named,
  };
}

/** Without the zeros that say nothing: a quantity of `2.0000` is a whole number. */
const withoutZeros = (amount: string): string =>
  amount.includes('.') ? withoutTrailing(withoutTrailing(amount, '0'), '.') : amount;

/** Reads an export's numbers; returns them with a decimal point, and without the currency and zeros after the point. */
export function numberReader({
  decimal = 'point',
  currency: withCurrency = false,
  minor = false,
}: NumberFormat): (cell: string) => string | CellError {
  const example = decimal === 'point' ? '1,234.50' : '1.234,50';
  const expected = withCurrency
    ? `an amount, for example ${example} or £${example}`
    : `a number, for example ${example}`;
  return (cell) => {
    if (cell === '') return cell;
    const money = readMoney(cell, decimal);
    if (money === undefined || (!withCurrency && money.currency !== undefined))
      return cellError(expected, withCurrency ? 'must be an amount of money' : 'must be a number');
    const amount = withoutZeros(money.amount);
    if (!minor) return amount;
    if (/^-?\d{1,12}$/.test(amount)) return withoutZeros((Number(amount) / 100).toFixed(2));
    return cellError(
      'an amount in pence or cents, for example 12900',
      'must be a whole number of pence or cents',
    );
  };
}

/** The price per unit, if the cell is that of `quantity` units. An error if it would be rounded: prices never are. */
export function pricePerUnit(price: string, quantity: string): string | CellError {
  if (price === '') return price;
  if (!/^\d{1,12}(?:\.\d{1,2}0{0,9})?$/.test(price) || !/^[1-9]\d{0,8}$/.test(quantity)) {
    return cellError(
      'a price for the whole quantity, and the quantity',
      `cannot be calculated from ${price} for ${quantity === '' ? 'no quantity' : quantity}`,
      'found',
    );
  }
  const cents = Math.round(Number(price) * 100);
  const count = Number(quantity);
  if (cents % count === 0) return String(cents / count / 100);
  return cellError(
    `a price that divides by ${count} to the cent`,
    `is ${price} for ${count} in this file, which does not divide to the cent; give the price per unit with --map or --prices`,
    'found',
  );
}

/**
 * What is left of a quantity when the parts that must not be shipped are taken away, as their cells say, and the reason of
 * the part that took the last of it. The quantity itself if it is not a whole number (which is reported elsewhere). An error
 * if a part cannot be read, with the column that it is in.
 */
export function takeAway(
  quantity: string,
  parts: readonly { readonly count: string; readonly reason: Reason; readonly index: number | undefined }[],
) {
  if (!/^\d{1,9}$/.test(quantity)) return { left: quantity };
  let left = Number(quantity);
  let ranOut: Reason | undefined;
  for (const { count, reason, index } of parts) {
    // Accounts write a dash for none.
    if (count === '' || /^[-–—]$/.test(count)) continue;
    // `1,000` of 2 is 1; of 1000 it may be all of them.
    const mayBeThousands = /^[1-9]\d{0,2}[.,]000$/.test(count) && Number(quantity) >= 1000;
    if (!/^\d{1,9}(?:[.,]0+)?$/.test(count) || mayBeThousands)
      return {
        left: cellError(
          `a whole number of ${reason} units`,
          `is ${quantity}, but how many of them are ${reason} cannot be read from ${count}`,
          'found',
        ),
        unreadIn: index,
      };
    const before = left;
    left = Math.max(0, left - Number.parseInt(count, 10));
    if (before > 0 && left === 0) ranOut = reason;
  }
  return { left: String(left), ranOut };
}
