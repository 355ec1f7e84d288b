import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { moveAside } from '../../../storage/quarantine.ts';
import type { Connection } from '../../../storage/sqlite.ts';
import {
  databaseSuffixes,
  isDamage,
  ledgerError,
  ledgerFile,
  openLedger,
  openLedgerFile,
} from '../ledger-file.ts';
import { salvage } from './salvage.ts';

/** Where the ledger is, and how the user is told that it was damaged. */
export interface LedgerPlace {
  readonly dataFolder: string;
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  warn(line: string): void;
}

/** How often one command replaces a damaged ledger before it gives up. */
const mostReplacements = 2;

/**
 * Opens the ledger and does `work` with it. When the ledger turns out to be damaged, on opening or at any moment of the
 * work, it is set aside, replaced with what can be saved of it, and the work begins again. Closes the ledger when the
 * work throws. Throws a `CfiError` for a ledger that cannot be used.
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
      db = openLedger(place.dataFolder);
      identity = identityOf(file);
      return await work(db);
    } catch (error) {
      db?.close();
      if (!isDamage(error) || replaced === mostReplacements) throw ledgerError(file, error);
      try {
        // Another process may have replaced it meanwhile.
        if (identity === undefined || identity === identityOf(file)) replaceDamaged(file, place);
      } catch (failure) {
        throw ledgerError(file, failure);
      }
    }
  }
}

/** Tells a file from another one of the same name. */
const identityOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** Makes a new ledger with what can be read of the damaged one, which is set aside. */
function replaceDamaged(file: string, { now, warn }: LedgerPlace): void {
  const fresh = `${file}.${randomBytes(6).toString('hex')}.new`;
  let saved: number;
  try {
    const db = openLedgerFile(fresh);
    try {
      saved = db.transaction(() => salvage(file, db));
      // Puts everything into the one file that is moved.
      db.statement('PRAGMA journal_mode = DELETE').row();
    } finally {
      db.close();
    }
    const aside = moveAside(file, now(), databaseSuffixes);
    renameSync(fresh, file);
    warn(
      `the run ledger ${file} is damaged and was set aside as ${aside}; the outcomes of ${saved} documents could ` +
        'be saved, and what is no longer known is looked up before it is sent',
    );
  } finally {
    for (const suffix of databaseSuffixes) rmSync(fresh + suffix, { force: true });
  }
}
