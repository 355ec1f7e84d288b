import type { Connection } from '../../storage/sqlite.ts';
import { jsonRows, readJson } from './json-rows.ts';
import type { Scope } from './plan.ts';

/** What is recorded about the documents of an account. Every call may throw SQLite's errors. */
export interface EarlierOutcomes {
  /** The reference of the document with this number, or reference, if it was created. */
  ownerOf(number: string): string | undefined;
  /** Whether the outcome of this document is unknown because it had no such field when it was sent. */
  lacks(reference: string, field: string): boolean;
}

/** The outcomes of the documents of one kind. */
export function openEarlierOutcomes(db: Connection, { service, kind }: Omit<Scope, 'run'>): EarlierOutcomes {
  const owner = db.statement(
    `SELECT ${jsonRows('reference')} FROM documents
     WHERE service = ?1 AND kind = ?2 AND state IN ('created', 'existing') AND (number = ?3 OR reference = ?3)`,
  );
  const lacking = db.statement(
    `SELECT 1 FROM documents
     WHERE service = ? AND kind = ? AND reference = ? AND state = 'unknown' AND fields = ?`,
  );
  return {
    ownerOf(number) {
      const [found] = readJson<[reference: string][]>(owner.row(service, kind, number)?.[0]);
      return found?.[0];
    },
    lacks: (reference, field) => lacking.row(service, kind, reference, field) !== undefined,
  };
}
