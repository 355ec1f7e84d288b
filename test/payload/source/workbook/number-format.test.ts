import { describe, expect, it } from 'vitest';
import { isoOf, timeOf, writtenTime } from '../../../../src/payload/source/workbook/dates.ts';
import { builtInCode, cellFormat } from '../../../../src/payload/source/workbook/number-format.ts';
import { plainDigits } from '../../../../src/text/words.ts';

describe('a number format', () => {
  it.each<[code: string, value: number, shown: string | undefined]>([
    ['0', 5, '5'],
    ['00000', 42, '00042'],
    ['00000', 1234567, '1234567'],
    ['#,##0', 1234567, '1,234,567'],
    ['#,##0.00', 1234.5, '1,234.50'],
    ['0.0#', 1.5, '1.5'],
    ['0.0#', 1.25, '1.25'],
    ['0%', 0.2, '20%'],
    ['"£"#,##0.00', 5, '£5.00'],
    ['[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00', -5, '-£5.00'],
    ['#,##0.00 "€";(#,##0.00 "€")', -5, '(5.00 €)'],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 5, '5.00'],
    ['0" pcs"', 3, '3 pcs'],
    ['000\\-00\\-0000', 12345678, '012-34-5678'],
    ['(000) 000-0000', 2079460000, '(207) 946-0000'],
    ['0.00', -1.5, '-1.50'],
    ['General', 5, undefined],
    ['@', 5, undefined],
    ['0.00E+00', 5, undefined],
    ['# ?/?', 0.5, undefined],
    ['0,', 5000, undefined],
    [';;;', 5, undefined],
    ['[<1000]0;0.0,"k"', 5000, undefined],
  ])('%s shows %d as %s', (code, value, shown) => {
    expect(cellFormat(code).show(value)?.text).toBe(shown);
  });

  it('has no currency by a locale that only every object has', () => {
    expect(cellFormat('[$$-constructor]0.00').look.currency).toBe('USD');
  });

  it.each([
    ['0.00', 4.996, true],
    ['0', 129.5, true],
    ['0.00', 4.99, false],
    ['0%', 0.175, true],
    ['0.0%', 0.175, false],
  ])('%s hides digits of %d: %s', (code, value, hides) => {
    expect(cellFormat(code).show(value)?.hidesDigits).toBe(hides);
  });

  it.each([
    ['dd/mm/yyyy', true],
    ['[$-409]d-mmm-yy;@', true],
    ['[h]:mm', true],
    ['h:mm AM/PM', true],
    ['General', false],
    ['"day "0', false],
    ['[Red]0', false],
    ['0 \\d', false],
    ['#,##0.00 [$USD]', false],
  ])('%s is for dates: %s', (code, isDate) => {
    expect(cellFormat(code).isDate).toBe(isDate);
  });

  it.each([
    [14, true],
    [22, true],
    [45, true],
    [30, true],
    [0, false],
    [49, false],
    [2, false],
    [163, false],
  ])('number %d that a workbook does not write out is for dates: %s', (id, isDate) => {
    expect(cellFormat(builtInCode(id)).isDate).toBe(isDate);
  });

  it.each([
    ['dd/mm/yyyy', '24/11/2026'],
    ['d-mmm-yy', '24-Nov-26'],
    ['mmmm d, yyyy', 'November 24, 2026'],
    ['dddd', 'Tuesday'],
    ['hh:mm', '09:05'],
    ['h:mm AM/PM', '9:05 AM'],
    ['yyyy-mm-dd hh:mm:ss', '2026-11-24 09:05:07'],
    ['mm:ss', '05:07'],
    ['[h]:mm', '2026-11-24T09:05:07'],
  ])('%s shows a time as %s', (code, shown) => {
    expect(cellFormat(code).showTime({ date: '2026-11-24', time: '09:05:07' })).toBe(shown);
  });
});

it.each([
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-1e-7, '-0.0000001'],
  [123456789012345, '123456789012345'],
  [0.1, '0.1'],
])('%d has the digits %s', (value, digits) => {
  expect(plainDigits(value)).toBe(digits);
});

it.each<[serial: number, is1904: boolean, iso: string | undefined]>([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, undefined],
  [61, false, '1900-03-01'],
  [46_350.5, false, '2026-11-24T12:00:00'],
  [46_350.427_083_333_33, false, '2026-11-24T10:15:00'],
  [46_350.000_001, false, '2026-11-24T00:00:00.086'],
  [46_350.999_999_999_9, false, '2026-11-25'],
  [0.25, false, 'T06:00:00'],
  [1, true, '1904-01-02'],
  [44_888.5, true, '2026-11-24T12:00:00'],
  [2_958_465, false, '9999-12-31'],
  [2_958_466, false, undefined],
  [-1, false, undefined],
])('a day number %d (since 1904: %s) is %s', (serial, is1904, iso) => {
  const time = timeOf(serial, is1904);
  expect(time && isoOf(time)).toBe(iso);
});

it.each([
  ['2026-11-24', '2026-11-24'],
  ['2026-11-24T10:15', '2026-11-24T10:15:00'],
  ['2026-11-24T10:15:00.000', '2026-11-24T10:15:00'],
  ['10:15:30', 'T10:15:30'],
  ['2026-11-24T10:15:00Z', undefined],
  ['', undefined],
  ['x', undefined],
])('the written date %j is %s', (text, iso) => {
  const time = writtenTime(text);
  expect(time && isoOf(time)).toBe(iso);
});
