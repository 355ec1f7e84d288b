import { existsSync } from 'node:fs';
import type { Connection } from '../../storage/sqlite.ts';
import { type LedgerPlace, withLedger } from './damage/replace-damaged.ts';
import { ledgerFile, openLedger } from './ledger-file.ts';
import { type LedgerAccount, uploadedLookUp } from './uploaded-orders.ts';

/** The orders that earlier runs created, for a reading of files. */
export interface CreatedOrders {
  /** Opens the ledger on the first call. False if the ledger cannot be read; `close` then reports why. */
  has(reference: string): boolean;
  /** Replaces a ledger that turned out to be damaged. Throws a `CfiError` for one that cannot be used. */
  close(): Promise<void>;
}

/** Looks orders up in the ledger; `account` is undefined if none is known yet. */
export function createdOrders(place: LedgerPlace, account: LedgerAccount | undefined): CreatedOrders {
  let db: Connection | undefined;
  let find: ((reference: string) => boolean) | undefined;
  let failure: unknown;

  const opened = (of: LedgerAccount): ((reference: string) => boolean) => {
    if (!existsSync(ledgerFile(place.dataFolder))) return () => false;
    db = openLedger(place.dataFolder);
    return uploadedLookUp(db, of);
  };

  return {
    has(reference) {
      if (account === undefined || failure !== undefined) return false;
      try {
        find ??= opened(account);
        return find(reference);
      } catch (error) {
        failure = error;
        return false;
      }
    },
    async close() {
      find = () => false;
      db?.close();
      let reported = failure === undefined;
      if (reported) return;
      await withLedger(place, (replaced) => {
        // The same error again, where it leads to a replacement or a message for people.
        if (!reported) {
          reported = true;
          throw failure;
        }
        replaced.close();
      });
    },
  };
}
