import type { CellType } from '../document/layout.ts';
import { type CellError, cellError } from './cell-error.ts';
import { readDay, readTime } from './times.ts';

/** Keeps the last result of a function of one value: neighbouring cells of a column are often the same. */
export function keepLast<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  let last: { value: Value; result: Result } | undefined;
  return (value) => {
    if (last === undefined) last = { value, result: compute(value) };
    else if (value !== last.value) {
      last.result = compute(value);
      last.value = value;
    }
    return last.result;
  };
}

/** How cells are written, from the options. */
export interface CellRules {
  readonly decimal: 'point' | 'comma';
  /** IANA zone for times without one. */
  readonly timezone?: string;
  /** Called with the name of an option when it decides how a cell is read. */
  decided?(option: string): void;
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

function readBarcode(cell: string): string | CellError {
  return scientificBarcode.test(cell) ? lostDigits() : readText(cell);
}

/** References go into paths, where `.` and `..` mean folders: such a document could never be looked up. */
function readReference(cell: string): string | CellError {
  if (cell !== '.' && cell !== '..') return readText(cell);
  return cellError(
    'a reference other than . and ..',
    `must not be ${cell}: such a reference cannot be requested`,
    'found',
  );
}

const exampleNumber = { point: '12.50', comma: '12,50' } as const;
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

function readNumber(cell: string, decimal: 'point' | 'comma'): number | CellError {
  if (!plainNumber[decimal].test(cell)) {
    if (spreadsheetError.test(cell)) return failedFormula();
    return cellError(`a number, for example ${exampleNumber[decimal]}`, whyNotNumber(cell, decimal));
  }
  const digits = cell.length > maxExactDigits ? cell.replace(/^[+-]?0*|[.,]/g, '').length : 0;
  if (digits > maxExactDigits)
    return cellError(`at most ${maxExactDigits} digits`, 'has too many digits to be sent exactly');
  return Number(decimal === 'comma' ? cell.replace(',', '.') : cell);
}

function readWhole(cell: string): number | CellError {
  if (/^[+-]?\d{1,15}$/.test(cell)) return Number(cell);
  if (spreadsheetError.test(cell)) return failedFormula();
  return cellError('a whole number, for example 2', 'must be a whole number, digits only');
}

/** The reader for a field's cells. */
export function cellReader(type: CellType, { decimal, timezone, decided }: CellRules): CellReader {
  switch (type) {
    case 'text':
      return readText;
    case 'reference':
      return readReference;
    case 'barcode':
      return readBarcode;
    case 'number':
      return keepLast((cell) => {
        if (decimal === 'comma' && cell.includes(',')) decided?.('decimal');
        return readNumber(cell, decimal);
      });
    case 'whole':
      return keepLast(readWhole);
    case 'utc-time':
      return keepLast((cell) => readTime(cell, timezone, true, decided));
    case 'time':
      return keepLast((cell) => readTime(cell, timezone, false, decided));
    case 'day':
      return readDay;
    default:
      return type satisfies never;
  }
}
