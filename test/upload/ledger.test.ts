import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/storage/sqlite.ts';
import { openHistory } from '../../src/upload/ledger/history.ts';
import { ledgerFile, prepareLedger } from '../../src/upload/ledger/ledger-file.ts';
import { type Batch, type Book, openBook, type Task } from '../../src/upload/ledger/run-ledger.ts';
import type { Settled } from '../../src/upload/outcomes.ts';
import { openSpool, type Spool } from '../../src/upload/spool/spool.ts';
import { makeHome } from '../support/cli.ts';
import { testNow } from '../support/time.ts';

const document = (reference: string, content = 'first') => ({
  reference,
  body: JSON.stringify({ ReferenceNumber: reference, content }),
  file: 0,
  lines: [2],
  invalid: false,
});

function bookOf(
  home: string,
  references: readonly string[],
  changes: { content?: string; fresh?: boolean } = {},
) {
  const spool = openSpool();
  for (const reference of references) spool.sink.add(document(reference, changes.content));
  return { book: bookOn(home, spool, changes.fresh), spool };
}

const bookOn = (home: string, spool: Spool, fresh = false): Book =>
  openBook(spool, {
    ledgerFile: prepareLedger(home, testNow, () => {}),
    address: 'https://service.test/v1',
    client: 'acme',
    kind: 'order',
    files: ['orders.csv'],
    pid: 1,
    now: testNow,
    fresh,
  });

/** What the ledger on disk says of each document; `open` for those that may have been sent. */
const states = (home: string): Record<string, string> => {
  const db = connect(ledgerFile(home));
  const open = db.statement('SELECT value FROM windows, json_each(documents) ORDER BY value').rows();
  const known = db.statement('SELECT reference, state FROM documents ORDER BY reference').rows();
  db.close();
  return Object.fromEntries([...open.map(([reference]) => [reference, 'open']), ...known]);
};

const tasksOf = (batch: Batch): Task[] => Array.from({ length: batch.size }, (_, index) => batch.task(index));

/** Notes what documents came to. */
function settle(book: Book, outcomes: readonly (readonly [Task | undefined, Settled])[]): void {
  for (const [task, settled] of outcomes) {
    if (task === undefined) throw new Error('nothing was handed out');
    book.settle(task, settled);
  }
  book.commit();
}

