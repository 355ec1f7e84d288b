import { expect, it } from 'vitest';
import { playWeek } from '../support/week/week.ts';

it('everybody works for several days: nothing is lost or duplicated, and every report is true', {
  timeout: 600_000,
}, async () => {
  const { wrong, happened } = await playWeek({ seed: 8, days: 2, orders: 8 });
  expect(wrong).toEqual([]);
  for (const [what, count] of Object.entries(happened)) expect.soft(count, what).toBeGreaterThan(0);
});
