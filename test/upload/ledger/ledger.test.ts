import { copyFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { recordCancellations } from '../../../src/upload/ledger/cancellations.ts';
import { openHistory } from '../../../src/upload/ledger/history.ts';
import { ledgerFile } from '../../../src/upload/ledger/ledger-file.ts';
import { openLedger } from '../../../src/upload/ledger/open-ledger.ts';
import type { LedgerTask, RunLedger } from '../../../src/upload/ledger/run-ledger.ts';
import { orderCancellations } from '../../../src/upload/run/kinds/order-cancellations.ts';
import type { DocumentResult } from '../../../src/upload/terms/outcomes.ts';
import { openSpool } from '../../../src/upload/terms/spool.ts';
import { makeHome } from '../../support/cli.ts';
import { document, ledgerOf, ledgerOn, placeOf, states } from '../../support/upload/opened-ledger.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

/** Records the outcomes of documents. */
function recordAll(
  ledger: RunLedger,
  outcomes: readonly (readonly [LedgerTask | undefined, DocumentResult])[],
): void {
  ledger.record(
    outcomes.map(([task, result]) => {
      if (task === undefined) throw new Error('nothing was handed out');
      return { task, result };
    }),
  );
}

/** Records that the second run of a home has cancelled an order. */
function cancelInRun2(home: string, reference: string): void {
  const { db } = openLedger(placeOf(home));
  db.script(`INSERT INTO runs (id, service, kind, files, pid, started_at, counts)
    VALUES (2, 1, 'cancel', '[]', 1, 0, '{}')`);
  recordCancellations(db, { service: 1, run: 2 }, [
    { reference, outcome: 'cancelled', status: 200, error: null },
  ]);
  db.close();
}

describe('the ledger', () => {
  it('records each document before it is handed out to be sent', async () => {
    const home = makeHome();
    const { ledger } = await ledgerOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({});
    expect(ledger.nextBatch(2).map(({ reference }) => reference)).toEqual(['A', 'B']);
    expect(states(home)).toEqual({ A: 'open', B: 'open' });
  });

  it.each(['WAL', 'DELETE'])(
    'takes over a ledger with journal mode %s, and syncs each write',
    async (mode) => {
      const home = makeHome();
      const { db: before } = openLedger(placeOf(home));
      before.script(`PRAGMA journal_mode = ${mode}`);
      before.close();
      const { db } = openLedger(placeOf(home));
      expect(['journal_mode', 'synchronous'].map((name) => valuesOf(db, `PRAGMA ${name}`))).toEqual([
        [['persist']],
        [[2]],
      ]);
      const { spool } = await ledgerOf(makeHome(), ['A']);
      (await ledgerOn(home, spool, false, db)).nextBatch(1);
      expect(states(home)).toEqual({ A: 'open' });
    },
  );

  it('applies the log that a killed process of an earlier version has left', () => {
    const [old, home] = [makeHome(), makeHome()];
    const { db } = openLedger(placeOf(old));
    db.script("PRAGMA journal_mode = WAL; INSERT INTO services VALUES (1, 'a', 'acme')");
    for (const suffix of ['', '-wal']) copyFileSync(ledgerFile(old) + suffix, ledgerFile(home) + suffix);
    db.close();
    const { db: taken } = openLedger(placeOf(home));
    expect(valuesOf(taken, 'SELECT client FROM services')).toEqual([['acme']]);
    taken.close();
    expect(readdirSync(home).filter((name) => name.includes('-wal'))).toEqual([]);
  });

  it('hands out documents as they were read', async () => {
    const { ledger } = await ledgerOf(makeHome(), ['A', 'Ä"\n']);
    const bodies = ledger.nextBatch(9).map(({ document: { body } }) => JSON.parse(body));
    expect(bodies).toMatchObject([{ ReferenceNumber: 'A' }, { ReferenceNumber: 'Ä"\n' }]);
  });

  it('has the next run look up what was in progress, and skip what was done', async () => {
    const home = makeHome();
    const first = await ledgerOf(home, ['A', 'B', 'C']);
    const [a] = first.ledger.nextBatch(2);
    recordAll(first.ledger, [[a, { outcome: 'created', uuid: 'u', number: 7, status: 201 }]]);
    const { ledger } = await ledgerOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({ A: 'created', B: 'unknown' });
    expect(ledger.plan).toEqual({ toProcess: 2, skipped: 1 });
    expect(ledger.nextBatch(10).map(({ reference, start }) => [reference, start])).toEqual([
      ['B', 'look-up'],
      ['C', 'send'],
    ]);
  });

  describe('knows whether what may have been sent had other content', () => {
    type Taken = (content: string) => Promise<boolean | undefined>;
    const lost = { outcome: 'unknown', status: 504 } as const;

    /** A run of one order: whether it is changed. It ends with the outcome, or is killed. */
    const runsIn =
      (home: string, result?: DocumentResult): Taken =>
      async (content) => {
        const { ledger } = await ledgerOf(home, ['A'], { content });
        const [task] = ledger.nextBatch(1);
        if (result !== undefined) recordAll(ledger, [[task, result]]);
        return task?.isChanged;
      };

    it.each<[string, DocumentResult | undefined]>([
      ['was killed', undefined],
      ['got no answer', lost],
    ])('by a run that %s', async (_, result) => {
      const taken = runsIn(makeHome(), result);
      expect(await taken('first')).toBe(false);
      expect(await taken('first')).toBe(false);
      expect(await taken('second')).toBe(true);
      // Either may have arrived.
      expect(await taken('second')).toBe(true);
      expect(await taken('first')).toBe(true);
    });

    it('not after a run of an earlier version, which did not record it', async () => {
      const home = makeHome();
      await runsIn(home)('first');
      const db = openDatabase(ledgerFile(home));
      db.run('UPDATE intents SET digests = ?', ['[]']);
      db.close();
      expect(await runsIn(home, lost)('second')).toBe(false);
      expect(await runsIn(home)('third')).toBe(false);
    });

    it('not once the outcome is known', async () => {
      const home = makeHome();
      await runsIn(home)('first');
      await runsIn(home, { outcome: 'rejected', status: 400 })('second');
      expect(await runsIn(home, lost)('third')).toBe(false);
      expect(await runsIn(home)('third')).toBe(false);
    });
  });

  it('also has documents looked up that an interrupted run sent again, whatever an earlier run recorded', async () => {
    const home = makeHome();
    const first = await ledgerOf(home, ['A', 'B']);
    const [a, b] = first.ledger.nextBatch(2);
    recordAll(first.ledger, [
      [a, { outcome: 'rejected', status: 400, error: 'no' }],
      [b, { outcome: 'created', status: 201 }],
    ]);
    const cutOff = await ledgerOf(home, ['A', 'B']);
    cutOff.ledger.nextBatch(2);
    const { spool } = await ledgerOf(home, ['A', 'B']);
    expect(states(home)).toEqual({ A: 'unknown', B: 'created' });
    const history = await openHistory(placeOf(home));
    const answered = (run: number) => {
      const record = history?.run(run);
      return record === undefined ? [] : [...(history?.documents(record) ?? [])];
    };
    expect(answered(first.ledger.run)).toMatchObject([
      { reference: 'A', outcome: 'rejected', status: 400, error: 'no' },
      { reference: 'B', outcome: 'created' },
    ]);
    expect(answered(cutOff.ledger.run)).toMatchObject([{ reference: 'A', outcome: 'unknown' }]);
    history?.close();
    spool.close();
  });

  it.each([
    ['usual', '6f1c1b53-6d2c-4b7e-9a51-0c9d5a3f1e20'],
    ['other', 'u-1'],
  ])('keeps the outcomes of a run that a later run replaces: %s IDs', async (_, uuid) => {
    const home = makeHome();
    const created = { outcome: 'created', uuid, status: 201 } as const;
    const runs: number[] = [];
    for (const fresh of [false, true]) {
      const { ledger } = await ledgerOf(home, ['A', 'B'], { fresh });
      const [a, b] = ledger.nextBatch(2);
      recordAll(ledger, [
        [a, { ...created, number: 7 + ledger.run }],
        [b, { ...created, number: 9 + ledger.run }],
      ]);
      runs.push(ledger.run);
    }
    const history = await openHistory(placeOf(home));
    for (const run of runs) {
      const record = history?.run(run);
      expect(record === undefined ? [] : [...(history?.documents(record) ?? [])]).toMatchObject([
        { reference: 'A', outcome: 'created', uuid, number: 7 + run, status: 201 },
        { reference: 'B', outcome: 'created', uuid, number: 9 + run, status: 201 },
      ]);
    }
    history?.close();
  });

  it('lists the documents of a run in the order of their bytes, whatever is known of them', async () => {
    const home = makeHome();
    const { ledger } = await ledgerOf(home, ['😀', '～', 'A']);
    const tasks = ledger.nextBatch(3);
    recordAll(ledger, [[tasks[1], { outcome: 'created', status: 201 }]]);
    const history = await openHistory(placeOf(home));
    const [record] = history?.runs('order') ?? [];
    if (record === undefined) throw new Error('no run');
    expect([...(history?.documents(record) ?? [])]).toMatchObject([
      { reference: 'A', outcome: 'unknown' },
      { reference: '～', outcome: 'created' },
      { reference: '😀', outcome: 'unknown' },
    ]);
    history?.close();
  });

  it('forgets a window when all of its documents have an outcome', async () => {
    const home = makeHome();
    const { ledger } = await ledgerOf(home, ['A', 'B', 'C']);
    const [a, b] = ledger.nextBatch(2);
    const [c] = ledger.nextBatch(2);
    const intents = () => {
      const db = openDatabase(ledgerFile(home));
      const rows = valuesOf(db, 'SELECT documents FROM intents ORDER BY batch');
      db.close();
      return rows.map(([documents]) => JSON.parse(String(documents)));
    };
    const created = { outcome: 'created', status: 201 } as const;
    recordAll(ledger, [[a, created]]);
    expect(intents()).toEqual([['A', 'B'], ['C']]);
    recordAll(ledger, [[b, created]]);
    expect(intents()).toEqual([['C']]);
    recordAll(ledger, [
      [c, { outcome: 'conflict', status: 409, error: 'it differs', fields: ['Qty', 'SKU'] }],
    ]);
    expect(intents()).toEqual([]);
    expect([...ledger.entries('failures')]).toMatchObject([
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

  it('reports outcomes that it could not record, and records them later if it can', async () => {
    const home = makeHome();
    const spool = openSpool();
    for (const reference of ['A', 'B']) spool.sink.add(document(reference));
    const { db } = openLedger(placeOf(home));
    const ledger = await ledgerOn(home, spool, false, db);
    const [a, b] = ledger.nextBatch(2);
    db.script('PRAGMA query_only = ON');
    const differs = {
      outcome: 'conflict',
      status: 409,
      error: 'it differs',
      fields: ['Qty', 'SKU'],
    } as const;
    const results = [
      { task: a as LedgerTask, result: { outcome: 'created', uuid: 'U', number: 7, status: 201 } as const },
      { task: b as LedgerTask, result: differs },
    ];
    for (const count of [1, 2]) expect(() => ledger.record(results.slice(0, count))).toThrow('readonly');
    const reported = [
      { reference: 'A', outcome: 'created', uuid: 'U', number: 7, status: 201, error: null, fields: null },
      {
        reference: 'B',
        outcome: 'conflict',
        uuid: null,
        status: 409,
        error: 'it differs',
        fields: 'Qty, SKU',
      },
    ];
    expect([...ledger.entries('all')]).toMatchObject(reported);
    expect([...ledger.entries('failures')]).toMatchObject(reported.slice(1));
    expect(states(home)).toEqual({ A: 'open', B: 'open' });
    db.script('PRAGMA query_only = OFF');
    ledger.record(results);
    expect(states(home)).toEqual({ A: 'created', B: 'conflict' });
    expect([...ledger.entries('all')]).toMatchObject(reported);
    spool.close();
  });

  it('undoes what was certainly not sent, and keeps the doubt about the rest', async () => {
    const home = makeHome();
    const first = await ledgerOf(home, ['A', 'B']);
    first.ledger.nextBatch(1);
    const { ledger } = await ledgerOf(home, ['A', 'B', 'C']);
    ledger.nextBatch(3);
    ledger.withdraw();
    expect(states(home)).toEqual({ A: 'unknown' });
  });

  it('still knows, after runs that were killed, that an order was cancelled since it may have been sent', async () => {
    const home = makeHome();
    (await ledgerOf(home, ['A'])).ledger.nextBatch(1);
    cancelInRun2(home, 'A');
    for (let run = 3; run < 5; run++) {
      const { ledger } = await ledgerOf(home, ['A', 'B']);
      const [task] = ledger.nextBatch(2);
      expect(task && ledger.cancelled(task)).toBe('yes');
      expect(states(home)).toMatchObject({ A: 'unknown' });
    }
  });

  it('plans to cancel an order again that a run which was killed may have sent again', async () => {
    const home = makeHome();
    const { ledger, spool } = await ledgerOf(home, ['A']);
    recordAll(ledger, [[ledger.nextBatch(1)[0], { outcome: 'created', status: 201 }]]);
    cancelInRun2(home, 'A');
    const startOfCancel = async () => {
      const { db } = openLedger(placeOf(home));
      const [task] = (await ledgerOn(home, spool, false, db, orderCancellations)).nextBatch(1);
      db.run('DELETE FROM intents WHERE kind = ?', ['cancel']);
      return task?.start;
    };
    expect(await startOfCancel()).toBe('check');
    (await ledgerOf(home, ['A'], { fresh: true })).ledger.nextBatch(1);
    expect(await startOfCancel()).toBe('send');
  });

  it('keeps no more bodies in a batch than fit in memory', async () => {
    const spool = openSpool();
    const large = 'x'.repeat(3 << 20);
    for (const reference of ['A', 'B', 'C', 'D'])
      spool.sink.add({ ...document(reference), body: JSON.stringify({ reference, large }) });
    const ledger = await ledgerOn(makeHome(), spool);
    expect(ledger.nextBatch(4).length).toBe(2);
    expect(ledger.nextBatch(4).length).toBe(2);
    expect(ledger.nextBatch(4).length).toBe(0);
    spool.close();
  });
});
