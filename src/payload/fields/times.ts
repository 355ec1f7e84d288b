import { hasFourDigitYear, isZonedTime } from '../../contract/primitives.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
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

const noSuchTime = (): CellError => cellError(expectedTime, 'is not a valid date and time');

function localTime(cell: string, timezone: string | undefined): string | CellError {
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
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/.test(cell))
    return cellError(
      expectedTime,
      'is written as spreadsheets show dates, where day and month can be confused',
    );
  return cellError(expectedTime, 'must be a time');
}

/**
 * Reads a time with a zone, or a local time in `timezone`. Returns an unambiguous text: in UTC if `inUtc`, otherwise with
 * the cell's own offset.
 */
export function readTime(cell: string, timezone: string | undefined, inUtc: boolean): string | CellError {
  if (isZonedTime(cell)) {
    return utc.test(cell) || (!inUtc && offset.test(cell)) ? cell : isoUtc(parseInstant(cell));
  }
  return local.test(cell) ? localTime(cell, timezone) : whyNotTime(cell);
}
