import { usageError } from '../../errors.ts';
import { once } from '../../text/records.ts';
import type { ReadingOptions } from '../document/types.ts';
import { dateStyleOf, instantReader } from '../fields/date-styles.ts';
import { readMoney } from '../fields/money.ts';
import { isUsersOwn } from '../mapping/accounted-columns.ts';
import { cellAt, type Header } from '../mapping/header.ts';
import { valueHasStem } from '../words/states.ts';
import { meaningsOf } from './aliases/names.ts';

export type Row = readonly string[];

export type Column = Readonly<ReturnType<typeof profile>>;

type Reading = Pick<ReadingOptions, 'now' | 'dates' | 'decimal'>;

const currencyWords: Readonly<Record<string, string>> = {
  ...{ gbp: 'GBP', eur: 'EUR', usd: 'USD', '£': 'GBP', '€': 'EUR', $: 'USD', euro: 'EUR' },
};

/** A name without a currency that stands in it as a word of its own, and that currency. */
function withoutCurrency(name: string): { readonly rest: string; readonly currency?: string } {
  const words = name.split(/[\s_()[\]/-]/).filter((word) => word !== '');
  const at = words.findIndex((word) => Object.hasOwn(currencyWords, word.toLowerCase()));
  if (at === -1 || words.length === 1) return { rest: name };
  const currency = currencyWords[(words[at] as string).toLowerCase()] as string;
  return { rest: words.toSpliced(at, 1).join(' '), currency };
}

type Decimal = 'point' | 'comma';

/** The decimal mark that amounts show; undefined if they do not. */
function decimalOf(values: readonly string[]): Decimal | undefined {
  const [point, comma] = [
    /\.\d{1,2}(?!\d)|(?<!\d)0\.\d|\d{4}\.\d/,
    /,\d{1,2}(?!\d)|(?<!\d)0,\d|\d{4},\d/,
  ].map((decimals) => values.some((value) => decimals.test(value)));
  if (point === comma) return undefined;
  return comma === true ? 'comma' : 'point';
}

/** Whether a number may be one of thousands, or have three decimals: `1.299`, `1,000`. */
const mayBeThousands = (value: string): boolean => /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/.test(value);

export type AmountStyle = ReturnType<typeof amountStyle>;

/** How amounts may be read. `given`: an option says that decimals have a comma. */
export function amountStyle(all: readonly string[], given: Decimal) {
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

function profile(name: string, index: number, rows: readonly Row[], { now, dates, decimal }: Reading) {
  const all = rows.map((row) => cellAt(row, index));
  const cells = all.filter((cell) => cell !== '');
  const values = new Map<string, number>();
  for (const cell of cells) values.set(cell, (values.get(cell) ?? 0) + 1);
  const { rest, currency } = withoutCurrency(name);
  const meanings = meaningsOf(name);
  return {
    index,
    name,
    /** What its whole name is known to mean; of a name with a currency, what is left without it. */
    meanings: meanings.length === 0 && currency !== undefined ? meaningsOf(rest) : meanings,
    /** The currency in its name: `Price (EUR)`. */
    currency,
    /** The cells that are not blank, trimmed. */
    cells,
    /** The different values that are not blank, and how many rows have each, in the order of the rows. */
    values: values as ReadonlyMap<string, number>,
    blanks: all.length - cells.length,
    /** How its values are written as dates; undefined if some are none. */
    dates: once(() => dateStyleOf([...values.keys()], instantReader(), now, dates)),
    amounts: once(() => amountStyle([...values.keys()], decimal)),
    /** Whether one of its values says what has become of an order. */
    saysState: once(() => [...values.keys()].some(valueHasStem)),
  };
}

/** The columns of a file that are not the user's own (`_name`). Columns without a name must be blank. */
export const profilesOf = ({ names }: Header, rows: readonly Row[], reading: Reading): Column[] =>
  names.flatMap((name, index) =>
    name === '' || isUsersOwn(name) ? [] : [profile(name, index, rows, reading)],
  );

/** Throws a usage error for values in a column that a map cannot name: one without a name, or one of several of one name. */
export function refuseUnnamed({ names }: Header, rows: readonly Row[]): void {
  const isRepeated = (name: string): boolean =>
    names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1;
  for (const [index, name] of names.entries()) {
    if (isUsersOwn(name) || (name !== '' && !isRepeated(name))) continue;
    const found = rows.map((row) => cellAt(row, index)).find((cell) => cell !== '');
    if (found === undefined) continue;
    throw name === ''
      ? usageError(
          `column ${index + 1} has no name in the header, but values such as ${found}`,
          'give the column a name, or empty its cells',
        )
      : usageError(
          `the file has several columns ${name}, which a map cannot tell apart`,
          'give each column a name of its own, or remove one',
        );
  }
}

/** A cell of a row, trimmed. */
export const cellOf = (row: Row, { index }: Column): string => cellAt(row, index);

/** Whether a column has values, and all of them are such. */
export const areAll = ({ values }: Column, such: (value: string) => boolean): boolean =>
  values.size > 0 && [...values.keys()].every(such);

/** Rows by what they have in some columns; each row alone without any. */
export function rowsBy(rows: readonly Row[], columns: readonly Column[]): (readonly Row[])[] {
  if (columns.length === 0) return rows.map((row) => [row]);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(columns.map((column) => cellOf(row, column)));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/** Whether the rows of some order differ in a column; blank cells after the first row do not count. */
export const differsWithin = (column: Column, orders: readonly (readonly Row[])[]): boolean =>
  orders.some(
    (rows) => new Set(rows.map((row) => cellOf(row, column)).filter((cell) => cell !== '')).size > 1,
  );

/** Whether an order has no value at all in a column. */
export const isBlankSomewhere = (column: Column, orders: readonly (readonly Row[])[]): boolean =>
  column.blanks > 0 && orders.some((rows) => rows.every((row) => cellOf(row, column) === ''));
