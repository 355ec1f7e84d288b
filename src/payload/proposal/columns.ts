import { dayMs } from '../../text/time/time.ts';
import { dateReader } from '../fields/dates.ts';
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
    ['YYYY', 'YY'].flatMap((year) => [
      ['DD', 'MM', year].join(mark),
      ['D', 'M', year].join(mark),
      ['MM', 'DD', year].join(mark),
      ['M', 'D', year].join(mark),
    ]),
  ),
  ...['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'],
  ...[
    'D MMM YYYY',
    'D MMM YY',
    'D-MMM-YYYY',
    'D-MMM-YY',
    'D MMMM YYYY',
    'D. MMM YYYY',
    'D. MMMM YYYY',
    'D de MMMM de YYYY',
  ],
  ...['MMM D, YYYY', 'MMMM D, YYYY', 'MMM D YYYY', 'MMM-D-YY', 'MMM-D-YYYY'],
];
const times = [
  ...['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss', 'THH:mm:ss', 'THH:mm'],
  ...[' h:mm A', ' h:mm:ss A', ', h:mm A', ', h:mm:ss A', ' HH:mm:ss Z', ' HH:mm Z', 'THH:mm:ssZ'],
  ...[' h:mm A Z', ', h:mm A Z', ' HH:mm hs.'],
];
const allFormats = days.flatMap((day) => times.map((time) => day + time));
const zone = /Z$/;

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
    return instantOf(read(cell));
  };
}

function instantOf(text: ReturnType<ReturnType<typeof dateReader>>): number {
  if (typeof text !== 'string') return Number.NaN;
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

const maxFormats = 3;

/** Of two ways to read the same cells, the one in which no order is from a day to come; undefined if both are. */
function past(
  format: string,
  cells: readonly string[],
  instantBy: InstantBy,
  now: number,
): string | undefined {
  const [own, swapped] = [format, swap(format)].map((each) =>
    cells.every((cell) => instantBy(each, cell) <= now + dayMs),
  );
  if (own === swapped) return undefined;
  return own ? format : swap(format);
}

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
    const candidates = allFormats
      .filter((format) => hasMarksOf(first, format) && !Number.isNaN(instantBy(format, first)))
      .map((format) => ({
        format,
        count: rest.filter((cell) => !Number.isNaN(instantBy(format, cell))).length,
      }));
    const best = candidates.reduce((most, next) => (next.count > most.count ? next : most), {
      format: '',
      count: 0,
    });
    if (best.count === 0) break;
    formats.push(best.format);
    rest = rest.filter((cell) => Number.isNaN(instantBy(best.format, cell)));
  }
  if (rest.length > 0) return undefined;
  const zoned = formats.every((format) => zone.test(format));
  const [format = ''] = formats;
  if (!isNumeric(format) || formats.length > 1) return { formats, zoned };
  const swapped = swap(format);
  const isOwnOrder = (order === 'dmy') === /^D/.test(format);
  if (cells.some((cell) => Number.isNaN(instantBy(swapped, cell)))) return { formats, zoned };
  if (order !== undefined) return { formats: [isOwnOrder ? format : swapped], zoned };
  const certain = past(format, cells, instantBy, now);
  if (certain !== undefined) return { formats: [certain], zoned };
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
  | (
      | 'sku'
      | 'articleNumber'
      | 'barcode'
      | 'title'
      | 'quantity'
      | 'less'
      | 'toShip'
      | 'price'
      | 'total'
      | 'parent'
      | 'lineId'
    )
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

type Has = (...concepts: readonly Concept[]) => boolean;

const states = ['shipped', 'cancelled', 'refunded', 'paid', 'held', 'collected'] as const;
const addressParts = [
  ...([
    'country',
    'postcode',
    'town',
    'region',
    'suburb',
    'floor',
    'apartment',
    'building',
    'addition',
  ] as const),
  ...(['houseNumber', 'extra', 'company', 'first', 'last'] as const),
];

