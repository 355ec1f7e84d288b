import { plainDigits } from '../../text/words.ts';
import type { BareDate } from '../document/layout.ts';
import type { Remark, TypedCell } from '../document/row.ts';

/** What a column of a sheet is read as; undefined if nothing reads it. */
export type Role =
  | { readonly kind: 'text'; readonly isBarcode: boolean }
  | { readonly kind: 'date'; readonly as: BareDate }
  | {
      readonly kind: 'number';
      readonly decimal: 'point' | 'comma';
      /** Percentages count as people read them. */
      readonly inPercent: boolean;
      readonly isPrice: boolean;
    }
  /** It only decides what is left out. */
  | { readonly kind: 'rule' };

const lostDigits = 'the full number, in a cell formatted as text';

export interface Conformed {
  readonly text: string;
  readonly remark?: Omit<Remark, 'index'>;
}

/** Reads a cell in a role. */
export function conformed(text: string, cell: TypedCell, role: Role): Conformed {
  const remarked = (isError: boolean, expected: string, message: string, found = text, own = text) => ({
    text: own,
    remark: { isError, found, expected, message },
  });
  const hidden = (value: string, shown: string, own: string): Conformed =>
    remarked(false, shown, `is ${value}, though the sheet shows ${shown}`, value, own);
  if (cell.kind === 'error') return remarked(true, 'a value', 'is the error of a spreadsheet formula');
  if (cell.kind === 'formula')
    return remarked(
      true,
      'a value',
      'is a formula without a result: open the workbook in the spreadsheet program, save it once, and use that file',
    );
  if (cell.kind === 'number' && Number.isInteger(cell.value) && Math.abs(cell.value) >= 1e15)
    return remarked(
      true,
      lostDigits,
      'has more than 15 digits, and a workbook keeps only 15; the others are lost, so enter it again as text',
    );
  if (cell.kind === 'number' && role.kind === 'text' && role.isBarcode && cell.look.isScientific)
    return remarked(
      true,
      lostDigits,
      'was changed by a spreadsheet to scientific notation, which loses digits; enter it again as text',
    );
  if (role.kind === 'rule' || cell.kind === 'text') return { text };
  if (cell.kind === 'date') {
    const { iso } = cell;
    if (role.kind === 'number')
      return remarked(true, 'a number', 'is a date, but a spreadsheet may have made it from a number');
    if (role.kind === 'text')
      return remarked(false, 'text', 'is a date, but a spreadsheet may have made it from a code or a number');
    if (iso === undefined || iso.startsWith('T'))
      return remarked(true, 'a date', 'does not hold a real date');
    if (role.as === 'day') return { text: iso.slice(0, 10) };
    return { text: iso.includes('T') ? iso : `${iso}T${role.as === 'end' ? '23:59:59' : '00:00:00'}` };
  }
  const { value, shown, look } = cell;
  if (role.kind === 'number') {
    const isPercent = role.inPercent && look.isPercent;
    const digits = plainDigits(isPercent ? Number((value * 100).toPrecision(15)) : value);
    const written = role.decimal === 'comma' ? digits.replace('.', ',') : digits;
    const seen = isPercent ? shown?.replace('%', '') : shown;
    return seen === undefined ? { text: written } : hidden(digits, seen, written);
  }
  if (role.kind === 'date')
    return value < 10_000 || value > 100_000
      ? { text }
      : remarked(true, 'a date', 'is a number; give the cell a date format');
  if (look.isScientific)
    return remarked(false, 'text', 'is in scientific notation; a spreadsheet may have made it from a code');
  return shown === undefined ? { text } : hidden(text, shown, text);
}
