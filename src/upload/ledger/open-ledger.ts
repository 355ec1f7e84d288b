import { existsSync, renameSync, statSync } from 'node:fs';
import { makeFolder } from '../../storage/folder.ts';
import { asideName, lastAside, moveAs } from '../../storage/quarantine.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { troubleOf, UnusableFile } from '../../storage/sqlite-file.ts';
import { salvage } from './damage/salvage.ts';
import { databaseSuffixes, isDamage, type LedgerPlace, ledgerFile } from './ledger-file.ts';
import { openLedgerFile, writeNewLedger } from './new-ledger.ts';
import { whileLocked } from './opening-lock.ts';

/** Identifies a file independently of its name. Undefined if there is none. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** An open ledger, and the file that was opened: another process may replace it at any moment. */
export interface OpenLedger {
  readonly db: Connection;
  readonly identity: string;
}

/** The ledger turned out to be damaged when it was opened. */
export class DamagedLedger extends UnusableFile {
  readonly identity: string;

  constructor(file: string, identity: string, cause: unknown) {
    super(file, 'damaged');
    this.identity = identity;
    this.cause = cause;
  }
}

/**
 * Opens the ledger in a data folder; creates both if they are missing. Throws a `DamagedLedger`, another `UnusableFile`, or
 * an error of SQLite or the file system.
 */
export function openLedger(place: LedgerPlace): OpenLedger {
  makeFolder(place.dataFolder);
  const file = ledgerFile(place.dataFolder);
  for (;;) {
    const opened =
      whileLocked(file, 'shared', () => openUnlessBusy(file)) ?? whileLocked(file, 'alone', openNew);
    if (opened !== undefined) return opened;
  }

  function openNew(): OpenLedger | undefined {
    if (identityOf(file) === undefined) createLedger(file, place);
    return openExisting(file);
  }
}

/** SQLite refuses at once, without waiting, if two processes open a new ledger and both switch it to a log. */
function openUnlessBusy(file: string): OpenLedger | undefined {
  try {
    return openExisting(file);
  } catch (error) {
    if (troubleOf(error) === 'busy') return undefined;
    throw error;
  }
}

function openExisting(file: string): OpenLedger | undefined {
  const identity = identityOf(file);
  if (identity === undefined) return undefined;
  try {
    return { db: openLedgerFile(file), identity };
  } catch (error) {
    throw isDamage(error) ? new DamagedLedger(file, identity, error) : error;
  }
}

/**
 * Creates the ledger. If an earlier one was renamed and never replaced, because the process was killed in between, the new
 * one takes over what can be read from it, and records the loss.
 */
function createLedger(file: string, { now, warn }: LedgerPlace): void {
  const lost = setAside(file, now());
  let saved = 0;
  writeNewLedger(file, {
    fill(db) {
      if (lost === undefined) return;
      const from = existsSync(lost) ? connect(lost) : undefined;
      saved = db.transaction(() => salvage(from, db));
      from?.close();
    },
    place: (fresh) => renameSync(fresh, file),
  });
  if (lost !== undefined)
    warn(
      `the run ledger ${file} is missing; the outcomes of ${saved} documents could be recovered from ${lost}, and all ` +
        'other documents are looked up before they are sent',
    );
}

/**
 * The name of the ledger that was there before; undefined if there was none. Renames a log that it left, because SQLite
 * would apply it to the next ledger.
 */
function setAside(file: string, now: number): string | undefined {
  const last = lastAside(file);
  const left = databaseSuffixes.filter((suffix) => existsSync(file + suffix));
  if (left.length === 0) return last;
  const isOfLast = last !== undefined && !left.some((suffix) => existsSync(last + suffix));
  const name = isOfLast ? last : asideName(file, now);
  moveAs(file, name, left);
  return name;
}
