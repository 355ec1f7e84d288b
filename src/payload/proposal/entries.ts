import { countryCodeFor, otherCountryCodes } from '../document/country-codes.ts';
import { readMoney } from '../mapping/money.ts';
import { type ColumnContent, decimalOf, hasCountryCodes } from './column-content.ts';
import { plainName } from './column-names.ts';
import type { AddressMeaning } from './field-names.ts';
import type { Confidence, Pick, Picks } from './pick-columns.ts';
import { paymentMeaning } from './status-words.ts';

/** An entry of a map, as written to its file. */
export type MapEntry = string | Readonly<Record<string, unknown>>;

/** The source of a field's value, and how certain it is. */
export interface FieldProposal {
  readonly entry: MapEntry;
  readonly confidence: Confidence;
  /** The first columns that it reads, by their names in the header. */
  readonly columns: readonly string[];
  /** The entry with day and month swapped, if that is possible. */
  readonly swapped?: MapEntry;
}

/** The proposals for the fields of an order, by field name. */
export type FieldProposals = Map<string, FieldProposal>;

const one = <T>(list: readonly T[]): T | readonly T[] => (list.length === 1 ? (list[0] as T) : list);

/** The entry for a column of dates. */
export function dateEntry({ name, dates }: ColumnContent): Omit<FieldProposal, 'confidence' | 'columns'> {
  const formats = dates?.formats ?? [];
  const swapped = dates?.swapped;
  return {
    entry: formats.length === 0 ? name : { column: name, date: one(formats) },
    ...(swapped === undefined ? {} : { swapped: { column: name, date: one(swapped) } }),
  };
}

/** The entry for a column of amounts; `decimal` is the default for numbers. */
export function moneyEntry(
  { name, cells }: ColumnContent,
  decimal: 'point' | 'comma',
  per?: string,
): MapEntry {
  const told = decimalOf(cells);
  const written = told ?? decimal;
  const hasCurrency = cells.some((cell) => readMoney(cell, written)?.currency !== undefined);
  // In `1,250` alone, the comma may be either separator, so it is left to be reported.
  const plain = told === undefined ? /^-?\d+(?:[.,]\d+)?$/ : /^-?\d+(?:\.\d+)?$/;
  const isDefault = written === 'point' && decimal === 'point' && cells.every((cell) => plain.test(cell));
  const number = {
    ...(isDefault ? {} : { decimal: written }),
    ...(hasCurrency ? { currency: true } : {}),
  };
  const needsNumber = Object.keys(number).length > 0;
  if (!needsNumber && per === undefined) return name;
  return { column: name, ...(needsNumber ? { number } : {}), ...(per === undefined ? {} : { per }) };
}

/** The entry for a column of payment statuses; unknown words are kept. */
export function paymentEntry({ name, cells }: ColumnContent): MapEntry {
  const paid = [...new Set(cells)].filter((cell) => paymentMeaning(cell) === 'send');
  if (paid.length === 0) return name;
  return { column: name, map: Object.fromEntries(paid.map((value) => [value, 'PAID'])), default: 'UNPAID' };
}

const weaker = (...confidences: readonly Confidence[]): Confidence =>
  confidences.includes('guess') ? 'guess' : confidences.includes('likely') ? 'likely' : 'sure';

