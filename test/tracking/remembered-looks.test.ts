import { expect, it } from 'vitest';
import type { SqlValue } from '../../src/storage/sqlite/database.ts';
import { trackedOrders } from '../../src/tracking/remembered-looks.ts';
import { memoryLedger } from '../support/upload/opened-ledger.ts';

it.each([
  ['of a run', { kind: 'run', run: 1 }],
  ['since a time', { kind: 'since', since: 0 }],
] as const)('gives each order %s once, whatever order its page of references has in SQLite', (_, wanted) => {
  const db = memoryLedger();
  db.script(
    `INSERT INTO runs (id, service, kind, files, pid, started_at, counts) VALUES (1, 1, 'order', '[]', 1, 1, '{}')`,
  );
  const put = (...values: SqlValue[]) =>
    db.run(
      `INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (1, 'order', ?, '', 'created', 1)`,
      values,
    );
  // For SQLite, the fullwidth tilde comes before the emoji, for JavaScript after it; a page has 500 of the 600.
  const references = ['～', '😀'].flatMap((sign) => Array.from({ length: 300 }, (_, at) => `${sign}-${at}`));
  for (const reference of references) put(reference);
  const found = [...trackedOrders(db, 1, wanted)].map(({ reference }) => reference);
  expect(found).toHaveLength(references.length);
  expect(new Set(found)).toEqual(new Set(references));
  db.close();
});
