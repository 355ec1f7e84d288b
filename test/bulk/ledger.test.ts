import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBook } from '../../src/bulk/book.ts';
import { connect } from '../../src/bulk/connection.ts';
import { ledgerFile, prepareLedger } from '../../src/bulk/ledger-file.ts';
import { openSpool } from '../../src/bulk/spool.ts';
import { makeHome } from '../support/cli.ts';
import { testNow } from '../support/time.ts';

const document = (reference: string, digest = 'd') => ({
  reference,
  digest,
  body: JSON.stringify({ ReferenceNumber: reference }),
  file: 0,
  lines: [2],
  invalid: false,
});

function bookOf(
  home: string,
  references: readonly string[],
  changes: { digest?: string; fresh?: boolean } = {},
) {
  const spool = openSpool();
  for (const reference of references) spool.sink.add(document(reference, changes.digest));
  spool.complete();
  const book = openBook(spool.connection, {
    ledgerFile: prepareLedger(home, testNow, () => {}),
    address: 'https://service.test/v1',
    client: 'acme',
    kind: 'order',
    files: ['orders.csv'],
    pid: 1,
    now: testNow,
    fresh: changes.fresh === true,
    sendable: spool.count(0),
  });
  return { book, spool };
}

const states = (home: string): Record<string, string> => {
  const db = connect(ledgerFile(home));
  const rows = db.statement('SELECT reference, state FROM documents ORDER BY reference').rows();
  db.close();
  return Object.fromEntries(rows.map(([reference, state]) => [reference, state]));
};

describe('the ledger', () => {
  it('knows of each document before it is handed out to be sent', () => {
    const home = makeHome();
    const { book } = bookOf(home, ['A', 'B', 'C']);
    expect(states(home)).toEqual({});
    expect(book.next(2).map(({ reference }) => reference)).toEqual(['A', 'B']);
    expect(states(home)).toEqual({ A: 'sending', B: 'sending' });
  });

  it('has the next run look up what was under way, and skip what was done', () => {
    const home = makeHome();
    const first = bookOf(home, ['A', 'B', 'C']);
    const [a] = first.book.next(2);
    if (a === undefined) throw new Error('nothing was handed out');
    first.book.settle([[a, { outcome: 'created', uuid: 'u', number: 7, status: 201 }]]);
    const { book } = bookOf(home, ['A', 'B', 'C']);
    expect(book.plan).toEqual({ toSend: 2, skipped: 1, conflicts: 0 });
    expect(book.next(10).map(({ reference, lookUpFirst }) => [reference, lookUpFirst])).toEqual([
      ['B', true],
      ['C', false],
    ]);
  });

  it('takes back what was certainly not sent, and keeps the doubt about the rest', () => {
    const home = makeHome();
    const first = bookOf(home, ['A', 'B']);
    first.book.next(1);
    const { book } = bookOf(home, ['A', 'B', 'C']);
    const tasks = book.next(3);
    book.release(tasks);
    expect(states(home)).toEqual({ A: 'unknown' });
  });

  it('takes back a whole window, also what was not handed out', () => {
    const home = makeHome();
    const references = Array.from({ length: 300 }, (_, index) => `R-${index}`);
    const { book } = bookOf(home, references);
    const tasks = book.next(300);
    expect(tasks.length).toBeLessThan(300);
    expect(Object.keys(states(home))).toHaveLength(300);
    book.release(tasks);
    expect(states(home)).toEqual({});
  });

  it('plans a conflict for changed content, and forgets everything when asked', () => {
    const home = makeHome();
    const first = bookOf(home, ['A']);
    const [task] = first.book.next(1);
    if (task === undefined) throw new Error('nothing was handed out');
    first.book.settle([[task, { outcome: 'existing', status: 409 }]]);
    expect(bookOf(home, ['A'], { digest: 'other' }).book.plan).toEqual({
      toSend: 0,
      skipped: 0,
      conflicts: 1,
    });
    expect(bookOf(home, ['A'], { digest: 'other', fresh: true }).book.plan).toEqual({
      toSend: 1,
      skipped: 0,
      conflicts: 0,
    });
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
