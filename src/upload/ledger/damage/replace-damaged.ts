import { renameSync, statSync } from 'node:fs';
import { moveAside } from '../../../storage/quarantine.ts';
import type { Connection } from '../../../storage/sqlite.ts';
import {
  databaseSuffixes,
  isDamage,
  ledgerError,
  ledgerFile,
  openLedger,
  writeNewLedger,
} from '../ledger-file.ts';
import { salvage } from './salvage.ts';

/** The ledger's folder, and how to report damage. */
export interface LedgerPlace {
  readonly dataFolder: string;
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  warn(line: string): void;
}

/** How often a command replaces a damaged ledger before it gives up. */
const mostReplacements = 2;

/**
 * Opens the ledger and does `work` with it. If the ledger turns out to be damaged, on opening or during the work, renames
 * it, replaces it with whatever can be recovered, and starts the work again. Closes the ledger if the work throws. Throws
 * a `CfiError` for a ledger that cannot be used.
 */
export async function withLedger<T>(
  place: LedgerPlace,
  work: (db: Connection) => T | Promise<T>,
): Promise<T> {
  const file = ledgerFile(place.dataFolder);
  for (let replaced = 0; ; replaced++) {
    let db: Connection | undefined;
    let identity: number | undefined;
    try {
      identity = identityOf(file);
      db = openLedger(place.dataFolder);
      identity = identityOf(file);
      return await work(db);
    } catch (error) {
      db?.close();
      if (!isDamage(error) || replaced === mostReplacements) throw ledgerError(file, error);
      try {
        replaceDamaged(file, identity, place);
      } catch (failure) {
        throw ledgerError(file, failure);
      }
    }
  }
}

/** Identifies a file independently of its name. */
const identityOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/**
 * Renames the damaged ledger and creates a new one with whatever can be read from it. Does nothing if another process has
 * replaced it in the meantime: the file is then no longer the damaged one.
 */
function replaceDamaged(file: string, identity: number | undefined, { now, warn }: LedgerPlace): void {
  let saved = 0;
  writeNewLedger(file, {
    fill(db) {
      saved = db.transaction(() => salvage(file, db));
    },
    place(fresh) {
      if (identityOf(file) !== identity) return;
      const renamed = moveAside(file, now(), databaseSuffixes);
      renameSync(fresh, file);
      warn(
        `the run ledger ${file} is damaged and was renamed to ${renamed}; the outcomes of ${saved} documents could ` +
          'be recovered, and all other documents are looked up before they are sent',
      );
    },
  });
}
