import { hasFourDigitYear, isZonedTime } from '../../contract/primitives.ts';
import { isoUtc, parseInstant, twoDigits } from '../../text/time/time.ts';
import { instantOf } from '../../text/time/zone.ts';
import { type CellError, cellError } from './cell-error.ts';

const expectedTime =
  'an ISO 8601 time with a zone, for example 2026-09-01T17:00:00Z or 2026-09-01T17:00:00+01:00';
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const offset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/;
const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/;
const spacedZone = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)[ \u00a0]+(Z|[+-]\d\d:?\d\d)$/i;
/** Longer cells are not times. */
const maxTimeLength = 60;

/** `02/12/2026`, `02.12.2026 09:30`, `2/12/26 9:30 PM`: as spreadsheets show dates. */
const asSpreadsheet =
  /^(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?:,?[ T](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<sec>\d\d))?(?: ?(?<half>[AP])\.?M\.?)?)?$/i;

/** Which comes first in a date as a spreadsheet shows it. */
export type DateOrder = 'dmy' | 'mdy';

/** Whether a cell is a date as spreadsheets show it, and which order it proves, if any: no month is above 12. */
export function dateOrderIn(cell: string): { readonly proves?: DateOrder } | undefined {
  // Asked about every time of a file, most of which are not such dates.
  if (!/^\d{1,2}[./-]/.test(cell)) return undefined;
  const { first, second } = cell.length > maxTimeLength ? {} : (asSpreadsheet.exec(cell)?.groups ?? {});
  if (first === undefined) return undefined;
  const [isDay, isSecondDay] = [Number(first) > 12, Number(second) > 12];
  if (isDay === isSecondDay) return {};
  return { proves: isDay ? 'dmy' : 'mdy' };
}

/**
 * A date as spreadsheets show it, as a local ISO 8601 time, or as a day for a field without a time; any other text as it
 * is. A date without a time is the last second of the day if `endOfDay`, otherwise the first.
 */
export function withoutSpreadsheetDate(cell: string, order: DateOrder, as: 'start' | 'end' | 'day'): string {
  const groups = cell.length > maxTimeLength ? undefined : asSpreadsheet.exec(cell)?.groups;
  if (groups === undefined) return cell;
  const { first = '', second = '', year = '', hour, minute, sec = '00', half } = groups;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const date = `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined) return as === 'day' ? date : `${date}T${as === 'end' ? '23:59:59' : '00:00:00'}`;
  const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${date}T${twoDigits(String(shift))}:${minute}:${sec}`;
}

const dayOrMonth = (expected: string): CellError =>
  cellError(
    expected,
    'is written as spreadsheets show dates: give --dates dmy if the day comes first, or --dates mdy if the month does',
  );

/** Reads a calendar day; what is none is left to the schema. */
export const readDay = (cell: string): string | CellError =>
  dateOrderIn(cell) === undefined ? cell : dayOrMonth('a calendar day, for example 2026-09-01');

/** Called when an option decides how a cell is read. */
type Decided = ((option: string) => void) | undefined;

const noSuchTime = (): CellError => cellError(expectedTime, 'is not a valid date and time');

function localTime(cell: string, timezone: string | undefined, decided: Decided): string | CellError {
  if (timezone !== undefined) decided?.('timezone');
  if (timezone === undefined)
    return cellError(
      expectedTime,
      'has no time zone; add Z or an offset, or give the zone of such times, for example --timezone Europe/London',
    );
  const read = instantOf(cell, timezone);
  if ('instant' in read) return hasFourDigitYear(read.instant) ? isoUtc(read.instant) : noSuchTime();
  switch (read.error) {
    case 'gap':
      return cellError(expectedTime, `does not exist in ${timezone}: the clocks go forward then`);
    case 'overlap':
      return cellError(
        expectedTime,
        `occurs twice that day in ${timezone}, when the clocks go back; write the offset`,
      );
    case 'invalid':
      return noSuchTime();
    default:
      return read.error satisfies never;
  }
}

function whyNotTime(cell: string): CellError {
  if (cell.length > maxTimeLength) return cellError(expectedTime, 'must be a time');
  const spaced = spacedZone.exec(cell);
  if (spaced !== null)
    return cellError(`${spaced[1]}${spaced[2]}`, 'has a space before the time zone; remove the space');
  if (/^\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-][\d:]+)?$/i.test(cell)) return noSuchTime();
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cellError(expectedTime, 'is a date without a time');
  if (/^\d{5}(?:[.,]\d+)?$/.test(cell))
    return cellError(expectedTime, "is a spreadsheet's day number; format the column as text");
  if (asSpreadsheet.test(cell)) return dayOrMonth(expectedTime);
  return cellError(expectedTime, 'must be a time');
}

/**
 * Reads a time with a zone, or a local time in `timezone`. Returns an unambiguous text: in UTC if `inUtc`, otherwise with
 * the cell's own offset.
 */
export function readTime(
  cell: string,
  timezone: string | undefined,
  inUtc: boolean,
  decided?: Decided,
): string | CellError {
  if (isZonedTime(cell)) {
    return utc.test(cell) || (!inUtc && offset.test(cell)) ? cell : isoUtc(parseInstant(cell));
  }
  return local.test(cell) ? localTime(cell, timezone, decided) : whyNotTime(cell);
}
