import { existsSync } from 'node:fs';
import { replaceIfDamaged } from './damage/replace-damaged.ts';
import { type LedgerPlace, ledgerFile } from './ledger-file.ts';
import { type OpenLedger, openLedger } from './open-ledger.ts';
import { type LedgerAccount, uploadedLookUp } from './uploaded-orders.ts';

/** The orders that earlier runs created, for a reading of files. */
export interface CreatedOrders {
  /** Opens the ledger on the first call. False if the ledger cannot be read; `close` then reports why. */
  has(reference: string): boolean;
  /** Replaces a ledger that turned out to be damaged. Throws a `CfiError` for one that cannot be used. */
  close(): void;
}

/** Looks orders up in the ledger; `account` is undefined if none is known yet. */
export function createdOrders(place: LedgerPlace, account: LedgerAccount | undefined): CreatedOrders {
  let opened: OpenLedger | undefined;
  let find: ((reference: string) => boolean) | undefined;
  let failure: { readonly error: unknown } | undefined;

  const lookUpIn = (of: LedgerAccount): ((reference: string) => boolean) => {
    if (!existsSync(ledgerFile(place.dataFolder))) return () => false;
    opened = openLedger(place);
    return uploadedLookUp(opened.db, of);
  };

  return {
    has(reference) {
      if (account === undefined || failure !== undefined) return false;
      try {
        find ??= lookUpIn(account);
        return find(reference);
      } catch (error) {
        failure = { error };
        return false;
      }
    },
    close() {
      find = () => false;
      opened?.db.close();
      if (failure === undefined) return;
      const { error } = failure;
      failure = undefined;
      replaceIfDamaged(place, error, opened);
    },
  };
}