function joined(picks: readonly (Pick | undefined)[], separator: string): FieldProposal | undefined {
  const found = picks.filter((pick) => pick !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  const columns = found.map(({ column }) => column.name);
  const confidence = weaker(...found.map((pick) => pick.confidence));
  if (found.length === 1) return { entry: first.column.name, confidence, columns };
  return { entry: { join: columns, with: separator }, confidence, columns };
}

const simple = ['Company', 'Town', 'Region', 'PostCode', 'PhoneNumber', 'EmailAddress'] as const;

/** The entry for a column of country codes of three letters, or of others that are in use; undefined for any other. */
function countryCodeEntry({ name, cells }: ColumnContent): MapEntry | undefined {
  const found = [...new Set(cells.map((cell) => cell.toUpperCase()))];
  const isOther = (code: string): boolean => Object.hasOwn(otherCountryCodes, code);
  const saysCode = / (?:code|iso) /.test(` ${plainName(name)} `);
  // Without that, `UK` and `USA` may be names, with other names in another file.
  const others = found.filter((code) => isOther(code) && (saysCode || (code.length === 3 && code !== 'USA')));
  if (others.length === 0 || !found.every((code) => isOther(code) || countryCodeFor(code) === undefined))
    return undefined;
  // Orders of other days go to other countries.
  const usual = Object.entries(otherCountryCodes);
  const codes = [...found.filter((code) => !isOther(code)), ...usual.map(([, code]) => code)];
  return { column: name, map: Object.fromEntries([...usual, ...codes.map((code) => [code, code])]) };
}

function proposeAddress(fields: FieldProposals, picks: Picks, side: 'delivery' | 'billing'): void {
  const section = side === 'delivery' ? 'DeliveryAddress' : 'BillingAddress';
  const put = (field: string, proposal: FieldProposal | undefined): void => {
    if (proposal !== undefined) fields.set(`${section}.${field}`, proposal);
  };
  const pick = (meaning: AddressMeaning): Pick | undefined => picks.get(`${side}.${meaning}`);
  const fullName = pick('FullName');
  const parts = [pick('FirstName'), pick('LastName')];
  put('FullName', joined(fullName === undefined ? parts : [fullName], ' '));
  put('Address1', joined([pick('Address1'), pick('HouseNumber')], ' '));
  put('Address2', joined([pick('Address2'), pick('Address3')], ', '));
  for (const field of simple) put(field, joined([pick(field)], ' '));
  const country = pick('Country');
  if (country === undefined) return;
  const translated = countryCodeEntry(country.column);
  if (translated !== undefined)
    put('CountryCode', {
      entry: translated,
      confidence: country.confidence,
      columns: [country.column.name],
    });
  else put(hasCountryCodes(country.column) ? 'CountryCode' : 'Country', joined([country], ' '));
}

const known = ['EUR', 'GBP', 'USD'];

/** The entry for a column of currencies, which may be in small letters. */
export function currencyEntry({ name, cells }: ColumnContent): MapEntry {
  const found = [...new Set(cells)];
  if (found.every((cell) => known.includes(cell))) return name;
  return { column: name, map: Object.fromEntries(found.map((cell) => [cell, cell.toUpperCase()])) };
}

/** A dollar sign after other letters is that of another country: `A$`. */
const inHeader: readonly (readonly [RegExp, string])[] = [
  [/£|(?<!\p{L})GBP(?!\p{L})/iu, 'GBP'],
  [/€|(?<!\p{L})EUR(?!\p{L})/iu, 'EUR'],
  [/(?<!\p{L})(?:US ?)?\$|(?<!\p{L})USD(?!\p{L})/iu, 'USD'],
];

/** The currency in the header of a price: `Price (GBP)`. */
function currencyOfHeader(price: Pick | undefined): FieldProposal | undefined {
  const name = price?.column.name ?? '';
  const found = inHeader.find(([sign]) => sign.test(name))?.[1];
  return found === undefined ? undefined : { entry: { const: found }, confidence: 'likely', columns: [] };
}

/** The number of rows in which price times quantity is the total, and in which the price itself is. */
function comparePrices(price: ColumnContent, total: ColumnContent, qty: ColumnContent, rows: Rows): Totals {
  const decimal = decimalOf(price.cells) ?? 'point';
  const amount = (cell = ''): number => Number(readMoney(cell.trim(), decimal)?.amount);
  let [each, whole] = [0, 0];
  for (const cells of rows) {
    const count = Number(cells[qty.index]);
    const [unit, sum] = [amount(cells[price.index]), amount(cells[total.index])];
    if (!(count > 1)) continue;
    if (Math.abs(unit * count - sum) < 0.02) each++;
    if (Math.abs(unit - sum) < 0.005) whole++;
  }
  return { each, whole };
}

/**
 * The entry for a column of quantities, which some shops write with decimals. `2.000` may be two or, with a decimal
 * comma, two thousand: unless the prices tell, it is left to be reported.
 */
function quantityEntry({ name, cells }: ColumnContent, prices: readonly string[]): MapEntry {
  if (!cells.some((cell) => cell.includes('.'))) return name;
  const isTold = !cells.some((cell) => /\.000$/.test(cell)) || decimalOf(prices) === 'point';
  return isTold ? { column: name, number: { decimal: 'point' } } : name;
}

type Rows = readonly (readonly string[])[];
interface Totals {
  readonly each: number;
  readonly whole: number;
}

function proposePrice(fields: FieldProposals, picks: Picks, rows: Rows, decimal: 'point' | 'comma'): void {
  const [price, total, qty] = [picks.get('PricePerUnit'), picks.get('LineTotal'), picks.get('Qty')];
  const put = ({ column }: Pick, confidence: Confidence, per?: string): void => {
    fields.set('PricePerUnit', {
      entry: moneyEntry(column, decimal, per),
      confidence,
      columns: [column.name],
    });
  };
  if (price !== undefined) {
    const compared =
      total !== undefined && qty !== undefined
        ? comparePrices(price.column, total.column, qty.column, rows)
        : { each: 0, whole: 0 };
    if (compared.whole > compared.each && qty !== undefined) put(price, 'likely', qty.column.name);
    else put(price, compared.each > 0 ? 'sure' : price.confidence);
  } else if (total !== undefined && qty !== undefined) put(total, 'likely', qty.column.name);
}

/** Proposes an entry for each field with a column. */
export function proposeFields(picks: Picks, rows: Rows, decimal: 'point' | 'comma'): FieldProposals {
  const fields: FieldProposals = new Map();
  for (const field of ['ReferenceNumber', 'warehouse_name', 'Channel_Ref', 'SKU', 'ItemTitle'] as const) {
    const proposal = joined([picks.get(field)], ' ');
    if (proposal !== undefined) fields.set(field, proposal);
  }
  const qty = picks.get('Qty');
  if (qty !== undefined) {
    const { column, confidence } = qty;
    const prices = (picks.get('PricePerUnit') ?? picks.get('LineTotal'))?.column.cells ?? [];
    fields.set('Qty', { entry: quantityEntry(column, prices), confidence, columns: [column.name] });
  }
  for (const field of ['ReceivedDate', 'DispatchBy'] as const) {
    const pick = picks.get(field);
    if (pick === undefined) continue;
    const { column } = pick;
    const confidence =
      column.dates?.swapped === undefined ? pick.confidence : weaker(pick.confidence, 'likely');
    fields.set(field, { ...dateEntry(column), confidence, columns: [column.name] });
  }
  for (const field of ['PostalServiceCost', 'TaxRate'] as const) {
    const pick = picks.get(field);
    if (pick === undefined || pick.confidence === 'guess') continue;
    const { column, confidence } = pick;
    fields.set(field, { entry: moneyEntry(column, decimal), confidence, columns: [column.name] });
  }
  const currency = picks.get('Currency');
  const price = picks.get('PricePerUnit') ?? picks.get('LineTotal');
  const stated =
    currency === undefined
      ? currencyOfHeader(price)
      : {
          entry: currencyEntry(currency.column),
          confidence: currency.confidence,
          columns: [currency.column.name],
        };
  if (stated !== undefined) fields.set('Currency', stated);
  proposePrice(fields, picks, rows, decimal);
  proposeAddress(fields, picks, 'delivery');
  proposeAddress(fields, picks, 'billing');
  const buyer = joined([picks.get('ChannelBuyerName')], ' ') ?? fields.get('DeliveryAddress.FullName');
  if (buyer !== undefined) fields.set('ChannelBuyerName', buyer);
  return fields;
}
