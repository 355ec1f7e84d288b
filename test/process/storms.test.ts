import { describe, expect, it } from 'vitest';
import { bookThroughStorm, orderThroughStorm } from '../support/storms/delivery-storm.ts';
import { uploadThroughStorm } from '../support/storms/upload-storm.ts';

// `npm run storm` plays the same for longer.

describe('in a storm, with kill -9', () => {
  it.concurrent.each([
    { seed: 11, damage: 0, clockJumps: false },
    { seed: 13, damage: 0.5, clockJumps: true },
  ])(
    'uploads create each order exactly once and report the truth (%o)',
    { timeout: 240_000 },
    async (kind) => {
      const outcome = await uploadThroughStorm({
        share: 0.25,
        orders: 90,
        kills: 3,
        concurrency: 12,
        ...kind,
      });
      const { duplicates, missing, untrue, lastCode, stderr, kindsHit } = outcome;
      expect({ duplicates, missing, untrue, lastCode }, stderr).toEqual({
        ...{ duplicates: [], missing: [], untrue: [] },
        lastCode: 0,
      });
      expect(kindsHit).toBeGreaterThan(5);
    },
  );

  it.concurrent.each([1, 2])(
    'each slot is booked, none again that a list has shown (seed %i)',
    {
      timeout: 120_000,
    },
    async (seed) => {
      const { wrong, story } = await bookThroughStorm(seed);
      expect(wrong, story).toEqual([]);
    },
  );

  it.concurrent.each([1, 2])(
    'each purchase order is created once, in its slot (seed %i)',
    {
      timeout: 120_000,
    },
    async (seed) => {
      const { wrong, story } = await orderThroughStorm(seed);
      expect(wrong, story).toEqual([]);
    },
  );
});
