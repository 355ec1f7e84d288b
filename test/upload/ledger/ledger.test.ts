import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/storage/sqlite.ts';
import { type LedgerPlace, withLedger } from '../../../src/upload/ledger/damage/replace-damaged.ts';
import { openHistory } from '../../../src/upload/ledger/history.ts';
import { ledgerFile, openLedger } from '../../../src/upload/ledger/ledger-file.ts';
import { beginRun, type RunLedger, type Task } from '../../../src/upload/ledger/run-ledger.ts';
import type { Settled } from '../../../src/upload/outcomes.ts';
import { openSpool, type Spool } from '../../../src/upload/spool/spool.ts';
import { makeHome } from '../../support/cli.ts';
import { testNow } from '../../support/time.ts';

const document = (reference: string, content = 'first') => ({
  reference,
  body: JSON.stringify({ ReferenceNumber: reference, content }),
  file: 0,
  lines: [2],
  invalid: false,
});

function ledgerOf(
  home: string,
  references: readonly string[],
  changes: { content?: string; fresh?: boolean } = {},
) {
  const spool = openSpool();
  for (const reference of references) spool.sink.add(document(reference, changes.content));
  return { ledger: ledgerOn(home, spool, changes.fresh), spool };
}

const ledgerOn = (home: string, spool: Spool, fresh = false): RunLedger =>
  beginRun(openLedger(home), spool, {
    address: 'https://service.test/v1',
    client: 'acme',
    kind: 'order',
    files: ['orders.csv'],
    pid: 1,
    now: testNow,
    fresh,
  });

const placeOf = (home: string, said: string[] = []): LedgerPlace => ({
  dataFolder: home,
  now: () => testNow,
  warn: (line) => said.push(line),
});

/** Opens a ledger and closes it again. */
const prepare = (place: LedgerPlace): Promise<void> => withLedger(place, (db) => db.close());

/** What the ledger on disk says of each document; `open` for those that may have been sent. */
const states = (home: string): Record<string, string> => {
  const db = connect(ledgerFile(home));
  const open = db.statement('SELECT value FROM intents, json_each(documents) ORDER BY value').rows();
  const known = db.statement('SELECT reference, state FROM documents ORDER BY reference').rows();
  db.close();
  return Object.fromEntries([...open.map(([reference]) => [reference, 'open']), ...known]);
};

const tasksOf = (batch: ReturnType<RunLedger['nextBatch']>): Task[] =>
  Array.from({ length: batch.size }, (_, index) => batch.task(index));

/** Records the outcomes of documents. */
function settle(ledger: RunLedger, outcomes: readonly (readonly [Task | undefined, Settled])[]): void {
  for (const [task, settled] of outcomes) {
    if (task === undefined) throw new Error('nothing was handed out');
    ledger.settle(task, settled);
  }
  ledger.commit();
}

