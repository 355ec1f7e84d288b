import type { CellError } from '../fields/cell-error.ts';
import { type ColumnSource, conversionsOf, converted, type FieldNeeds, maskedText } from './conversions.ts';
import { asList, type Columns, cellAt, findColumns, firstFilled, type Header } from './header.ts';
import { readMoney } from './money.ts';

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
