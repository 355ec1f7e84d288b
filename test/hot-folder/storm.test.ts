import { expect, it } from 'vitest';
import { dropAndTrackThroughStorm } from '../support/storms/folder-storm.ts';

it('survives a storm: each order once, each file in one place, each change reported', async () => {
  const outcome = await dropAndTrackThroughStorm({
    seed: 6,
    share: 0.15,
    files: 3,
    ordersInFile: 10,
    kills: 3,
  });
  expect(outcome).toMatchObject({ duplicates: [], missing: [], misplaced: [], unreported: [] });
}, 120_000);
