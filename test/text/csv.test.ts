import { describe, expect, it } from 'vitest';
import { csvRecord, harmlessCell } from '../../src/text/csv.ts';

describe('a cell in a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['＝1', "'＝1"],
    ['-5', '-5'],
    ['-', '-'],
    ['+44.5', '+44.5'],
    ['-1.5e-3', '-1.5e-3'],
    ['plain', 'plain'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j is written as %j', (cell, written) => {
    expect(harmlessCell(cell)).toBe(written);
  });
});

describe('a record', () => {
  it.each([
    [['a', 1, -5, true, null, undefined], 'a,1,-5,true,,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines', ' padded '], '"a,b","say ""hi""","two\nlines"," padded "\r\n'],
    [[{ a: 1 }, ['x']], '"{""a"":1}","[""x""]"\r\n'],
    [[''], '""\r\n'],
    [['=A1,B'], `"'=A1,B"\r\n`],
  ])('%j', (cells, written) => {
    expect(csvRecord(cells)).toBe(written);
  });
});
