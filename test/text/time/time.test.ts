import { describe, expect, it } from 'vitest';
import { createServiceClock, isoUtc, parseInstant } from '../../../src/text/time/time.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-09-01T08:00:00Z', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01T08:00:00z', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01 08:00', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01', '2026-09-01T00:00:00.000Z'],
    ['2026-09-01T08:00:00', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01T09:00:00+01:00', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01T01:00:00-0700', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01T08:00:00.5Z', '2026-09-01T08:00:00.500Z'],
    ['2026-09-01T08:00:00,123456789Z', '2026-09-01T08:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(instant);
  });

  it.each([
    '',
    'tomorrow',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-09-01T24:00:00Z',
    '2026-09-01T08:60:00Z',
    '2026-09-01T08:00:60Z',
    '2026-09-01T08:00:00+24:00',
    '2026-09-01T08:00:00+01:60',
    '01/09/2026',
    '1756713600000',
  ])('%s is not a time', (text) => {
    expect(parseInstant(text)).toBeNaN();
  });
});

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [1_788_249_600_000, '2026-09-01T08:00:00Z'],
  [1_788_249_600_050, '2026-09-01T08:00:00.050Z'],
])('isoUtc %i is written %s', (ms, text) => {
  expect(isoUtc(ms)).toBe(text);
  expect(parseInstant(text)).toBe(ms);
});

it.each(['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+00:01', '0000-06-01'])(
  '%s is no time, because UTC has no year of four digits for it',
  (text) => {
    expect(parseInstant(text)).toBeNaN();
  },
);

describe("the service's clock", () => {
  const local = { now: () => Date.parse('2026-09-01T08:00:00Z'), monotonicNow: () => 0 };

  it.each([8.64e15, -8.64e15, 1e300])('is not %d ms ahead, which settings may say', (ahead) => {
    const clock = createServiceClock(local);
    clock.expect(ahead);
    expect(clock.now()).toBe(local.now());
  });
});
