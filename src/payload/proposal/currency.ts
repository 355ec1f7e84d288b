import { currencies } from '../../contract/order.ts';
import { countryCodeOf } from '../document/country-codes.ts';
import { currencySigns } from '../document/row.ts';
import { readMoney } from '../fields/money.ts';
import { type Column, cellOf, filledAs, isPlain, valuesOf } from './columns.ts';
import { type Draft, decimalOf } from './draft.ts';
import { type Answer, anyOf, examples, leavingOut } from './questions.ts';

const known: readonly string[] = currencies;

const currencyOfCountry: Readonly<Record<string, readonly string[]>> = {
  GBP: ['GB', 'IM', 'JE', 'GG'],
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK'.split(' '),
  USD: ['US', 'PR'],
};

/** The currencies to choose from, those of the countries that the parcels go to first. */
function likelyFirst({ columns }: Draft): readonly string[] {
  const named = filledAs(columns, 'country').filter(({ side }) => side !== 'seller');
  const countries = new Set(named.flatMap(({ cells }) => cells.map(countryCodeOf)));
  const isLikely = (code: string): boolean =>
    currencyOfCountry[code]?.some((each) => countries.has(each)) === true;
  return known.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
}

/** A dollar sign after other letters is that of another country: `A$`. */
const inHeader: readonly (readonly [RegExp, string])[] = [
  [/£|(?<!\p{L})GBP(?!\p{L})/iu, 'GBP'],
  [/€|(?<!\p{L})EUR(?!\p{L})/iu, 'EUR'],
  [/(?<!\p{L})(?:US ?)?\$|(?<!\p{L})USD(?!\p{L})/iu, 'USD'],
];

/** The currencies that a name has. */
const signsIn = ({ name }: Column): string[] =>
  inHeader.filter(([sign]) => sign.test(name)).map(([, code]) => code);

/** The one currency that a name has. */
export const currencyInHeader = (column: Column): string | undefined => {
  const [sign, other] = signsIn(column);
  return other === undefined ? sign : undefined;
};

/** The signs of other currencies, beside an amount or in a name. */
const otherSigns: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:zł|zl|PLN)(?!\p{L})/iu, 'PLN'],
  [/(?<!\p{L})(?:Kč|CZK)(?!\p{L})/iu, 'CZK'],
  [/(?<!\p{L})(?:CHF|SFr)(?!\p{L})/iu, 'CHF'],
  [/(?<!\p{L})SEK(?!\p{L})/iu, 'SEK'],
  [/(?<!\p{L})DKK(?!\p{L})/iu, 'DKK'],
  [/(?<!\p{L})NOK(?!\p{L})/iu, 'NOK'],
  [/(?<!\p{L})kr(?!\p{L})/iu, 'kr'],
];

const otherNamed = (text: string): string | undefined => otherSigns.find(([sign]) => sign.test(text))?.[1];

/** The other currency that a cell has, by a sign, a code (`$129.00 CAD`) or the dollars of another country (`A$129.00`). */
function otherIn(cell: string): string | undefined {
  const [code = ''] = /(?<!\p{L})[A-Z]{3}(?!\p{L})/iu.exec(cell) ?? [];
  const isCode = Intl.supportedValuesOf('currency').includes(code.toUpperCase());
  if (isCode && !known.includes(code.toUpperCase())) return code.toUpperCase();
  return otherNamed(cell) ?? /(?<!\p{L})(?!US)\p{L}{1,2}\$/u.exec(cell)?.[0];
}

/** What currencies a column says: undefined for each that the service takes, or that nobody knows. */
function currenciesOf(column: Column): (string | undefined)[] {
  const own = signsIn(column).length > 0 ? undefined : otherNamed(column.name);
  return own === undefined ? [...new Set(valuesOf(column).map(otherIn))] : [own];
}

/**
 * Sets prices aside that are in a currency that the service does not take: one of several by its name (`Price PLN` beside
 * `Price EUR`), or all of them. Returns whether it is all.
 */
export function setForeignAside(draft: Draft): boolean {
  const amounts = draft.filledOf('price', 'total', 'orderTotal');
  const named = draft.filledOf('currency').filter(isOfPrices);
  const saysOne = (column: Column): boolean =>
    !column.named.has('otherPrice', 'cost') &&
    (signsIn(column).length > 0 ||
      /\p{L}|\p{Sc}/u.test(column.cells[0] ?? '') ||
      otherNamed(column.name) !== undefined);
  const from = named.length > 0 ? named : amounts.filter(saysOne);
  const codes = new Set(from.flatMap(currenciesOf));
  const isAll = codes.size > 0 && !codes.has(undefined);
  const isForeign = ({ name }: Column): boolean => otherNamed(name) !== undefined;
  for (const column of isAll ? [...named, ...amounts] : amounts)
    if (isAll || (isForeign(column) && named.length === 0)) draft.aside.add(column);
  if (isAll)
    draft.foreign = `${[...codes].join(' and ')}, as in ${from.map((each) => examples(each)).join(', ')}`;
  return isAll;
}

