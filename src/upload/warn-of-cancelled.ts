import type { CommandContext } from '../cli/settings.ts';
import type { Connection } from '../storage/sqlite.ts';
import { counted } from '../text/words.ts';
import { cancelledReferences, type LedgerAccount } from './ledger/uploaded-orders.ts';
import type { Spool } from './spool/spool.ts';
import { listed } from './still-held.ts';

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they are
 * cancelled: they count as done, and nobody would notice that they are never shipped. `found` are those that this run
 * found cancelled at the service.
 */
export function warnOfCancelled(
  context: CommandContext,
  db: Connection,
  account: LedgerAccount,
  spool: Spool,
  found: ReadonlySet<string>,
): void {
  const known = cancelledReferences(db, account);
  if (known.size + found.size === 0) return;
  const here: string[] = [];
  const there: string[] = [];
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'sendable') continue;
    const { reference } = spool.at(document);
    const by = known.get(reference) ?? (found.has(reference) ? 'anybody' : undefined);
    if (by !== undefined) (by === 'this machine' ? here : there).push(reference);
  }
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
