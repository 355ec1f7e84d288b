import { isZonedTime } from '../../contract/primitives.ts';
import { type Compact, compact, type Stated, stated } from '../../errors.ts';
import { hasFourDigitYear, isoUtc, parseInstant, twoDigits } from '../../text/time/time.ts';
import { instantOf } from '../../text/time/zone.ts';
import type { BareDate, CellType } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';

/** Why a cell cannot be read: what was expected, and a phrase that follows the field's name. */
export interface CellError {
  readonly expected: string;
  readonly message: string;
  readonly [stated]: readonly Stated[];
  /** Its text follows the field's name. */
  readonly [compact]?: Compact;
}

/** Whether reading a cell gave an error and not its value. */
export const isCellError = (value: unknown): value is CellError => typeof value === 'object';

/** An error for a cell; `held`: which of the found and the expected value its message already contains. */
export const cellError = (expected: string, message: string, ...held: readonly Stated[]): CellError => ({
  expected,
  message,
  [stated]: held,
});

/** What a problem says of an error of the field with this name. */
export const saidOf = (name: string, { expected, message, [stated]: held, [compact]: short }: CellError) => ({
  expected,
  message: `${name} ${message}`,
  [stated]: held,
  [compact]: short && { ...short, text: `${name} ${short.text}` },
});

/** An error that an option solves for the whole file. */
const withoutOption = (error: CellError, option: string, text: string, remedy: string): CellError => ({
  ...error,
  [compact]: { text, remedies: [remedy], option },
});

const expectedTime = 'an ISO 8601 time with its zone, for example 2026-09-01T17:00:00Z';
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const offset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/;
const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/;
const spacedZone = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)[ \u00a0]+(Z|[+-]\d\d:?\d\d)$/i;
/** Longer cells are not times. */
const maxTimeLength = 60;

/** `02/12/2026`, `02.12.2026 09:30`, `2/12/26 9:30 PM`: as spreadsheets show dates. */
const asSpreadsheet =
  /^(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?:,?[ T](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<sec>\d\d))?(?: ?(?<half>[AP])\.?M\.?)?)?$/i;

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

/** A date as spreadsheets show it, as a local ISO 8601 time or a day; other text as it is. `as`: what a bare date means. */
export function withoutSpreadsheetDate(cell: string, order: DateOrder, as: BareDate): string {
  const groups = cell.length > maxTimeLength ? undefined : asSpreadsheet.exec(cell)?.groups;
  if (groups === undefined) return cell;
  const { first = '', second = '', year = '', hour, minute, sec = '00', half } = groups;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const date = `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined) return as === 'day' ? date : `${date}T${as === 'end' ? '23:59:59' : '00:00:00'}`;
  const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${date}T${twoDigits(String(shift))}:${minute}:${sec}`;
}

const dayOrMonth = (expected: string): CellError => {
  const text = 'is written as spreadsheets show dates';
  const remedy = 'give --dates dmy if the day comes first, or --dates mdy if the month does';
  return withoutOption(cellError(expected, `${text}: ${remedy}`), '--dates', text, remedy);
};

type CellRules = Pick<ReadingOptions, 'decimal' | 'timezone' | 'decided'>;

const noSuchTime = 'is not a valid date and time';

function localTime(cell: string, { timezone, decided }: CellRules): string | CellError {
  if (timezone === undefined) {
    const remedy = 'give the time zone, for example --timezone Europe/London';
    const message = `has no time zone; add Z or an offset, or ${remedy}`;
    return withoutOption(cellError(expectedTime, message), '--timezone', 'has no time zone', remedy);
  }
  decided?.('timezone');
  const read = instantOf(cell, timezone);
  if ('instant' in read && hasFourDigitYear(read.instant)) return isoUtc(read.instant);
  const error = 'error' in read ? read.error : 'invalid';
  // The zone is there, and the cell may be written in the file's own way: no form is missing.
  if (error === 'invalid') return cellError(expectedTime, noSuchTime, 'expected');
  const messages = {
    gap: `does not exist in ${timezone}: the clocks go forward then`,
    overlap: `occurs twice that day in ${timezone}, when the clocks go back; write the offset`,
  };
  return cellError(expectedTime, messages[error]);
}

function whyNotTime(cell: string): CellError {
  if (cell.length > maxTimeLength) return cellError(expectedTime, 'must be a time');
  const spaced = spacedZone.exec(cell);
  if (spaced !== null)
    return cellError(`${spaced[1]}${spaced[2]}`, 'has a space before the time zone; remove the space');
  if (/^\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-][\d:]+)?$/i.test(cell))
    return cellError(expectedTime, noSuchTime);
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cellError(expectedTime, 'is a date without a time');
  if (/^\d{5}(?:[.,]\d+)?$/.test(cell))
    return cellError(expectedTime, "is a spreadsheet's day number; format the column as text");
  if (asSpreadsheet.test(cell)) return dayOrMonth(expectedTime);
  return cellError(expectedTime, 'must be a time');
}

/** Reads a time with a zone, or a local time. Returns it in UTC if `inUtc`, otherwise with the cell's own offset. */
function readTime(cell: string, rules: CellRules, inUtc: boolean): string | CellError {
  if (isZonedTime(cell))
    return utc.test(cell) || (!inUtc && offset.test(cell)) ? cell : isoUtc(parseInstant(cell));
  return local.test(cell) ? localTime(cell, rules) : whyNotTime(cell);
}

