import type { CellError } from '../csv/cell-error.ts';

/** Where a field's text comes from: a column, several, or a constant. The language of presets and of `--map`. */
export type FieldSource =
  | { readonly const: string }
  | {
      /** The first of these that the header has. */
      readonly column: string | readonly string[];
      /** Translates the cell; one that is not listed is an error. */
      readonly map?: Readonly<Record<string, string>>;
      readonly rewrite?: Rewrite;
      /** The cell is for a whole quantity, which stands in this column. */
      readonly dividedBy?: string | readonly string[];
    }
  /** The columns that are not blank, with a comma between. */
  | { readonly join: readonly string[] };

/** How an export's own spelling becomes one the service's fields know. */
type Rewrite = 'upper' | 'without-apostrophe' | 'spaced-zone' | 'day-first' | 'month-first' | 'end-of-day';

type CellText = (cells: readonly string[]) => string | CellError;

/** A source bound to a file's header. */
export interface BoundSource {
  readonly text: CellText;
  /** The file's name of the column; absent for constants. */
  readonly header?: string;
}

export interface Header {
  readonly names: readonly string[];
  /** Index of a column by its name, in the file's spelling or any case; undefined when there is none. */
  find(name: string): number | undefined;
}

/** A header's names, trimmed. */
export function headerOf(cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.replaceAll('\u00a0', ' ').trim());
  const exact = new Map(names.map((name, index) => [name, index]));
  const folded = new Map(names.map((name, index) => [name.toLowerCase(), index]));
  return { names, find: (name) => exact.get(name) ?? folded.get(name.toLowerCase()) };
}

const cell = (cells: readonly string[], index: number): string => (cells[index] as string).trim();

const twoDigits = (text: string): string => text.padStart(2, '0');
const slashed =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?)?$/i;

/** A date of an export whose order of day and month is known, as a local ISO time; others stay as they are. */
function reordered(text: string, dayFirst: boolean): string {
  const match = slashed.exec(text);
  if (match === null) return text;
  const [, first = '', second = '', year, hour, minute, seconds = '00', half] = match;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined) return date;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return text;
  const shift =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return `${date}T${twoDigits(String(shift))}:${minute}:${seconds}`;
}

const rewrites: Readonly<Record<Rewrite, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  'without-apostrophe': (text) => (text.startsWith("'") ? text.slice(1) : text),
  // 2026-09-01 10:22:33 +0100
  'spaced-zone': (text) =>
    text.replace(
      /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?(?:UTC|([+-]\d\d):?(\d\d))$/,
      (_, day, clock, hours, minutes) =>
        hours === undefined ? `${day}T${clock}Z` : `${day}T${clock}${hours}:${minutes}`,
    ),
  'day-first': (text) => reordered(text, true),
  'month-first': (text) => reordered(text, false),
  // A ship-by day without time of day lasts until its end.
  'end-of-day': (text) => {
    const time = reordered(text, false);
    return /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T23:59:59` : time;
  },
};

/** The price of one, when the cell holds the price of `quantity`; refused when it does not divide to the cent. */
function perUnit(price: string, quantity: string): string | CellError {
  if (price === '') return price;
  if (!/^\d+(?:\.\d{1,2})?$/.test(price) || !/^[1-9]\d{0,8}$/.test(quantity)) {
    const message = `cannot be worked out from ${price} for ${quantity === '' ? 'no quantity' : quantity}`;
    return { expected: 'a price for the whole quantity, and the quantity', message };
  }
  const cents = Math.round(Number(price) * 100);
  const count = Number(quantity);
  if (cents % count === 0) return String(cents / count / 100);
  return {
    expected: `a price that divides by ${count} to the cent`,
    message: `is ${price} for ${count} in this export, which does not divide to the cent; give the price of one with --map`,
  };
}

const translated = (text: string, map: Readonly<Record<string, string>>): string | CellError => {
  if (text === '') return text;
  const value = Object.hasOwn(map, text) ? map[text] : undefined;
  if (value !== undefined) return value;
  return {
    expected: `one of ${Object.keys(map).join(', ')}`,
    message: 'is not among the values that the map translates',
  };
};

const asList = (names: string | readonly string[]): readonly string[] =>
  typeof names === 'string' ? [names] : names;

/** The indexes of those of these columns that the header has, in the order of preference. */
export const findColumns = (header: Header, names: string | readonly string[]): number[] => [
  ...new Set(asList(names).flatMap((name) => header.find(name) ?? [])),
];

/** Of several columns, the first that has something in this row. */
const firstFilled = (cells: readonly string[], indexes: readonly number[]): string => {
  for (const index of indexes) {
    const text = cell(cells, index);
    if (text !== '') return text;
  }
  return '';
};

/** Binds a source to a header; undefined when the header lacks a column that it needs. */
export function bindSource(source: FieldSource, header: Header): BoundSource | undefined {
  if ('const' in source) return { text: () => source.const };
  if ('join' in source) {
    const indexes = findColumns(header, source.join);
    const [first] = indexes;
    if (first === undefined) return undefined;
    const text: CellText = (cells) =>
      indexes
        .map((index) => cell(cells, index))
        .filter(Boolean)
        .join(', ');
    return { text, header: header.names[first] as string };
  }
  const indexes = findColumns(header, source.column);
  const [index] = indexes;
  if (index === undefined) return undefined;
  const read =
    indexes.length === 1
      ? (cells: readonly string[]) => cell(cells, index)
      : (cells: readonly string[]) => firstFilled(cells, indexes);
  const name = header.names[index] as string;
  const { map, rewrite, dividedBy } = source;
  if (map !== undefined) return { header: name, text: (cells) => translated(read(cells), map) };
  if (rewrite !== undefined) return { header: name, text: (cells) => rewrites[rewrite](read(cells)) };
  if (dividedBy !== undefined) {
    const [divisor] = findColumns(header, dividedBy);
    if (divisor === undefined) return undefined;
    return { header: name, text: (cells) => perUnit(read(cells), cell(cells, divisor)) };
  }
  return { header: name, text: read };
}
