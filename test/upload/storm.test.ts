import { describe, expect, it } from 'vitest';
import { uploadThroughStorm } from '../support/storms/upload-storm.ts';

const common = { share: 0.25, orders: 90, kills: 3, concurrency: 12 };

describe('uploads in a storm', () => {
  it.concurrent.each([
    { seed: 11, damage: 0, clockJumps: false },
    { seed: 13, damage: 0.5, clockJumps: true },
  ])(
    'create each order exactly once and report the truth, even after kill -9 (%o)',
    async (kind) => {
      const outcome = await uploadThroughStorm({ ...common, ...kind });
      expect(outcome.duplicates).toEqual([]);
      expect(outcome.missing).toEqual([]);
      expect(outcome.lastCode, outcome.stderr).toBe(0);
      expect(outcome.untrue).toEqual([]);
      expect(outcome.kindsHit).toBeGreaterThan(5);
    },
    240_000,
  );
});