const codeOf = (cell: string): string => currencySigns[cell] ?? cell.toUpperCase();

const currencyEntry = (column: Column): unknown => {
  const found = valuesOf(column);
  if (found.every((cell) => known.includes(cell))) return column.name;
  return { column: column.name, map: Object.fromEntries(found.map((cell) => [cell, codeOf(cell)])) };
};

/** Whether a column of currencies may be that of the prices by its name: not of a fee, a refund or a payout. */
const isOfPrices = (column: Column): boolean =>
  isPlain(column) &&
  !column.named.has('cost', 'refunded', 'delivery', 'dispatch', 'tax', 'discount', 'modified', 'payment');

/** Prices and totals that a field or a question uses. */
const pricesIn = (draft: Draft): Column[] =>
  filledAs(draft.columns, 'price', 'total').filter((each) => draft.used.has(each) || draft.asked.has(each));

/** Reads the currency whose sign stands beside an amount of a column. */
function signReader({ cells }: Column): (cell: string) => string | undefined {
  const decimal = decimalOf(cells) ?? 'point';
  return (cell) => readMoney(cell, decimal)?.currency;
}

/** Signs beside the prices, or in their names, that say another currency than the column does in their rows. */
function signsAgainst(draft: Draft, column: Column): { sign: string; cell: string }[] {
  const prices = pricesIn(draft).map((price) => ({ price, signIn: signReader(price) }));
  return draft.rows.flatMap((row) => {
    const cell = cellOf(row, column);
    return prices.flatMap(({ price, signIn }) => {
      const sign = signIn(cellOf(row, price)) ?? currencyInHeader(price);
      const isOther = sign !== undefined && [sign, codeOf(cell)].every((code) => known.includes(code));
      return isOther && sign !== codeOf(cell) ? [{ sign, cell }] : [];
    });
  });
}

/** Fills the currency from a column, unless the signs beside the prices say another. */
function putCurrency(draft: Draft, column: Column): void {
  const against = signsAgainst(draft, column);
  const [first] = against;
  const entry = currencyEntry(column);
  const values = [...new Set(against.map(({ cell }) => cell))];
  const isOne = against.every(({ sign }) => sign === first?.sign);
  if (first === undefined) draft.fill('Currency', column, entry);
  else
    draft.ask(
      [column],
      'Currency',
      `The prices have the sign of ${first.sign}, and ${column.name} says ${first.cell}. Which is right?`,
      [
        'leave these orders out, to check by hand',
        { Currency: entry, ...leavingOut(column, 'on-hold', values) },
      ],
      [column.name, { Currency: entry }],
      isOne && [`the sign: ${first.sign}`, { Currency: { const: first.sign } }],
    );
}

/** The currency: a column of its own, a sign beside the money or in its header, or a question. */
export function fillCurrency(draft: Draft): void {
  if (draft.foreign !== undefined) return;
  const named = draft.freeOf('currency');
  const [column] = draft.bestOf(named.filter(isOfPrices), ({ ofLine }) => (ofLine ? 0 : 1));
  if (column !== undefined) {
    const others = filledAs(draft.columns, 'currency').filter((other) => !draft.areSame(other, column));
    if (others.length === 0) putCurrency(draft, column);
    else draft.askWhich('Currency', 'Which column has the currency', [column, ...others], currencyEntry);
    return;
  }
  if (draft.isSet('Currency')) return;
  const priced = pricesIn(draft);
  const hasSign = (price: Column): boolean =>
    price.cells.map(signReader(price)).some((sign) => sign !== undefined);
  if ((priced.length > 0 && priced.every(hasSign)) || draft.asksFor('Currency')) return;
  const prices = draft.columns.filter(({ kind }) => kind === 'price' || kind === 'total');
  const signs = new Set(prices.flatMap(signsIn));
  const [sign, other] = [...signs];
  if (sign !== undefined && other === undefined) {
    draft.fields.set('Currency', { const: sign });
    return;
  }
  const doubtful = named.filter(({ cells }) => cells.length > 0);
  draft.ask(
    doubtful,
    'Currency',
    doubtful.length === 0
      ? 'No column names the currency of the prices. Which is it?'
      : `Are the prices in the currency of ${anyOf(doubtful)}, or in another?`,
    ...doubtful.map((each): Answer => [each.name, { Currency: currencyEntry(each) }]),
    ...likelyFirst(draft).map((code): Answer => [code, { Currency: { const: code } }]),
  );
}
