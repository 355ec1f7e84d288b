import type { CommandContext } from '../../cli/settings.ts';
import { findAccount } from '../../client/auth/session.ts';
import { CfiError, usageError } from '../../errors.ts';
import { readRuns } from '../../upload/ledger/history.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { withLedger } from '../../upload/ledger/open-ledger.ts';
import { createdByRun } from '../../upload/ledger/order-states.ts';
import { accountOf } from '../../upload/terms/account.ts';
import { kindOf } from '../runs/run-list.ts';

/** What there is to undo of an upload. */
interface Undo {
  /** The orders that it created and that were not cancelled since, by reference. */
  readonly references: readonly string[];
  /** How many it created in all. */
  readonly created: number;
}

/**
 * What an upload created and nobody has cancelled since, as far as the ledger knows. Throws a `CfiError`: `not-found` for a
 * run that is unknown or another account's, a usage error for one of another kind.
 */
export async function undoOf(context: CommandContext, run: number): Promise<Undo> {
  const { deps } = context;
  const { account } = await findAccount(context);
  const client = accountOf(account.clientId, deps.env.CFI_TOKEN);
  return withLedger(ledgerPlaceOf(context), (db) => {
    const record = readRuns(db).find((each) => each.run === run);
    if (record === undefined || record.address !== account.address || record.client !== client)
      throw new CfiError('not-found', `there is no run ${run} of this account on this machine`, {
        hint: 'list them: cfi order runs',
      });
    if (record.kind !== 'order')
      throw usageError(
        `run ${run} is not an upload of orders; its kind is ${kindOf(record.kind).kind}`,
        'list the uploads of orders: cfi order runs',
      );
    if (record.endedAt === null)
      context.warn(
        `run ${run} has not ended: what it may still send is not cancelled; run the upload again first, and then cancel that run too`,
      );
    let created = 0;
    const references: string[] = [];
    for (const { reference, isCancelled } of createdByRun(db, run)) {
      created += 1;
      if (!isCancelled) references.push(reference);
    }
    db.close();
    return { references, created };
  });
}
