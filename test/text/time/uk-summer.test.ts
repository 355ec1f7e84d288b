import { tzOffset } from '@date-fns/tz/tzOffset';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetAt, ukOffset } from '../../../src/text/time/zone.ts';

const zoneDatabase = (ms: number): number => tzOffset('Europe/London', new Date(ms));
const from = Date.UTC(1996, 0, 1);
const to = Date.UTC(2038, 0, 1) - 1;

describe('summer time in the United Kingdom, against the zone database', () => {
  it('matches in every hour of the days around each change', () => {
    for (let year = 1996; year <= 2037; year++) {
      for (const month of [2, 9]) {
        for (let hour = 24 * 23; hour < 24 * 31; hour++) {
          const ms = Date.UTC(year, month, 1, hour);
          expect([new Date(ms), ukOffset(ms), ukOffset(ms - 1)]).toEqual([
            new Date(ms),
            zoneDatabase(ms),
            zoneDatabase(ms - 1),
          ]);
        }
      }
    }
  });

  it('matches at any instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        expect(ukOffset(ms)).toBe(zoneDatabase(ms));
      }),
    );
  });

  it('leaves other years and invalid instants to the zone database', () => {
    expect([from - 1, to + 1, Number.NaN].map(ukOffset)).toEqual([undefined, undefined, undefined]);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1972, 0, 1), max: Date.UTC(2100, 0, 1) }), (ms) => {
        expect(offsetAt('Europe/London', ms)).toBe(zoneDatabase(ms));
      }),
    );
  });
});
