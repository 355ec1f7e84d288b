import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agesOf, lotsAt } from '../../../src/emulator/domain/stock-ages.ts';
import { type Event, naiveAges } from '../../support/emulator/naive-ages.ts';

const start = Date.parse('2024-02-27T23:00:00Z');
const hour = 3_600_000;

/** Receipts and dispatches in two warehouses, hours apart, never shipping more than is in stock. */
const histories = fc
  .array(
    fc.record({
      hours: fc.integer({ min: 1, max: 2000 }),
      place: fc.nat(1),
      wish: fc.integer({ min: -12, max: 9 }),
    }),
    {
      maxLength: 30,
    },
  )
  .map((steps) => {
    const levels = [0, 0];
    const events: Event[] = [];
    let at = start;
    for (const { hours, place, wish } of steps) {
      at += hours * hour;
      const quantity = Math.max(wish, -(levels[place] ?? 0));
      if (quantity === 0) continue;
      levels[place] = (levels[place] ?? 0) + quantity;
      events.push({ at: new Date(at).toISOString(), warehouse: String(place), quantity });
    }
    return events;
  });

describe('lots and their ages', () => {
  it('[AGE-ORACLE] match a model that moves one unit at a time', () => {
    const property = fc.property(
      histories,
      fc.nat(60_000),
      fc.constantFrom(undefined, 0, 1),
      (events, hours, place) => {
        const asOf = start + hours * hour;
        const movements = events.map(({ at, warehouse, quantity }) => ({
          ...{ at: Date.parse(at), warehouse: Number(warehouse), quantity },
        }));
        const receipts = movements.filter(({ quantity }) => quantity > 0);
        const dispatched = new Map([0, 1].map((warehouse) => [warehouse, 0]));
        for (const { at, warehouse, quantity } of movements)
          if (quantity < 0 && at <= asOf)
            dispatched.set(warehouse, (dispatched.get(warehouse) ?? 0) - quantity);
        const ages = agesOf(lotsAt(receipts, dispatched, asOf, place), asOf);
        const expected = naiveAges(
          events,
          new Date(asOf).toISOString(),
          place === undefined ? undefined : String(place),
        );
        expect(ages.average ?? 0).toBeCloseTo(expected.average_age_days ?? 0, 9);
        expect({
          ...{ total: ages.total, oldest: ages.oldest, newest: ages.newest, ranges: ages.inRanges },
          lots: ages.lots.map(({ quantity, ageDays }) => [quantity, ageDays]),
        }).toEqual({
          ...{
            total: expected.total_quantity,
            oldest: expected.oldest_age_days,
            newest: expected.newest_age_days,
          },
          ranges: expected.age_ranges.map(({ quantity }) => quantity),
          lots: expected.lots.map(({ quantity, age_days }) => [quantity, age_days]),
        });
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
