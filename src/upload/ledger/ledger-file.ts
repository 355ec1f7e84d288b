import { dirname, join } from 'node:path';
import { CfiError, usageError } from '../../errors.ts';
import { makeFolder } from '../../storage/folder.ts';
import { makePrivate } from '../../storage/private-file.ts';
import { keepAside } from '../../storage/quarantine.ts';
import { type Connection, connect } from '../../storage/sqlite.ts';
import { NoTemporaryFile } from '../spool/byte-log.ts';

/** Marks our files, so that another program's database is never taken for one of ours ("cfil"). */
const applicationId = 0x6366696c;
const schemaVersion = 2;

const windowsTable = `
CREATE TABLE windows (
  run INTEGER NOT NULL, number INTEGER NOT NULL, service INTEGER NOT NULL, kind TEXT NOT NULL,
  documents TEXT NOT NULL, UNIQUE (run, number));
`;

/**
 * `documents` is the truth about each reference whose outcome is known. `windows` holds those whose requests may be
 * under way, many in a row, as a JSON list of references: one of them that has no outcome of its run in
 * `documents` may have been sent. `past` keeps outcomes that a later run superseded, and those that say nothing of what
 * the service holds.
 */
const tables = `${windowsTable}
CREATE TABLE services (
  id INTEGER PRIMARY KEY, address TEXT NOT NULL, client TEXT NOT NULL, UNIQUE (address, client));
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, service INTEGER NOT NULL, kind TEXT NOT NULL, files TEXT NOT NULL, pid INTEGER NOT NULL,
  started_at INTEGER NOT NULL, ended_at INTEGER, exit_code INTEGER, stopped TEXT, counts TEXT NOT NULL);
CREATE TABLE documents (
  service INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL,
  uuid TEXT, number, status INTEGER, error TEXT, fields TEXT, run INTEGER NOT NULL,
  PRIMARY KEY (service, kind, reference)) WITHOUT ROWID;
CREATE TABLE past (
  run INTEGER NOT NULL, reference TEXT NOT NULL, state TEXT NOT NULL,
  uuid TEXT, number, status INTEGER, error TEXT, fields TEXT, PRIMARY KEY (run, reference)) WITHOUT ROWID;
`;

/** Statements that lead from a version of the tables to the next: `migrations[1]` makes version 2 of version 1. */
const migrations: Readonly<Record<number, string>> = {
  1: `${windowsTable} UPDATE documents SET state = 'unknown' WHERE state = 'sending';
    UPDATE documents SET digest = substr(digest, 1, 32);`,
};

/** The ledger of all runs, in the folder for data. */
export const ledgerFile = (dataFolder: string): string => join(dataFolder, 'ledger.sqlite');

/** What SQLite or the system said about a run's files, as the user is told it. Anything else passes as it is. */
export function ledgerError(file: string, error: unknown): unknown {
  if (error instanceof NoTemporaryFile)
    return usageError(
      `no temporary file can be made in ${error.folder}: ${error.message}`,
      'check the folder and its permissions, or choose another with TMPDIR',
    );
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof CfiError || typeof code !== 'string') return error;
  if (isDamage(error))
    return new CfiError('internal', `the run ledger ${file} is damaged`, {
      hint: 'run the same command again: the damaged file is kept aside, and orders that exist already are recognised',
      cause: error,
    });
  if (code.startsWith('SQLITE_BUSY'))
    return new CfiError('locked', `the run ledger ${file} is held by another process`, { cause: error });
  if (/^(SQLITE_FULL|ENOSPC)/.test(code))
    return new CfiError('internal', `no space is left for the run ledger ${file} or for temporary files`, {
      hint: 'free some disk space and run the same command again: it goes on where it stopped',
      cause: error,
    });
  if (/^(SQLITE_|ConnectionFailed|E[A-Z]+$)/.test(code))
    return new CfiError(
      'usage',
      `the run ledger ${file} cannot be opened and written: ${(error as Error).message}`,
      {
        hint: 'check the folder and its permissions, or choose another with CFI_HOME',
        cause: error,
      },
    );
  return error;
}

function isDamage(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT');
}

const pragma = (db: Connection, name: string): number =>
  Number(db.statement(`PRAGMA ${name}`).row()?.[0] ?? 0);

function bringUpToDate(db: Connection, file: string): void {
  const empty = db.statement('SELECT 1 FROM sqlite_master LIMIT 1').row() === undefined;
  if (!empty && pragma(db, 'application_id') !== applicationId)
    throw usageError(
      `${file} is a database of another program`,
      'move it away, or choose another folder with CFI_HOME',
    );
  const found = empty ? 0 : pragma(db, 'user_version');
  if (found > schemaVersion)
    throw usageError(
      `${file} was written by a newer version of cfi`,
      'update cfi, or choose another folder with CFI_HOME',
    );
  if (empty) {
    db.script(`${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    return;
  }
  migrate(db, file);
}

/** Leads the tables from the version they are of to `target`, a step at a time. The caller has opened a transaction. */
export function migrate(
  db: Connection,
  file: string,
  steps: Readonly<Record<number, string>> = migrations,
  target: number = schemaVersion,
): void {
  for (let version = pragma(db, 'user_version'); version < target; version++) {
    const step = steps[version];
    if (step === undefined) throw new Error(`no step leads on from version ${version} of ${file}`);
    db.script(`${step}; PRAGMA user_version = ${version + 1}`);
  }
}

function prepare(file: string): void {
  makePrivate(file);
  const db = connect(file);
  try {
    // Read before anything is written, so that a foreign file stays as it is.
    db.statement('SELECT count(*) FROM sqlite_master').row();
    const owner = pragma(db, 'application_id');
    if (owner === applicationId || owner === 0) {
      db.transaction(() => bringUpToDate(db, file));
      db.statement('PRAGMA journal_mode = WAL').row();
      db.statement('SELECT max(id) FROM runs').row();
      db.statement('SELECT reference FROM documents LIMIT 1').row();
    } else bringUpToDate(db, file);
  } finally {
    db.close();
  }
}

/**
 * Makes sure of a sound ledger file, creating it or bringing it to this version. One that is damaged is kept aside
 * under another name and `warn` says so: orders are then recognised by the service's own uniqueness of references.
 * Throws a `CfiError` for one that is not ours, of a newer version, or cannot be written; such a file stays untouched.
 */
export function prepareLedger(dataFolder: string, now: number, warn: (line: string) => void): string {
  const file = ledgerFile(dataFolder);
  try {
    makeFolder(dirname(file));
    try {
      prepare(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      const aside = keepAside(file, now, ['', '-wal', '-shm']);
      warn(
        `the run ledger is damaged and was kept aside as ${aside}; ` +
          'orders that exist already are recognised when the service refuses them as duplicates',
      );
      prepare(file);
    }
  } catch (error) {
    throw ledgerError(file, error);
  }
  return file;
}
