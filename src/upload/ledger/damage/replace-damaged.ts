import { renameSync } from 'node:fs';
import { asideName, moveAs } from '../../../storage/quarantine.ts';
import { type Connection, connect } from '../../../storage/sqlite.ts';
import { checkOwner, troubleOf } from '../../../storage/sqlite-file.ts';
import { databaseSuffixes, isDamage, type LedgerPlace, ledgerError, ledgerFile } from '../ledger-file.ts';
import { schemaAccess, writeNewLedger } from '../new-ledger.ts';
import { DamagedLedger, identityOf, type OpenLedger, openLedger } from '../open-ledger.ts';
import { whileLocked } from '../opening-lock.ts';
import { ledgerFormat } from '../schema.ts';
import { salvage } from './salvage.ts';

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
  for (let replaced = 0; ; replaced++) {
    let opened: OpenLedger | undefined;
    try {
      opened = openLedger(place);
      return await work(opened.db);
    } catch (error) {
      opened?.db.close();
      if (replaced === mostReplacements) throw ledgerError(ledgerFile(place.dataFolder), error);
      replaceIfDamaged(place, error, opened);
    }
  }
}

/**
 * Replaces the ledger if this error of a call of `openLedger`, or of the ledger that it opened, means that it is damaged.
 * Throws any other error, as a `CfiError` where possible.
 */
export function replaceIfDamaged(place: LedgerPlace, error: unknown, opened: OpenLedger | undefined): void {
  const file = ledgerFile(place.dataFolder);
  const damaged = error instanceof DamagedLedger ? error : opened;
  if (damaged === undefined || !isDamage(error)) throw ledgerError(file, error);
  try {
    replaceDamaged(file, damaged.identity, place);
  } catch (failure) {
    throw ledgerError(file, failure);
  }
}

/**
 * Renames the damaged ledger and creates a new one with whatever can be read from it. Does nothing if another process has
 * replaced it in the meantime: the file is then no longer the damaged one.
 */
function replaceDamaged(file: string, identity: string, { now, warn }: LedgerPlace): void {
  const isDamaged = (): boolean => identityOf(file) === identity;
  const from = whileLocked(file, 'shared', () => (isDamaged() ? openDamaged(file) : undefined));
  if (from === undefined) return;
  let saved = 0;
  writeNewLedger(file, {
    fill(db) {
      saved = db.transaction(() => salvage(from, db));
      from.close();
    },
    place(fresh) {
      const renamed = whileLocked(file, 'alone', () => {
        if (!isDamaged()) return undefined;
        const name = asideName(file, now());
        moveAs(file, name, databaseSuffixes);
        renameSync(fresh, file);
        return name;
      });
      if (renamed === undefined) return;
      warn(
        `the run ledger ${file} is damaged and was renamed to ${renamed}; the outcomes of ${saved} documents could ` +
          'be recovered, and all other documents are looked up before they are sent',
      );
    },
  });
}

/**
 * Opens a damaged ledger for reading. Throws an `UnusableFile` if a newer version of this program has changed its tables in
 * the meantime, which looks like damage to a process that had it open.
 */
function openDamaged(file: string): Connection {
  const db = connect(file);
  try {
    checkOwner(schemaAccess(db), file, ledgerFormat);
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble !== 'newer' && trouble !== 'foreign') return db;
    db.close();
    throw error;
  }
  return db;
}
