import { isFields } from '../../text/records.ts';
import { withoutHtmlCodes } from '../../text/sanitize.ts';
import { putsNumberFirst } from '../document/country-codes.ts';
import type { BareDate } from '../document/layout.ts';
import type { Includable, Reason } from '../document/reasons.ts';
import { type CellError, cellError, dateOrderIn } from '../fields/cells.ts';
import { dateReader } from '../fields/dates.ts';
import { type NumberFormat, numberReader, pricePerUnit, readMoney, takeAway } from '../fields/money.ts';
import {
  asList,
  type BoundSource,
  type CellText,
  type Column,
  type Columns,
  cellAt,
  columnIn,
  findColumns,
  firstFilled,
  foldedText,
  type Header,
  isColumns,
} from './header.ts';

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
  /** Presets only: text that the marketplace has replaced with asterisks counts as blank. */
  readonly masked?: 'blank';
  /** Translates the cell; one that is not listed is the `default`, or an error. */
  readonly map?: Readonly<Record<string, string>>;
  readonly default?: string;
  readonly date?: string | readonly string[];
  readonly number?: NumberFormat;
  /** The cell is the price of the whole quantity, which is in this column. */
  readonly per?: Columns;
  /** The columns with parts of the quantity that must not be shipped, each with the reason. */
  readonly less?: readonly Less[];
  /** Presets only: the column with the part of the quantity that remains to be shipped. */
  readonly left?: Columns;
}

interface Less {
  readonly column: Columns;
  readonly reason: Reason;
  /** Presets only: the shop writes the part as a negative number. */
  readonly negative?: true;
}

