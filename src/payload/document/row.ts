/** What a cell's number format says besides its digits. */
interface NumberLook {
  readonly isPercent: boolean;
  readonly isScientific: boolean;
  /** The ISO 4217 code of the currency in the format, or its sign if that is not known. */
  readonly currency?: string;
}

/** The service's currencies by their signs. */
export const currencySigns: Readonly<Record<string, string>> = {
  ...{ '£': 'GBP', '€': 'EUR', $: 'USD', US$: 'USD', 'US $': 'USD' },
};

/** What a cell of a workbook holds besides its text. */
export type TypedCell =
  | {
      readonly kind: 'number';
      /** Rounded to the 15 digits that a spreadsheet keeps. */
      readonly value: number;
      /** What the sheet shows, if that hides digits. */
      readonly shown?: string;
      readonly look: NumberLook;
    }
  /** `2026-11-24`, `2026-11-24T10:15:00`, or `T10:15:00` for a time of day; absent if there is no such date. */
  | { readonly kind: 'date'; readonly iso?: string }
  /** Text in a cell whose format has a currency. */
  | { readonly kind: 'text'; readonly look: NumberLook }
  /** An error value, such as `#N/A`. */
  | { readonly kind: 'error' }
  /** A formula whose result is not stored. */
  | { readonly kind: 'formula' };

/** Something about a cell of a workbook that matters only if the cell is used. */
export interface Remark {
  readonly index: number;
  readonly isError: boolean;
  readonly found: string;
  readonly expected: string;
  /** Continues the name of the field. */
  readonly message: string;
  /** What is left out depends on the column. */
  readonly decides?: true;
  /** The value stands in a merged cell that begins in this row: it says something only of other documents' rows. */
  readonly since?: number;
}

/** No export has more. Unknown columns are compared with known ones, and memory holds a row of a sheet as wide as its last cell. */
export const mostColumns = 2000;

/** A column of a sheet whose value in a row stands in a merged cell above, and the row where that begins. */
export interface RowAbove {
  readonly index: number;
  readonly line: number;
}

/** One record of a CSV file or row of a sheet: its cells as text, and the physical line where it begins. */
export interface Row {
  readonly cells: string[];
  readonly line: number;
  /** If rows of other documents come before this part of its document: the line on which the part begins. */
  readonly part?: number;
  /** For a sheet, until the columns are known: what its cells hold besides text, by column. */
  readonly typed?: readonly (TypedCell | undefined)[];
  /** For a sheet. */
  readonly above?: readonly RowAbove[];
  /** For a sheet, once the columns are known. */
  readonly remarks?: readonly Remark[] | undefined;
  /** For a sheet: the currency in the format of the price. */
  readonly currency?: string | undefined;
}

export interface Dialect {
  readonly delimiter: string;
  /**
   * Quotes are ordinary characters, as in marketplace reports, but those around a whole cell are removed. Never with
   * another delimiter than a tab: such a copy comes from a spreadsheet, which quotes cells.
   */
  readonly literalQuotes: boolean;
}

export interface RowBlock {
  readonly rows: readonly Row[];
  readonly dialect?: Dialect;
}

/** The rows of a file whose columns have a header: CSV, or a sheet of a workbook. */
export interface Table {
  /** Its first lines, from which presets are recognised. */
  readonly start: string;
  /** The rows, in blocks, without blank ones. `literalQuotes`: in CSV, quotes are ordinary characters. */
  rows(literalQuotes?: boolean): AsyncIterable<RowBlock>;
  /** The same once more, from the beginning. */
  again(literalQuotes?: boolean): AsyncIterable<RowBlock>;
  readonly sheet?: SheetFacts;
}

export interface SheetFacts {
  readonly name: string;
  readonly isHidden: boolean;
  /** How many rows with cells are hidden; complete at the end of the reading. */
  readonly hiddenRows: number;
  /** Whether a column is hidden; known from the first row on. */
  isColumnHidden(index: number): boolean;
}

/** The letters of a column by its index: `A`, `Z`, `AA`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The reference of a cell, `Orders!F12`; of the row, `'My orders'!12:12`, if no column is meant. */
export function cellReference(sheet: string, line: number, index: number | undefined): string {
  const word = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${word}!${index === undefined ? `${line}:${line}` : columnLetters(index) + line}`;
}
