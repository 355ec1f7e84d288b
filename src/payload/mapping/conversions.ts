import { withoutHtmlCodes } from '../../text/html-codes.ts';
import { type CellError, cellError } from '../fields/cell-error.ts';
import { dateReader } from './dates.ts';
import { foldedText } from './folded.ts';
import { asList, type Columns, cellAt, findColumns, firstFilled, type Header } from './header.ts';
import { type NumberFormat, numberReader, pricePerUnit, remaining } from './money.ts';

/** A column, and how its cells are converted, in this order. */
export interface ColumnSource {
  readonly column: Columns;
  /** Presets only: removes the apostrophe that a shop puts before a code to protect it from spreadsheets. */
  readonly apostrophe?: true;
  /** Presets only: what the shop writes where it has no value. */
  readonly absent?: string;
  /** Presets only. */
  readonly upperCase?: true;
  /** Presets only: the shop writes some characters as HTML does. */
  readonly htmlCodes?: true;
  /** Presets only: whether text that the marketplace has replaced with asterisks is an error or counts as blank. */
  readonly masked?: 'error' | 'blank';
  /** Translates the cell; one that is not listed is the `default`, or an error. */
  readonly map?: Readonly<Record<string, string>>;
  /** The value of a blank cell. */
  readonly default?: string;
  /** How dates are written, one way or several. */
  readonly date?: string | readonly string[];
  readonly number?: NumberFormat;
  /** The cell is the price of the whole quantity, which is in this column. */
  readonly per?: Columns;
  /** Presets only: the column with the part of the quantity that must not be shipped. */
  readonly less?: Columns;
  /** Presets only: the column with the part of the quantity that remains to be shipped. */
  readonly left?: Columns;
}

/** What a field needs from its source besides the text. */
export interface FieldNeeds {
  /** A date without a time means the end of the day. */
  readonly endOfDay: boolean;
  readonly decimal: 'point' | 'comma';
  /** Refunded units are also sent. */
  readonly includesRefunded: boolean;
}

type Conversion = (text: string, cells: readonly string[]) => string | CellError;

function translation(map: Readonly<Record<string, string>>, fallback: string | undefined): Conversion {
  const values = new Map(Object.entries(map).map(([found, wanted]) => [foldedText(found), wanted]));
  return (text) => {
    const value = values.get(foldedText(text)) ?? fallback;
    if (value !== undefined || text === '') return value ?? '';
    return cellError(`one of ${Object.keys(map).join(', ')}`, 'is not one of the values in the map');
  };
}

/** What takes the place of text that the marketplace has replaced with asterisks. */
export const maskedText = (masked: 'error' | 'blank'): string | CellError =>
  masked === 'blank'
    ? ''
    : cellError(
        'the whole text',
        'is replaced with asterisks in this export; export it again with the recipients',
      );

/** A number with a decimal comma as one with a point. */
const withPoint = (text: string): string | CellError =>
  text.includes('.')
    ? cellError('a number, for example 12,50', 'has a point, but --decimal comma was given')
    : text.replace(',', '.');

/** The conversions of a source, in order; undefined if a column that one needs is missing. */
export function conversionsOf(
  source: ColumnSource,
  header: Header,
  needs: FieldNeeds,
): Conversion[] | undefined {
  const {
    apostrophe,
    absent,
    upperCase,
    htmlCodes,
    masked,
    map,
    default: fallback,
    date,
    number,
    per,
    less,
    left,
  } = source;
  const conversions: Conversion[] = [];
  if (apostrophe) conversions.push((text) => (text.startsWith("'") ? text.slice(1) : text));
  if (absent !== undefined) conversions.push((text) => (text === absent ? '' : text));
  if (upperCase) conversions.push((text) => text.toUpperCase());
  if (htmlCodes) conversions.push(withoutHtmlCodes);
  if (masked !== undefined) conversions.push((text) => (text.includes('*') ? maskedText(masked) : text));
  if (map !== undefined) conversions.push(translation(map, fallback));
  else if (fallback !== undefined) conversions.push((text) => text || fallback);
  if (date !== undefined) conversions.push(dateReader(asList(date), needs.endOfDay));
  if (number !== undefined) conversions.push(numberReader({ decimal: needs.decimal, ...number }));
  if (less !== undefined && !needs.includesRefunded) {
    const columns = findColumns(header, less);
    conversions.push((text, cells) => remaining(text, firstFilled(cells, columns)));
  }
  if (left !== undefined && !needs.includesRefunded) {
    const columns = findColumns(header, left);
    conversions.push((text, cells) => firstFilled(cells, columns) || text);
  }
  if (per !== undefined) {
    const [divisor] = findColumns(header, per);
    if (divisor === undefined) return undefined;
    const perUnit: Conversion = (text, cells) => pricePerUnit(text, cellAt(cells, divisor));
    if (number !== undefined || needs.decimal === 'point') conversions.push(perUnit);
    else conversions.push(withPoint, perUnit, (text) => text.replace('.', ','));
  }
  return conversions;
}

/** The text after these conversions; stops at the first error. */
export function converted(
  text: string,
  cells: readonly string[],
  conversions: readonly Conversion[],
): string | CellError {
  let value: string | CellError = text;
  for (const convert of conversions) {
    if (typeof value !== 'string') return value;
    value = convert(value, cells);
  }
  return value;
}
