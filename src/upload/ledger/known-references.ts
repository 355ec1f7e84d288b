import { existsSync } from 'node:fs';
import { openDatabase } from '../../storage/sqlite/database.ts';
import { ledgerFile } from './ledger-file.ts';
import { readRows } from './rows.ts';

/** A longer list is no help; another letter shortens it. */
const mostOffered = 200;
/** A completion that waits is worse than none: do not wait for a lock. */
const busyTimeoutMs = 50;

/** The column that names documents of each kind. */
const names = { order: 'reference', inbound: 'reference', po: 'number' } as const;

/**
 * References in the ledger (for POs, the service's numbers) that begin with `start`, for completion: at most 200, without
 * waiting, and none if the ledger cannot be read. Changes nothing.
 */
export function knownReferences(dataFolder: string, kind: keyof typeof names, start: string): string[] {
  const file = ledgerFile(dataFolder);
  if (!existsSync(file)) return [];
  const column = `d.${names[kind]}`;
  try {
    const db = openDatabase(file);
    try {
      db.script(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON`);
      return readRows<{ name: unknown }>(
        db,
        [`${column} AS name`],
        `FROM services s JOIN documents d ON d.service = s.id
         WHERE d.kind = ? AND ${column} >= ? AND ${column} < ? LIMIT ${mostOffered}`,
        kind,
        start,
        `${start}\u{10FFFF}`,
      ).map(({ name }) => String(name));
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
