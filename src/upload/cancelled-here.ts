import type { CommandContext } from '../cli/settings.ts';
import type { Connection } from '../storage/sqlite.ts';
import { counted } from '../text/words.ts';
import { cancelledReferences, type LedgerAccount } from './ledger/uploaded-orders.ts';
import type { Spool } from './spool/spool.ts';
import { listed } from './still-held.ts';

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they were
 * cancelled from this machine: they count as done, and nobody would notice that they are never shipped.
 */
export function warnOfCancelled(
  context: CommandContext,
  db: Connection,
  account: LedgerAccount,
  spool: Spool,
): void {
  const cancelled = cancelledReferences(db, account);
  if (cancelled.size === 0) return;
  const wanted: string[] = [];
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'sendable') continue;
    const { reference } = spool.at(document);
    if (cancelled.has(reference)) wanted.push(reference);
  }
  if (wanted.length === 0) return;
  const [were, are, one] = wanted.length === 1 ? ['was', 'is', 'it'] : ['were', 'are', 'one'];
  context.warn(
    `${counted(wanted.length, 'order')} to ship ${were} cancelled from this machine and ${are} not sent again: ${listed(wanted)}; to ship ${one} after all, send it under another reference`,
  );
}
