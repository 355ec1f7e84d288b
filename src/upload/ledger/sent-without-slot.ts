import type { Connection } from '../../storage/sqlite.ts';

/**
 * Adds the purchase orders that may have been sent and of which nothing else says whether they had a slot: those of a
 * ledger that did not record it, or that was damaged.
 */
export const recoverSentWithoutSlot = `
INSERT OR IGNORE INTO sent_without_slot (service, reference)
  SELECT service, reference FROM documents WHERE kind = 'purchase-order' AND state = 'unknown'
  UNION
  SELECT i.service, given.value FROM intents i, json_each(i.documents) given WHERE i.kind = 'purchase-order';
`;

/** Records, before purchase orders are sent, which of them name a slot. Throws SQLite's errors. */
export function recordSentWithoutSlot(
  db: Connection,
  service: number,
  { without, withSlot }: { readonly without: readonly string[]; readonly withSlot: readonly string[] },
): void {
  const put = db.statement('INSERT OR IGNORE INTO sent_without_slot (service, reference) VALUES (?, ?)');
  const remove = db.statement('DELETE FROM sent_without_slot WHERE service = ? AND reference = ?');
  for (const reference of without) put.run(service, reference);
  for (const reference of withSlot) remove.run(service, reference);
}
