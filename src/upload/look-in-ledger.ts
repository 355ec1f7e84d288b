import { existsSync } from 'node:fs';
import type { CommandContext } from '../cli/settings.ts';
import { openHome } from '../client/auth/session.ts';
import { mustNotShip } from '../payload/reasons.ts';
import type { ReadingSummary } from '../payload/types.ts';
import { withLedger } from './ledger/damage/replace-damaged.ts';
import { ledgerFile } from './ledger/ledger-file.ts';
import { ledgerPlaceOf } from './ledger/ledger-place.ts';
import { batchesOf } from './ledger/plan.ts';
import {
  differingReferences,
  heldReferences,
  type LedgerAccount,
  maybeSentReferences,
  uploadedReferences,
} from './ledger/uploaded-orders.ts';
import type { Spool } from './spool/spool.ts';
import { mustNotBeHeld, nothingHeld, type StillHeld } from './still-held.ts';

/** Whether the ledger may know orders that are left out but already with the warehouse. */
export const mayBeHeld = (context: CommandContext, { leftOut }: Pick<ReadingSummary, 'leftOut'>): boolean =>
  leftOut.some(({ orders, reason }) => orders > 0 && mustNotShip(reason)) &&
  existsSync(ledgerFile(openHome(context).home.data));

/**
 * Which of the left-out orders are already with the warehouse, according to the ledger alone. Those of which it is not sure
 * count as there, because nobody asks the service.
 */
export async function heldByLedger(
  context: CommandContext,
  account: LedgerAccount | undefined,
  spool: Spool,
  summary: Pick<ReadingSummary, 'leftOut'>,
): Promise<StillHeld> {
  if (account === undefined || !mayBeHeld(context, summary)) return nothingHeld;
  return withLedger(ledgerPlaceOf(context), (db) => {
    const references: Iterable<string> = { [Symbol.iterator]: () => mustNotBeHeld(spool) };
    const known = heldReferences(db, account, references);
    const unsure = maybeSentReferences(db, account, references);
    const differing = differingReferences(db, account, references);
    db.close();
    return { ...nothingHeld, orders: new Set([...known, ...unsure, ...differing]), differing };
  });
}

/** How many of the orders to send were created by earlier uploads, according to the ledger alone. */
export async function createdByLedger(
  context: CommandContext,
  account: LedgerAccount | undefined,
  spool: Spool,
): Promise<number> {
  const place = ledgerPlaceOf(context);
  if (account === undefined || !existsSync(ledgerFile(place.dataFolder))) return 0;
  return withLedger(place, (db) => {
    let created = 0;
    for (const batch of batchesOf(spool, (document) => spool.status(document) === 'sendable')) {
      const references = batch.map((document) => spool.at(document).reference);
      created += uploadedReferences(db, account, references).size;
    }
    db.close();
    return created;
  });
}
