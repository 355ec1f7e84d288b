import { dayMs } from '../../text/time/time.ts';
import { dateReader } from '../fields/dates.ts';
import { listOf } from '../presets/preset.ts';

/** How the dates of a column are written. */
export interface DateStyle {
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
  ...[' - HH:mm', ' - HH:mm:ss', ' h:mm A Z', ', h:mm A Z', ' HH:mm hs.'],
];
const allFormats = days.flatMap((day) => times.map((time) => day + time));

/** Whether a cell looks like a format. Only such formats are worth compiling. */
const hasMarksOf = (cell: string, format: string): boolean =>
  [':', '/', '.', '-', ','].every((mark) => cell.includes(mark) === format.includes(mark) || mark === '-') &&
  /\p{L}{3}/u.test(cell) === format.includes('MMM');

/** The same format with day and month swapped. */
const swap = (format: string): string =>
  format.replaceAll(/D+|M+/g, (token) => (token.startsWith('D') ? 'M' : 'D').repeat(token.length));

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

/** Whether a cell is a day, in ISO form or in the style of its column, after an instant (ms since the epoch). */
export function isLater(style: DateStyle | undefined, value: string, instant: number): boolean {
  const read = instantReader();
  const iso = /^\d{4}-/.test(value) ? Date.parse(value) : Number.NaN;
  return [iso, ...(style?.formats ?? []).map((format) => read(format, value))].some((day) => day > instant);
}

const maxFormats = 3;

/** Nobody sends a file whose latest order is older. */
const recent = 90 * dayMs;

/** Whether a cell is worth trying, because most cells are not dates. */
const mayBeDate = (cell: string): boolean =>
  cell.length < 40 &&
  (/^\d{8}$/.test(cell) || (/\d/.test(cell) && cell.split(/[-/. ]/).length > 2 && !/\p{Sc}/u.test(cell)));

/** How dates (none blank) are written; undefined if they are not all dates. `order` decides where the cells do not. */
export function dateStyleOf(
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
  if (/MMM|^YYYY/.test(format) || formats.length > 1) return { formats, zoned };
  const swapped = swap(format);
  if (cells.some((cell) => Number.isNaN(instantBy(swapped, cell)))) return { formats, zoned };
  if (order !== undefined)
    return { formats: [(order === 'dmy') === format.startsWith('D') ? format : swapped], zoned };
  // The way in which no order is from a day to come.
  const [isPast, isPastSwapped] = [format, swapped].map((each) =>
    cells.every((cell) => instantBy(each, cell) <= now + dayMs),
  );
  const past = isPast ? format : swapped;
  // Of orders that are months old, the other way may be meant, in a file for days to come.
  const isRecent = cells.some((cell) => instantBy(past, cell) > now - recent);
  if (isPast !== isPastSwapped && isRecent) return { formats: [past], zoned };
  return { formats, zoned, swapped: [swapped] };
}
