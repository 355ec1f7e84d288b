import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { callable, openTestEmulator } from '../support/emulator/emulator.ts';
import { orderBody, stockSeed } from '../support/emulator/stock.ts';
import { killableProgram, type Running } from '../support/processes/killable.ts';
import { testNow } from '../support/time.ts';

const login = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };

describe('kill -9', () => {
  type Program = Awaited<ReturnType<typeof killableProgram>>;
  let program: Program;
  /** Uses libsql, like the program on an older Node, whatever the other one uses. */
  let onLibsql: Program;
  const state = mkdtempSync(join(tmpdir(), 'cfi-crash-'));
  const file = join(state, 'state.sqlite');
  /** Says `order` for each that was acknowledged. */
  const noted = new EventEmitter();
  beforeAll(async () => {
    const file = 'test/support/processes/serve-process.ts';
    [program, onLibsql] = await Promise.all([killableProgram(file), killableProgram(file)]);
    (await openTestEmulator({ state, seed: stockSeed })).close();
  }, 60_000);
  afterAll(() => {
    program.remove();
    onLibsql.remove();
    rmSync(state, { recursive: true, force: true });
  });

  const post = async (origin: string, path: string, body: object, token?: string) => {
    const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: the test inspects it
    return { status: answer.status, body: (await answer.json()) as any };
  };

  /** Creates orders over several connections until the process is killed; notes each that was acknowledged. */
  async function writeUntilKilled(
    { line: origin }: Running,
    name: string,
    acknowledged: string[],
  ): Promise<void> {
    const token = (await post(origin, '/v1/auth/login', login)).body.data.access_token;
    let next = 0;
    const connection = async (): Promise<void> => {
      for (;;) {
        const reference = `${name}-${next++}`;
        const answer = await post(origin, '/v1/outbound', orderBody(reference), token).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status !== 201) continue;
        acknowledged.push(reference);
        noted.emit('order');
      }
    };
    await Promise.all([connection(), connection(), connection()]);
  }

  /** Checks that the database is intact and has all these orders, each once. */
  function expectKept(acknowledged: readonly string[]): void {
    const db = openDatabase(file);
    expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    const stored = db
      .all<{ reference: string }>('SELECT reference FROM orders')
      .map(({ reference }) => reference);
    db.close();
    expect(new Set(stored).size).toBe(stored.length);
    const kept = new Set(stored);
    expect(acknowledged.filter((reference) => !kept.has(reference))).toEqual([]);
  }

  it.each([1, 2])(
    'of several writing processes loses nothing acknowledged, round %i',
    async (round) => {
      const running = await Promise.all([program.start(state), program.start(state), onLibsql.start(state)]);
      const acknowledged: string[][] = running.map(() => []);
      const writers = running.map((process, index) =>
        writeUntilKilled(process, `K${round}-${index}`, acknowledged[index] as string[]),
      );
      // Killed while working, one after the other, each once enough of its own orders have been acknowledged: those of
      // another may come before it has answered its login.
      for (const [index, process] of running.entries()) {
        while ((acknowledged[index] as string[]).length < 25 * round) await once(noted, 'order');
        await process.kill();
      }
      await Promise.all(writers);
      expectKept(acknowledged.flat());
    },
    60_000,
  );

  it('keeps the order book consistent with the orders', async () => {
    const emulator = callable(await openEmulator({ state, realNow: () => testNow }));
    const [location] = (await emulator.as('emu-acme').get('/inventory')).body.data.locations;
    const { InOrderBook } = location.sku.find((item: { sku: string }) => item.sku === 'AC-TENT-2');
    emulator.close();
    const db = openDatabase(file);
    const orders =
      db.get<{ n: number }>("SELECT count(*) AS n FROM orders WHERE reference LIKE 'K%'")?.n ?? 0;
    db.close();
    expect(InOrderBook).toBe(2 * orders);
  });
});
