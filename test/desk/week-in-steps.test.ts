import { expect, it } from 'vitest';
import { weekSteps } from '../../src/desk/week.ts';
import { inSlices } from '../../src/timers.ts';
import { testNow } from '../support/time.ts';

it('a signal is heard while a week of many slots is drawn', async () => {
  let reads = 0;
  let heardAfter = Number.POSITIVE_INFINITY;
  const slot = {
    slotReference: 'S-1',
    date: '2026-09-08',
    get warehouse(): string {
      if (reads === 0)
        setTimeout(() => {
          heardAfter = reads;
        });
      reads += 1;
      const start = performance.now();
      while (performance.now() - start < 1);
      return 'Northgate FC';
    },
  };
  const slots = Array.from({ length: 200 }, () => slot);
  const lines = await inSlices(weekSteps(slots, '2026-09-07', testNow));
  expect(lines.filter((line) => line.includes('S-1'))).toHaveLength(slots.length);
  expect(heardAfter).toBeLessThan((reads * 3) / 4);
});
