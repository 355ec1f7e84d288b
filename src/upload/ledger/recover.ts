import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { accountNumber, cancelKind, mayBeCancelled } from './order-states.ts';
import { readRows } from './tables.ts';

interface Cancellation {
  readonly service: number;
  readonly address: string;
  readonly client: string;
  readonly reference: string;
  readonly state: string;
}

const columns = ['c.service', 's.address', 's.client', 'c.reference', 'c.state'];
const pageSize = 500;

/** The cancellations of a damaged ledger, up to the damage. */
function* cancellationsIn(from: Database): Generator<Cancellation> {
  const next = `FROM documents c JOIN services s ON s.id = c.service
    WHERE c.kind = '${cancelKind}' AND (c.service, c.reference) > (?, ?) AND ${mayBeCancelled}
    ORDER BY c.service, c.reference LIMIT ${pageSize}`;
  for (let last = { service: 0, reference: '' }; ; ) {
    const page = readRows<Cancellation>(from, columns, next, last.service, last.reference);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

interface WithoutSlot {
  readonly address: string;
  readonly client: string;
  readonly reference: string;
}

/** In SQL, what a damaged ledger knows of purchase orders that may have been sent without a slot. */
const withoutSlot = [
  'FROM sent_without_slot d JOIN services s ON s.id = d.service',
  "FROM documents d JOIN services s ON s.id = d.service WHERE d.kind = 'purchase-order' AND d.state = 'unknown'",
  `FROM (SELECT i.service, given.value AS reference FROM intents i, json_each(i.documents) given
     WHERE i.kind = 'purchase-order') d JOIN services s ON s.id = d.service`,
];

/**
 * Copies into a new ledger what can be read from a damaged one and no look-up would find out again: cancellations, because
 * a service may hide cancelled orders, and purchase orders without a slot, because only slots show purchase orders. Each
 * cancelled order gets an uncertain outcome before its cancellation, so that it is looked up, and not sent again.
 */
export function recover(damaged: string, into: Database): void {
  whatCanBeRead(() => {
    const from = openDatabase(damaged);
    try {
      whatCanBeRead(() => recoverCancellations(from, into));
      for (const rows of withoutSlot) whatCanBeRead(() => recoverWithoutSlot(from, into, rows));
    } finally {
      from.close();
    }
  });
}

function recoverCancellations(from: Database, into: Database): void {
  const put = `INSERT OR IGNORE INTO documents (service, kind, reference, digest, state, run)
    VALUES (?, ?, ?, '', ?, 0)`;
  for (const { address, client, reference, state } of cancellationsIn(from)) {
    const service = accountNumber(into, address, client);
    into.run(put, service, cancelKind, reference, state);
    into.run(put, service, 'order', reference, 'unknown');
  }
}

function recoverWithoutSlot(from: Database, into: Database, rows: string): void {
  for (const row of readRows<WithoutSlot>(from, ['s.address', 's.client', 'd.reference'], rows))
    into.run(
      'INSERT OR IGNORE INTO sent_without_slot (service, reference) VALUES (?, ?)',
      accountNumber(into, row.address, row.client),
      row.reference,
    );
}

function whatCanBeRead(read: () => void): void {
  try {
    read();
  } catch {
    // What is beyond the damage is lost.
  }
}
