import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { callable, type TestEmulator } from '../../support/emulator/emulator.ts';
import { orderBody, stockSeed } from '../../support/emulator/stock.ts';
import { testNow } from '../../support/time.ts';

const opened: TestEmulator[] = [];
afterEach(() => {
  for (const emulator of opened.splice(0)) emulator.close();
});

const folder = () => mkdtempSync(join(tmpdir(), 'cfi-shared-'));
const fileIn = (state: string) => join(state, 'state.sqlite');

/** An emulator on a state folder; the first one there makes the state. */
async function open(state: string, isFirst = false): Promise<TestEmulator> {
  const first = { seed: stockSeed, now: testNow, freeze: true };
  const emulator = callable(await openEmulator({ state, realNow: () => testNow, ...(isFirst ? first : {}) }));
  opened.push(emulator);
  return emulator;
}

/** SQLite counts there each transaction that changed the file. */
const transactionsOf = (state: string): number => readFileSync(fileIn(state)).readUInt32BE(24);

function inFile<T extends object>(state: string, sql: string): T[] {
  const db = openDatabase(fileIn(state));
  try {
    return db.all<T>(sql);
  } finally {
    db.close();
  }
}

const logged = (state: string) =>
  inFile<{ entry: string }>(state, 'SELECT entry FROM requests ORDER BY id').map(
    ({ entry }) => JSON.parse(entry).path,
  );

describe('requests that arrive in one turn of the event loop', () => {
  const reads = ['/inventory', '/order/WARM', '/order/NONE'];

  /** An emulator that has loaded the rules, has nothing left to store, and whose client has signed in. */
  async function warm() {
    const state = folder();
    const emulator = await open(state, true);
    const acme = emulator.as('emu-acme');
    await acme.post('/outbound', orderBody('WARM'));
    for (const path of reads) await acme.get(path);
    await emulator.admin.get('/requests');
    const together = (references: readonly string[]) =>
      Promise.all(references.map((reference) => acme.post('/outbound', orderBody(reference))));
    return { state, acme, together };
  }

  it('share a transaction, in which a refusal undoes only its own request', async () => {
    const { state, acme, together } = await warm();
    const before = transactionsOf(state);
    const answers = await together(['A', 'B', 'A', 'WARM', 'C']);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 409, 201]);
    expect(transactionsOf(state)).toBe(before + 1);
    const { body } = await acme.get('/order/C');
    expect(body.data.OrderId.Number).toBe(answers[0]?.body.data.OrderId.Number + 2);
  });

  it.each(['ABORT', 'ROLLBACK'])('are answered alone if the transaction fails, by %s', async (how) => {
    const { state, acme, together } = await warm();
    const db = openDatabase(fileIn(state));
    db.script(
      `CREATE TRIGGER fails BEFORE INSERT ON orders WHEN NEW.reference = 'BAD' BEGIN SELECT RAISE(${how}, 'no'); END`,
    );
    db.close();
    const answers = await together(['A', 'BAD', 'B']);
    expect(answers.map(({ status }) => status)).toEqual([201, 503, 201]);
    expect((await acme.get('/order/B')).status).toBe(200);
    expect((await acme.get('/order/BAD')).status).toBe(404);
    const stored = inFile<{ reference: string }>(state, 'SELECT reference FROM orders ORDER BY id');
    expect(stored.map(({ reference }) => reference).slice(-3)).toEqual(['WARM', 'A', 'B']);
  });

  it('that only read change nothing in the file, except for a fault, which is counted', async () => {
    const { state, acme } = await warm();
    const before = transactionsOf(state);
    await Promise.all(reads.map((path) => acme.get(path)));
    expect(transactionsOf(state)).toBe(before);
    const other = await open(state);
    await other.admin.post('/faults', {
      match: { path: '/inventory' },
      when: { times: 2 },
      do: { status: 500 },
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => acme.get('/inventory')));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 200, 200]);
    expect((await other.admin.get('/faults')).body.data[0]).toMatchObject({ matched: 4, fired: 2 });
  });
});

describe('the log of requests', () => {
  it('is stored soon after the answers, for other processes to read', async () => {
    const state = folder();
    const emulator = await open(state, true);
    await emulator.anonymous.get('/inventory');
    expect(logged(state)).toEqual([]);
    await vi.waitFor(() => expect(logged(state)).toEqual(['/inventory']), { interval: 5 });
  });

  it('is whole when it is asked for, and when the emulator has stopped', async () => {
    const state = folder();
    const emulator = callable(
      await openEmulator({ state, seed: stockSeed, now: testNow, freeze: true, realNow: () => testNow }),
    );
    await emulator.anonymous.get('/inventory');
    expect((await emulator.admin.get('/requests?count=true')).body.data).toEqual({ count: 1 });
    expect(logged(state)).toEqual(['/inventory']);
    await emulator.anonymous.get('/order/A');
    emulator.close();
    expect(logged(state)).toEqual(['/inventory', '/order/A']);
  });

  it('counts what it forgets before it was stored', async () => {
    const emulator = await open(folder(), true);
    await emulator.anonymous.get('/inventory');
    expect((await emulator.admin.delete('/requests')).body.data).toEqual({ cleared: 1 });
    expect((await emulator.admin.get('/requests')).body.data).toEqual([]);
  });
});

describe('what another process changes', () => {
  const inventory = async (emulator: TestEmulator) => (await emulator.as('emu-acme').get('/inventory')).body;

  it.each<[string, (other: TestEmulator) => Promise<unknown>, unknown, unknown]>([
    [
      'the clock',
      (other) => other.admin.post('/clock', { advance: '1h' }),
      'Tue, 01 Sep 2026 08:00:00 GMT',
      'Tue, 01 Sep 2026 09:00:00 GMT',
    ],
    [
      'a token that expires',
      (other) => other.admin.post('/clock', { advance: 'P2D' }),
      'Tue, 01 Sep 2026 08:00:00 GMT',
      401,
    ],
    [
      'a fault',
      (other) => other.admin.post('/faults', { do: { status: 418 } }),
      'Tue, 01 Sep 2026 08:00:00 GMT',
      418,
    ],
    [
      'the state as a whole',
      (other) => other.admin.post('/reset', { seed: { ...stockSeed, rngSeed: 99 } }),
      'Tue, 01 Sep 2026 08:00:00 GMT',
      401,
    ],
  ])('holds for the next request: %s', async (_, change, before, after) => {
    const state = folder();
    const [emulator, other] = [await open(state, true), await open(state)];
    const acme = emulator.as('emu-acme');
    const shown = async () => {
      const { status, headers } = await acme.get('/inventory');
      return status === 200 ? headers.date : status;
    };
    expect([await shown(), await shown()]).toEqual([before, before]);
    expect(await change(other)).toMatchObject({ status: 200 });
    expect(await shown()).toEqual(after);
  });

  it('holds for the next page of the inventory', async () => {
    const state = folder();
    const [emulator, other] = [await open(state, true), await open(state)];
    const before = await inventory(emulator);
    expect(await inventory(emulator)).toEqual(before);
    await other.as('emu-acme').post('/outbound', orderBody('THEIRS'));
    const after = await inventory(emulator);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await inventory(other));
    await emulator.as('emu-acme').post('/outbound', orderBody('OURS'));
    expect(await inventory(emulator)).not.toEqual(after);
    expect(await inventory(other)).toEqual(await inventory(emulator));
  });
});
