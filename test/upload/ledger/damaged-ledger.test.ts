import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { type Database, openDatabase } from '../../../src/storage/sqlite/database.ts';
import { codedError } from '../../../src/text/records.ts';
import { doLater, readLater, rereading } from '../../../src/upload/ledger/open-ledger.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { seeded } from '../../support/random.ts';
import {
  type OrderService,
  openOrderService,
  startOrderService,
} from '../../support/services/order-service.ts';
import { dataOf, upload } from '../../support/upload/home-with.ts';
import { makeOlder } from '../../support/upload/older-ledger.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

const count = 60;
const orders = manyOrders(count);
const pageSize = 4096;

const ledgerIn = (home: string): string => join(home, 'ledger.sqlite');

/** Replaces the ledger's bytes with what `damage` makes of them. */
function damageLedger(home: string, damage: (bytes: Buffer) => Buffer): void {
  const bytes = damage(readFileSync(ledgerIn(home)));
  rmSync(`${ledgerIn(home)}-journal`, { force: true });
  writeFileSync(ledgerIn(home), bytes);
}

const overwritten = (bytes: Buffer, from: number, length: number, random: () => number): Buffer => {
  const damaged = Buffer.from(bytes);
  for (let at = from; at < Math.min(from + length, damaged.length); at++)
    damaged[at] = Math.floor(random() * 256);
  return damaged;
};

/** A service that has all orders, and a home from which they were sent. */
let service: OrderService;
let sent = '';
beforeAll(async () => {
  service = await openOrderService();
  sent = (await upload(service, orders)).home;
});
afterAll(() => service.close());

/** Another home after that upload. */
function uploaded(): string {
  const home = makeHome();
  cpSync(sent, home, { recursive: true });
  return home;
}

