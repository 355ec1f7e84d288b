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
    [['31-Mai-26'], ['D-MMM-YY']],
    [['September 1, 2026'], ['MMMM D, YYYY']],
    [['20260901'], ['YYYYMMDD']],
    [['31.08.2026 14:05:10'], ['DD.MM.YYYY HH:mm:ss']],
    [['31-08-2026'], ['DD-MM-YYYY']],
    [['31.08.26, 14:05'], ['DD.MM.YY, HH:mm']],
    [['8/31/26, 9:05 PM'], ['M/D/YY, h:mm A']],
    [['2026.08.31'], ['YYYY.MM.DD']],
    [['2026/08/31'], ['YYYY/MM/DD']],
    [['31 Aug 26'], ['D MMM YY']],
    [['31 August 2026'], ['D MMMM YYYY']],
    [['Aug 31, 2026'], ['MMM D, YYYY']],
    [['Aug-31-26'], ['MMM-D-YY']],
    [['Aug 31, 2026, 3:15 pm PDT(UTC-7)'], ['MMM D, YYYY, h:mm A Z']],
    [['2026-08-31 14:05 +0200'], ['YYYY-MM-DD HH:mm Z']],
    [
      ['31/08/2026', '2026.08.31', '31 Aug 26'],
      ['DD/MM/YYYY', 'YYYY.MM.DD', 'D MMM YY'],
    ],
  ])('%j are written %j', (cells, formats) => {
    expect(style(...cells)).toMatchObject({ formats, share: 1 });
  });

  it('leave day and month open if nothing decides, likelier format first', () => {
    expect(style('03/08/2026', '05/08/2026')).toMatchObject({
      formats: ['DD/MM/YYYY'],
      share: 1,
      zoned: false,
      swapped: ['MM/DD/YYYY'],
    });
    expect(style('08/03/2026', '08/05/2026')).toMatchObject({
      formats: ['MM/DD/YYYY'],
      swapped: ['DD/MM/YYYY'],
    });
  });

  it('have the day first if they could be either', () => {
    for (const day of ['03/08/2026', '01/09/2026', '02/09/2026'])
      expect(style(day)).toMatchObject({ formats: ['DD/MM/YYYY'], swapped: ['MM/DD/YYYY'] });
  });

  it('have the year, the month and the day if the year comes first', () => {
    expect(style('2026-08-03', '2026-08-05')).toEqual({ formats: ['YYYY-MM-DD'], share: 1, zoned: false });
  });

  it('are not in the future', () => {
    expect(style('12/08/2026', '01/09/2026')).toEqual({ formats: ['DD/MM/YYYY'], share: 1, zoned: false });
    const found = style('08/12/2026', '01/09/2026');
    expect(found).toEqual({ formats: ['MM/DD/YYYY'], share: 1, zoned: false });
  });

  it('are no dates if they are written in four ways, or if more than a fifth are none', () => {
    expect(style('31/08/2026', '2026.08.31', '31 Aug 26', 'August 31, 2026')).toBeUndefined();
    const most = Array.from({ length: 4 }, () => '31/08/2026');
    expect(style(...most, 'soon')).toMatchObject({ formats: ['DD/MM/YYYY'], share: 0.8 });
    expect(style(...most, '99/99/2026')).toMatchObject({ formats: ['DD/MM/YYYY'], share: 0.8 });
    expect(style(...most, 'soon', 'later')).toBeUndefined();
    const times = most.map(() => '2026-09-01T10:00:00Z');
    expect(style(...times, 'soon')).toEqual({ formats: [], share: 0.8, zoned: true });
    expect(style('2026-09-01T10:00:00Z', 'soon')).toBeUndefined();
    expect(style()).toBeUndefined();
  });

  it.each([
    [['2026-09-01T10:00:00Z', '2026-09-01T10:00:00+01:00'], true],
    [['2026-09-01T10:00:00Z', '2026-09-01T10:00:00'], false],
    [['2026-08-31 14:05 +0200'], true],
    [['31/08/2026'], false],
    [['2026-08-31 14:05 +0200', '31/08/2026'], false],
  ])('%j have a zone: %s', (cells, zoned) => {
    expect(style(...cells)?.zoned).toBe(zoned);
  });

  it.each([['12.50'], ['LS1 4AB'], ['1.129,00 €'], ['+44 113 496 0000'], ['paid'], ['AC-1-2']])(
    '%s is not a date',
    (cell) => {
      expect(style(cell)).toBeUndefined();
    },
  );
});
