import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { attempt } from '../../text/records.ts';
import { cancelKind, mayBeCancelled } from './cancellations.ts';
import { accountNumber, type LedgerAccount } from './ledger-account.ts';
import { pageSize, pagesOf, readRows } from './ledger-file.ts';

/** In SQL, what is known of purchase orders that may have been sent: how, and what was seen; or that they were. */
const sentPurchaseOrders = [
  'SELECT service, kind, reference, bodies, seen FROM attempts WHERE json_valid(bodies)',
  `SELECT service, kind, reference, '["{}"]' AS bodies, NULL AS seen FROM documents WHERE state = 'unknown'`,
  `SELECT i.service, i.kind, given.value AS reference, '["{}"]' AS bodies, NULL AS seen
     FROM intents i, json_each(i.documents) given`,
];

/**
 * Copies into a new ledger what can be read from a damaged one and no look-up would find out again: cancellations,
 * because a service may hide cancelled orders, and how purchase orders were sent, because only slots show them. Each
 * cancelled order gets an uncertain outcome before its cancellation, so that it is looked up, and not sent again.
 */
export function recover(damaged: string, into: Database): void {
  whatCanBeRead(() => {
    const from = openDatabase(damaged);
    try {
      whatCanBeRead(() => recoverCancellations(from, into));
      for (const rows of sentPurchaseOrders) whatCanBeRead(() => recoverAttempts(from, into, rows));
    } finally {
      from.close();
    }
  });
}

function recoverCancellations(from: Database, into: Database): void {
  const put = `INSERT OR IGNORE INTO documents (service, kind, reference, digest, state, run)
    VALUES (?, ?, ?, '', ?, 0)`;
  const cancellations = `FROM documents c WHERE c.service = ?1 AND c.reference > ?2 AND c.kind = '${cancelKind}'
    AND ${mayBeCancelled} ORDER BY c.reference LIMIT ${pageSize}`;
  const accounts = ['id', 'address', 'client'];
  const columns = ['c.reference', 'c.state'];
  type Row = Record<'reference' | 'state', string>;
  for (const { id, ...account } of readRows<LedgerAccount & { id: number }>(from, accounts, 'FROM services'))
    for (const { reference, state } of pagesOf<Row>(from, columns, cancellations, id)) {
      const service = accountNumber(into, account);
      into.run(put, [service, cancelKind, reference, state]);
      into.run(put, [service, 'order', reference, 'unknown']);
    }
}

function recoverAttempts(from: Database, into: Database, rows: string): void {
  const put =
    'INSERT OR IGNORE INTO attempts (service, kind, reference, bodies, seen) VALUES (?, ?, ?, ?, ?)';
  const columns = ['s.address', 's.client', 'd.kind', 'd.reference', 'd.bodies', 'd.seen'];
  const of = `FROM (${rows}) d JOIN services s ON s.id = d.service WHERE d.kind = 'purchase-order'`;
  type Row = LedgerAccount &
    Record<'kind' | 'reference' | 'bodies', string> & { readonly seen: string | null };
  for (const { kind, reference, bodies, seen, ...account } of readRows<Row>(from, columns, of))
    into.run(put, [accountNumber(into, account), kind, reference, bodies, seen]);
}

/** What is beyond the damage is lost. */
const whatCanBeRead = (read: () => void): void => attempt(read, undefined);
