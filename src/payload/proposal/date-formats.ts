import { dayMs } from '../../text/time/time.ts';
import { dateReader } from '../mapping/dates.ts';

/** How the dates of a column are written. */
export interface DateStyle {
  /** Formats for a map's `date`; empty if the times need none. */
  readonly formats: readonly string[];
  /** The share of the cells that are dates, 0 to 1. */
  readonly share: number;
  /** Every date has a zone. */
  readonly zoned: boolean;
  /** The formats with day and month swapped, if that is possible. */
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
  ...['D MMM YYYY', 'D MMM YY', 'D-MMM-YYYY', 'D-MMM-YY', 'D MMMM YYYY', 'D. MMM YYYY', 'D. MMMM YYYY'],
  ...['MMM D, YYYY', 'MMMM D, YYYY', 'MMM D YYYY', 'MMM-D-YY', 'MMM-D-YYYY'],
];
const times = [
  ...['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss', 'THH:mm:ss', 'THH:mm'],
  ...[' h:mm A', ' h:mm:ss A', ', h:mm A', ', h:mm:ss A', ' HH:mm:ss Z', ' HH:mm Z', 'THH:mm:ssZ'],
  ...[' h:mm A Z', ', h:mm A Z'],
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
export function instantReader(): InstantBy {
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

/** A column with a smaller share is not a column of dates. */
const enough = 0.8;
const maxFormats = 3;

/** Which of two ways to read the same cells is more likely: one without future dates, or else the shorter period. */
function likelier(
  format: string,
  cells: readonly string[],
  instantBy: InstantBy,
  now: number,
): { best: string; certain: boolean } {
  const other = swap(format);
  const spans = [format, other].map((each) => {
    const instants = cells.map((cell) => instantBy(each, cell));
    return {
      toCome: instants.some((instant) => instant > now + dayMs),
      span: Math.max(...instants) - Math.min(...instants),
    };
  });
  const [own, swapped] = spans as [(typeof spans)[0], (typeof spans)[0]];
  if (own.toCome !== swapped.toCome) return { best: own.toCome ? other : format, certain: true };
  return { best: own.span <= swapped.span ? format : other, certain: false };
}

/** Whether a cell is worth trying, because most cells are not dates. */
const mayBeDate = (cell: string): boolean =>
  cell.length < 40 &&
  (/^\d{8}$/.test(cell) || (/\d/.test(cell) && cell.split(/[-/. ]/).length > 2 && !/\p{Sc}/u.test(cell)));

/** How the dates in a column (none blank) are written; undefined if they are not dates. */
export function dateStyleOf(
  cells: readonly string[],
  instantBy: InstantBy,
  now: number,
): DateStyle | undefined {
  const asTheyAre = cells.filter((cell) => iso.test(cell));
  if (asTheyAre.length / cells.length >= enough)
    return {
      formats: [],
      share: asTheyAre.length / cells.length,
      zoned: asTheyAre.every((cell) => iso.exec(cell)?.[1] !== undefined),
    };
  let rest = cells.filter(mayBeDate);
  const formats: string[] = [];
  let matched = 0;
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
    matched += best.count;
  }
  const share = matched / cells.length;
  if (share < enough || formats.length === 0) return undefined;
  const zoned = formats.every((format) => zone.test(format));
  const [format = ''] = formats;
  if (!isNumeric(format)) return { formats, share, zoned };
  const swapped = swap(format);
  if (cells.some((cell) => Number.isNaN(instantBy(swapped, cell)))) return { formats, share, zoned };
  const { best, certain } = likelier(format, cells, instantBy, now);
  if (certain) return { formats: [best], share, zoned };
  return { formats: [best], share, zoned, swapped: [best === format ? swapped : format] };
}
