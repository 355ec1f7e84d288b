import { expect, it } from 'vitest';
import type { Database } from '../../src/storage/sqlite/database.ts';
import { uploadedAs } from '../../src/tracking/remembered-looks.ts';

/** A ledger with two orders, on one page, and how often it was read. */
function countingLedger() {
  let reads = 0;
  const page = Buffer.from(JSON.stringify([{ reference: '#1041' }, { reference: 'WEB-1042' }]));
  const get = () => ({ rows: reads++ === 0 ? page : null });
  return { db: { get } as unknown as Database, reads: () => reads };
}

const { signal } = new AbortController();

it('reads the ledger once for all words, and not at all for none', async () => {
  const some = countingLedger();
  const meant = await uploadedAs(some.db, 1, ['1041', 'web 1042', '1043'], signal);
  expect(['1041', 'web 1042', '1043'].map(meant)).toEqual([['#1041'], ['WEB-1042'], []]);
  expect(some.reads()).toBe(2);
  const none = countingLedger();
  expect((await uploadedAs(none.db, 1, [], signal))('1041')).toEqual([]);
  expect(none.reads()).toBe(0);
});
