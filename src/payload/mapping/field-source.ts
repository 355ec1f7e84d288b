import { withoutHtmlCodes } from '../../text/sanitize.ts';
import { type CellError, cellError } from '../fields/cell-error.ts';
import { dateReader } from './dates.ts';
import { asList, type Columns, cellAt, findColumns, firstFilled, foldedText, type Header } from './header.ts';
import { type NumberFormat, numberReader, pricePerUnit, readMoney, remaining } from './money.ts';

/** A column, and how its cells are converted, in this order. */
interface ColumnSource {
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
interface FieldNeeds {
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
const maskedText = (masked: 'error' | 'blank'): string | CellError =>
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
function conversionsOf(source: ColumnSource, header: Header, needs: FieldNeeds): Conversion[] | undefined {
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
function converted(
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

/** Where a field's text comes from: the language of presets and of `--map`. */
export type FieldSource =
  | { readonly const: string }
  /** Joins the columns that are not blank. */
  | JoinSource
  | ColumnSource
  /** Presets only: the first of these with a value. */
  | { readonly either: readonly FieldSource[] };

interface JoinSource {
  readonly join: readonly Columns[];
  readonly with?: string;
  /** Presets only: `rest` leaves out the first that is not blank, which fills another field; `masked` as for a column. */
  readonly rest?: true;
  readonly masked?: 'error';
}

type CellText = (cells: readonly string[]) => string | CellError;

/** A column of a file. */
interface Column {
  /** The file's name of the column; absent for constants. */
  readonly header?: string;
  /** Index of that column. */
  readonly index?: number;
}

/** A source bound to a file's header, with its column or the first of several. */
export interface BoundSource extends Column {
  readonly text: CellText;
  /** The column with this row's value, if several can have it. */
  readonly columnOf?: (cells: readonly string[]) => Column;
  /** Whether the cells of this row are blank, whatever the source makes of that. */
  readonly isBlank?: (cells: readonly string[]) => boolean;
  /** Numbers already have a decimal point, regardless of `--decimal`. */
  readonly hasPoint: boolean;
  /** The currency beside the amount in this row. */
  readonly currency?: (cells: readonly string[]) => string | undefined;
}

/** The column that has a source's value in this row. */
export const columnIn = (source: BoundSource, cells: readonly string[]): Column =>
  source.columnOf?.(cells) ?? source;

function bindColumn(source: ColumnSource, header: Header, needs: FieldNeeds): BoundSource | undefined {
  const indexes = findColumns(header, source.column);
  const [index] = indexes;
  const conversions = conversionsOf(source, header, needs);
  if (index === undefined || conversions === undefined) return undefined;
  const read =
    indexes.length === 1
      ? (cells: readonly string[]) => cellAt(cells, index)
      : (cells: readonly string[]) => firstFilled(cells, indexes);
  const decimal = source.number?.decimal ?? needs.decimal;
  const columnOf = (cells: readonly string[]): Column => {
    const filled = indexes.find((each) => cellAt(cells, each) !== '') ?? index;
    return { header: header.names[filled] as string, index: filled };
  };
  return {
    header: header.names[index] as string,
    index,
    columnOf,
    hasPoint: source.number !== undefined,
    text: conversions.length === 0 ? read : (cells) => converted(read(cells), cells, conversions),
    ...(source.default === undefined ? {} : { isBlank: (cells) => read(cells) === '' }),
    ...(source.number?.currency ? { currency: (cells) => readMoney(read(cells), decimal)?.currency } : {}),
  };
}

function bindJoin(source: JoinSource, header: Header): BoundSource | undefined {
  const { join, with: separator = ', ', rest, masked } = source;
  const parts = join.map((columns) => findColumns(header, columns)).filter((indexes) => indexes.length > 0);
  const skipped = rest ? 1 : 0;
  const index = parts[skipped]?.[0];
  if (index === undefined) return undefined;
  const text: CellText = (cells) => {
    const found = parts.map((indexes) => firstFilled(cells, indexes)).filter(Boolean);
    const joined = found.slice(skipped).join(separator);
    return masked !== undefined && joined.includes('*') ? maskedText(masked) : joined;
  };
  return { text, header: header.names[index] as string, index, hasPoint: false };
}

function bindEither(
  sources: readonly FieldSource[],
  header: Header,
  needs: FieldNeeds,
): BoundSource | undefined {
  const bound = sources.flatMap((source) => bindSource(source, header, needs) ?? []);
  const [first, ...others] = bound;
  if (first === undefined || others.length === 0) return first;
  const text: CellText = (cells) => {
    for (const { text: read } of bound) {
      const found = read(cells);
      if (found !== '') return found;
    }
    return '';
  };
  const columnOf = (cells: readonly string[]): Column =>
    columnIn(bound.find((each) => each.text(cells) !== '') ?? first, cells);
  return { ...first, text, columnOf };
}

/** Binds a source to a header; undefined if a column that it needs is missing. */
export function bindSource(source: FieldSource, header: Header, needs: FieldNeeds): BoundSource | undefined {
  if ('const' in source) return { text: () => source.const, hasPoint: true };
  if ('join' in source) return bindJoin(source, header);
  if ('either' in source) return bindEither(source.either, header, needs);
  return bindColumn(source, header, needs);
}

/** The columns that may contain a source's value, for messages. */
export function valueColumns(source: FieldSource): readonly string[] {
  if ('const' in source) return [];
  if ('join' in source) return source.join.flatMap((columns) => asList(columns));
  if ('either' in source) return source.either.flatMap(valueColumns);
  return asList(source.column);
}

/** All columns that a source names. */
export function columnsOf(source: FieldSource): readonly string[] {
  if ('either' in source) return source.either.flatMap(columnsOf);
  const divisor = 'column' in source && source.per !== undefined ? asList(source.per) : [];
  return [...valueColumns(source), ...divisor];
}
