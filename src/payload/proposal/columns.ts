import { dayMs } from '../../text/time/time.ts';
import { dateReader } from '../fields/dates.ts';
import { listOf } from '../presets/preset.ts';
import type { Concept } from '../words/language.ts';
import { type ColumnName, columnName } from '../words/names.ts';

/** How the dates of a column are written. */
interface DateStyle {
  /** Formats for a map's `date`; empty if the times need none. */
  readonly formats: readonly string[];
  /** Every date has a zone. */
  readonly zoned: boolean;
  /** The formats with day and month swapped, if nothing decides which comes first. */
  readonly swapped?: readonly string[];
}

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

const days = [
  ...['/', '.', '-'].flatMap((mark) =>
    listOf('DD MM YYYY | D M YYYY | MM DD YYYY | M D YYYY | DD MM YY | D M YY | MM DD YY | M D YY').map(
      (day) => day.replaceAll(' ', mark),
    ),
  ),
  ...listOf(
    'YYYY-MM-DD | YYYY/MM/DD | YYYY.MM.DD | YYYYMMDD | D MMM YYYY | D MMM YY | D-MMM-YYYY | D-MMM-YY',
  ),
  ...listOf('D MMMM YYYY | D. MMM YYYY | D. MMMM YYYY | D de MMMM de YYYY'),
  ...listOf('MMM D, YYYY | MMMM D, YYYY | MMM D YYYY | MMM-D-YY | MMM-D-YYYY'),
];
const times = [
  ...['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss', 'THH:mm:ss', 'THH:mm'],
  ...[' h:mm A', ' h:mm:ss A', ', h:mm A', ', h:mm:ss A', ' HH:mm:ss Z', ' HH:mm Z', 'THH:mm:ssZ'],
  ...[' h:mm A Z', ', h:mm A Z', ' HH:mm hs.'],
];
const allFormats = days.flatMap((day) => times.map((time) => day + time));

/** Whether a cell looks like a format. Only such formats are worth compiling. */
const hasMarksOf = (cell: string, format: string): boolean =>
  [':', '/', '.', '-', ','].every((mark) => cell.includes(mark) === format.includes(mark) || mark === '-') &&
  /\p{L}{3}/u.test(cell) === format.includes('MMM');

/** The same format with day and month swapped. */
const swap = (format: string): string =>
  format.replaceAll(/D+|M+/g, (token) => (token.startsWith('D') ? 'M' : 'D').repeat(token.length));

const isNumeric = (format: string): boolean => !format.includes('MMM') && !format.startsWith('YYYY');

/** The instant in a cell, read as UTC; NaN if the cell does not have this format. */
type InstantBy = (format: string, cell: string) => number;

/** Reads cells in many formats, each compiled once. */
function instantReader(): InstantBy {
  const readers = new Map<string, ReturnType<typeof dateReader>>();
  return (format, cell) => {
    const read = readers.get(format) ?? dateReader([format], false);
    readers.set(format, read);
    const text = read(cell);
    if (typeof text !== 'string') return Number.NaN;
    return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  };
}

const maxFormats = 3;

/** Whether a cell is worth trying, because most cells are not dates. */
const mayBeDate = (cell: string): boolean =>
  cell.length < 40 &&
  (/^\d{8}$/.test(cell) || (/\d/.test(cell) && cell.split(/[-/. ]/).length > 2 && !/\p{Sc}/u.test(cell)));

/**
 * How the dates in a column (none blank) are written; undefined if they are not all dates. `order` says which of day and
 * month comes first where the cells do not.
 */
function dateStyleOf(
  cells: readonly string[],
  instantBy: InstantBy,
  now: number,
  order?: 'dmy' | 'mdy',
): DateStyle | undefined {
  if (cells.length === 0 || !cells.every(mayBeDate)) return undefined;
  if (cells.every((cell) => iso.test(cell)))
    return { formats: [], zoned: cells.every((cell) => iso.exec(cell)?.[1] !== undefined) };
  let rest = [...new Set(cells)];
  const formats: string[] = [];
  while (rest.length > 0 && formats.length < maxFormats) {
    const [first = ''] = rest;
    const others = allFormats
      .filter((format) => hasMarksOf(first, format) && !Number.isNaN(instantBy(format, first)))
      .map((format) => ({ format, cells: rest.filter((cell) => Number.isNaN(instantBy(format, cell))) }));
    const [best] = others.toSorted((a, b) => a.cells.length - b.cells.length);
    if (best === undefined) break;
    formats.push(best.format);
    rest = best.cells;
  }
  if (rest.length > 0) return undefined;
  const zoned = formats.every((format) => format.endsWith('Z'));
  const [format = ''] = formats;
  if (!isNumeric(format) || formats.length > 1) return { formats, zoned };
  const swapped = swap(format);
  if (cells.some((cell) => Number.isNaN(instantBy(swapped, cell)))) return { formats, zoned };
  if (order !== undefined)
    return { formats: [(order === 'dmy') === format.startsWith('D') ? format : swapped], zoned };
  // The way in which no order is from a day to come.
  const [isPast, isPastSwapped] = [format, swapped].map((each) =>
    cells.every((cell) => instantBy(each, cell) <= now + dayMs),
  );
  if (isPast !== isPastSwapped) return { formats: [isPast ? format : swapped], zoned };
  return { formats, zoned, swapped: [swapped] };
}

