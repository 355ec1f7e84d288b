import { databaseErrorCode } from './database-error.ts';
import type { SqlValue } from './transaction.ts';

/** What marks a database file as one of ours, and how its tables are made. */
export interface DatabaseFormat {
  /** SQLite's `application_id`, so that another program's database is never taken for one of ours. */
  readonly applicationId: number;
  /** SQLite's `user_version` of the present tables, from 1. */
  readonly version: number;
  /** Statements that make the present tables in an empty file. */
  readonly tables: string;
  /** Names of the tables that every version has. */
  readonly tableNames: readonly string[];
  /** Statements that lead from a version to the next: `migrations[1]` makes version 2 of version 1. */
  readonly migrations: Readonly<Record<number, string>>;
}

/** As much of a connection as it takes to check and make tables. */
export interface SchemaAccess {
  /** The first value of the first row. */
  value(sql: string): SqlValue | Uint8Array | undefined;
  script(sql: string): void;
}

/** Why a database file cannot be used. */
export type FileTrouble =
  /** The file, or what is in it, is not whole. */
  | 'damaged'
  /** It belongs to another program. */
  | 'foreign'
  /** A newer version of this program wrote it. */
  | 'newer'
  /** Another process keeps it locked. */
  | 'busy'
  /** There is no room for it. */
  | 'full'
  /** It cannot be opened, read or written. */
  | 'inaccessible';

/** A database file that was looked at and cannot be used. It was not changed. */
export class UnusableFile extends Error {
  readonly trouble: FileTrouble;

  constructor(file: string, trouble: FileTrouble) {
    super(`${file}: ${trouble}`);
    this.trouble = trouble;
  }
}

/** The statements of this program are right, so whatever SQLite finds wrong with one is wrong with the file. */
const troubles: readonly (readonly [codes: RegExp, trouble: FileTrouble])[] = [
  [/^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ|CONSTRAINT|MISMATCH|FORMAT|ERROR)/, 'damaged'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'busy'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/, 'full'],
  [/^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM|AUTH)|E[A-Z]+$)/, 'inaccessible'],
];

/** What an error of SQLite or the file system says of the file; undefined for any other error. */
export function troubleOf(error: unknown): FileTrouble | undefined {
  if (error instanceof UnusableFile) return error.trouble;
  const code = databaseErrorCode(error);
  return troubles.find(([codes]) => codes.test(code))?.[1];
}

/** No version of ours will have a larger number: its bytes were overwritten. */
const highestVersion = 9999;

const numberOf = (access: SchemaAccess, sql: string): number => Number(access.value(sql) ?? 0);

// As bytes: text that is not UTF-8, which damage can cause, would end the process inside libsql.
const namesIn = (access: SchemaAccess): string[] => {
  const names = access.value(
    "SELECT CAST(group_concat(name) AS BLOB) FROM sqlite_master WHERE type = 'table'",
  );
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
  if (!isMarked || !hasOurTables || version < 1 || version > format.version)
    throw new UnusableFile(file, 'damaged');
  return version;
}

/**
 * Makes the tables in an empty file, or migrates those of an older version, a step at a time. The caller has opened a
 * write transaction. Throws `UnusableFile` for a file that is not ours.
 */
export function bringUpToDate(access: SchemaAccess, file: string, format: DatabaseFormat): void {
  const found = checkOwner(access, file, format);
  if (found === 0) {
    const { applicationId, version, tables } = format;
    access.script(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
    return;
  }
  for (let version = found; version < format.version; version++) {
    const step = format.migrations[version];
    if (step === undefined) throw new Error(`no migration leads on from version ${version} of ${file}`);
    access.script(`${step}; PRAGMA user_version = ${version + 1}`);
  }
}
