import { existsSync } from 'node:fs';
import type { CommandContext } from '../cli/settings.ts';
import { openHome, openSession } from '../client/auth/session.ts';
import { CfiError } from '../errors.ts';
import { mustNotShip } from '../payload/reasons.ts';
import type { ReadingSummary } from '../payload/types.ts';
import { accountOf } from './account.ts';
import { heldReferences, type LedgerAccount } from './ledger/cancellations.ts';
import { withLedger } from './ledger/damage/replace-damaged.ts';
import { ledgerFile } from './ledger/ledger-file.ts';
import type { Spool } from './spool/spool.ts';
import { mustNotBeHeld, nothingHeld, type StillHeld } from './still-held.ts';

/** Whether the ledger may know orders that are left out but already with the warehouse. */
export const mayBeHeld = (context: CommandContext, { leftOut }: Pick<ReadingSummary, 'leftOut'>): boolean =>
  leftOut.some(({ orders, reason }) => orders > 0 && mustNotShip(reason)) &&
  existsSync(ledgerFile(openHome(context).home.data));

/** The current account, without signing in; undefined if there is none yet. */
async function accountInForce(context: CommandContext): Promise<LedgerAccount | undefined> {
  try {
    const { account, transport } = await openSession(context);
    await transport.close();
    return { address: account.address, client: accountOf(account.clientId, context.deps.env.CFI_TOKEN) };
  } catch (error) {
    if (error instanceof CfiError) return undefined;
    throw error;
  }
}

/** Which of the left-out orders are already with the warehouse, according to the ledger alone. */
export async function heldByLedger(
  context: CommandContext,
  spool: Spool,
  summary: Pick<ReadingSummary, 'leftOut'>,
): Promise<StillHeld> {
  const { deps } = context;
  const account = mayBeHeld(context, summary) ? await accountInForce(context) : undefined;
  if (account === undefined) return nothingHeld;
  const place = {
    dataFolder: openHome(context).home.data,
    now: () => deps.now(),
    warn: (line: string): void => context.warn(line),
  };
  return withLedger(place, (db) => {
    const orders = heldReferences(db, account, mustNotBeHeld(spool));
    db.close();
    return { ...nothingHeld, orders };
  });
}
