import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord, harmlessCell } from '../../src/text/csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['＝1', "'＝1"],
  ['-5', '-5'],
  ['-', '-'],
  ['+44.5', '+44.5'],
  ['-1.5e-3', '-1.5e-3'],
  ['plain', 'plain'],
  ['a=b', 'a=b'],
  ['', ''],
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x,=1+1,y', "x,'=1+1,y"],
  ['x|+1+1', "x|'+1+1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x\n=1', "x\n'=1"],
  ['x\r\n=1', "x\r\n'=1"],
  ['x\u2028=1', "x\u2028'=1"],
  ['\t\t=1', "'\t\t'=1"],
  ['x; \u200b=1', "x;' \u200b=1"],
  ['  =1', "'  =1"],
  ['x;"=1"', `x;'"=1"`],
  ['x;；＠SUM(A1);＝1', "x;；＠SUM(A1);'＝1"],
  ['\u001b[0m=1', "'\u001b[0m=1"],
  ['x;\u001b[0m=1', "x;'\u001b[0m=1"],
  ['\u001b];=1\u0007', "\u001b];'=1\u0007"],
  ['=1;=2', "'=1;'=2"],
  ['x;-5;y;-', "x;'-5;y;'-"],
  ['Flat 2, 3 - 5 High Street; rear', 'Flat 2, 3 - 5 High Street; rear'],
  ['a=1;b=2', 'a=1;b=2'],
  [';x', ';x'],
])('a cell in a spreadsheet %j is written as %j', (cell, written) => {
  expect(harmlessCell(cell)).toBe(written);
});

/** The cells of a line for a reader that splits at one character and knows no quotes. */
const cellsAt = (text: string, delimiter: string): string[] =>
  text.split(/[\r\n\u2028\u2029]+/).flatMap((line) => line.split(delimiter));

describe('a record of any cells', () => {
  const letters = [...'=+-@;,|\t\n\r "\'a1\u200b＝'];
  const cell = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((all) => all.join(''));

  it.each([...';|\t'])(
    'has no formula for a reader that splits at %j, with or without quotes',
    (delimiter) => {
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
          for (const part of cellsAt(csvRecord(cells), delimiter)) {
            const seen = part.replace(/^[\s"\p{Cc}\p{Cf}]+/u, '');
            if (/^[=+\-@＝]/.test(seen))
              // The first cell of a line may be a number.
              expect(seen.replace(/[",].*$/s, '')).toMatch(/^-$|^[+-]?\d+$/);
          }
        }),
        { numRuns: 2000 },
      );
    },
  );
});

it.each([
  [['a', 1, -5, true, null, undefined], 'a,1,-5,true,,\r\n'],
  [['a,b', 'say "hi"', 'two\nlines', ' padded '], '"a,b","say ""hi""","two\nlines"," padded "\r\n'],
  [[{ a: 1 }, ['x']], '"{""a"":1}","[""x""]"\r\n'],
  [[''], '""\r\n'],
  [['=A1,B'], `"'=A1,B"\r\n`],
])('a record %j', (cells, written) => {
  expect(csvRecord(cells)).toBe(written);
});