/** What a column is, as its name says. */
export type Kind =
  // Of the order.
  | ('reference' | 'bareReference' | 'received' | 'dispatchBy' | 'currency' | 'warehouse')
  // Of people and places.
  | ('name' | 'first' | 'last' | 'company' | 'street' | 'houseNumber' | 'addition' | 'extra' | 'apartment')
  | ('building' | 'floor' | 'suburb' | 'town' | 'region' | 'postcode' | 'country' | 'phone' | 'email')
  // Of a line.
  | ('sku' | 'articleNumber' | 'barcode' | 'title' | 'quantity' | 'less' | 'toShip' | 'price' | 'total')
  | ('parent' | 'lineId')
  // What has become of the order or the line.
  | ('status' | 'state' | 'payment' | 'type' | 'mark' | 'shipDate' | 'deliveryDate' | 'tracking' | 'method')
  | ('whoShips' | 'notGoods' | 'note' | 'refundedMoney' | 'requested')
  // Totals of the order, and what no order needs.
  | ('orderTotal' | 'orderQuantity' | 'cost' | 'aside' | 'unknown');

/** Whose a column is, as its name says. */
export type Side = 'delivery' | 'billing' | 'buyer' | 'seller' | undefined;

/** A column of the first rows of a file. */
export interface Column {
  readonly index: number;
  readonly name: string;
  /** The cells that are not blank, trimmed. */
  readonly cells: readonly string[];
  /** The number of rows, blank ones included. */
  readonly rows: number;
  readonly dates: DateStyle | undefined;
  readonly named: ColumnName;
  readonly kind: Kind;
  readonly side: Side;
  /** Named for the line. */
  readonly ofLine: boolean;
}

type Has = ColumnName['has'];

const states: readonly Concept[] = ['shipped', 'cancelled', 'refunded', 'paid', 'held', 'collected'];
const addressParts = [
  ...(['country', 'postcode', 'town', 'region', 'suburb', 'floor', 'apartment', 'building'] as const),
  ...(['addition', 'houseNumber', 'extra', 'company', 'first', 'last'] as const),
];

/** What a column of money is. */
function kindOfMoney(has: Has): Kind {
  if (has('refunded')) return has('price') ? 'aside' : 'refundedMoney';
  if (has('tax', 'discount', 'shipped', 'cancelled', 'paid', 'handled')) return 'aside';
  if ((has('price') && has('otherPrice')) || (has('cost') && has('line'))) return 'price';
  if (has('cost') || (has('delivery', 'dispatch') && !has('line'))) return 'cost';
  const total = has('order') && !has('line') ? 'orderTotal' : 'total';
  if (has('total')) return total;
  if (has('price')) return 'price';
  return has('amount') && has('due') ? 'aside' : total;
}

/** What a column of a time is. */
function kindOfTime(has: Has): Kind {
  if (has('requested', 'note')) return 'aside';
  if (has('due', 'expected')) return has('dispatch') ? 'dispatchBy' : 'aside';
  if (has(...states)) return 'mark';
  if (has('dispatch')) return 'shipDate';
  if (has('delivery')) return 'deliveryDate';
  return has('date', 'created') && !has('modified', 'billing', 'handled') ? 'received' : 'aside';
}

/** What a column of an order's or a line's number is. */
function kindOfNumber({ has, number, words }: ColumnName): Kind {
  if (has('line', 'parent') && has('order') && !has('itemReference')) return 'lineId';
  if (has('line')) return has('id') ? 'lineId' : 'articleNumber';
  if (has('unit')) return 'lineId';
  if (has('order') && number === undefined) return has('buyer') ? 'bareReference' : 'reference';
  if (has('reference', 'itemReference')) return has('buyer', 'billing') ? 'aside' : 'bareReference';
  if (has('buyer', 'delivery', 'billing', 'seller', 'payment', 'aside')) return 'aside';
  return words.length === 1 ? 'reference' : 'lineId';
}

