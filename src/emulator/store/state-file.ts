import { isUtf8 } from 'node:buffer';
import { linkSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CfiError, type ErrorCode } from '../../errors.ts';
import { isMisplaced } from '../../storage/file-errors.ts';
import { type Database, inMemory, openDatabase } from '../../storage/sqlite/database.ts';
import {
  bringUpToDate,
  databaseErrorCode,
  databaseReason,
  type FileTrouble,
  troubleOf,
  unlessWritable,
} from '../../storage/sqlite/database-file.ts';
import { openOwn } from '../../storage/sqlite/journals.ts';
import {
  exists,
  makeFolder,
  makePrivate,
  removeAbandoned,
  removeTemporary,
  temporaryFor,
} from '../../storage/whole-file.ts';
import { codedError, codeOf, orClose } from '../../text/records.ts';
import { stateFormat } from './schema.ts';
import { readMeta, tablesOf } from './tables.ts';

const orElsewhere = 'or choose another folder with --state';
const moveAway = `move it away, ${orElsewhere}; nothing in it was changed`;

/** The error for an empty state file, which must have lost its data. */
const withoutState = (file: string): CfiError =>
  new CfiError('invalid-input', `${file} is damaged: it contains no state`, { hint: moveAway });

/** Whether a second reading of the file finds no damage, so that the first one only failed. */
function isReadable(file: string): boolean {
  if (file === inMemory) return false;
  try {
    const db = openDatabase(`${pathToFileURL(file).href}?mode=ro`);
    try {
      return Object.values(db.get<object>('PRAGMA quick_check(1)') ?? {})[0] === 'ok';
    } finally {
      db.close();
    }
  } catch (error) {
    return troubleOf(error) !== 'damaged';
  }
}

/** Errors that damage causes, but also a read that failed. */
const readFailures = /^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ)/;

type StateTrouble = FileTrouble | 'disk-error' | 'refused';

/** A more precise diagnosis than other databases get, based on the error's code; undefined for other errors. */
function stateTrouble(file: string, error: unknown): StateTrouble | undefined {
  const code = databaseErrorCode(error);
  const trouble = troubleOf(error);
  if (readFailures.test(code) && isReadable(file)) return 'disk-error';
  if (trouble !== 'inaccessible') return trouble;
  if (code === 'EIO') return 'disk-error';
  // No other folder would help.
  const cause = unlessWritable(file, error);
  if (code.startsWith('E') || cause !== error) return isMisplaced(cause) ? trouble : 'refused';
  return code.startsWith('SQLITE_IOERR') ? 'disk-error' : trouble;
}

const tellings: Readonly<Record<StateTrouble, readonly [code: ErrorCode, message: string, hint: string]>> = {
  damaged: ['invalid-input', 'is damaged or not a database', moveAway],
  foreign: ['invalid-input', 'is a database of another program', moveAway],
  newer: ['invalid-input', 'was created by a newer version of cfi', `update cfi, ${orElsewhere}`],
  busy: ['locked', 'is locked by another process', 'try again when that process has finished'],
  full: ['internal', 'cannot grow: no space is left', 'free some disk space'],
  'disk-error': [
    'internal',
    'cannot be read or written: the disk reports an error',
    `check the disk, ${orElsewhere}`,
  ],
  refused: ['internal', 'cannot be opened or written', `run the same command again, ${orElsewhere}`],
  inaccessible: [
    'invalid-input',
    'cannot be opened or written',
    'check the folder and its permissions, or choose another one with --state',
  ],
};

/** Makes of an error about a state file a `CfiError` that names it and says what to do; undefined for any other error. */
export function stateFileError(file: string, error: unknown): CfiError | undefined {
  if (error instanceof CfiError) return error;
  const trouble = stateTrouble(file, error);
  if (trouble === undefined) return undefined;
  const [code, message, hint] = tellings[trouble];
  const cause = unlessWritable(file, error);
  const reason = trouble === 'refused' || cause !== error ? `: ${databaseReason(cause)}` : '';
  return new CfiError(code, `${file} ${message}${reason}`, { hint, cause: error });
}

/** Does something with a state file; its errors name the file. */
export function namingState<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw stateFileError(file, error) ?? error;
  }
}

/** An error about a state file in one line, as the emulator answers it. */
export const withHint = ({ message, details: { hint } }: CfiError): string =>
  hint === undefined ? message : `${message}; ${hint}`;

/** The database file of a state folder, or `:memory:`. */
export const stateFile = (state: string): string =>
  state === inMemory ? inMemory : join(state, 'state.sqlite');

/**
 * Whether a state folder has a database file, valid or not. Throws a `CfiError` if that cannot be found out, or if there
 * is only a log without its database, because SQLite would apply that log to the next database.
 */
export function hasStateFile(state: string): boolean {
  const file = stateFile(state);
  // The log is checked first: another process that creates a state puts the database in place before its log.
  const [hasLog, hasDatabase] = namingState(file, () => [exists(`${file}-wal`), exists(file)] as const);
  if (hasDatabase) return true;
  if (!hasLog) return false;
  throw new CfiError('invalid-input', `${file} is missing, but its log ${file}-wal exists`, {
    hint: moveAway,
  });
}