/** Keeps the last result of a function of one value: neighbouring cells of a column are often the same. */
function keepLast<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  let last: { value: Value; result: Result } | undefined;
  return (value) => {
    if (value !== last?.value) last = { value, result: compute(value) };
    return last.result;
  };
}

/** Turns a cell's text, trimmed and not empty, into the field's value. */
export type CellReader = (cell: string) => string | number | CellError;

/** A long number as spreadsheets show it in a narrow column: 5.01235E+12, 5,01235E+12, 5E+12. */
const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/i;
const scientificBarcode = /^[+-]?\d+(?:[.,]\d+E\+?|E\+)\d+$/i;
const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$|^#{3,}$/;

const lostDigits = (): CellError =>
  cellError(
    'the full number, from a column formatted as text',
    'was changed by a spreadsheet to scientific notation, which loses digits; format the column as text and enter the number again',
  );

const failedFormula = (): CellError => cellError('a value', 'is the error of a spreadsheet formula');

function readText(cell: string): string | CellError {
  const first = cell.charCodeAt(0);
  if (first === 35 && spreadsheetError.test(cell)) return failedFormula();
  // Only a cell that starts like a number can be damaged.
  return first < 58 && first > 42 && scientific.test(cell) ? lostDigits() : cell;
}

const readBarcode = (cell: string): string | CellError =>
  scientificBarcode.test(cell) ? lostDigits() : readText(cell);

/** References go into paths, where `.` and `..` mean folders: such a document could never be looked up. */
function readReference(cell: string): string | CellError {
  // With and without it, the order would be created twice.
  if (cell.startsWith('="'))
    return cellError('the reference itself', 'is a spreadsheet formula; save the file from a spreadsheet');
  if (cell !== '.' && cell !== '..') return readText(cell);
  return cellError(
    'a reference other than . and ..',
    `must not be ${cell}: such a reference cannot be requested`,
    'found',
  );
}

const plainNumber = {
  point: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  comma: /^[+-]?(?:\d+(?:,\d*)?|,\d+)$/,
} as const;
/** Every number with this many digits survives conversion to a floating-point number and back. */
const maxExactDigits = 15;
/** Longer cells are not numbers. */
const maxNumberLength = 100;

/** Apostrophes, spaces and no-break spaces, with which Swiss and French spreadsheets group digits. */
const grouped = /^[+-]?\d{1,3}(?:['’ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/;
const groupedByMarks = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d+$/;
const severalGroups = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;
const currencyName = /^(?:EUR|GBP|USD)\b|\b(?:EUR|GBP|USD)$/i;

function whyNotNumber(cell: string, decimal: 'point' | 'comma'): string {
  if (cell.length > maxNumberLength) return 'must be a number';
  if (/\p{Sc}/u.test(cell) || currencyName.test(cell)) return 'must be a number without a currency sign';
  if (cell.endsWith('%')) return 'must be a number without a percent sign';
  if (grouped.test(cell) || groupedByMarks.test(cell) || severalGroups.test(cell))
    return 'must be a number without thousands separators';
  if (decimal === 'point' && /^[+-]?\d*,\d+$/.test(cell))
    return 'has a comma: use --decimal comma if it is the decimal sign; thousands separators are not allowed';
  if (decimal === 'comma' && /^[+-]?\d*\.\d+$/.test(cell))
    return 'has a point, but --decimal comma was given; thousands separators are not allowed';
  return 'must be a number';
}

function tooManyDigits(): CellError {
  return cellError(`at most ${maxExactDigits} digits`, 'has too many digits to be sent exactly');
}

function readNumber(cell: string, decimal: 'point' | 'comma'): number | CellError {
  if (!plainNumber[decimal].test(cell)) {
    if (spreadsheetError.test(cell)) return failedFormula();
    const example = decimal === 'point' ? '12.50' : '12,50';
    return cellError(`a number, for example ${example}`, whyNotNumber(cell, decimal));
  }
  const digits = cell.length > maxExactDigits ? cell.replace(/^[+-]?0*|[.,]/g, '').length : 0;
  if (digits > maxExactDigits) return tooManyDigits();
  return Number(decimal === 'comma' ? cell.replace(',', '.') : cell);
}

function readWhole(cell: string): number | CellError {
  if (/^[+-]?\d{1,15}$/.test(cell)) return Number(cell);
  if (spreadsheetError.test(cell)) return failedFormula();
  if (/^[+-]?\d+$/.test(cell)) return tooManyDigits();
  return cellError('a whole number, for example 2', 'must be a whole number');
}

/** The reader for a field's cells. */
export function cellReader(type: CellType, rules: CellRules): CellReader {
  const { decimal, decided } = rules;
  const readers: Readonly<Record<CellType, CellReader>> = {
    text: readText,
    reference: readReference,
    barcode: readBarcode,
    number: keepLast((cell) => {
      if (decimal === 'comma' && cell.includes(',')) decided?.('decimal');
      return readNumber(cell, decimal);
    }),
    whole: keepLast(readWhole),
    'utc-time': keepLast((cell) => readTime(cell, rules, true)),
    time: keepLast((cell) => readTime(cell, rules, false)),
    // What is no day is left to the schema.
    day: (cell) =>
      dateOrderIn(cell) === undefined ? cell : dayOrMonth('a calendar day, for example 2026-09-01'),
  };
  return readers[type];
}