/** What a field needs from its source besides the text. */
interface FieldNeeds {
  readonly bareDate: BareDate;
  readonly decimal: 'point' | 'comma';
  /** An option on the line says how dates are written as spreadsheets show them: it is read before the formats. */
  readonly saysDates?: boolean;
  /** Units that are left out for these reasons are also sent. */
  readonly include: readonly Includable[];
  /** The country of the address that the field belongs to. */
  country?(cells: readonly string[]): string;
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

/** Whether at least a part of a text was replaced with asterisks: `A*** E***`, `J*`. */
export const isMasked = (text: string): boolean => /\*\*|[\p{L}\d]\*|^\*$/u.test(text);

/** A number with a decimal comma as one with a point. */
const withPoint = (text: string): string | CellError =>
  text.includes('.')
    ? cellError('a number, for example 12,50', 'has a point, but --decimal comma was given')
    : text.replace(',', '.');

/** A format of which no date looks like a spreadsheet's: it begins with the whole year, or has the month's name. */
const unlikeSpreadsheets = /^YYYY|MMM/;

/** The conversions of a cell on its own, in order. */
function conversionsOf(source: ColumnSource, needs: FieldNeeds): Conversion[] {
  const { apostrophe, absent, upperCase, htmlCodes, masked, map, default: fallback, date, number } = source;
  const conversions: Conversion[] = [];
  if (apostrophe) conversions.push((text) => (text.startsWith("'") ? text.slice(1) : text));
  if (absent !== undefined) conversions.push((text) => (text === absent ? '' : text));
  if (upperCase) conversions.push((text) => text.toUpperCase());
  if (htmlCodes) conversions.push(withoutHtmlCodes);
  if (masked !== undefined) conversions.push((text) => (isMasked(text) ? '' : text));
  if (map !== undefined) conversions.push(translation(map, fallback));
  else if (fallback !== undefined) conversions.push((text) => text || fallback);
  if (date !== undefined) {
    const read = dateReader(asList(date), needs.bareDate);
    // What a spreadsheet has made of them is read where its order is known, unless one of these formats may mean it.
    const isOpen = needs.saysDates || asList(date).every((format) => unlikeSpreadsheets.test(format));
    conversions.push((text) => (isOpen && dateOrderIn(text) !== undefined ? text : read(text)));
  }
  if (number !== undefined) conversions.push(numberReader({ decimal: needs.decimal, ...number }));
  return conversions;
}

/** The price of one unit, where the cell is that of the whole quantity in another column. */
function perUnit(divisor: number, { number }: ColumnSource, { decimal }: FieldNeeds): Conversion[] {
  const divide: Conversion = (text, cells) => pricePerUnit(text, cellAt(cells, divisor));
  if (number !== undefined || decimal === 'point') return [divide];
  return [withPoint, divide, (text) => text.replace('.', ',')];
}

/** What is left of a quantity by the columns beside it, and why nothing is; undefined if there are none. */
function restReader({ less = [], left }: ColumnSource, header: Header, { include }: FieldNeeds) {
  const counted = less
    .filter(({ reason }) => !include.includes(reason))
    .map((part) => ({ ...part, columns: findColumns(header, part.column) }));
  const leftColumns = left === undefined || include.includes('refunded') ? [] : findColumns(header, left);
  if (counted.length + leftColumns.length === 0) return undefined;
  const taken = (quantity: string, cells: readonly string[], counts: typeof counted) => {
    const parts = counts.map(({ columns, reason, negative }) => {
      const index = columns.find((each) => cellAt(cells, each) !== '');
      const count = index === undefined ? '' : cellAt(cells, index);
      return { reason, index, count: negative === true && count.startsWith('-') ? count.slice(1) : count };
    });
    return parts.length === 0 ? { left: quantity, ranOut: undefined } : takeAway(quantity, parts);
  };
  // What remains after refunds is less what else is not shipped.
  const besideRefunds = counted.filter(({ reason }) => reason !== 'refunded');
  return (quantity: string, cells: readonly string[]) => {
    const all = taken(quantity, cells, counted);
    const stated = firstFilled(cells, leftColumns);
    if (stated === '' || typeof all.left !== 'string') return all;
    const { ranOut, ...rest } = taken(stated, cells, besideRefunds);
    if (all.ranOut !== undefined || !(Number(quantity) > 0)) return { ...rest, ranOut: all.ranOut };
    return { ...rest, ranOut: stated === '0' ? ('refunded' as const) : ranOut };
  };
}

/** The text after these conversions; stops at the first error. */
function converted(text: string, cells: readonly string[], conversions: readonly Conversion[]) {
  let value: string | CellError = text;
  for (const convert of conversions) {
    if (typeof value !== 'string') return value;
    value = convert(value, cells);
  }
  return value;
}

/** Where a field's text comes from: the language of presets and of `--map`. */
export type FieldSource =
  | Columns
  | { readonly const: string }
  /** Joins the columns that are not blank. */
  | JoinSource
  | ColumnSource
  | StreetSource
  /** Presets only: the first of these with a value. */
  | { readonly either: readonly FieldSource[] };

export type Fields = Readonly<Record<string, FieldSource>>;

interface JoinSource {
  readonly join: readonly Columns[];
  readonly with?: string;
  /** Presets only: leaves out the first that is not blank, which fills another field. */
  readonly rest?: true;
}

/** A street in parts, which are put in the order of the row's country. */
interface StreetSource {
  readonly street: Columns;
  readonly houseNumber?: Columns;
  readonly addition?: Columns;
}

function bindColumn(source: ColumnSource, header: Header, needs: FieldNeeds): BoundSource | undefined {
  const indexes = findColumns(header, source.column);
  const [index] = indexes;
  const [divisor] = findColumns(header, source.per ?? []);
  if (index === undefined || (source.per !== undefined && divisor === undefined)) return undefined;
  const read = (cells: readonly string[]): string => firstFilled(cells, indexes);
  const own = conversionsOf(source, needs);
  const rest = restReader(source, header, needs);
  const conversions = [
    ...own,
    ...(rest === undefined ? [] : [(text: string, cells: readonly string[]) => rest(text, cells).left]),
    ...(divisor === undefined ? [] : perUnit(divisor, source, needs)),
  ];
  const restIn = (cells: readonly string[]) => {
    const quantity = rest && converted(read(cells), cells, own);
    return typeof quantity === 'string' ? rest?.(quantity, cells) : undefined;
  };
  const decimal = source.number?.decimal ?? needs.decimal;
  return {
    ...columnAt(header, index),
    columnOf: (cells) => {
      const filled = restIn(cells)?.unreadIn ?? indexes.find((each) => cellAt(cells, each) !== '');
      return columnAt(header, filled ?? index);
    },
    hasPoint: source.number !== undefined,
    text: conversions.length === 0 ? read : (cells) => converted(read(cells), cells, conversions),
    ...(rest === undefined ? {} : { ranOut: (cells) => restIn(cells)?.ranOut }),
    ...(source.default === undefined ? {} : { isBlank: (cells) => read(cells) === '' }),
    ...(source.number?.currency ? { currency: (cells) => readMoney(read(cells), decimal)?.currency } : {}),
  };
}

const columnAt = ({ names }: Header, index: number) => ({ header: names[index] as string, index });

/** What belongs to the number itself, as in `4A` and `12 bis`. */
const ofNumber = /^(?:\p{L}|bis|ter|quater|\d\/\d)$/iu;

/** What people and programs write where a house has no number, and nothing is to be added. */
const noNumber = /^(?:-{1,3}|n\/?a|none|null|nil)$/i;

function bindStreet(
  { street, houseNumber = [], addition = [] }: StreetSource,
  header: Header,
  needs: FieldNeeds,
) {
  const [streets, numbers, additions] = [street, houseNumber, addition].map((columns) =>
    findColumns(header, columns),
  ) as [number[], number[], number[]];
  const [index] = streets;
  if (index === undefined) return undefined;
  const text: CellText = (cells) => {
    const name = firstFilled(cells, streets);
    const [ownNumber, more] = [numbers, additions]
      .map((indexes) => firstFilled(cells, indexes))
      .map((part) => (noNumber.test(part) ? '' : part)) as [string, string];
    // A number alone is no street, and buyers may have typed it into the street.
    if (name === '') return '';
    const words = name.toLowerCase().split(/[\s,]+/);
    const number = words.includes(ownNumber.toLowerCase()) ? '' : ownNumber;
    const isFirst = number !== '' && putsNumberFirst(needs.country?.(cells) ?? '');
    if (!isFirst) return [name, number, more].filter(Boolean).join(' ');
    if (more === '') return `${number} ${name}`;
    if (!ofNumber.test(more)) return `${more}, ${number} ${name}`;
    return `${number}${more.length === 1 ? more : ` ${more}`} ${name}`;
  };
  return { text, ...columnAt(header, index), hasPoint: false };
}

function bindJoin(source: JoinSource, header: Header): BoundSource | undefined {
  const { join, with: separator = ', ', rest } = source;
  const parts = join.map((columns) => findColumns(header, columns)).filter((indexes) => indexes.length > 0);
  const skipped = rest ? 1 : 0;
  const index = parts[skipped]?.[0];
  if (index === undefined) return undefined;
  const text: CellText = (cells) => {
    const found = parts.map((indexes) => firstFilled(cells, indexes)).filter(Boolean);
    return found.slice(skipped).join(separator);
  };
  return { text, ...columnAt(header, index), hasPoint: false };
}

function bindEither(sources: readonly FieldSource[], header: Header, needs: FieldNeeds) {
  const columns = sources.flatMap((source) => bindSource(source, header, needs) ?? []);
  const [first, ...others] = columns;
  if (first === undefined || others.length === 0) return first;
  const text: CellText = (cells) => {
    for (const { text: read } of columns) {
      const found = read(cells);
      if (found !== '') return found;
    }
    return '';
  };
  const columnOf = (cells: readonly string[]): Column =>
    columnIn(columns.find((each) => each.text(cells) !== '') ?? first, cells);
  return { ...first, text, columnOf };
}

/** Binds a source to a header; undefined if a column that it needs is missing. */
export function bindSource(source: FieldSource, header: Header, needs: FieldNeeds): BoundSource | undefined {
  if (isColumns(source)) return bindColumn({ column: source }, header, needs);
  if ('const' in source) return { text: () => source.const, hasPoint: true };
  if ('join' in source) return bindJoin(source, header);
  if ('street' in source) return bindStreet(source, header, needs);
  if ('either' in source) return bindEither(source.either, header, needs);
  return bindColumn(source, header, needs);
}

/** The members of a source with columns that may contain its value. */
const ofValue = ['column', 'join', 'street', 'houseNumber', 'addition', 'either'];

function columnsIn(source: unknown, members: readonly string[]): string[] {
  if (typeof source === 'string') return [source];
  if (Array.isArray(source)) return source.flatMap((each) => columnsIn(each, members));
  return isFields(source) ? members.flatMap((member) => columnsIn(source[member], members)) : [];
}

/** The columns that may contain a source's value, for messages. */
export const valueColumns = (source: FieldSource): string[] => columnsIn(source, ofValue);

/** All columns that a source names, or an entry of a map that is not checked yet. */
export const columnsOf = (source: unknown): string[] => columnsIn(source, [...ofValue, 'per', 'less']);
