import { expect, it } from 'vitest';
import type { Aftermath } from '../support/storms/client.ts';
import { bookThroughStorm, orderThroughStorm } from '../support/storms/delivery-storm.ts';
import { dropAndTrackThroughStorm } from '../support/storms/folder-storm.ts';
import { uploadThroughStorm } from '../support/storms/upload-storm.ts';

const upload = { share: 0.25, orders: 90, kills: 3, concurrency: 12 };
const folder = { share: 0.15, files: 3, ordersInFile: 10, kills: 3 };

// `npm run storm` plays the same for longer.
it.concurrent.each<readonly [what: string, play: () => Promise<Aftermath>]>([
  [
    'an upload creates each order once and reports the truth, while the clock jumps',
    () => uploadThroughStorm({ ...upload, seed: 11, damage: 0, clockJumps: true }),
  ],
  [
    'a hot folder sends each order once, keeps each file in one place, and every change is reported',
    () => dropAndTrackThroughStorm({ ...folder, seed: 6 }),
  ],
  [
    'an upload tells its orders from those that somebody else has sent with their references',
    () => uploadThroughStorm({ ...upload, seed: 3, damage: 0, clockJumps: false, strangers: 0.1 }),
  ],
  ['each slot is booked, none again that a list has shown', () => bookThroughStorm(1)],
  [
    'each slot is booked, and none counts as its own that somebody else has booked before',
    () => bookThroughStorm(2, 'with strangers'),
  ],
  ['each purchase order is created once, in its slot', () => orderThroughStorm(2)],
  [
    'each purchase order is created in its slot, or said to be in conflict',
    () => orderThroughStorm(4, 'with strangers'),
  ],
])('in a storm, with kill -9 %s', { timeout: 600_000 }, async (_, play) => {
  const { wrong, happened, story } = await play();
  expect(wrong, story).toEqual([]);
  expect(happened.runs).toBeGreaterThan(1);
  expect(happened.kindsOfFaults ?? 6).toBeGreaterThan(5);
  expect(happened.strangers ?? 1).toBeGreaterThan(0);
});
