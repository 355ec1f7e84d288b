import { describe, expect, it } from 'vitest';
import type { Database, SqlValue } from '../../../src/storage/sqlite/database.ts';
import type { LedgerAccount } from '../../../src/upload/ledger/ledger-account.ts';
import { type KnownOrder, openStates, recordForgotten } from '../../../src/upload/ledger/order-states.ts';
import { ledgerWith } from '../../support/upload/opened-ledger.ts';

const account = { address: 'a', client: 'acme' };

/** What the ledger says of each of these orders. */
const statesOf = (db: Database, references: Iterable<string>, of: LedgerAccount = account) =>
  Object.fromEntries(openStates(db, of)(references));

/** Those of the references of which the ledger says this. */
const those = (
  db: Database,
  references: readonly string[],
  wanted: Partial<KnownOrder>,
  of: LedgerAccount = account,
): string[] =>
  [...openStates(db, of)(references)]
    .filter(([, state]) =>
      Object.entries(wanted).every(([name, value]) => state[name as 'uploaded'] === value),
    )
    .map(([reference]) => reference);

const all = ['R', 'THEIRS', 'A-DELIVERY', 'NEVER-SEEN'];

describe('the orders that the ledger knows at the service', () => {
  it.each<[string, Partial<KnownOrder>]>([
    ['created', { atWarehouse: 'held', uploaded: true }],
    ['existing', { atWarehouse: 'held', uploaded: true }],
    ['unknown', { atWarehouse: 'unknown', uploaded: false }],
    ['conflict', { atWarehouse: 'no', uploaded: false }],
    ['rejected', { atWarehouse: 'no', uploaded: false }],
    ['failed', { atWarehouse: 'no', uploaded: false }],
  ])('an order that is %s: %j', (state, expected) => {
    const unknown = { atWarehouse: 'no', uploaded: false, cancelledBy: null };
    expect(statesOf(ledgerWith(['R', state, 1]), all)).toMatchObject({
      R: { ...expected, cancelledBy: null },
      THEIRS: unknown,
      'A-DELIVERY': unknown,
      'NEVER-SEEN': unknown,
    });
  });

  it.each([
    ['cancelled since', 'cancelled', 2, false],
    ['found cancelled since', 'existing', 2, false],
    ['cancelled before it was uploaded again', 'cancelled', 1, true],
    ['not cancelled, because that was refused', 'rejected', 2, true],
    ['perhaps cancelled', 'unknown', 2, true],
  ])('an order that was %s', (_, state, run, still) => {
    const cancelled: [string, string, number, string] = ['R', state, run === 1 ? 1 : 3, 'cancel'];
    const created = ledgerWith(['R', 'created', 2], cancelled);
    const unknown = ledgerWith(['R', 'unknown', 2], cancelled, ['OTHER', 'cancelled', 9, 'cancel']);
    expect(statesOf(created, ['R']).R).toMatchObject({
      atWarehouse: still ? 'held' : 'no',
      uploaded: true,
      cancelledBy: still ? null : 'this machine',
    });
    expect(those(unknown, all, { atWarehouse: 'unknown' })).toEqual(still ? ['R'] : []);
  });

  it.each([
    ['created', 1, true],
    ['existing', 1, true],
    ['unknown', 1, true],
    ['rejected', 1, false],
    // Cancelled since then, though not since the attempt that failed.
    ['unknown', 3, false],
  ])(
    'that was %s before a later attempt failed, and was cancelled in run %i',
    (before, cancelledIn, still) => {
      const db = ledgerWith(['R', 'rejected', 4], ['R', 'cancelled', cancelledIn, 'cancel']);
      db.script(`INSERT INTO runs (id, service, kind, files, pid, started_at, counts)
               VALUES (2, 1, 'order', '[]', 1, 0, '{}')`);
      db.run("INSERT INTO past (run, reference, state) VALUES (2, 'R', ?)", [before]);
      expect(those(db, all, { atWarehouse: 'unknown' })).toEqual(still ? ['R'] : []);
    },
  );

  it.each([
    ['different content', 'Currency', 1, true],
    ['different content, cancelled since', 'Currency', 3, false],
    ['content that is not known', null, 1, false],
  ])('under a reference of which it has an order with %s', (_, fields, cancelledIn, expected) => {
    const db = ledgerWith(['R', 'conflict', 2], ['R', 'cancelled', cancelledIn, 'cancel']);
    db.run("UPDATE documents SET fields = ? WHERE kind = 'order'", [fields]);
    expect(those(db, all, { atWarehouse: 'differing' })).toEqual(expected ? ['R'] : []);
  });

  it.each<[string, string | undefined, number, boolean]>([
    ['no record', undefined, 0, true],
    ['an older record of a failure', 'failed', 4, true],
    ['a record of a failure after the loss', 'failed', 5, false],
    ['an answer of the service', 'failed', 0, false],
    ['a record of its upload', 'created', 4, false],
    ['an uncertain record', 'unknown', 4, false],
  ])('may be forgotten after a loss, with %s', (_, state, run, expected) => {
    const db = ledgerWith(...(state === undefined ? [] : [['R', state, run] as [string, string, number]]));
    const forgotten = (): string[] => those(db, ['R'], { atWarehouse: 'forgotten' });
    expect(forgotten()).toEqual([]);
    db.script('INSERT INTO losses VALUES (2), (4)');
    expect(forgotten()).toEqual(expected ? ['R'] : []);
    recordForgotten(db, account, ['R'], new Set());
    expect(forgotten()).toEqual([]);
  });

  it('is not forgotten after a loss if it had different content', () => {
    const db = ledgerWith(['R', 'conflict', 2]);
    db.script('INSERT INTO losses VALUES (4)');
    expect(statesOf(db, ['R']).R?.atWarehouse).toBe('forgotten');
    db.script("UPDATE documents SET fields = 'Qty'");
    expect(statesOf(db, ['R']).R?.atWarehouse).toBe('differing');
  });

  it('may have been sent by an interrupted run of this account', () => {
    const db = ledgerWith(
      ['REFUSED', 'rejected', 5],
      ['EARLIER', 'rejected', 4],
      ['IN-DOUBT', 'unknown', 3],
      ['CANCELLED', 'cancelled', 6, 'cancel'],
      ['SENT', 'rejected', 6, 'cancel'],
      ['AGAIN', 'created', 2],
      ['AGAIN', 'cancelled', 4, 'cancel'],
    );
    const intend = (...values: SqlValue[]) =>
      db.run(`INSERT INTO intents VALUES (?, ?, ?, ?, ?, '[]')`, values);
    intend(5, 1, 1, 'order', '["SENT", "AGAIN", "REFUSED", "EARLIER", "CANCELLED", "NOT-ASKED"]');
    intend(6, 1, 1, 'inbound', '["A-DELIVERY"]');
    intend(7, 1, 2, 'order', '["THEIRS"]');
    const asked = ['SENT', 'AGAIN', 'REFUSED', 'EARLIER', 'CANCELLED', 'IN-DOUBT', ...all];
    expect(those(db, asked, { atWarehouse: 'unknown' })).toEqual(['SENT', 'AGAIN', 'EARLIER', 'IN-DOUBT']);
    expect(those(db, asked, { atWarehouse: 'unknown' }, { ...account, client: 'nobody' })).toEqual([]);
  });

  it('are none for an account that never uploaded', () => {
    const db = ledgerWith(['R', 'created', 1]);
    const stranger = { address: 'b', client: 'other' };
    expect(statesOf(db, all, stranger)).toEqual({});
  });

  it.each([499, 500, 501, 1000])('are found among %i', (count) => {
    const references = Array.from({ length: count }, (_, at) => `R-${at}`);
    const db = ledgerWith(...references.map((each): [string, string, number] => [each, 'created', 1]));
    expect(those(db, references, { atWarehouse: 'held' })).toEqual(references);
  });
});
