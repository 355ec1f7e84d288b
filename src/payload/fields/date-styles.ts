import { dayMs } from '../../text/time/time.ts';
import { listOf } from '../../text/words.ts';
import type { DateOrder } from './cells.ts';
import { dateReader } from './dates.ts';

export type DateStyle = NonNullable<ReturnType<typeof dateStyleOf>>;

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

const days = [
  ...['/', '.', '-'].flatMap((mark) =>
    listOf('DD MM YYYY | D M YYYY | MM DD YYYY | M D YYYY | DD MM YY | D M YY | MM DD YY | M D YY').map(
      (day) => day.replaceAll(' ', mark),
    ),
  ),
  ...listOf(
    'YYYY-MM-DD | YYYY/MM/DD | YYYY/M/D | YYYY.MM.DD | YYYYMMDD | D MMM YYYY | D MMM YY | D-MMM-YYYY | D-MMM-YY',
  ),
  ...listOf('D MMMM YYYY | D. MMM YYYY | D. MMMM YYYY | D de MMMM de YYYY'),
  ...listOf('MMM D, YYYY | MMMM D, YYYY | MMM D YYYY | MMM-D-YY | MMM-D-YYYY'),
];
const times = [
  ...['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss', 'THH:mm:ss', 'THH:mm'],
  ...[' h:mm A', ' h:mm:ss A', ', h:mm A', ', h:mm:ss A', ' HH:mm:ss Z', ' HH:mm Z', 'THH:mm:ssZ'],
  ...[' h:mmA', ' h:mm:ssA', ' - HH:mm', ' - HH:mm:ss', ' h:mm A Z', ', h:mm A Z', ' HH:mm hs.'],
];
const allFormats = days.flatMap((day) => times.map((time) => day + time));

/** Whether a cell looks like a format. Only such formats are worth compiling. */
const hasMarksOf = (cell: string, format: string): boolean =>
  [':', '/', '.', '-', ','].every((mark) => cell.includes(mark) === format.includes(mark) || mark === '-') &&
  /\p{L}{3}/u.test(cell.replaceAll(/UTC|GMT/g, '')) === format.includes('MMM');

const swap = (format: string): string =>
  format.replaceAll(/D+|M+/g, (token) => (token.startsWith('D') ? 'M' : 'D').repeat(token.length));

const orderOf = (format: string): DateOrder => (format.startsWith('D') ? 'dmy' : 'mdy');

/** The instant in a cell, read as UTC; NaN if the cell does not have this format. */
type InstantBy = (format: string, cell: string) => number;

/** Reads cells in many formats, each compiled once. */
export function instantReader(): InstantBy {
  const readers = new Map<string, ReturnType<typeof dateReader>>();
  return (format, cell) => {
    const read = readers.get(format) ?? dateReader([format], 'start');
    readers.set(format, read);
    const text = read(cell);
    if (typeof text !== 'string') return Number.NaN;
    return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  };
}

/** Whether a cell is worth trying, because most cells are not dates. */
const mayBeDate = (cell: string): boolean =>
  cell.length < 40 &&
  (/^\d{8}$/.test(cell) || (/\d/.test(cell) && cell.split(/[-/. ]/).length > 2 && !/\p{Sc}/u.test(cell)));

/** The same format with the year first, if the first number of each date may be the year: `26/11/25`. */
function withYearFirst(format: string, cells: readonly string[], instantBy: InstantBy, now: number) {
  const yearFirst = format.replace(/^[DM]{1,2}(\W)[DM]{1,2}\WYY(?!Y)/, 'YY$1MM$1DD');
  // Dates of orders are not further from today.
  const isNear = (cell: string): boolean => Math.abs(instantBy(yearFirst, cell) - now) < 366 * dayMs;
  return yearFirst !== format && cells.every(isNear) ? yearFirst : undefined;
}

/**
 * How the values of a column (none blank) are written as dates; undefined if some are none. `ways`: the ways to read them,
 * each with its formats for a map's `date` (none if the times need none); only one if they prove it, or `order` decides.
 * `zoned`: every date has a zone. `example`: a cell that can be read in each way.
 */
export function dateStyleOf(cells: readonly string[], instantBy: InstantBy, now: number, order?: DateOrder) {
  if (cells.length === 0 || !cells.every(mayBeDate)) return undefined;
  if (cells.every((cell) => iso.test(cell)))
    return { ways: [[]], zoned: cells.every((cell) => iso.exec(cell)?.[1] !== undefined) };
  let rest = [...new Set(cells)];
  const formats: string[] = [];
  while (rest.length > 0 && formats.length < 3) {
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
  const isNumeric = (format: string): boolean => !/MMM|^YY/.test(format);
  const numeric = cells.flatMap((cell) => {
    const format = formats.find((each) => !Number.isNaN(instantBy(each, cell))) ?? '';
    const isOpen = !Number.isNaN(instantBy(swap(format), cell));
    return isNumeric(format) ? [{ cell, format, isOpen }] : [];
  });
  // A day above 12 proves the format for all cells of its kind, unless others prove the opposite.
  const proven = new Set(numeric.flatMap(({ format, isOpen }) => (isOpen ? [] : [format])));
  const isProven = (format: string): boolean => proven.has(format) && !proven.has(swap(format));
  const open = numeric.filter(({ format, isOpen }) => isOpen && !isProven(format));
  const [only] = formats;
  const yearFirst =
    only !== undefined && formats.length === 1 ? withYearFirst(only, cells, instantBy, now) : undefined;
  const inYears = yearFirst === undefined || order !== undefined ? [] : [[yearFirst]];
  if (open.length === 0) return { ways: [formats, ...inYears], zoned, example: cells[0] ?? '' };
  const inOrder = (first: DateOrder): string[] => {
    const isFirst = (format: string): boolean => !isNumeric(format) || orderOf(format) === first;
    const own = formats.map((each) => (isFirst(each) || proven.has(each) ? each : swap(each)));
    return [...new Set(own)].toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  };
  const example = open[0]?.cell ?? '';
  if (order !== undefined) return { ways: [inOrder(order)], zoned, example };
  return { ways: [inOrder('dmy'), inOrder('mdy'), ...inYears], zoned, example };
}