/** What a column of money is. */
function kindOfMoney(has: Has): Kind {
  if (has('refunded')) return has('price') ? 'aside' : 'refundedMoney';
  if (has('tax') || has('discount') || has('shipped') || has('cancelled') || has('paid') || has('handled'))
    return 'aside';
  if (has('price') && has('otherPrice')) return 'price';
  if (has('cost') && has('line')) return 'price';
  if (has('cost') || (has('delivery', 'dispatch') && !has('line'))) return 'cost';
  if (has('total')) return has('order') && !has('line') ? 'orderTotal' : 'total';
  if (has('price')) return 'price';
  if (has('amount') && has('due')) return 'aside';
  return has('order') && !has('line') ? 'orderTotal' : 'total';
}

/** What a column of a time is. */
function kindOfTime(has: Has): Kind {
  if (has('requested') || has('note')) return 'aside';
  if (has('due')) return has('dispatch') ? 'dispatchBy' : 'aside';
  if (has('expected')) return has('dispatch') ? 'dispatchBy' : 'aside';
  if (has('shipped', 'cancelled', 'refunded', 'paid', 'held', 'collected')) return 'mark';
  if (has('dispatch')) return 'shipDate';
  if (has('delivery')) return 'deliveryDate';
  if (has('modified') || has('billing') || has('handled')) return 'aside';
  return has('date') || has('created') ? 'received' : 'aside';
}

/** What a column of an order's or a line's number is. */
function kindOfNumber(has: Has, { number, words }: ColumnName): Kind {
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
  const { concepts, number } = named;
  const has: Has = (...wanted) => wanted.some((concept) => concepts.has(concept));
  const hasState = has(...states);
  if (has('requested') && has('cancelled')) return 'requested';
  if (has('requested') && !has('expected')) return 'requested';
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
    if (has('handled') || has('aside')) return 'aside';
    const ofOrder = has('order', 'total') && !has('line', 'ordered', 'created');
    return ofOrder ? 'orderQuantity' : 'quantity';
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
  for (const part of addressParts) if (concepts.has(part)) return part;
  if (has('street', 'address')) {
    if (has('number') && !has('street')) return 'houseNumber';
    if (has('name') && !has('street')) return 'name';
    return number !== undefined && number > 1 ? 'extra' : 'street';
  }
  if (has('variant')) return 'aside';
  if (has('number', 'id', 'code', 'reference', 'itemReference')) return kindOfNumber(has, named);
  if (has('title')) return 'title';
  if (has('name')) return has('line') ? 'title' : has('order') ? 'unknown' : 'name';
  if (has('buyer')) return 'name';
  if (has('order') && number === undefined) return 'reference';
  if (has('line') && !has('delivery')) return 'title';
  // A recipient is a person; `Shipping` alone may be a cost or a method.
  if (has('delivery')) return has('dispatch') ? 'cost' : 'name';
  return 'unknown';
}

function sideOf({ concepts }: ColumnName): Side {
  if (concepts.has('seller') && !concepts.has('sku')) return 'seller';
  if (concepts.has('billing')) return 'billing';
  if (concepts.has('delivery') || concepts.has('dispatch')) return 'delivery';
  return concepts.has('buyer') ? 'buyer' : undefined;
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
    return [
      {
        index,
        name,
        cells,
        rows: rows.length,
        named,
        // Only orders were surely received before now.
        dates: dateStyleOf(cells, instantBy, kind === 'received' ? now : Number.POSITIVE_INFINITY, dates),
        kind,
        side: sideOf(named),
        ofLine: named.concepts.has('line'),
      },
    ];
  });
}

/** Whether the words of its name are all known, so that it says what the column is. */
export const isPlain = ({ named }: Column): boolean => named.unknown.length === 0;

/** A cell of a row, trimmed. */
export const cellOf = (row: readonly string[], { index }: Column): string => (row[index] ?? '').trim();