describe('the ledger', () => {
  it('knows of each document before it is handed out to be sent', () => {
    const home = makeHome();
    const { book } = bookOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({});
    expect(tasksOf(book.next(2)).map(({ reference }) => reference)).toEqual(['A', 'B']);
    expect(states(home)).toEqual({ A: 'open', B: 'open' });
  });

  it('hands out what is sent as it was read', () => {
    const { book } = bookOf(makeHome(), ['A', 'Ä"\n']);
    const bodies = tasksOf(book.next(9)).map(({ document: { body } }) => JSON.parse(body.toString()));
    expect(bodies).toMatchObject([{ ReferenceNumber: 'A' }, { ReferenceNumber: 'Ä"\n' }]);
  });

  it('has the next run look up what was under way, and skip what was done', () => {
    const home = makeHome();
    const first = bookOf(home, ['A', 'B', 'C']);
    const [a] = tasksOf(first.book.next(2));
    settle(first.book, [[a, { outcome: 'created', uuid: 'u', number: 7, status: 201 }]]);
    const { book } = bookOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({ A: 'created', B: 'unknown' });
    expect(book.plan).toEqual({ toSend: 2, skipped: 1, conflicts: 0 });
    expect(tasksOf(book.next(10)).map(({ reference, lookUpFirst }) => [reference, lookUpFirst])).toEqual([
      ['B', true],
      ['C', false],
    ]);
  });

  it('doubts also what a cut off run sent again, whatever an earlier run noted of it', () => {
    const home = makeHome();
    const first = bookOf(home, ['A', 'B']);
    const [a, b] = tasksOf(first.book.next(2));
    settle(first.book, [
      [a, { outcome: 'rejected', status: 400, error: 'no' }],
      [b, { outcome: 'created', status: 201 }],
    ]);
    const cutOff = bookOf(home, ['A', 'B']);
    cutOff.book.next(2);
    const { book, spool } = bookOf(home, ['A', 'B']);
    expect(states(home)).toEqual({ A: 'unknown', B: 'created' });
    const history = openHistory(home, testNow, () => {});
    const told = (run: number) => {
      const record = history?.run(run);
      return record === undefined ? [] : [...(history?.documents(record) ?? [])];
    };
    expect(told(first.book.run)).toMatchObject([
      { reference: 'A', outcome: 'rejected', status: 400, error: 'no' },
      { reference: 'B', outcome: 'created' },
    ]);
    expect(told(cutOff.book.run)).toMatchObject([{ reference: 'A', outcome: 'unknown' }]);
    history?.close();
    book.close();
    spool.close();
  });

  it('shows of a run under way what it may have sent', () => {
    const home = makeHome();
    const { book } = bookOf(home, ['B', 'A', 'C']);
    const [b] = tasksOf(book.next(2));
    settle(book, [[b, { outcome: 'created', status: 201 }]]);
    const history = openHistory(home, testNow, () => {});
    const [record] = history?.runs('order') ?? [];
    if (record === undefined) throw new Error('no run');
    expect([...(history?.documents(record) ?? [])]).toMatchObject([
      { reference: 'A', outcome: 'unknown' },
      { reference: 'B', outcome: 'created' },
    ]);
    history?.close();
  });

  it('forgets a window when all of its documents have their outcome', () => {
    const home = makeHome();
    const { book } = bookOf(home, ['A', 'B', 'C']);
    const [a, b] = tasksOf(book.next(2));
    const [c] = tasksOf(book.next(2));
    const windows = () => {
      const db = connect(ledgerFile(home));
      const rows = db.statement('SELECT documents FROM windows ORDER BY number').rows();
      db.close();
      return rows.map(([documents]) => JSON.parse(String(documents)));
    };
    const created = { outcome: 'created', status: 201 } as const;
    settle(book, [[a, created]]);
    expect(windows()).toEqual([['A', 'B'], ['C']]);
    settle(book, [[b, created]]);
    expect(windows()).toEqual([['C']]);
    settle(book, [[c, { outcome: 'conflict', status: 409, error: 'it differs', fields: ['Qty', 'SKU'] }]]);
    expect(windows()).toEqual([]);
    expect([...book.entries('failures')]).toEqual([
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

  it('takes back what was certainly not sent, and keeps the doubt about the rest', () => {
    const home = makeHome();
    const first = bookOf(home, ['A', 'B']);
    first.book.next(1);
    const { book } = bookOf(home, ['A', 'B', 'C']);
    book.next(3);
    book.release();
    expect(states(home)).toEqual({ A: 'unknown' });
  });

  it('holds no more bodies in a window than fit into memory', () => {
    const spool = openSpool();
    const large = 'x'.repeat(3 << 20);
    for (const reference of ['A', 'B', 'C', 'D'])
      spool.sink.add({ ...document(reference), body: JSON.stringify({ reference, large }) });
    const book = bookOn(makeHome(), spool);
    expect(book.next(4).size).toBe(2);
    expect(book.next(4).size).toBe(2);
    expect(book.next(4).size).toBe(0);
    spool.close();
  });

  it('plans a conflict for changed content, and forgets everything when asked', () => {
    const home = makeHome();
    const first = bookOf(home, ['A']);
    const [task] = tasksOf(first.book.next(1));
    settle(first.book, [[task, { outcome: 'existing', status: 409 }]]);
    expect(bookOf(home, ['A'], { content: 'other' }).book.plan).toEqual({
      toSend: 0,
      skipped: 0,
      conflicts: 1,
    });
    expect(bookOf(home, ['A'], { content: 'other', fresh: true }).book.plan).toEqual({
      toSend: 1,
      skipped: 0,
      conflicts: 0,
    });
  });

  it('goes on from the first version of the ledger', () => {
    const home = makeHome();
    const { book } = bookOf(home, ['A']);
    book.release();
    book.close();
    const db = connect(ledgerFile(home));
    db.script('DROP TABLE windows; PRAGMA user_version = 1');
    const put = db.statement(
      `INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (1, 'order', ?, ?, ?, 1)`,
    );
    const digest = (reference: string) => createHash('sha256').update(document(reference).body).digest('hex');
    put.run('A', digest('A'), 'sending');
    put.run('B', digest('B'), 'created');
    put.run('C', digest('A'), 'created');
    db.close();
    const second = bookOf(home, ['A', 'B', 'C', 'D']);
    expect(second.book.plan).toEqual({ toSend: 2, skipped: 1, conflicts: 1 });
    expect(
      tasksOf(second.book.next(4)).map(({ reference, lookUpFirst }) => [reference, lookUpFirst]),
    ).toEqual([
      ['A', true],
      ['D', false],
    ]);
  });

  it('keeps a damaged file aside and says so', () => {
    const home = makeHome();
    writeFileSync(ledgerFile(home), 'this was a ledger once, '.repeat(200));
    const said: string[] = [];
    prepareLedger(home, testNow, (line) => said.push(line));
    const aside = readdirSync(home).find((name) => name.includes('damaged'));
    expect(said.join()).toContain(aside);
    expect(readFileSync(join(home, aside ?? ''), 'utf8')).toContain('this was a ledger once');
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
  ])('refuses a database %s and leaves it as it is', (_, mark, message) => {
    const home = makeHome();
    const db = connect(ledgerFile(home));
    db.script(`CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ${mark}`);
    db.close();
    const before = readFileSync(ledgerFile(home));
    expect(() => prepareLedger(home, testNow, () => {})).toThrow(message);
    expect(readFileSync(ledgerFile(home))).toEqual(before);
  });

  it('says what is the matter when its folder cannot be made', () => {
    const home = makeHome();
    writeFileSync(join(home, 'file'), '');
    expect(() => prepareLedger(join(home, 'file'), testNow, () => {})).toThrow(
      /cannot be opened and written/,
    );
    mkdirSync(join(home, 'folder'));
    prepareLedger(join(home, 'folder'), testNow, () => {});
    expect(existsSync(join(home, 'folder', 'ledger.sqlite'))).toBe(true);
  });
});
