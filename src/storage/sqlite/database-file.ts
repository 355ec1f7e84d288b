import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { attempt, codedError, messageOf } from '../../text/records.ts';
import { fileReason } from '../file-errors.ts';
import { databaseSuffixes } from '../whole-file.ts';

/** SQLite's result codes by number: the lower eight bits of every extended code. */
const resultCodes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  23: 'SQLITE_AUTH',
  24: 'SQLITE_FORMAT',
  26: 'SQLITE_NOTADB',
};

/** The extended codes that say something else about a file than their result code. */
const extendedCodes: Readonly<Record<number, string>> = {
  522: 'SQLITE_IOERR_SHORT_READ',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** The name of a code of SQLite, such as `SQLITE_BUSY` for 5 and for 261; undefined for one that no file causes. */
export const nameOfResult = (code: number): string | undefined =>
  extendedCodes[code] ?? resultCodes[code & 0xff];

/**
 * The code of an SQLite or file system error, such as `SQLITE_BUSY` or `ENOSPC`; empty when it has none. libsql has no
 * name for some of SQLite's extended codes and uses their number: those get the name of their result code.
 */
export function databaseErrorCode(error: unknown): string {
  const { code, rawCode } = (error ?? {}) as { code?: unknown; rawCode?: unknown };
  if (typeof code !== 'string') return '';
  if (code.startsWith('SQLITE_') || typeof rawCode !== 'number') return code;
  return nameOfResult(rawCode) ?? code;
}

/** Why SQLite or the system refused to use a database file, in a few words for people. */
export function databaseReason(error: unknown): string {
  const code = databaseErrorCode(error);
  return fileReason(code === '' ? error : codedError(code, messageOf(error)));
}

/** What identifies a database file as ours, and how to create its tables. */
export interface DatabaseFormat {
  /** SQLite's `application_id`, so that another program's database is never mistaken for ours. */
  readonly applicationId: number;
  /** SQLite's `user_version` of the current tables, from 1. */
  readonly version: number;
  /** Statements that create the current tables in an empty file. */
  readonly tables: string;
  /** Names of the tables that every version has. */
  readonly tableNames: readonly string[];
  /** Statements that turn each earlier version into the next one here, and the last of them into the current one. */
  readonly migrations: Readonly<Record<number, string>>;
}

/** The part of a `Database` needed to check and create tables. */
interface SchemaAccess {
  get<T>(sql: string): T | undefined;
  script(sql: string): void;
}

/** Why a database file cannot be used. `foreign`: of another program; `newer`: of a newer version; `busy`: locked. */
export type FileTrouble = 'damaged' | 'foreign' | 'newer' | 'busy' | 'full' | 'inaccessible';

/** A database file that was checked and cannot be used. It was not changed. */
export class UnusableFile extends Error {
  readonly trouble: FileTrouble;

  constructor(file: string, trouble: FileTrouble) {
    super(`${file}: ${trouble}`);
    this.trouble = trouble;
  }
}

/** This program's statements are correct, so any SQLite error about one is the file's fault. */
const troubles: readonly (readonly [codes: RegExp, trouble: FileTrouble])[] = [
  [/^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ|CONSTRAINT|MISMATCH|FORMAT|ERROR)/, 'damaged'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'busy'],
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)/, 'full'],
  [/^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM|AUTH)|E[A-Z]+$)/, 'inaccessible'],
];

/** What an SQLite or file system error says about the file; undefined for any other error. */
export function troubleOf(error: unknown): FileTrouble | undefined {
  if (error instanceof UnusableFile) return error.trouble;
  const code = databaseErrorCode(error);
  return troubles.find(([codes]) => codes.test(code))?.[1];
}

/**
 * The error about a database, unless it blames the file although the file may be written: a folder is in the place of a
 * journal, or SQLite opens a file for reading only because the system refuses once to open it for writing, for example
 * because too many files are open.
 */
export function unlessWritable(file: string, error: unknown): unknown {
  if (!/^SQLITE_(READONLY|CANTOPEN)/.test(databaseErrorCode(error))) return error;
  const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory(), false);
  const folder = databaseSuffixes.map((suffix) => file + suffix).find(isFolder);
  if (folder !== undefined) return codedError('CFI_FOLDER', `${basename(folder)} is a folder`);
  try {
    // A new database is written under another name first.
    if (existsSync(file)) accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch {
    return error;
  }
  return Object.assign(new Error(messageOf(error), { cause: error }), { code: 'SQLITE_CANTOPEN_REFUSED' });
}

/** No version of ours will be larger: a larger number means that the bytes were overwritten. */
const highestVersion = 9999;

const firstValue = (access: SchemaAccess, sql: string): unknown =>
  Object.values(access.get<object>(sql) ?? {})[0];

const numberOf = (access: SchemaAccess, sql: string): number => Number(firstValue(access, sql) ?? 0);

// Read as bytes: text that is not UTF-8, which damage can cause, would end the process inside libsql.
const namesIn = (access: SchemaAccess): string[] => {
  const list = "SELECT CAST(group_concat(name) AS BLOB) FROM sqlite_master WHERE type = 'table'";
  const names = firstValue(access, list);
  return names instanceof Uint8Array ? Buffer.from(names).toString('utf8').split(',') : [];
};

/** The version of the tables, 0 in an empty file. Reads only. Throws `UnusableFile` for a file that is not ours. */
export function checkOwner(access: SchemaAccess, file: string, format: DatabaseFormat): number {
  const names = namesIn(access);
  const isMarked = numberOf(access, 'PRAGMA application_id') === format.applicationId;
  if (names.length === 0 && !isMarked) return 0;
  const hasOurTables = format.tableNames.every((name) => names.includes(name));
  if (!isMarked && !hasOurTables) throw new UnusableFile(file, 'foreign');
  const version = numberOf(access, 'PRAGMA user_version');
  if (isMarked && version > format.version && version <= highestVersion)
    throw new UnusableFile(file, 'newer');
  const isKnown = version === format.version || version in format.migrations;
  if (!isMarked || !hasOurTables || !isKnown) throw new UnusableFile(file, 'damaged');
  return version;
}

/** Creates the tables or migrates older ones, in the caller's transaction. Throws `UnusableFile` for a file not ours. */
export function bringUpToDate(access: SchemaAccess, file: string, format: DatabaseFormat): void {
  const found = checkOwner(access, file, format);
  if (found === 0) {
    const { applicationId, version, tables } = format;
    access.script(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
    return;
  }
  const earlier = Object.keys(format.migrations)
    .map(Number)
    .filter((version) => version >= found);
  for (const [at, version] of earlier.entries())
    access.script(
      `${format.migrations[version]}; PRAGMA user_version = ${earlier[at + 1] ?? format.version}`,
    );
}
