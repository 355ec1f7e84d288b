import type { CommandContext } from '../cli/settings.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { counted } from '../text/words.ts';
import { knowsCancelled, type LedgerAccount, openStates } from './ledger/order-states.ts';
import { listed } from './output/still-held.ts';
import type { Spool } from './spool/spool.ts';

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they are
 * cancelled: they count as done, and nobody would notice that they are never shipped. `found` are those that this run
 * found cancelled at the service.
 */
export function warnOfCancelled(
  context: CommandContext,
  db: Database,
  account: LedgerAccount,
  spool: Spool,
  found: ReadonlySet<string>,
): void {
  if (found.size === 0 && !knowsCancelled(db, account)) return;
  const here: string[] = [];
  const there: string[] = [];
  function* sendable(): Generator<string> {
    for (const { reference } of spool.documents('sendable')) yield reference;
  }
  for (const [reference, { cancelledBy }] of openStates(db, account)(sendable()))
    if (cancelledBy === 'this machine') here.push(reference);
    else if (cancelledBy === 'anybody' || found.has(reference)) there.push(reference);
  warn(context, here, 'was cancelled from this machine', 'were cancelled from this machine');
  warn(context, there, 'is cancelled at the service', 'are cancelled at the service');
}

function warn(context: CommandContext, references: readonly string[], was: string, were: string): void {
  if (references.length === 0) return;
  const [said, are, one] = references.length === 1 ? [was, 'is', 'it'] : [were, 'are', 'one'];
  context.warn(
    `${counted(references.length, 'order')} to ship ${said} and ${are} not sent again: ${listed(references)}; to ship ${one} after all, send it under another reference`,
  );
}
