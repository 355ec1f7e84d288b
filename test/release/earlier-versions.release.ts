import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { ledgerFile } from '../../src/upload/ledger/ledger-file.ts';
import { makeHome, runCli } from '../support/cli.ts';

/** When the files were made, by the clock of the machine. */
const now = Date.parse('2026-11-26T04:00:00Z');

/**
 * A home that version 0.1.0, 0.2.0 or 0.3.0 has left, and what it uploaded. The files were made by those programs: an upload
 * (`orders.csv`) with every outcome, one that was ended by `kill -9` (`killed.csv`), a delivery, a slot, a PO, since
 * 0.2.0 also a file of slots (`slots.csv`) and a cancellation, in 0.3.0 a map (`map.json` of `mapped.csv`); the emulator's state; a profile `main` with settings and a secret.
 * 0.1.0 and 0.2.0 left a write-ahead log, 0.3.0 a rollback journal.
 */
function leftBy(version: string) {
  const root = makeHome();
  execFileSync('tar', ['-xzf', `fixtures/earlier/${version}.tar.gz`, '-C', root]);
  const home = join(root, 'home');
  const cfi = (...words: string[]) =>
    runCli(words, { home, now, cwd: root, env: { CFI_KEYCHAIN: '0', CFI_EMULATOR: '1' } });
  const data = async (...words: string[]) => {
    const { code, stdout, stderr } = await cfi(...words, '-o', 'json');
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout).data;
  };
  /** The ledger knows a state of the emulator by its folder, and this one has moved. */
  const moveState = async (): Promise<void> => {
    await cfi('runs');
    const db = openDatabase(ledgerFile(home));
    db.run("UPDATE services SET address = replace(address, '/srv/cfi/home', ?)", [home]);
    db.close();
  };
  const sent = async (path: string): Promise<number> =>
    (await data('emulator', 'log', '--method', 'POST', '--path', path, '--count')).count;
  return { home, cfi, data, moveState, sent };
}

const outcomes = (rows: readonly { ReferenceNumber: string; outcome: string }[]) =>
  Object.fromEntries(rows.map(({ ReferenceNumber, outcome }) => [ReferenceNumber, outcome]));

const firstRun = {
  'CREATED-1': 'created',
  'CREATED-2': 'created',
  'CANCELLED-1': 'created',
  'EXISTING-1': 'existing',
  'CONFLICT-1': 'conflict',
  'REJECTED-1': 'rejected',
  'FAILED-1': 'failed',
  'UNKNOWN-1': 'unknown',
};

describe.each([
  { version: '0.1.0', kinds: ['po', 'inbound', 'order', 'order'], done: 9, doubtful: 7, posts: 3 },
  {
    version: '0.2.0',
    kinds: ['slot', 'po', 'slot', 'inbound', 'order', 'cancel', 'order'],
    done: 13,
    doubtful: 27,
    posts: 3,
  },
  {
    version: '0.3.0',
    kinds: ['slot', 'inbound', 'order', 'cancel', 'order', 'po', 'slot'],
    done: 10,
    doubtful: 6,
    posts: 4,
  },
])('what version $version has left', ({ version, kinds, done, doubtful, posts }) => {
  it('lists its runs, and what each document came to', async () => {
    const { data } = leftBy(version);
    const runs = await data('runs');
    expect(runs.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    const runOf = (file: string) =>
      String(runs.find(({ files }: { files: string[] }) => files.join() === file).run);
    expect(outcomes((await data('order', 'runs', runOf('orders.csv'))).orders)).toEqual(firstRun);
    expect(await data('runs', runOf('killed.csv'))).toMatchObject({ created: done, unknown: doubtful });
  });

  it('goes on with the interrupted upload, and sends nothing again', async () => {
    const { cfi, data, moveState, sent } = leftBy(version);
    await moveState();
    const before = await sent('/outbound');
    const { created, skipped } = await data('order', 'create', 'killed.csv');
    expect([created, skipped]).toEqual([40 - done, done]);
    const again = (await sent('/outbound')) - before;
    expect(again).toBeLessThanOrEqual(40 - done);
    expect((await data('order', 'create', 'killed.csv')).skipped).toBe(40);
    expect((await sent('/outbound')) - before).toBe(again);
    expect((await cfi('order', 'find', 'KILLED-', '-o', 'ndjson')).stdout.trim().split('\n')).toHaveLength(
      40,
    );
  });

  it('sends again only what did not succeed, and looks up what it does not know', async () => {
    const { cfi, moveState, sent } = leftBy(version);
    await moveState();
    const before = await sent('/outbound');
    const { code, stdout } = await cfi('order', 'create', 'orders.csv', '-o', 'json');
    expect(code).toBe(9);
    expect(outcomes(JSON.parse(stdout).data.orders)).toEqual({
      'CREATED-1': 'skipped',
      'CREATED-2': 'skipped',
      'CANCELLED-1': 'skipped',
      'EXISTING-1': 'skipped',
      'CONFLICT-1': 'conflict',
      'REJECTED-1': 'created',
      'FAILED-1': 'created',
      'UNKNOWN-1': 'created',
    });
    expect((await sent('/outbound')) - before).toBe(posts);
  });

  it('continues from the state of the emulator', async () => {
    const { data, cfi } = leftBy(version);
    expect(await data('order', 'get', 'CREATED-2')).toMatchObject({ TrackingNumber: 'TRACK-2' });
    expect(await data('slot', 'get', 'SLOT-000001')).toMatchObject({ usedByPoReference: 'LW-000001' });
    expect(await data('po', 'get', 'LW-000001')).toMatchObject({ PO_REFERENCE: 'PO-1' });
    expect((await cfi('inventory', '--all', '-o', 'csv')).stdout).toContain('AC-TENT-2');
    expect((await cfi('stock-age', 'AC-TENT-2')).code).toBe(0);
  });

  it('has the same account and settings', async () => {
    const { data } = leftBy(version);
    const settings = await data('config', 'list', '--profile', 'main');
    expect(settings).toMatchObject({
      warehouse: 'Northgate FC',
      timezone: 'Europe/London',
      max_retries: '6',
    });
    const profiles = await data('profile', 'list');
    expect(profiles).toEqual([
      expect.objectContaining({ name: 'main', client_id: 'emu-acme', secret_saved: true }),
    ]);
  });
});

it.each(['0.2.0', '0.3.0'])(
  'a file of slots that version %s has booked in part is booked once',
  async (version) => {
    const { data, moveState } = leftBy(version);
    await moveState();
    const { created, skipped } = await data('slot', 'book', 'slots.csv');
    expect([created, skipped]).toEqual([1, 1]);
    expect(await data('slot', 'list')).toHaveLength(3);
  },
);

it('a map that version 0.3.0 has proposed leaves out the same orders, and fills the same fields', async () => {
  const { data } = leftBy('0.3.0');
  const supplied = ['--dispatch-within', '72h', '--timezone', 'Europe/London', '--set', 'PaymentStatus=PAID'];
  const { orders, leftOut } = await data(
    ...['order', 'create', 'mapped.csv', '--map', 'map.json', '--warehouse', 'Northgate FC'],
    ...[...supplied, '--dry-run'],
  );
  expect([orders, leftOut]).toMatchObject([
    [
      {
        ReferenceNumber: 'M-1',
        Currency: 'GBP',
        OrderItems: [{ SKU: 'AC-TENT-2', Qty: 1, PricePerUnit: 129 }],
      },
    ],
    [{ ReferenceNumber: 'M-2', reason: 'cancelled' }],
  ]);
});
