import { readMoney } from '../fields/money.ts';
import type { Column } from './profile.ts';

type Decimal = 'point' | 'comma';

/** The decimal mark that amounts show; undefined if they do not. */
function decimalOf(values: Iterable<string>): Decimal | undefined {
  const all = [...values];
  const [point, comma] = [
    /\.\d{1,2}(?!\d)|(?<!\d)0\.\d|\d{4}\.\d/,
    /,\d{1,2}(?!\d)|(?<!\d)0,\d|\d{4},\d/,
  ].map((decimals) => all.some((value) => decimals.test(value)));
  if (point === comma) return undefined;
  return comma === true ? 'comma' : 'point';
}

/** Whether a number may be one of thousands, or have three decimals: `1.299`, `1,000`. */
const mayBeThousands = (value: string): boolean => /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/.test(value);

export type AmountStyle = ReturnType<typeof amountStyle>;

/** How amounts may be read. `given`: an option says that decimals have a comma. */
export function amountStyle({ values }: Column, given: Decimal) {
  const all = [...values.keys()];
  const shown = decimalOf(all);
  const isOpen = shown === undefined && all.some(mayBeThousands) && given === 'point';
  const decimals: readonly Decimal[] =
    shown === undefined ? (isOpen ? ['point', 'comma'] : [given]) : [shown];
  const currencies = all.map((value) => readMoney(value, decimals[0] ?? given)?.currency);
  return {
    /** The decimal marks that are possible: one if the amounts, or an option, show it. */
    decimals,
    /** A currency stands beside every amount. */
    hasCurrency: currencies.every((currency) => currency !== undefined),
    hasSomeCurrency: currencies.some((currency) => currency !== undefined),
    /** All are whole numbers that may be pence or cents. */
    mayBeMinor: all.length > 0 && all.every((value) => /^\d{3,9}$/.test(value)),
  };
}

/** Reads an amount; not a number where a cell is none. */
export const amountIn = (cell: string, decimal: Decimal): number => Number(readMoney(cell, decimal)?.amount);
