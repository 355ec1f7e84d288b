import { type Database, openDatabase } from '../../storage/sqlite/database.ts';
import { cancelKind, mayBeCancelled } from './cancellations.ts';
import { accountNumber } from './order-states.ts';
import { readRows } from './rows.ts';

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

/**
 * Copies the cancellations that can be read from a damaged ledger into a new one. They are what a look-up cannot find out
 * again, because a service may hide cancelled orders. Each order gets an uncertain outcome before its cancellation, so that
 * it is looked up, and not sent again.
 */
export function recoverCancellations(damaged: string, into: Database): void {
  const put = `INSERT OR IGNORE INTO documents (service, kind, reference, digest, state, run)
    VALUES (?, ?, ?, '', ?, 0)`;
  try {
    const from = openDatabase(damaged);
    try {
      for (const { address, client, reference, state } of cancellationsIn(from)) {
        const service = accountNumber(into, address, client);
        into.run(put, service, cancelKind, reference, state);
        into.run(put, service, 'order', reference, 'unknown');
      }
    } finally {
      from.close();
    }
  } catch {
    // What is beyond the damage is lost.
  }
}
