import { describe, expect, it } from 'vitest';
import { bookThroughStorm, orderThroughStorm } from '../support/storms/delivery-storm.ts';
import { uploadThroughStorm } from '../support/storms/upload-storm.ts';
import { playWeek } from '../support/week/week.ts';

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

  it.concurrent.each([
    ['slots are booked, none again that a list has shown', bookThroughStorm, 1],
    ['slots are booked, none again that a list has shown', bookThroughStorm, 2],
    ['purchase orders are created once, each in its slot', orderThroughStorm, 1],
    ['purchase orders are created once, each in its slot', orderThroughStorm, 2],
  ] as const)('%s (%o, seed %i)', { timeout: 120_000 }, async (_, play, seed) => {
    const { wrong, story } = await play(seed);
    expect(wrong, story).toEqual([]);
  });

  it('everybody works for several days: nothing is lost or duplicated, and everybody is told the truth', {
    timeout: 240_000,
  }, async () => {
    const { wrong, happened } = await playWeek({ seed: 8, days: 2, orders: 8 });
    expect(wrong).toEqual([]);
    for (const [what, count] of Object.entries(happened)) expect.soft(count, what).toBeGreaterThan(0);
  });
});
