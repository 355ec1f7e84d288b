import { join } from 'node:path';
import { CfiError } from '../../errors.ts';
import { makeFolder } from '../../storage/folder.ts';
import { type Database, openDatabase } from './database.ts';
import { applicationId, type Migrations, migrations, schemaVersion, tables } from './schema.ts';

export const inMemory = ':memory:';

/** The database file of a state folder. */
export const stateFile = (state: string): string =>
  state === inMemory ? inMemory : join(state, 'state.sqlite');

const other = 'Move it away, or choose another folder with --state. Nothing in it was changed.';

interface Trouble {
  /** What the error's code begins with; an error without a code comes when a file cannot be opened at all. */
  readonly codes: RegExp;
  readonly kind: 'invalid-input' | 'locked';
  readonly message: string;
  readonly hint: string;
}

const troubles: readonly Trouble[] = [
  {
    codes: /^SQLITE_(NOTADB|CORRUPT)/,
    kind: 'invalid-input',
    message: 'is damaged or no database',
    hint: other,
  },
  {
    codes: /^SQLITE_BUSY/,
    kind: 'locked',
    message: 'is held by another process',
    hint: 'Try again when that process has finished.',
  },
  {
    codes: /^(SQLITE_FULL|ENOSPC)/,
    kind: 'invalid-input',
    message: 'cannot grow: no space is left',
    hint: 'Free some disk space.',
  },
  {
    codes: /^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM)|EACCES|EPERM|ENOTDIR|EEXIST|ENOENT|EROFS|ENAMETOOLONG|$)/,
    kind: 'invalid-input',
    message: 'cannot be opened and written',
    hint: 'Check the folder and its permissions, or choose another one with --state.',
  },
];

/** Turns what SQLite or the file system says about a file into what to do about it. Anything else passes as it is. */
export function stateFileError(file: string, error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof CfiError || typeof code !== 'string') return error;
  const trouble = troubles.find(({ codes }) => codes.test(code));
  if (trouble === undefined) return error;
  return new CfiError(trouble.kind, `${file} ${trouble.message}`, { hint: trouble.hint, cause: error });
}

const pragma = (db: Database, name: string): number =>
  Number(Object.values(db.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0);

const isEmpty = (db: Database): boolean => db.get('SELECT 1 FROM sqlite_master LIMIT 1') === undefined;

/** Throws for a database that is not ours, or of a version after `target`. Reads only. */
function checkOwner(db: Database, file: string, target: number): void {
  if (isEmpty(db)) return;
  if (pragma(db, 'application_id') !== applicationId) {
    throw new CfiError('invalid-input', `${file} is a database of another program`, { hint: other });
  }
  if (pragma(db, 'user_version') > target) {
    throw new CfiError('invalid-input', `${file} was made by a newer version of cfi`, {
      hint: 'Update cfi, or choose another folder with --state.',
    });
  }
}

/** Brings the tables to `target`, creating them in an empty file. The caller has opened a transaction. */
export function bringUpToDate(
  db: Database,
  file: string,
  steps: Migrations = migrations,
  target: number = schemaVersion,
): void {
  checkOwner(db, file, target);
  if (isEmpty(db)) {
    db.script(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${target}`);
    return;
  }
  const found = pragma(db, 'user_version');
  for (let version = found; version < target; version++) {
    const step = steps[version];
    if (step === undefined) throw new Error(`no migration leads on from version ${version} of ${file}`);
    db.script(`${step}; PRAGMA user_version = ${version + 1}`);
  }
}

/**
 * Opens the database of a state folder, making folder and tables where there are none. Throws a `CfiError` that names
 * the file for one that is damaged, foreign or cannot be written; such a file is left as it is.
 */
export function openStateFile(state: string): Database {
  const file = stateFile(state);
  let db: Database | undefined;
  try {
    if (state !== inMemory) makeFolder(state);
    db = openDatabase(file);
    // Looked at before anything is written, so that a foreign file stays as it is.
    checkOwner(db, file, schemaVersion);
    db.get('PRAGMA journal_mode = WAL');
    db.script('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000');
    const opened = db;
    db.transaction('write', () => bringUpToDate(opened, file));
    return db;
  } catch (error) {
    db?.close();
    throw stateFileError(file, error);
  }
}