/** What a column is, by the concepts of its name. */
function kindOf(named: ColumnName): Kind {
  const { concepts, number, has } = named;
  const hasState = has(...states);
  if (has('requested') && (has('cancelled') || !has('expected'))) return 'requested';
  if (has('cancelled', 'refunded') && has('note', 'type') && !has('quantity')) return 'mark';
  if (has('tracking')) return 'tracking';
  if (has('aside') && !hasState && !has('sku', 'quantity')) return 'aside';
  if (has('note')) return 'note';
  if (has('email')) return 'email';
  if (has('phone')) return 'phone';
  if (has('salutation')) return 'aside';
  if (has('notGoods')) return 'notGoods';
  if (has('payment') && !has('method') && (has('status', 'state') || concepts.size === 1)) return 'payment';
  if (has('status')) return has('paid') ? 'payment' : 'status';
  if (has('carrier')) return 'aside';
  if (has('whoShips') && !has('date') && named.unknown.length === 0) return 'whoShips';
  if (has('method')) return has('payment') ? 'aside' : 'method';
  if (has('parent')) return 'parent';
  if (has('type')) return has('payment', 'buyer', 'tax') ? 'aside' : 'type';
  if (has('pack', 'kind')) return 'aside';
  if (
    has('quantity') ||
    (has('line') && hasState && !has('id', 'number', 'date', 'amount', 'total', 'price'))
  ) {
    if (has('held')) return 'mark';
    if (has('shipped', 'cancelled', 'refunded')) return 'less';
    if (has('open')) return 'toShip';
    if (has('handled', 'aside')) return 'aside';
    return has('order', 'total') && !has('line', 'ordered', 'created') ? 'orderQuantity' : 'quantity';
  }
  if (has('open') && !has('amount', 'total', 'price', 'date')) return 'toShip';
  if (has('minor', 'price', 'total', 'amount', 'tax', 'discount', 'cost')) return kindOfMoney(has);
  if (has('currency')) return 'currency';
  if (has('date', 'clock', 'created', 'due', 'expected', 'modified') && !has('name', 'region', 'sku'))
    return kindOfTime(has);
  if (hasState) return 'mark';
  if (has('handled')) return 'aside';
  if (has('warehouse')) return 'warehouse';
  if (has('sku')) return 'sku';
  if (has('barcode')) return 'barcode';
  if (has('seller')) return 'aside';
  if (has('state')) return 'state';
  const part = addressParts.find((each) => has(each));
  if (part !== undefined) return part;
  if (has('street', 'address')) {
    if (has('number') && !has('street')) return 'houseNumber';
    if (has('name') && !has('street')) return 'name';
    return number !== undefined && number > 1 ? 'extra' : 'street';
  }
  if (has('variant')) return 'aside';
  if (has('number', 'id', 'code', 'reference', 'itemReference')) return kindOfNumber(named);
  if (has('title')) return 'title';
  if (has('name')) return has('line') ? 'title' : has('order') ? 'unknown' : 'name';
  if (has('buyer')) return 'name';
  if (has('order') && number === undefined) return 'reference';
  if (has('line') && !has('delivery')) return 'title';
  // A recipient is a person; `Shipping` alone may be a cost or a method.
  if (has('delivery')) return has('dispatch') ? 'cost' : 'name';
  return 'unknown';
}

function sideOf({ has }: ColumnName): Side {
  if (has('seller') && !has('sku')) return 'seller';
  if (has('billing')) return 'billing';
  if (has('delivery', 'dispatch')) return 'delivery';
  return has('buyer') ? 'buyer' : undefined;
}

/** Reads the columns of a file. `now` (ms since the epoch) decides between two ways to read a date. */
export function columnsOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  now: number,
  dates?: 'dmy' | 'mdy',
): Column[] {
  const instantBy = instantReader();
  return names.flatMap((name, index) => {
    // A map cannot name a column without a name, nor tell two of the same name apart.
    if (name === '' || name.startsWith('_')) return [];
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    const named = columnName(name);
    const kind = kindOf(named);
    // Only orders were surely received before now.
    const style = dateStyleOf(cells, instantBy, kind === 'received' ? now : Number.POSITIVE_INFINITY, dates);
    const what = { kind, side: sideOf(named), ofLine: named.has('line') };
    return { index, name, cells, rows: rows.length, named, dates: style, ...what };
  });
}

/** Whether the words of its name are all known, so that it says what the column is. */
export const isPlain = ({ named }: Column): boolean => named.unknown.length === 0;

/** A cell of a row, trimmed. */
export const cellOf = (row: readonly string[], { index }: Column): string => (row[index] ?? '').trim();
