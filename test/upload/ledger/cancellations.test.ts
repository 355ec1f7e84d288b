import { describe, expect, it } from 'vitest';
import {
  recordCancellations,
  recordFoundCancelled,
  recoverCancelled,
} from '../../../src/upload/ledger/cancellations.ts';
import {
  differingReferences,
  forgottenReferences,
  heldReferences,
  maybeSentReferences,
  recordForgotten,
  unsureReferences,
  uploadedLookUp,
  uploadedReferences,
} from '../../../src/upload/ledger/uploaded-orders.ts';
import { memoryLedger } from '../../support/upload/opened-ledger.ts';

const account = { address: 'a', client: 'acme' };

/** A ledger with these records of the account, and some of other accounts and kinds. */
function ledgerWith(...records: [reference: string, state: string, run: number, kind?: string][]) {
  const db = memoryLedger();
  db.script("INSERT INTO services VALUES (1, 'a', 'acme'), (2, 'a', 'other'), (3, 'b', 'acme')");
  const put = db.statement(
    'INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [reference, state, run, kind = 'order'] of records) put.run(1, kind, reference, '', state, run);
  for (const service of [2, 3]) put.run(service, 'order', 'THEIRS', '', 'created', 1);
  put.run(2, 'cancel', 'R', '', 'cancelled', 99);
  put.run(1, 'inbound', 'A-DELIVERY', '', 'created', 1);
  return db;
}

const all = ['R', 'THEIRS', 'A-DELIVERY', 'NEVER-SEEN'];

describe('the orders that the ledger knows at the service', () => {
  it.each([
    ['created', ['held', 'uploaded']],
    ['existing', ['held', 'uploaded']],
    ['unknown', ['unsure']],
    ['conflict', []],
    ['rejected', []],
    ['failed', []],
  ])('an order that is %s: %j', (state, expected) => {
    const db = ledgerWith(['R', state, 1]);
    const found = Object.entries({
      held: heldReferences(db, account, all),
      unsure: unsureReferences(db, account, all),
      uploaded: uploadedReferences(db, account, all),
    }).filter(([, references]) => references.size > 0);
    expect(found).toEqual(expected.map((name) => [name, new Set(['R'])]));
    expect(all.filter(uploadedLookUp(db, account))).toEqual(expected.includes('uploaded') ? ['R'] : []);
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
    expect(heldReferences(created, account, all).has('R')).toBe(still);
    expect(unsureReferences(unknown, account, all).has('R')).toBe(still);
    expect(uploadedReferences(created, account, all).has('R')).toBe(true);
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
      db.statement("INSERT INTO past (run, reference, state) VALUES (2, 'R', ?)").run(before);
      expect(unsureReferences(db, account, all).has('R')).toBe(still);
    },
  );

  it.each([
    ['different content', 'Currency', 1, true],
    ['different content, cancelled since', 'Currency', 3, false],
    ['content that is not known', null, 1, false],
  ])('under a reference of which it has an order with %s', (_, fields, cancelledIn, expected) => {
    const db = ledgerWith(['R', 'conflict', 2], ['R', 'cancelled', cancelledIn, 'cancel']);
    db.statement("UPDATE documents SET fields = ? WHERE kind = 'order'").run(fields);
    expect(differingReferences(db, account, all).has('R')).toBe(expected);
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
    expect(forgottenReferences(db, account, ['R'])).toEqual(new Set());
    db.script('INSERT INTO losses VALUES (2), (4)');
    expect(forgottenReferences(db, account, ['R']).has('R')).toBe(expected);
    recordForgotten(db, account, new Set(['R']), new Set());
    expect(forgottenReferences(db, account, ['R'])).toEqual(new Set());
  });

  it('is not forgotten after a loss if it had different content', () => {
    const db = ledgerWith(['R', 'conflict', 2]);
    db.script('INSERT INTO losses VALUES (4)');
    expect(forgottenReferences(db, account, ['R'])).toEqual(new Set(['R']));
    db.script("UPDATE documents SET fields = 'Qty'");
    expect(forgottenReferences(db, account, ['R'])).toEqual(new Set());
    expect(differingReferences(db, account, ['R'])).toEqual(new Set(['R']));
  });

  it('may have been sent by an interrupted run of this account', () => {
    const db = ledgerWith(
      ['SETTLED', 'rejected', 5],
      ['EARLIER', 'rejected', 4],
      ['UNSURE', 'unknown', 3],
      ['CANCELLED', 'cancelled', 6, 'cancel'],
      ['SENT', 'rejected', 6, 'cancel'],
    );
    const intend = db.statement('INSERT INTO intents VALUES (?, ?, ?, ?, ?)');
    intend.run(5, 1, 1, 'order', '["SENT", "SETTLED", "EARLIER", "CANCELLED", "NOT-ASKED"]');
    intend.run(6, 1, 1, 'inbound', '["A-DELIVERY"]');
    intend.run(7, 1, 2, 'order', '["THEIRS"]');
    const asked = ['SENT', 'SETTLED', 'EARLIER', 'CANCELLED', 'UNSURE', ...all];
    const found = new Set(['SENT', 'EARLIER', 'UNSURE']);
    expect(maybeSentReferences(db, account, asked)).toEqual(found);
    expect(maybeSentReferences(db, { ...account, client: 'nobody' }, asked)).toEqual(new Set());
  });

  it('are none for an account that never uploaded', () => {
    const db = ledgerWith(['R', 'created', 1]);
    const stranger = { address: 'b', client: 'other' };
    expect(heldReferences(db, stranger, all)).toEqual(new Set());
    expect(all.filter(uploadedLookUp(db, stranger))).toEqual([]);
  });

  it.each([499, 500, 501, 1000])('are found among %i', (count) => {
    const references = Array.from({ length: count }, (_, at) => `R-${at}`);
    const db = ledgerWith(...references.map((each): [string, string, number] => [each, 'created', 1]));
    expect(heldReferences(db, account, references)).toEqual(new Set(references));
  });
});

describe('an order in a ledger that was recovered in part', () => {
  it.each<[string, string, number, string]>([
    ['created', 'cancelled', 3, 'created'],
    ['existing', 'found-cancelled', 3, 'existing'],
    ['rejected', 'cancelled', 3, 'unknown'],
    ['rejected', 'unknown', 3, 'unknown'],
    ['rejected', 'rejected', 3, 'rejected'],
    ['rejected', 'cancelled', 1, 'rejected'],
  ])('that is %s, with a cancellation that is %s in run %i, is %s', (state, cancelled, run, expected) => {
    const db = ledgerWith(['R', state, 2], ['R', cancelled, run, 'cancel']);
    db.script(recoverCancelled);
    const found = db.statement(
      "SELECT state FROM documents WHERE service = 1 AND reference = 'R' AND kind = 'order'",
    );
    expect(found.row()).toEqual([expected]);
  });

  it('whose own record was lost may have been sent', () => {
    const db = ledgerWith(['R', 'existing', 3, 'cancel']);
    db.script(recoverCancelled);
    expect(unsureReferences(db, account, all)).toEqual(new Set());
    expect(
      db.statement("SELECT state FROM documents WHERE kind = 'order' AND reference = 'R'").row(),
    ).toEqual(['unknown']);
  });
});

describe('the record of a cancellation', () => {
  const stateAfter = (state: string, uploadedIn: number, later: string) => {
    const db = ledgerWith(['R', 'unknown', uploadedIn], ['R', state, 3, 'cancel']);
    recordCancellations(db, { service: 1, run: 7 }, [
      { reference: 'R', state: later, status: null, error: null },
    ]);
    const rows = (table: string, where: string) =>
      db.statement(`SELECT state, run FROM ${table} WHERE ${where} AND reference = 'R' ORDER BY run`).rows();
    return {
      current: rows('documents', "service = 1 AND kind = 'cancel'").flat(),
      past: rows('past', 'true').flat(),
    };
  };

  it.each([
    ['cancelled', 'rejected'],
    ['cancelled', 'failed'],
    ['cancelled', 'conflict'],
    ['cancelled', 'unknown'],
    ['existing', 'unknown'],
    ['unknown', 'rejected'],
  ])('that is %s stays if a later one is %s, which belongs to its run only', (state, later) => {
    expect(stateAfter(state, 2, later)).toEqual({ current: [state, 3], past: [later, 7] });
  });

  it.each([
    ['rejected', 2, 'unknown'],
    ['rejected', 2, 'failed'],
    ['unknown', 2, 'unknown'],
    ['unknown', 2, 'cancelled'],
    ['cancelled', 2, 'existing'],
    ['cancelled', 5, 'unknown'],
    ['cancelled', 5, 'rejected'],
  ])(
    'that is %s, of an order uploaded in run %i, gives way to one that is %s',
    (state, uploadedIn, later) => {
      expect(stateAfter(state, uploadedIn, later)).toEqual({ current: [later, 7], past: [state, 3] });
    },
  );

  it.each([
    ['rejected', 'found-cancelled'],
    ['failed', 'found-cancelled'],
    ['cancelled', 'cancelled'],
    ['existing', 'existing'],
  ])('that is %s during an upload that then finds the order cancelled is %s', (state, expected) => {
    const db = ledgerWith(['R', 'created', 2], ['R', state, 5, 'cancel']);
    recordFoundCancelled(db, { service: 1, run: 4 }, ['R']);
    const current = db.statement("SELECT state FROM documents WHERE service = 1 AND kind = 'cancel'").row();
    expect(current).toEqual([expected]);
    expect(heldReferences(db, account, ['R'])).toEqual(new Set());
  });
});
