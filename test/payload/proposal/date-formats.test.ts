import { describe, expect, it } from 'vitest';
import { dateStyleOf, instantReader } from '../../../src/payload/proposal/date-formats.ts';
import { now } from '../support.ts';

describe('the dates of a column', () => {
  const style = (...cells: string[]) => dateStyleOf(cells, instantReader(), now);

  it.each<[readonly string[], readonly string[]]>([
    [['2026-09-01T10:00:00Z'], []],
    [['2026-09-01 10:00'], []],
    [['2026-09-01'], ['YYYY-MM-DD']],
    [['31/08/2026', '01/09/2026'], ['DD/MM/YYYY']],
    [['1/9/26', '31/8/26'], ['D/M/YY']],
    [['8/31/2026 9:05 PM'], ['M/D/YYYY h:mm A']],
    [['21-Jul-26'], ['D-MMM-YY']],
    [['September 1, 2026'], ['MMMM D, YYYY']],
    [['20260901'], ['YYYYMMDD']],
    [['31.08.2026 14:05:10'], ['DD.MM.YYYY HH:mm:ss']],
  ])('%j are written %j', (cells, formats) => {
    expect(style(...cells)).toMatchObject({ formats, share: 1 });
  });

  it('leave day and month open if nothing decides, likelier format first', () => {
    expect(style('03/08/2026', '05/08/2026')).toMatchObject({
      formats: ['DD/MM/YYYY'],
      swapped: ['MM/DD/YYYY'],
    });
    expect(style('08/03/2026', '08/05/2026')).toMatchObject({
      formats: ['MM/DD/YYYY'],
      swapped: ['DD/MM/YYYY'],
    });
  });

  it('are not in the future', () => {
    const found = style('08/12/2026', '01/09/2026');
    expect(found?.formats).toEqual(['MM/DD/YYYY']);
    expect(found?.swapped).toBeUndefined();
  });

  it.each([['12.50'], ['LS1 4AB'], ['1.129,00 €'], ['+44 113 496 0000'], ['paid'], ['AC-1-2']])(
    '%s is not a date',
    (cell) => {
      expect(style(cell)).toBeUndefined();
    },
  );
});
