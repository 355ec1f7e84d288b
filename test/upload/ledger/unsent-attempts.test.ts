import { expect, it } from 'vitest';
import { attemptsOf } from '../../../src/upload/ledger/attempts.ts';
import { accountNumber } from '../../../src/upload/ledger/ledger-account.ts';
import { beginRun } from '../../../src/upload/ledger/run-ledger.ts';
import { purchaseOrders } from '../../../src/upload/run/kinds/purchase-orders.ts';
import { openSpool } from '../../../src/upload/terms/spool.ts';
import { testNow } from '../../support/time.ts';
import { document, memoryLedger } from '../../support/upload/opened-ledger.ts';

it('a run that stops before it sends forgets what it would have sent, and nothing that an earlier run sent', async () => {
  const db = memoryLedger();
  const account = { address: 'https://service.test/v1', client: 'acme' };
  const service = accountNumber(db, account);
  const kind = purchaseOrders.name;
  const known = [
    ['in doubt', 'unknown', null],
    ['differing', 'conflict', 'items[0].Quantity'],
    ['refused', 'rejected', null],
  ] as const;
  for (const [reference, state, fields] of known) {
    db.run(
      'INSERT INTO documents (service, kind, reference, digest, state, run, fields) VALUES (?, ?, ?, ?, ?, 0, ?)',
      [service, kind, reference, '', state, fields],
    );
    db.run(`INSERT INTO attempts (service, kind, reference, bodies) VALUES (?, ?, ?, '["{}"]')`, [
      service,
      kind,
      reference,
    ]);
  }
  const spool = openSpool();
  const references = [...known.map(([reference]) => reference), 'new'];
  for (const reference of references) spool.sink.add(document(reference));
  const run = { kind: purchaseOrders, files: ['po.csv'], pid: 1, now: testNow, steady: 0, fresh: false };
  const ledger = await beginRun(db, spool, { ...account, ...run });
  expect(ledger.nextBatch(9)).toHaveLength(references.length);
  ledger.withdraw();
  const kept = references.filter(
    (reference) =>
      attemptsOf(db, { service, kind }, reference, { now: testNow, steady: 0 }).sent !== undefined,
  );
  expect(kept).toEqual(['in doubt', 'differing']);
});
