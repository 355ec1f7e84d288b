import { describe, expect, it } from 'vitest';
import { exactDuration, formatDuration, parseDuration } from '../../../src/text/time/time.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30 * second],
    ['1.5s', 1500],
    ['15m', 15 * minute],
    ['36h', 36 * hour],
    ['7d', 7 * day],
    ['0s', 0],
    ['PT15M', 15 * minute],
    ['P90D', 90 * day],
    ['P2W', 14 * day],
    ['P1DT2H3M4.5S', day + 2 * hour + 3 * minute + 4500],
    ['PT0,5S', 500],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    '',
    '5',
    's',
    '-5s',
    '5 s',
    '5S',
    'P',
    'PT',
    'P1DT',
    'P1Y',
    'P1M',
    '1e3s',
    '-P90D',
    '99999999999999d',
  ])('"%s" is not a duration', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('may be negative where a sign is allowed', () => {
    expect(parseDuration('-P90D', { signed: true })).toBe(-90 * day);
    expect(parseDuration('P90D', { signed: true })).toBe(90 * day);
    expect(parseDuration('--P90D', { signed: true })).toBeUndefined();
  });
});

it.each([
  [0, '0ms'],
  [500, '500ms'],
  [30 * second, '30s'],
  [90 * second, '1m 30s'],
  [26 * hour, '1d 2h'],
  [59_999, '1m'],
  [-15 * minute, '-15m'],
])('formatDuration %i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [36 * 3_600_000, '36h'],
  [48 * 3_600_000, '2d'],
  [90 * 60_000, '90m'],
  [1500, '1500ms'],
  [0, '0ms'],
])('exactDuration(%d) is %s, and reads back the same', (ms, text) => {
  expect([exactDuration(ms), parseDuration(text)]).toEqual([text, ms]);
});
