import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawRows } from '../../src/render/table.ts';
import { widthOf } from '../../src/render/text.ts';
import { atOnce } from '../../src/text/records.ts';
import { sanitizeText } from '../../src/text/sanitize.ts';
import { sorted } from '../../src/timers.ts';

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
const sheet = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc.record({
    rows: fc.array(fc.array(fc.constantFrom(...words), { minLength: count, maxLength: count }), {
      minLength: 1,
      maxLength: 60,
    }),
    aligns: fc.array(fc.constantFrom('left' as const, 'right' as const), {
      minLength: count,
      maxLength: count,
    }),
  }),
);

const visible = (text: string): string => sanitizeText(text);

it('rows are padded to their columns, one line each, in any number', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async ({ rows, aligns }) => {
      const columns = aligns.map((align, at) => ({
        align,
        width: Math.max(1, ...rows.map((row) => widthOf(visible(row[at] ?? '')))),
      }));
      const expected = rows.map((row) =>
        columns
          .map(({ width, align }, at) => {
            const text = visible(row[at] ?? '');
            const spaces = ' '.repeat(width - widthOf(text));
            return align === 'left' ? text + spaces : spaces + text;
          })
          .join('  ')
          .trimEnd(),
      );
      const lines = await drawRows(columns, rows);
      expect(lines.map((line) => visible(line).trimEnd())).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

it('are sorted in steps as they are at one go', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ max: 9 }), fc.integer())), (rows) => {
      const byFirst = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
      expect(atOnce(sorted(rows, byFirst))).toEqual(rows.toSorted(byFirst));
    }),
  );
});
