import { countryCodeFor } from '../document/country-codes.ts';
import { readMoney } from '../mapping/money.ts';
import { isCarrier } from './carriers.ts';
import { type DateStyle, dateStyleOf, instantReader } from './date-formats.ts';
import type { Meaning } from './field-names.ts';

/** The contents of one column in the first rows of a file. */
export interface ColumnContent {
  readonly index: number;
  /** The name in the header. */
  readonly name: string;
  /** The cells that are not blank, trimmed. */
  readonly cells: readonly string[];
  /** Number of rows, including blank ones. */
  readonly rows: number;
  readonly dates: DateStyle | undefined;
}

/** The columns of the first rows of a file; not those without a name, which a map cannot name. `now` (ms since the epoch) decides between two ways to read a date. */
export const contentsOf = (
  names: readonly string[],
  rows: readonly (readonly string[])[],
  now: number,
): ColumnContent[] => {
  const instantBy = instantReader();
  return names.flatMap((name, index) => {
    if (name === '') return [];
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    return [{ index, name, cells, rows: rows.length, dates: dateStyleOf(cells, instantBy, now) }];
  });
};

/** The share of the cells that pass, 0 to 1. */
export const shareOf = (cells: readonly string[], passes: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(passes).length / cells.length;

/** The decimal separator of a column's amounts; undefined if the cells do not tell it. */
export function decimalOf(cells: readonly string[]): 'point' | 'comma' | undefined {
  const commas = cells.filter((cell) => /,\d{1,2}(?!\d)/.test(cell)).length;
  const points = cells.filter((cell) => /\.\d{1,2}(?!\d)/.test(cell)).length;
  if (commas === points) return undefined;
  return commas > points ? 'comma' : 'point';
}

const isEmail = (cell: string): boolean => {
  const at = cell.indexOf('@');
  return at > 0 && cell.lastIndexOf('.') > at;
};
const isCode = (cell: string): boolean => cell.length <= 40 && /[\p{L}\p{N}]/u.test(cell);
const hasDigit = (cell: string): boolean => /\p{N}/u.test(cell);
/** Whether a cell is money, which `Order paid` has: neither a reference, as equal sums would be one order, nor a status. */
export const isSum = (cell: string): boolean =>
  /\p{Sc}/u.test(cell) || (/^\d[\d.,]+$/.test(cell) && /[.,]\d\d$/.test(cell));
const isWords = (cell: string): boolean => /\p{L}/u.test(cell) && !isEmail(cell);
const salutations = new Set('mr,mrs,ms,miss,mx,dr,herr,frau,m,mme,sr,sra'.split(','));
const isSalutation = (cell: string): boolean => salutations.has(cell.toLowerCase().replace('.', ''));
const isCountryCode = (cell: string): boolean => countryCodeFor(cell) === undefined;
/** Whether a column of countries has codes of ISO 3166 rather than names. */
export const hasCountryCodes = ({ cells }: ColumnContent): boolean => shareOf(cells, isCountryCode) >= 0.9;
const countryNames = new Set(
  (
    'united kingdom,great britain,england,scotland,wales,northern ireland,uk,gb,ireland,united states,united states of america,usa,canada,' +
    'germany,deutschland,france,spain,espana,españa,italy,italia,netherlands,nederland,belgium,belgie,belgië,belgique,austria,osterreich,österreich,' +
    'switzerland,schweiz,suisse,poland,polska,portugal,sweden,sverige,norway,denmark,finland,australia,new zealand,japan,' +
    'grossbritannien,großbritannien,vereinigtes königreich,royaume-uni,reino unido,regno unito,verenigd koninkrijk,allemagne,frankreich'
  ).split(','),
);
const isCountry = (cell: string): boolean => isCountryCode(cell) || countryNames.has(cell.toLowerCase());
const britishPostCode = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;
const isPostCode = (cell: string): boolean => cell.length <= 12 && /\d/.test(cell);
const isPhone = (cell: string): boolean => cell.length <= 30 && cell.replaceAll(/\D/g, '').length >= 5;
const isWhole = (cell: string): boolean => /^\d{1,6}(?:\.0{1,4})?$/.test(cell);

function shareOfAmounts(cells: readonly string[]): number {
  const decimal = decimalOf(cells) ?? 'point';
  return shareOf(cells, (cell) => readMoney(cell, decimal) !== undefined);
}

/** How well a column's cells fit a meaning, 0 to 1. A blank column fits any. */
export function contentFits(meaning: Meaning, { cells, dates, rows }: ColumnContent): number {
  if (cells.length === 0) return 1;
  const share = (passes: (cell: string) => boolean): number => shareOf(cells, passes);
  switch (meaning) {
    case 'ReferenceNumber':
      return dates === undefined && cells.length >= rows / 2
        ? share((cell) => isCode(cell) && hasDigit(cell) && !isSum(cell))
        : 0;
    case 'SKU':
      return dates === undefined ? share(isCode) : 0;
    case 'ReceivedDate':
    case 'DispatchBy':
      return dates?.share ?? 0;
    case 'Currency':
      return share((cell) => /^[A-Za-z]{3}$/.test(cell));
    case 'Qty':
      return share(isWhole);
    case 'PricePerUnit':
    case 'LineTotal':
    case 'PostalServiceCost':
    case 'TaxRate':
      return shareOfAmounts(cells);
    case 'Country':
      return share((cell) => isWords(cell) && cell.length < 60);
    case 'PostCode':
      return share(isPostCode);
    case 'PhoneNumber':
      return share(isPhone);
    case 'EmailAddress':
      return share(isEmail);
    case 'ChannelBuyerName':
    case 'FullName':
    case 'FirstName':
    case 'LastName':
    case 'Town':
    case 'Address1':
      return dates === undefined ? share(isWords) : 0;
    case 'Company':
      return dates === undefined ? share((cell) => isWords(cell) && !isCarrier(cell)) : 0;
    case 'ItemTitle':
      return share((cell) => isWords(cell) && !isSalutation(cell));
    case 'HouseNumber':
    case 'Address2':
    case 'Address3':
    case 'Region':
    case 'Channel_Ref':
      return 1;
    case 'warehouse_name':
      return dates === undefined ? 1 : 0;
    default:
      return meaning satisfies never;
  }
}

/** What a column contains, judged by its cells alone if they leave little doubt. */
export function meaningByContent({ cells, dates, rows }: ColumnContent): Meaning | undefined {
  if (cells.length < Math.max(1, rows / 3)) return undefined;
  const mostly = (passes: (cell: string) => boolean): boolean => shareOf(cells, passes) >= 0.9;
  if (dates !== undefined) return 'ReceivedDate';
  if (mostly(isEmail)) return 'EmailAddress';
  if (mostly(isCountry)) return 'Country';
  if (mostly((cell) => britishPostCode.test(cell))) return 'PostCode';
  return undefined;
}
