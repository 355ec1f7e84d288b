import { messageOf } from '../text/records.ts';
import { fileReason } from './file-errors.ts';

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

/** The reason if the disk is full. */
export const noSpace = 'no space is left on the device';

/** Why SQLite or the system refused to use a database file, in a few words for people. */
export function databaseReason(error: unknown): string {
  const code = databaseErrorCode(error);
  return fileReason(code === '' ? error : Object.assign(new Error(messageOf(error)), { code }));
}