describe('a ledger with a damaged page', () => {
  it.each([1, 2, 3, 4, 5, 6])('ends with every order once within three runs (seed %i)', async (seed) => {
    const random = seeded(seed);
    const home = uploaded();
    damageLedger(home, (bytes) => {
      const pages = bytes.length / pageSize;
      const page = seed % 3 === 0 ? 0 : Math.floor(random() * pages);
      const length = [16, 200, 1000, pageSize][seed % 4] as number;
      const from = page * pageSize + Math.floor(random() * (pageSize - length + 1));
      return overwritten(bytes, from, length, random);
    });
    let outcome = await upload(service, orders, [], home);
    for (let run = 2; run <= 3 && outcome.code !== 0; run++)
      outcome = await upload(service, orders, [], home);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(service.stored.size).toBe(count);
    const { created, existing, skipped } = dataOf(outcome);
    expect([created, Number(existing) + Number(skipped)]).toEqual([0, count]);
  });

  it('is kept under another name, and everything is looked up before it is sent', async () => {
    const home = uploaded();
    let damaged: Buffer = Buffer.alloc(0);
    let at = 0;
    damageLedger(home, (bytes) => {
      // A leaf in the middle of the table of documents, which no probe of the schema reads.
      const pages = Array.from({ length: bytes.length / pageSize }, (_, page) => page);
      const leaf = pages.findLast((page) =>
        bytes.subarray(page * pageSize, (page + 1) * pageSize).includes('R-30'),
      );
      at = (leaf ?? 0) * pageSize;
      damaged = overwritten(bytes, at, 8, () => 0.99);
      return damaged;
    });
    const posted = service.posted().length;
    const outcome = await upload(service, orders, [], home);
    expect(outcome.code, outcome.stderr).toBe(0);
    const [renamed = ''] = readdirSync(home).filter((name) => /damaged-[^.]*Z$/.test(name));
    expect(outcome.stderr).toContain(renamed);
    const kept = readFileSync(join(home, renamed));
    expect(kept.subarray(at, at + pageSize)).toEqual(damaged.subarray(at, at + pageSize));
    expect(dataOf(outcome)).toMatchObject({ existing: count, skipped: 0 });
    expect(service.posted()).toHaveLength(posted);
    expect(dataOf(await upload(service, orders, [], home))).toMatchObject({ skipped: count });
  });

  it('whose content is damaged, though SQLite can read it, is replaced after the second reading', async () => {
    const service = await startOrderService();
    const { home } = await upload(service, manyOrders(2));
    const db = openDatabase(ledgerIn(home));
    db.script("INSERT INTO intents SELECT 1, 1, id, 'order', '[\"R-1', '[]' FROM services");
    db.close();
    const outcome = await upload(service, manyOrders(2), [], home);
    expect(outcome.stderr).toContain('was renamed');
    expect([outcome.code, dataOf(outcome)]).toMatchObject([0, { existing: 2 }]);
    expect(service.posted()).toHaveLength(2);
  });

  /** Uploads to a service; half way through, the next statement no longer reads a database. */
  async function uploadWithDamage(args: readonly string[]) {
    const home = makeHome();
    let posts = 0;
    const service = await startOrderService((request) => {
      if (request.method === 'POST' && ++posts === 20) {
        const file = ledgerIn(home);
        for (const name of [file, `${file}-journal`]) writeFileSync(name, 'x'.repeat(statSync(name).size));
      }
      return false;
    });
    return { home, service, outcome: await upload(service, orders, ['--concurrency', '2', ...args], home) };
  }

  it('is replaced at any moment of a run, and the run continues', async () => {
    const damaged = await uploadWithDamage([]);
    const { home, service } = damaged;
    let { outcome } = damaged;
    for (let run = 2; run <= 3 && outcome.code !== 0; run++)
      outcome = await upload(service, orders, [], home);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(service.stored.size).toBe(count);
  });

  it('is replaced during a run with --fresh, which sends nothing a second time', async () => {
    const { service, outcome } = await uploadWithDamage(['--fresh']);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(service.stored.size).toBe(count);
    expect(service.posted()).toHaveLength(count);
  });

  it.each([
    ['of 0 bytes', () => Buffer.alloc(0)],
    ['of one byte', () => Buffer.alloc(1)],
    ['cut after its first page', (bytes: Buffer) => bytes.subarray(0, pageSize)],
    ['of text', () => Buffer.from('a,b,c\n'.repeat(500))],
    ['of noise', () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
  ])('%s is renamed and reported, also by order runs', async (_, damage) => {
    const home = uploaded();
    damageLedger(home, damage);
    const { code, stderr } = await runCli(['order', 'runs'], { home });
    expect([code, stderr]).toMatchObject([0, expect.stringContaining('ledger.sqlite.damaged-')]);
    const outcome = await upload(service, orders, [], home);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(service.stored.size).toBe(count);
  });
});

it.each<[string, (file: string) => void]>([
  ['removed', (file) => rmSync(file)],
  [
    'replaced',
    (file) => {
      cpSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
])('a ledger that somebody has %s stops the run before it sends more', async (_, change) => {
  const home = makeHome();
  let posted = 0;
  const service = await startOrderService(({ method }) => {
    if (method === 'POST' && ++posted === 10) change(ledgerIn(home));
    return false;
  });
  const { code, stderr } = await upload(service, orders, ['--concurrency', '2'], home);
  expect(code).toBe(1);
  expect(stderr).toContain('was removed or replaced by somebody else');
  expect(posted).toBeLessThan(count);
});

it('a run whose lock somebody has removed sends no more, and the same command completes it', async () => {
  const home = makeHome();
  let posted = 0;
  const service = await startOrderService(({ method }) => {
    if (method === 'POST' && ++posted === 10) rmSync(join(home, 'locks'), { recursive: true });
    return false;
  });
  const { code, stderr } = await upload(service, orders, ['--concurrency', '2'], home);
  expect([code, stderr]).toMatchObject([1, expect.stringContaining('has removed the lock of this run')]);
  expect(posted).toBeLessThan(count);
  expect((await upload(service, orders, [], home)).code).toBe(0);
  expect([service.stored.size, service.posted().length]).toEqual([count, count]);
});

it('a ledger found damaged after the work, and which cannot be replaced, is an error for the user', () => {
  const home = makeHome();
  writeFileSync(ledgerIn(home), 'no database');
  writeFileSync(join(home, 'locks'), '');
  const place = { file: ledgerIn(home), now: () => 0, warn: () => {} };
  const damaged = (): never => {
    throw codedError('SQLITE_CORRUPT');
  };
  expect(() => [...readLater(place, damaged)]).toThrow(CfiError);
  expect(() => doLater(place, damaged)).toThrow(CfiError);
});

const nowhere = { file: 'ledger.sqlite', now: () => 0, warn: () => {} };

describe('a single read that the disk refuses looks like damage', () => {
  /** Throws damage this many times, then works. */
  function failing<T>(times: number, work: () => T): () => T {
    let left = times;
    return () => {
      if (left-- > 0) throw codedError('SQLITE_CORRUPT');
      return work();
    };
  }
  const opened = () => {
    const db = openDatabase(':memory:');
    db.script('CREATE TABLE t (x)');
    return db;
  };

  it.each<[string, (db: Database, times: number) => unknown]>([
    ['a row', (db, times) => rereading({ ...db, get: failing(times, () => 1) as never }).get('')],
    ['all rows', (db, times) => rereading({ ...db, all: failing(times, () => [1]) as never }).all('')],
    [
      'a row in a transaction',
      (db, times) => {
        const ledger = rereading({ ...db, get: failing(times, () => 1) as never });
        return ledger.transaction('write', () => ledger.get(''));
      },
    ],
    [
      'the beginning of a transaction',
      (db, times) => {
        const begin = failing(times, () => {});
        const transaction: Database['transaction'] = (mode, work) => {
          begin();
          return db.transaction(mode, work);
        };
        return rereading({ ...db, transaction }).transaction('read', () => 1);
      },
    ],
    [
      'what is done after the run',
      (_, times) =>
        doLater(
          nowhere,
          failing(times, () => 1),
        ),
    ],
  ])('%s', (_, read) => {
    expect([read(opened(), 1)].flat()).toEqual([1]);
    expect(() => read(opened(), 2)).toThrow(/SQLITE_CORRUPT|is damaged/);
  });

  it('but nothing is done again of a transaction that was begun, or that SQLite has ended', () => {
    const db = opened();
    const ledger = rereading(db);
    let times = 0;
    expect(() =>
      ledger.transaction('write', () => {
        times += 1;
        throw codedError('SQLITE_CORRUPT');
      }),
    ).toThrow('SQLITE_CORRUPT');
    const ended = rereading({
      ...db,
      get() {
        times += 1;
        db.script('ROLLBACK');
        throw codedError('SQLITE_CORRUPT');
      },
    });
    expect(() => ended.transaction('write', () => ended.get(''))).toThrow('SQLITE_CORRUPT');
    expect(times).toBe(2);
  });
});

describe('an unusable ledger', () => {
  it('is refused by name if it is a folder', async () => {
    const service = await startOrderService();
    const home = makeHome();
    mkdirSync(ledgerIn(home));
    const outcome = await upload(service, orders, [], home);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(`${ledgerIn(home)} cannot be opened or written: it is a folder`);
    expect(service.posted()).toEqual([]);
  });

  it('is created where a folder has the place of its journal, which is renamed', async () => {
    const service = await startOrderService();
    const home = makeHome();
    mkdirSync(`${ledgerIn(home)}-journal`);
    const { code, stderr } = await upload(service, orders, [], home);
    expect([code, stderr]).toMatchObject([0, expect.stringContaining('everything is looked up')]);
    expect(service.stored.size).toBe(count);
  });

  it('is refused by name if it belongs to another program', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const db = openDatabase(ledgerIn(home));
    db.script('CREATE TABLE theirs (x)');
    db.close();
    const before = readFileSync(ledgerIn(home));
    const outcome = await upload(service, orders, [], home);
    expect([outcome.code, outcome.stderr]).toMatchObject([2, expect.stringContaining('another program')]);
    expect(readFileSync(ledgerIn(home)).equals(before)).toBe(true);
  });
});

describe('the ledger on disk', () => {
  it.each([0o000, 0o177])(
    'is private to its owner under the umask %i, with its SQLite companions',
    async (mask) => {
      const service = await startOrderService();
      const home = makeHome();
      const umask = process.umask(mask);
      const modes = new Set<string>();
      try {
        service.received.push = (...requests) => {
          for (const name of readdirSync(home).filter((file) => file.startsWith('ledger')))
            modes.add((statSync(join(home, name)).mode & 0o777).toString(8));
          return Array.prototype.push.apply(service.received, requests);
        };
        expect((await upload(service, orders, [], home)).code).toBe(0);
      } finally {
        process.umask(umask);
      }
      expect([...modes]).toEqual(['600']);
    },
  );

  it('keeps what a ledger of version 0.2.0 has shown', async () => {
    const home = uploaded();
    const shown = ['R-0', 'Shipped', 'DPD', 'T-1'];
    makeOlder(home, 8);
    const old = openDatabase(ledgerIn(home));
    old.run('INSERT INTO last_shown VALUES (1, ?, ?, ?, ?, 0)', shown);
    old.close();
    await upload(service, orders, [], home);
    const db = openDatabase(ledgerIn(home));
    expect(valuesOf(db, 'SELECT reference, status, vendor, tracking FROM last_shown')[0]).toEqual(shown);
    db.close();
  });
});

it.each([
  ['started_at', 'later'],
  ['ended_at', ''],
  ['ended_at', 8.64e15 + 1],
])('a ledger whose runs have a %s of %j is damaged, and says so', async (column, time) => {
  const home = uploaded();
  const db = openDatabase(ledgerIn(home));
  db.run(`UPDATE runs SET ${column} = ?`, [time]);
  db.close();
  const { code, stderr } = await runCli(['runs'], { home });
  expect([code, stderr]).toEqual([0, expect.stringContaining('is damaged and was renamed to')]);
});
