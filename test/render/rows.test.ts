import Table from 'cli-table3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/render/fit.ts';
import { drawRows } from '../../src/render/rows.ts';

const words = [
  '',
  'x',
  'AC-TENT-2',
  '40',
  '寝袋',
  'é',
  '\u001b[1mbold\u001b[22m',
  '\u001b[31m日本\u001b[39m',
  'a b',
];
const parts = ['top', 'bottom', 'left', 'right', 'mid', 'middle'];
const corners = ['top', 'bottom'].flatMap((edge) => ['mid', 'left', 'right'].map((at) => `${edge}-${at}`));
const noLines = Object.fromEntries(
  [...parts, ...corners, 'left-mid', 'mid-mid', 'right-mid'].map((part) => [part, '']),
);

/** The library's own table, without lines. */
function libraryTable(
  columns: Parameters<typeof drawRows>[0],
  rows: readonly (readonly string[])[],
): string[] {
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    colWidths: columns.map(({ width }) => width + 2),
    colAligns: columns.map(({ align }) => align),
  });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split('\n');
  return lines.map((line) => line.trimEnd());
}

describe('rows drawn a column at a time', () => {
  it('look as in the table of the library', () => {
    const word = fc.constantFrom(...words);
    const sheet = fc.integer({ min: 1, max: 5 }).chain((count) =>
      fc.record({
        rows: fc.array(fc.array(word, { minLength: count, maxLength: count }), {
          minLength: 1,
          maxLength: 6,
        }),
        aligns: fc.array(fc.constantFrom('left' as const, 'right' as const), {
          minLength: count,
          maxLength: count,
        }),
      }),
    );
    fc.assert(
      fc.property(sheet, ({ rows, aligns }) => {
        const columns = aligns.map((align, at) => ({
          align,
          width: Math.max(1, ...rows.map((row) => widthOf(row[at] ?? ''))),
        }));
        expect(drawRows(columns, 2, rows)).toEqual(libraryTable(columns, rows));
      }),
    );
  });
});
