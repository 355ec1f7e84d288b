import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import type { Session } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import { likeliestShipped } from '../../tracking/remembered-looks.ts';
import { ledgerFile, ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { withLedger } from '../../upload/ledger/open-ledger.ts';
import { accountOf } from '../../upload/terms/account.ts';

/**
 * References of at most `limit` orders uploaded from this machine, most likely shipped first. If the ledger cannot be
 * read, warns and returns none.
 */
export async function uploadedOrders(
  context: CommandContext,
  { home, account }: Pick<Session, 'home' | 'account'>,
  limit: number,
): Promise<readonly string[]> {
  const { deps } = context;
  if (!existsSync(ledgerFile(home.data))) return [];
  const whose = { address: account.address, client: accountOf(account.clientId, deps.env.CFI_TOKEN) };
  try {
    return await withLedger(ledgerPlaceOf(context), (db) => {
      const found = likeliestShipped(db, whose, limit);
      db.close();
      return found;
    });
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    context.warn(`orders uploaded from this machine are not used: ${error.message}`);
    return [];
  }
}
