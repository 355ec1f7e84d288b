import { describe, expect, it } from 'vitest';
import { weather } from '../support/random-faults.ts';

const count = 120;

describe('uploads in a storm', () => {
  it.concurrent.each([11, 12, 13])(
    'hold each order exactly once and tell the truth, kill -9 included (seed %i)',
    async (seed) => {
      const outcome = await weather({ seed, share: 0.25, orders: count, kills: 3, concurrency: 12 });
      expect(outcome.duplicates).toEqual([]);
      expect(outcome.missing).toEqual([]);
      expect(outcome.lastCode).toBe(0);
      expect(outcome.untrue).toEqual([]);
      expect(outcome.kindsHit).toBeGreaterThan(5);
    },
    60_000,
  );
});
