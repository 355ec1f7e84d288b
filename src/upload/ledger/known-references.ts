import { existsSync } from 'node:fs';
import { connect } from '../../storage/sqlite.ts';
import { ledgerFile } from './ledger-file.ts';

/** A longer list is no help; another letter shortens it. */
const mostOffered = 200;
/** A completion that waits is worse than none: do not wait for a lock. */
const busyTimeoutMs = 50;

/** The column that names documents of each kind. */
const names = { order: 'reference', inbound: 'reference', po: 'number' } as const;

/** The documents of a kind whose names begin with a text. As bytes, because the file may be damaged. */
const queryFor = (column: 'reference' | 'number'): string =>
  `SELECT CAST(json_group_array(name) AS BLOB) FROM (
  SELECT d.${column} AS name FROM services s JOIN documents d ON d.service = s.id
  WHERE d.kind = ? AND d.${column} >= ? AND d.${column} < ? LIMIT ${mostOffered})`;

/**
 * References in the ledger (for POs, the service's numbers) that begin with `start`, for completion: at most 200, without
 * waiting, and none if the ledger cannot be read. Changes nothing.
 */
export function knownReferences(dataFolder: string, kind: keyof typeof names, start: string): string[] {
  const file = ledgerFile(dataFolder);
  if (!existsSync(file)) return [];
  try {
    const db = connect(file);
    try {
      db.script(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON`);
      const [bytes] = db.statement(queryFor(names[kind])).row(kind, start, `${start}\u{10FFFF}`) ?? [];
      const found: unknown = JSON.parse(Buffer.from(bytes as unknown as Uint8Array).toString('utf8'));
      return Array.isArray(found) ? found.map(String) : [];
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
