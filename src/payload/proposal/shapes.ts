import { once } from '../../text/records.ts';
import { countryCodeOf } from '../document/country-codes.ts';
import { currencySigns } from '../document/row.ts';
import { readMoney } from '../fields/money.ts';
import { areAll, type Column } from './profile.ts';

const hasLetter = (value: string): boolean => /\p{L}/u.test(value);
const hasDigit = (value: string): boolean => /\d/.test(value);

/** Whether a value is a whole number of units: `2`, `2.0000`; below zero where goods came back, which an upload refuses. */
export const isCount = (value: string): boolean => /^-?\d{1,9}(?:[.,]0{1,9})?$/.test(value);

const currencyCodes = once(() => new Set(Intl.supportedValuesOf('currency')));

/** Whether a value is an amount, with a currency or without; `WAW123` is none. */
export function isAmount(value: string): boolean {
  const money = readMoney(value, 'point') ?? readMoney(value, 'comma');
  const { currency = '' } = money ?? {};
  return money !== undefined && (!/^\p{L}/u.test(currency) || currencyCodes().has(currency));
}

/** Whether a value is a number of any kind, signs and percentages included. */
export const isNumber = (value: string): boolean => isAmount(value) || /^[-+]?[\d.,\s]{1,20}%?$/.test(value);

const isPlainText = (value: string): boolean =>
  value.length <= 200 && hasLetter(value) && !value.includes('@');

/** Whether a value is the code of a region: `TX`, `NSW`. */
export const isRegionCode = (value: string): boolean => /^[A-Z]{2,3}$/.test(value);

/** `Town` of `DeliveryAddress.Town`. */
const partOfField = (field: string): string => field.slice(field.indexOf('.') + 1);

/** A phone number and a barcode are none. */
const isPrice = (value: string): boolean => isAmount(value) && !/^0\d|\d{8}/.test(value);

/** Whether a value can be one of a field, by its part; of all other fields, any can. */
const shapes: Readonly<Record<string, (value: string) => boolean>> = {
  ...{ FullName: isPlainText, ChannelBuyerName: isPlainText, Address1: isPlainText, Town: isPlainText },
  PostCode: (value) => value.length <= 12 && hasDigit(value) && !value.includes('@'),
  Country: (value) => !hasDigit(value) && hasLetter(value) && value.length <= 60,
  CountryCode: (value) => countryCodeOf(value) !== undefined && value.length <= 3,
  EmailAddress: (value) => value.includes('@'),
  SKU: (value) => value.length <= 100,
  PaymentStatus: (value) => !isNumber(value),
  ...{ Qty: isCount, PricePerUnit: isPrice, PostalServiceCost: isPrice, TaxRate: isNumber },
  Currency: (value) => /^[A-Za-z]{3}$/.test(value) || Object.hasOwn(currencySigns, value),
};

/** The fields that take no column of which a value says what has become of an order. */
const ofPeople: ReadonlySet<string> = new Set(['FullName', 'ChannelBuyerName', 'Address1', 'Town', 'Region']);

/** Whether a value can be one of a field. */
export const canBe = (field: string): ((value: string) => boolean) =>
  shapes[partOfField(field)] ?? (() => true);

/** Whether all values of a column can be those of a field; a blank column fits any. */
export const fits = (field: string, column: Column): boolean =>
  column.values.size === 0 ||
  (areAll(column, canBe(field)) && !(ofPeople.has(partOfField(field)) && column.saysState()));

/** What the name of a column means that a person may choose for a field. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  ...{
    FullName: ['name'],
    Address1: ['address1'],
    Town: ['town'],
    PostCode: ['postcode'],
    Country: ['country'],
  },
  ...{ SKU: ['sku'], ItemTitle: ['title'], Qty: ['quantity'], PricePerUnit: ['price', 'unitPrice'] },
  ReceivedDate: ['received'],
};

/** Whether a column is named for a field, though its values do not fit or other columns have such a name. */
export const isNamedFor = (field: string, { meanings }: Column): boolean =>
  meanings.some((meaning) => partsOf[partOfField(field)]?.includes(meaning.split(' ')[1] ?? ''));
