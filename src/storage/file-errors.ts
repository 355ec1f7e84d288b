import { closeSync, ftruncateSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname } from 'node:path';
import { CfiError, type ErrorCode } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { codeOf, messageOf } from '../text/records.ts';

/** `place`: another path would work, so the user can fix it. `disk`: no path would help. */
type Cause = 'place' | 'disk';

/** The reason if the disk is full. */
export const noSpace = 'no space is left on the device';
const diskError = ['disk', 'the disk reports an error'] as const;
const tooManyFiles = ['disk', 'too many files are open'] as const;
const denied = ['place', 'permission denied'] as const;
const readOnly = ['place', 'the file system is read-only'] as const;
const unreachable = ['disk', 'the file server does not answer'] as const;

/** What a person reads for what the system, or SQLite about a file, says. */
const reasons: Readonly<Record<string, readonly [cause: Cause, sentence: string]>> = {
  ENOENT: ['place', 'there is no such file or folder'],
  EACCES: denied,
  EPERM: denied,
  EROFS: readOnly,
  ENOTDIR: ['place', 'part of its path is not a folder'],
  EEXIST: ['place', 'part of its path is not a folder'],
  EISDIR: ['place', 'it is a folder'],
  ELOOP: ['place', 'it is a symbolic link'],
  ENXIO: ['place', 'it is not an ordinary file'],
  ENODEV: ['place', 'it is not an ordinary file'],
  ENAMETOOLONG: ['place', 'its name is too long'],
  EINVAL: ['place', 'its name or its file system does not allow that'],
  ENOTSUP: ['place', 'its file system does not allow that'],
  EOPNOTSUPP: ['place', 'its file system does not allow that'],
  EXDEV: ['place', 'it is on another file system'],
  EMLINK: ['disk', 'it has too many names'],
  CFI_TOO_LONG: ['place', ''],
  ENOTEMPTY: ['disk', 'the folder is not empty'],
  EBUSY: ['disk', 'it is in use'],
  ETXTBSY: ['disk', 'it is in use'],
  EAGAIN: ['disk', 'it is in use'],
  ERR_INVALID_ARG_VALUE: ['place', 'its name contains an invalid character'],
  EFBIG: ['disk', 'it has reached the limit for file sizes'],
  ENOSPC: ['disk', noSpace],
  EDQUOT: ['disk', 'the disk quota is exhausted'],
  EIO: diskError,
  ENOMEM: ['disk', 'the system has no memory left'],
  ENOLCK: ['disk', 'its file system has no locks'],
  ESTALE: ['disk', 'the file server has lost the file'],
  ETIMEDOUT: unreachable,
  EHOSTDOWN: unreachable,
  EHOSTUNREACH: unreachable,
  ENOTCONN: unreachable,
  EREMOTEIO: diskError,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  SQLITE_CANTOPEN: ['disk', 'the system refuses to open it'],
  SQLITE_PERM: denied,
  SQLITE_READONLY: ['place', 'it cannot be written'],
  SQLITE_FULL: ['disk', noSpace],
  SQLITE_IOERR: diskError,
  SQLITE_IOERR_SHORT_READ: ['disk', 'it ends too early'],
  SQLITE_IOERR_SHMSIZE: ['disk', noSpace],
  SQLITE_CORRUPT: ['disk', 'its content is damaged, or the disk reports an error'],
  SQLITE_NOTADB: ['disk', 'its content is damaged'],
  SQLITE_BUSY: ['disk', 'another process keeps it locked'],
  SQLITE_LOCKED: ['disk', 'another process keeps it locked'],
  SQLITE_PROTOCOL: ['disk', 'another process keeps it locked'],
};

/** The code of an error. Node has no name for some of the system's errors; SQLite's codes begin with the general one. */
function codeIn(error: unknown): string {
  const named = codeOf(error) ?? '';
  const number = Number(/^Unknown system error -(\d+)$/.exec(named)?.[1]);
  const code = Object.entries(constants.errno).find(([, errno]) => errno === number)?.[0] ?? named;
  return code in reasons ? code : (/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code);
}

/** Why the system refused to read or write a file, in a few words for people. Never the system's own text. */
export function fileReason(error: unknown): string {
  const code = codeIn(error);
  const known = reasons[code]?.[1];
  if (known) return known;
  return /^(?:E[A-Z0-9]+|SQLITE_\w+|Unknown system error.*)$/.test(code)
    ? `the system reports ${code}`
    : messageOf(error);
}

/** Whether another path would work, so that the user can help. */
export const isMisplaced = (error: unknown): boolean => reasons[codeIn(error)]?.[0] === 'place';

/** Wrong use of the command, with this hint, where another path would work; otherwise an internal error. */
export const placeError = (message: string, cause: unknown, hint?: string): CfiError =>
  isMisplaced(cause)
    ? new CfiError('usage', message, { hint, cause })
    : new CfiError('internal', message, { cause });

/** Like `fileReason`, for a file that is read: here the file itself is what is missing. */
export const readReason = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'there is no such file' : fileReason(error);

/** The error for a file that the command reads: wrong use of the command if the file is at fault, not if the disk is. */
export function unreadableFile(
  message: string,
  error: unknown,
  { code = 'usage', hint }: { readonly code?: ErrorCode; readonly hint?: string | undefined } = {},
): CfiError {
  if (error instanceof CfiError) return error;
  return new CfiError(isMisplaced(error) ? code : 'internal', `${message}: ${readReason(error)}`, {
    hint,
    cause: error,
  });
}

/** The error for one of the program's own files; a bad location is a usage error, whose hint names `CFI_HOME`. */
export const fileError = (doing: string, file: string, error: unknown): CfiError =>
  placeError(`cannot ${doing} ${file}: ${fileReason(error)}`, error, 'choose another folder with CFI_HOME');

/** The error for an output file that the user named. Leaves a `CfiError` unchanged. */
export function unwritable(what: string, error: unknown): CfiError {
  if (error instanceof CfiError) return error;
  const reason = codeOf(error) === 'ENOENT' ? 'its folder does not exist' : fileReason(error);
  const hint = codeOf(error) === 'ELOOP' ? 'name the file that it points to' : 'choose another location';
  return placeError(`${what} cannot be written: ${reason}`, error, hint);
}

const megabyte = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether a file beside this database may not grow beyond the database's size. SQLite hides the system's reason for a
 * failed write, so this tries the same size with an empty file, which takes no space.
 */
export function isAtSizeLimit(file: string): boolean {
  const probe = `${file}.probe-${process.pid}`;
  try {
    const fd = openSync(probe, 'wx', 0o600);
    try {
      ftruncateSync(fd, Math.max(sizeOf(file), sizeOf(`${file}-wal`)) + megabyte);
      return false;
    } finally {
      closeSync(fd);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    return codeOf(error) === 'EFBIG';
  }
}

/** The file whose name is most like that of a path, in its folder. */
export function nearFile(path: string): string | undefined {
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true }).filter(
      (entry) => !entry.isDirectory(),
    );
    return nearest(basename(path), entries.map(({ name }) => name).sort());
  } catch {
    return undefined;
  }
}
