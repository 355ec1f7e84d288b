import { describe, expect, it } from 'vitest';
import { anyTime, isCalendarDay, isZonedTime } from '../../src/contract/primitives.ts';

describe('times in the years 0001 to 9999, UTC', () => {
  it.each([
    ['9999-12-31T23:59:59Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['9999-12-31T23:59:59-00:01', false],
    ['9999-12-31T23:59:59-14:00', false],
    ['9999-12-31T23:59:59+14:00', true],
    ['0001-01-01T00:00:00Z', true],
    ['0001-01-01T00:00:00+00:01', false],
    ['0001-01-01T00:00:00-14:00', true],
    ['0000-12-31T23:00:00-01:00', true],
    ['0000-12-31T22:59:59-01:00', false],
  ])('%s: %s', (time, accepted) => {
    expect(isZonedTime(time)).toBe(accepted);
    expect(anyTime.safeParse(time).success).toBe(accepted);
  });

  it('a day in the year 0000 is invalid', () => {
    expect(isCalendarDay('0000-01-01')).toBe(false);
    expect(isCalendarDay('0001-01-01')).toBe(true);
  });
});
