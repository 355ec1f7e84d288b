import type { Connection } from '../../storage/sqlite.ts';
import { jsonRows, readJson } from './json-rows.ts';
import type { Scope } from './plan.ts';

/** Finds the reference of the document that the service has under a number, or under that reference. May throw SQLite's errors. */
export function openOwners(
  db: Connection,
  { service, kind }: Omit<Scope, 'run'>,
): (number: string) => string | undefined {
  const find = db.statement(
    `SELECT ${jsonRows('reference')} FROM documents
     WHERE service = ?1 AND kind = ?2 AND state IN ('created', 'existing') AND (number = ?3 OR reference = ?3)`,
  );
  return (number) => {
    const [found] = readJson<[reference: string][]>(find.row(service, kind, number)?.[0]);
    return found?.[0];
  };
}
