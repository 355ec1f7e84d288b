import { type Database, openDatabase, type SqlValue } from '../../../src/storage/sqlite/database.ts';
import { type LedgerPlace, ledgerFile, ledgerFormat } from '../../../src/upload/ledger/ledger-file.ts';
import { openLedger } from '../../../src/upload/ledger/open-ledger.ts';
import { beginRun, type RunLedger } from '../../../src/upload/ledger/run-ledger.ts';
import type { Kind } from '../../../src/upload/run/kinds/kind.ts';
import { orders } from '../../../src/upload/run/kinds/orders.ts';
import { openSpool, type Spool } from '../../../src/upload/terms/spool.ts';
import { testNow } from '../time.ts';
import { valuesOf } from './values-of.ts';

/** An empty ledger in memory. */
export function memoryLedger(): Database {
  const db = openDatabase(':memory:');
  db.script(ledgerFormat.tables);
  return db;
}

/** A ledger with these records of the account `a`, `acme`, and some of other accounts and kinds. */
export function ledgerWith(...records: [reference: string, state: string, run: number, kind?: string][]) {
  const db = memoryLedger();
  db.script("INSERT INTO services VALUES (1, 'a', 'acme'), (2, 'a', 'other'), (3, 'b', 'acme')");
  const put = (...values: SqlValue[]) =>
    db.run(
      'INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (?, ?, ?, ?, ?, ?)',
      values,
    );
  for (const [reference, state, run, kind = 'order'] of records) put(1, kind, reference, '', state, run);
  for (const service of [2, 3]) put(service, 'order', 'THEIRS', '', 'created', 1);
  put(2, 'cancel', 'R', '', 'cancelled', 99);
  put(1, 'inbound', 'A-DELIVERY', '', 'created', 1);
  return db;
}

/** An order to put into a spool. */
export const document = (reference: string, content = 'first') => ({
  reference,
  body: JSON.stringify({ ReferenceNumber: reference, content }),
  file: 0,
  lines: [2],
  invalid: false,
});

/** A run of orders with these references, and their spool. */
export async function ledgerOf(
  home: string,
  references: readonly string[],
  changes: { content?: string; fresh?: boolean } = {},
) {
  const spool = openSpool();
  for (const reference of references) spool.sink.add(document(reference, changes.content));
  return { ledger: await ledgerOn(home, spool, changes.fresh), spool };
}

/** A run of the orders in a spool; of another kind, an act on each. */
export const ledgerOn = (
  home: string,
  spool: Spool,
  fresh = false,
  db: Database = openLedger(placeOf(home)).db,
  kind: Kind = orders,
): Promise<RunLedger> =>
  beginRun(db, spool, {
    address: 'https://service.test/v1',
    client: 'acme',
    kind,
    files: ['orders.csv'],
    pid: 1,
    now: testNow,
    steady: 0,
    fresh,
  });

/** Where a ledger is; what it warns of is added to `said`. */
export const placeOf = (home: string, said: string[] = []): LedgerPlace => ({
  file: ledgerFile(home),
  now: () => testNow,
  warn: (line) => said.push(line),
});

/** What the ledger on disk says of each document; `open` for those that may have been sent. */
export const states = (home: string): Record<string, string> => {
  const db = openDatabase(ledgerFile(home));
  const open = valuesOf(db, 'SELECT value FROM intents, json_each(documents) ORDER BY value');
  const known = valuesOf(db, 'SELECT reference, state FROM documents ORDER BY reference');
  db.close();
  return Object.fromEntries([...open.map(([reference]) => [reference, 'open']), ...known]);
};
