import { isZonedTime } from '../../contract/primitives.ts';
import { isoUtc, parseInstant } from '../../text/time.ts';
import { instantOf } from '../../text/zone.ts';
import type { Reading } from '../layout.ts';

/** Why a cell cannot be read: what would be right, and a sentence that follows the field's name. */
export interface Refusal {
  readonly expected: string;
  readonly message: string;
}

/** What the user said about how cells are written. */
export interface CellRules {
  readonly decimal: 'point' | 'comma';
  readonly timezone?: string;
}

export type CellReader = (cell: string) => string | number | Refusal;

const refuse = (expected: string, message: string): Refusal => ({ expected, message });

/** What spreadsheets make of a long number in a narrow column: 5.01235E+12, 5,01235E+12. */
const scientific = /^[+-]?\d[.,]\d+E\+\d+$/i;
const scientificBarcode = /^[+-]?\d+(?:[.,]\d+E\+?|E\+)\d+$/i;
const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#{2,})$|^#{4,}$/;

const damaged = (): Refusal =>
  refuse(
    'the full number, from a column formatted as text',
    'was rewritten by a spreadsheet in scientific notation, and its digits are lost; format the column as text and fill it in anew',
  );

const failedFormula = (): Refusal => refuse('a value', 'holds the error of a spreadsheet formula');

function readText(cell: string): string | Refusal {
  const first = cell.charCodeAt(0);
  if (first === 35 && spreadsheetError.test(cell)) return failedFormula();
  // Only a cell that begins like a number can be a damaged one.
  return first < 58 && first > 42 && scientific.test(cell) ? damaged() : cell;
}

function readBarcode(cell: string): string | Refusal {
  if (scientificBarcode.test(cell)) return damaged();
  return readText(cell);
}

const exampleNumber = { point: '12.50', comma: '12,50' } as const;
const plainNumber = { point: /^[+-]?(?:\d+\.?\d*|\.\d+)$/, comma: /^[+-]?(?:\d+,?\d*|,\d+)$/ } as const;
const maxExactDigits = 15;

function whyNoNumber(cell: string, decimal: 'point' | 'comma'): string {
  if (/\p{Sc}|^(?:EUR|GBP|USD)\b|\b(?:EUR|GBP|USD)$/iu.test(cell))
    return 'must be a number without a currency sign';
  if (cell.endsWith('%')) return 'must be a number without a percent sign';
  if (/^[+-]?\d{1,3}(?:[.,' {2}]\d{3})+[.,]\d+$/.test(cell) || /^[+-]?\d{1,3}(?:[' {2}]\d{3})+$/.test(cell)) {
    return 'must be a number without thousands separators';
  }
  if (decimal === 'point' && /^[+-]?\d*,\d+$/.test(cell)) {
    return 'has a comma: with --decimal comma it is read as the decimal sign; thousands separators are not read';
  }
  if (decimal === 'comma' && /^[+-]?\d*\.\d+$/.test(cell)) {
    return 'has a point, but --decimal comma was given; thousands separators are not read';
  }
  return 'must be a number';
}

function readNumber(cell: string, decimal: 'point' | 'comma'): number | Refusal {
  if (!plainNumber[decimal].test(cell)) {
    if (spreadsheetError.test(cell)) return failedFormula();
    return refuse(`a number, as ${exampleNumber[decimal]}`, whyNoNumber(cell, decimal));
  }
  const digits = cell.length > maxExactDigits ? cell.replace(/^[+-]?0*|[.,]/g, '').length : 0;
  if (digits > maxExactDigits)
    return refuse(`at most ${maxExactDigits} digits`, 'has more digits than can be kept exactly');
  return Number(decimal === 'comma' ? cell.replace(',', '.') : cell);
}

function readWhole(cell: string): number | Refusal {
  if (/^[+-]?\d{1,15}$/.test(cell)) return Number(cell);
  if (spreadsheetError.test(cell)) return failedFormula();
  return refuse('a whole number, as 2', 'must be a whole number, digits only');
}

const expectedTime = 'an ISO 8601 time with its zone, as 2026-09-01T17:00:00Z or 2026-09-01T17:00:00+01:00';
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const offset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/;
const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/;

function localTime(cell: string, timezone: string | undefined): string | Refusal {
  if (timezone === undefined) {
    return refuse(
      expectedTime,
      'names no time zone; add Z or an offset, or say with --timezone how such times are meant (--timezone Europe/London)',
    );
  }
  const read = instantOf(cell, timezone);
  if ('instant' in read) return isoUtc(read.instant);
  if (read.error === 'gap')
    return refuse(expectedTime, `does not exist in ${timezone}: the clocks go forward then`);
  if (read.error === 'overlap') {
    return refuse(
      expectedTime,
      `occurs twice that day in ${timezone}: the clocks go back then; write the offset`,
    );
  }
  return refuse(expectedTime, 'is no time of the calendar');
}

function whyNoTime(cell: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return 'is a day without a time of day';
  if (/^\d{5}(?:[.,]\d+)?$/.test(cell)) return "is a spreadsheet's own day number; format the column as text";
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/.test(cell)) {
    return 'is written as a spreadsheet shows dates, where day and month can be mistaken for each other';
  }
  return 'must be a time';
}

/** Reads a time that names its zone, or a local one by `--timezone`; both in a spelling that can be read one way only. */
function readTime(cell: string, timezone: string | undefined, inUtc: boolean): string | Refusal {
  if (isZonedTime(cell)) {
    if (utc.test(cell) || (!inUtc && offset.test(cell))) return cell;
    return isoUtc(parseInstant(cell));
  }
  return local.test(cell) ? localTime(cell, timezone) : refuse(expectedTime, whyNoTime(cell));
}

/** The reader of a field's cells. It is handed text that is trimmed and not empty. */
export function cellReader(reading: Reading, { decimal, timezone }: CellRules): CellReader {
  switch (reading) {
    case 'text':
      return readText;
    case 'barcode':
      return readBarcode;
    case 'number':
      return (cell) => readNumber(cell, decimal);
    case 'whole':
      return readWhole;
    case 'utc-time':
      return (cell) => readTime(cell, timezone, true);
    case 'time':
      return (cell) => readTime(cell, timezone, false);
  }
}
