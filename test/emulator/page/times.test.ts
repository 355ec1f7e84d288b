import { describe, expect, it } from 'vitest';
import { dayAndTime, fieldValue, fromField, shown } from '../../../src/emulator/page/parts/times.ts';

const now = '2026-09-01T08:00:00Z';

describe('times on the page', () => {
  it('are in UK time', () => {
    expect(shown('2026-09-01T23:30:15Z')).toEqual({ day: 'Wed 2 Sep 2026', clock: '00:30:15' });
    expect(shown('2026-12-31T23:30:00Z')).toEqual({ day: 'Thu 31 Dec 2026', clock: '23:30:00' });
  });

  it.each([
    ['2026-09-03T09:00:00+01:00', 'Thu 3 Sep, 09:00'],
    ['2027-01-04T13:00:00Z', 'Mon 4 Jan 2027, 13:00'],
    [null, ''],
    [undefined, ''],
    ['soon', ''],
  ])('%s is shown as "%s"', (iso, text) => {
    expect(dayAndTime(iso, now)).toBe(text);
  });

  it('survive a round trip through an input field', () => {
    expect(fieldValue('2026-09-03T08:00:00Z')).toBe('2026-09-03T09:00');
    expect(fromField('2026-09-03T09:00')).toEqual({ iso: '2026-09-03T09:00:00+01:00' });
    expect(fromField('2026-12-03T09:00')).toEqual({ iso: '2026-12-03T09:00:00+00:00' });
  });

  it.each([
    ['', 'Choose a day'],
    ['2026-02-30T09:00', 'Choose a day'],
    ['2027-03-28T01:30', 'does not exist'],
    ['2026-10-25T01:30', 'twice'],
  ])('%j is refused: %s', (value, problem) => {
    expect(fromField(value)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
