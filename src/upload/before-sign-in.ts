import type { CommandContext } from '../cli/settings.ts';
import { findAccount } from '../client/auth/session.ts';
import { CfiError } from '../errors.ts';
import type { LedgerAccount } from './ledger/order-states.ts';
import { accountOf } from './terms/account.ts';

/** What reading files needs to know, without signing in. */
export interface BeforeSignIn {
  /** Milliseconds since the epoch, by the clock that decides what is past: the embedded emulator's or this machine's. */
  readonly now: number;
  /** Undefined if there is none yet. */
  readonly account: LedgerAccount | undefined;
}

/** The account in force, and its time. Problems with either are reported when something is sent. */
export async function beforeSignIn(context: CommandContext): Promise<BeforeSignIn> {
  const { deps } = context;
  try {
    const { account, now } = await findAccount(context);
    const client = accountOf(account.clientId, deps.env.CFI_TOKEN);
    return { now, account: { address: account.address, client } };
  } catch (error) {
    if (error instanceof CfiError) return { now: deps.now(), account: undefined };
    throw error;
  }
}
