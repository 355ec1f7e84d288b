import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { accountKey } from '../terms/account.ts';
import { lockRun, type RunLock } from './run-lock.ts';

/**
 * Allows one process of an account on this machine to book slots. The service stores no reference of ours for a slot: if an
 * answer is lost, the new slot of another process would look like the lost one. Waits as long as for a booking whose answer
 * is lost (`--timeout` and `--lost-wait`), then throws a `CfiError` `locked` that names the holder, or `cancelled` if the wait is interrupted. `file`:
 * what it books from; empty if it is no file.
 */
export function lockBookings(context: CommandContext, api: Api, file: string): Promise<RunLock> {
  const { deps, settings } = context;
  const { data } = openHome(context).home;
  const holder = { pid: deps.pid, file, since: deps.now() };
  return lockRun(
    data,
    `slots ${accountKey(api, deps.env.CFI_TOKEN)}`,
    holder,
    settings.timeoutMs + settings.lostWaitMs,
    deps,
    deps.interrupted,
    {
      doing: 'is booking slots for this client',
      hint: 'nothing was booked; run the command again when it has ended, or wait longer: --timeout 5m',
      onWait: (line) => context.notice(line),
      warn: (line) => context.warn(line),
    },
  );
}

/**
 * Books a single slot, and records it, while no other process books. If this machine has no place for the lock, it has none
 * for the ledger of other processes either; the slot is then booked without it.
 */
export async function whileBooking<T>(context: CommandContext, api: Api, book: () => Promise<T>): Promise<T> {
  let lock: RunLock | undefined;
  try {
    lock = await lockBookings(context, api, '');
  } catch (error) {
    if (!(error instanceof CfiError) || ['locked', 'cancelled'].includes(error.code)) throw error;
    context.warn(`other bookings at the same moment cannot be told apart from this one: ${error.message}`);
  }
  try {
    return await book();
  } finally {
    lock?.release();
  }
}
