import type { Connection } from '../../storage/sqlite.ts';
import { jsonRows, readJson } from './json-rows.ts';
import type { Scope } from './plan.ts';

/** What is recorded about the documents of an account. Every call may throw SQLite's errors. */
export interface EarlierOutcomes {
  /** The reference of the document with this number, or reference, if it was created. */
  ownerOf(number: string): string | undefined;
  /** Whether this purchase order was last sent without a slot, or may have been. */
  wasWithoutSlot(reference: string): boolean;
}

/** The outcomes of the documents of one kind. */
export function openEarlierOutcomes(db: Connection, { service, kind }: Omit<Scope, 'run'>): EarlierOutcomes {
  const owner = db.statement(
    `SELECT ${jsonRows('reference')} FROM documents
     WHERE service = ?1 AND kind = ?2 AND state IN ('created', 'existing') AND (number = ?3 OR reference = ?3)`,
  );
  const withoutSlot = db.statement('SELECT 1 FROM sent_without_slot WHERE service = ? AND reference = ?');
  return {
    ownerOf(number) {
      const [found] = readJson<[reference: string][]>(owner.row(service, kind, number)?.[0]);
      return found?.[0];
    },
    wasWithoutSlot: (reference) => withoutSlot.row(service, reference) !== undefined,
  };
}