describe('the ledger', () => {
  it('records each document before it is handed out to be sent', () => {
    const home = makeHome();
    const { ledger } = ledgerOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({});
    expect(tasksOf(ledger.nextBatch(2)).map(({ reference }) => reference)).toEqual(['A', 'B']);
    expect(states(home)).toEqual({ A: 'open', B: 'open' });
  });

  it('hands out documents as they were read', () => {
    const { ledger } = ledgerOf(makeHome(), ['A', 'Ä"\n']);
    const bodies = tasksOf(ledger.nextBatch(9)).map(({ document: { body } }) => JSON.parse(body.toString()));
    expect(bodies).toMatchObject([{ ReferenceNumber: 'A' }, { ReferenceNumber: 'Ä"\n' }]);
  });

  it('has the next run look up what was in progress, and skip what was done', () => {
    const home = makeHome();
    const first = ledgerOf(home, ['A', 'B', 'C']);
    const [a] = tasksOf(first.ledger.nextBatch(2));
    settle(first.ledger, [[a, { outcome: 'created', uuid: 'u', number: 7, status: 201 }]]);
    const { ledger } = ledgerOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({ A: 'created', B: 'unknown' });
    expect(ledger.plan).toEqual({ toProcess: 2, skipped: 1 });
    expect(tasksOf(ledger.nextBatch(10)).map(({ reference, start }) => [reference, start])).toEqual([
      ['B', 'look-up'],
      ['C', 'send'],
    ]);
  });

  it('also has documents looked up that an interrupted run sent again, whatever an earlier run recorded', async () => {
    const home = makeHome();
    const first = ledgerOf(home, ['A', 'B']);
    const [a, b] = tasksOf(first.ledger.nextBatch(2));
    settle(first.ledger, [
      [a, { outcome: 'rejected', status: 400, error: 'no' }],
      [b, { outcome: 'created', status: 201 }],
    ]);
    const cutOff = ledgerOf(home, ['A', 'B']);
    cutOff.ledger.nextBatch(2);
    const { spool } = ledgerOf(home, ['A', 'B']);
    expect(states(home)).toEqual({ A: 'unknown', B: 'created' });
    const history = await openHistory(placeOf(home));
    const told = (run: number) => {
      const record = history?.run(run);
      return record === undefined ? [] : [...(history?.documents(record) ?? [])];
    };
    expect(told(first.ledger.run)).toMatchObject([
      { reference: 'A', outcome: 'rejected', status: 400, error: 'no' },
      { reference: 'B', outcome: 'created' },
    ]);
    expect(told(cutOff.ledger.run)).toMatchObject([{ reference: 'A', outcome: 'unknown' }]);
    history?.close();
    spool.close();
  });

  it('shows what a run in progress may have sent', async () => {
    const home = makeHome();
    const { ledger } = ledgerOf(home, ['B', 'A', 'C']);
    const [b] = tasksOf(ledger.nextBatch(2));
    settle(ledger, [[b, { outcome: 'created', status: 201 }]]);
    const history = await openHistory(placeOf(home));
    const [record] = history?.runs('order') ?? [];
    if (record === undefined) throw new Error('no run');
    expect([...(history?.documents(record) ?? [])]).toMatchObject([
      { reference: 'A', outcome: 'unknown' },
      { reference: 'B', outcome: 'created' },
    ]);
    history?.close();
  });

  it('forgets a window when all of its documents have an outcome', () => {
    const home = makeHome();
    const { ledger } = ledgerOf(home, ['A', 'B', 'C']);
    const [a, b] = tasksOf(ledger.nextBatch(2));
    const [c] = tasksOf(ledger.nextBatch(2));
    const intents = () => {
      const db = connect(ledgerFile(home));
      const rows = db.statement('SELECT documents FROM intents ORDER BY batch').rows();
      db.close();
      return rows.map(([documents]) => JSON.parse(String(documents)));
    };
    const created = { outcome: 'created', status: 201 } as const;
    settle(ledger, [[a, created]]);
    expect(intents()).toEqual([['A', 'B'], ['C']]);
    settle(ledger, [[b, created]]);
    expect(intents()).toEqual([['C']]);
    settle(ledger, [[c, { outcome: 'conflict', status: 409, error: 'it differs', fields: ['Qty', 'SKU'] }]]);
    expect(intents()).toEqual([]);
    expect([...ledger.entries('failures')]).toEqual([
      {
        reference: 'C',
        outcome: 'conflict',
        uuid: null,
        number: null,
        status: 409,
        error: 'it differs',
        fields: 'Qty, SKU',
        file: 0,
        lines: [2],
      },
    ]);
  });

  it('undoes what was certainly not sent, and keeps the doubt about the rest', () => {
    const home = makeHome();
    const first = ledgerOf(home, ['A', 'B']);
    first.ledger.nextBatch(1);
    const { ledger } = ledgerOf(home, ['A', 'B', 'C']);
    ledger.nextBatch(3);
    ledger.withdraw();
    expect(states(home)).toEqual({ A: 'unknown' });
  });

  it('keeps no more bodies in a batch than fit in memory', () => {
    const spool = openSpool();
    const large = 'x'.repeat(3 << 20);
    for (const reference of ['A', 'B', 'C', 'D'])
      spool.sink.add({ ...document(reference), body: JSON.stringify({ reference, large }) });
    const ledger = ledgerOn(makeHome(), spool);
    expect(ledger.nextBatch(4).size).toBe(2);
    expect(ledger.nextBatch(4).size).toBe(2);
    expect(ledger.nextBatch(4).size).toBe(0);
    spool.close();
  });

  it('plans to compare changed content, and to send it when asked to forget', () => {
    const home = makeHome();
    const first = ledgerOf(home, ['A']);
    const [task] = tasksOf(first.ledger.nextBatch(1));
    settle(first.ledger, [[task, { outcome: 'existing', status: 409 }]]);
    const changed = ledgerOf(home, ['A'], { content: 'other' }).ledger;
    expect(changed.plan).toEqual({ toProcess: 1, skipped: 0 });
    expect(tasksOf(changed.nextBatch(9))).toMatchObject([{ start: 'compare' }]);
    const fresh = ledgerOf(home, ['A'], { content: 'other', fresh: true }).ledger;
    expect(tasksOf(fresh.nextBatch(9))).toMatchObject([{ start: 'send' }]);
  });

  it('continues from the first version of the ledger', () => {
    const home = makeHome();
    const { ledger } = ledgerOf(home, ['A']);
    ledger.withdraw();
    const db = connect(ledgerFile(home));
    db.script(
      'DROP TABLE intents; DROP TABLE losses; DROP TABLE last_shown; DROP TABLE slots_before; PRAGMA user_version = 1',
    );
    const put = db.statement(
      `INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (1, 'order', ?, ?, ?, 1)`,
    );
    const digest = (reference: string) => createHash('sha256').update(document(reference).body).digest('hex');
    put.run('A', digest('A'), 'sending');
    put.run('B', digest('B'), 'created');
    put.run('C', digest('A'), 'created');
    db.close();
    const second = ledgerOf(home, ['A', 'B', 'C', 'D']);
    expect(second.ledger.plan).toEqual({ toProcess: 3, skipped: 1 });
    expect(tasksOf(second.ledger.nextBatch(4)).map(({ reference, start }) => [reference, start])).toEqual([
      ['A', 'look-up'],
      ['C', 'compare'],
      ['D', 'send'],
    ]);
  });

  it('renames a damaged file and says so', async () => {
    const home = makeHome();
    writeFileSync(ledgerFile(home), 'this was a ledger once, '.repeat(200));
    const said: string[] = [];
    await prepare(placeOf(home, said));
    const renamed = readdirSync(home).find((name) => name.includes('damaged'));
    expect(said.join()).toContain(renamed);
    expect(readFileSync(join(home, renamed ?? ''), 'utf8')).toContain('this was a ledger once');
    expect(states(home)).toEqual({});
  });

  it.each([
    ['of another program', 'PRAGMA application_id = 77', /another program/],
    ['without a mark', 'PRAGMA application_id = 0', /another program/],
    [
      'of a newer version',
      `PRAGMA application_id = ${0x6366696c}; PRAGMA user_version = 99`,
      /newer version/,
    ],
  ])('refuses a database %s and leaves it unchanged', async (_, mark, message) => {
    const home = makeHome();
    const db = connect(ledgerFile(home));
    db.script(`CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ${mark}`);
    db.close();
    const before = readFileSync(ledgerFile(home));
    await expect(prepare(placeOf(home))).rejects.toThrow(message);
    expect(readFileSync(ledgerFile(home))).toEqual(before);
  });

  it('says why its folder cannot be created', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'file'), '');
    await expect(prepare(placeOf(join(home, 'file')))).rejects.toThrow(/part of its path is not a folder/);
    mkdirSync(join(home, 'folder'));
    await prepare(placeOf(join(home, 'folder')));
    expect(existsSync(join(home, 'folder', 'ledger.sqlite'))).toBe(true);
  });
});