function openChecked(file: string): Database {
  const found = statSync(file);
  if (found.isDirectory()) throw codedError('EISDIR', `${file} is a folder`);
  if (found.size === 0) throw withoutState(file);
  makePrivate(file);
  // A process that was killed after it moved a new state into place has left its other name.
  removeAbandoned(file);
  return openOwn(file, stateFormat, 'process', (db, version) => {
    const undecodable = undecodableText(db);
    if (undecodable !== undefined)
      throw new CfiError('invalid-input', `${file} is damaged: a text in ${undecodable} is not UTF-8`, {
        hint: moveAway,
      });
    // A file always contains a state when it is moved into place, so this one has lost its data.
    if (version === 0 || readMeta(db, 'clock') === undefined) throw withoutState(file);
  });
}

const looksDamaged = (error: unknown): boolean =>
  error instanceof CfiError || ['damaged', 'foreign', 'newer'].includes(troubleOf(error) ?? '');

/**
 * Opens the existing database of a state folder. A committed write survives if the process dies at any moment; only a
 * power cut can lose the latest, which an emulator can afford and is several times faster. Throws a `CfiError` that names
 * a file that is empty, damaged, foreign or not writable; such a file stays unchanged.
 */
export function openStateFile(state: string): Database {
  const file = stateFile(state);
  return namingState(file, () => {
    try {
      return openChecked(file);
    } catch (error) {
      // A read that failed once can look like damage.
      if (looksDamaged(error)) return openChecked(file);
      throw error;
    }
  });
}

/** Creates the tables and lets `fill` store a state in them. */
function makeState(db: Database, file: string, fill: (db: Database) => void): Database {
  db.transaction('write', () => {
    bringUpToDate(db, file, stateFormat);
    fill(db);
  });
  return db;
}

/** Creates a state in memory. */
export const makeMemoryState = (fill: (db: Database) => void): Database =>
  orClose(openDatabase(inMemory), (db) => makeState(db, inMemory, fill));

/** Moves the file into place unless another process did so first. */
function place(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    // Some file systems do not support links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    if (!exists(file)) renameSync(temporary, file);
  }
}

/**
 * Creates a state folder and its database, first under a temporary name: a file with the final name is always complete,
 * even if this process is killed. If two processes create one at the same time, the first one wins. Throws a `CfiError`
 * that names the file, or whatever `fill` throws.
 */
export function makeStateFile(state: string, fill: (db: Database) => void): void {
  const file = stateFile(state);
  const temporary = temporaryFor(file);
  try {
    makeFolder(state);
    removeAbandoned(file);
    makePrivate(temporary);
    orClose(openDatabase(temporary), (db) => {
      // No other process uses this file, and a crash loses nothing of value.
      db.script('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
      return makeState(db, file, fill);
    }).close();
    place(temporary, file);
  } catch (error) {
    throw stateFileError(file, error) ?? error;
  } finally {
    // Whatever prevents the removal also prevented the creation, which reports it.
    removeTemporary(temporary);
  }
}

/** A table, and some of its columns. */
type Columns = readonly [table: string, columns: readonly string[]];

/** A state up to this size is read in one piece, because each row costs as much as a thousand letters. */
const mostAtOnceBytes = 4 * 2 ** 20;

/**
 * Whether a text in these columns is not UTF-8. The texts are read as bytes, in one piece or a row at a time. No column
 * holds bytes, which SQLite would take for a text as well, so they count as such a text.
 */
function hasUndecodable(db: Database, sources: readonly Columns[], atOnce = false): boolean {
  // The commas keep halves of a letter in two columns apart.
  const rows = sources.map(([table, columns]) => {
    const texts = columns.map(
      (column) => `CASE typeof(${column}) WHEN 'text' THEN ${column} WHEN 'blob' THEN x'ff' ELSE '' END`,
    );
    return `SELECT ${texts.join(" || ',' || ")} AS row FROM ${table}`;
  });
  const texts = atOnce ? 'group_concat(row)' : 'row';
  const sql = `SELECT CAST(${texts} AS BLOB) AS texts FROM (${rows.join(' UNION ALL ')})`;
  for (const { texts } of db.each<{ texts: Uint8Array | null }>(sql))
    if (texts !== null && !isUtf8(texts)) return true;
  return false;
}

/** The size of the database, in bytes. */
function sizeOf(db: Database): number {
  const numbers = 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size';
  return db.get<{ bytes: number }>(numbers)?.bytes ?? 0;
}

/**
 * Where the state has a text that is not UTF-8, in words; undefined if there is none. SQLite finds nothing wrong with such
 * a text, but libsql ends the process that reads it, and Node's SQLite reads another text.
 */
function undecodableText(db: Database): string | undefined {
  const isSmall = sizeOf(db) <= mostAtOnceBytes;
  // The names of tables are read as text below.
  if (hasUndecodable(db, [['sqlite_master', ['name', 'sql']]], isSmall)) return 'its list of tables';
  const tables = [...tablesOf(db)].map(([table, columns]): Columns => [table, [...columns.keys()]]);
  if (!hasUndecodable(db, tables, isSmall)) return undefined;
  for (const [table, columns] of tables) {
    const column = columns.find((name) => hasUndecodable(db, [[table, [name]]]));
    if (column !== undefined) return `${table}, column ${column},`;
  }
  return undefined;
}
