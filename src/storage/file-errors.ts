import { constants } from 'node:os';
import { CfiError, type ErrorCode } from '../errors.ts';
import { codeOf, messageOf } from '../text/records.ts';

/** `place`: another path would work, so the user can fix it. `disk`: no path would help. */
type Cause = 'place' | 'disk';

/** The reason if the disk is full. */
export const noSpace = 'no space is left on the device';

/** What a person reads for what the system, or SQLite about a file, says. */
const reasons: readonly (readonly [cause: Cause, sentence: string, ...codes: readonly string[]])[] = [
  ['place', 'there is no such file or folder', 'ENOENT'],
  ['place', 'permission denied', 'EACCES', 'EPERM', 'SQLITE_PERM'],
  ['place', 'the file system is read-only', 'EROFS'],
  ['place', 'part of its path is not a folder', 'ENOTDIR', 'EEXIST'],
  ['place', 'it is a folder', 'EISDIR'],
  ['place', 'it is a symbolic link', 'ELOOP'],
  ['place', 'it is not an ordinary file', 'ENXIO', 'ENODEV'],
  ['place', 'its name is too long', 'ENAMETOOLONG'],
  ['place', 'its name or its file system does not allow that', 'EINVAL'],
  ['place', 'its file system does not allow that', 'ENOTSUP', 'EOPNOTSUPP'],
  ['place', 'it is on another file system', 'EXDEV'],
  ['place', 'its name contains an invalid character', 'ERR_INVALID_ARG_VALUE'],
  ['place', 'it cannot be written', 'SQLITE_READONLY'],
  // The error says itself how long the file may be, or what is in its way.
  ['place', '', 'CFI_TOO_LONG', 'CFI_FOLDER'],
  ['disk', 'it has too many names', 'EMLINK'],
  ['disk', 'the folder is not empty', 'ENOTEMPTY'],
  ['disk', 'it is in use', 'EBUSY', 'ETXTBSY', 'EAGAIN'],
  ['disk', 'it has reached the limit for file sizes', 'EFBIG'],
  ['disk', noSpace, 'ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'],
  ['disk', 'the disk quota is exhausted', 'EDQUOT'],
  ['disk', 'the disk reports an error', 'EIO', 'EREMOTEIO', 'SQLITE_IOERR'],
  ['disk', 'the system is out of memory', 'ENOMEM'],
  ['disk', 'its file system has no locks', 'ENOLCK'],
  ['disk', 'the file server has lost the file', 'ESTALE'],
  ['disk', 'the file server does not answer', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'],
  ['disk', 'too many files are open', 'EMFILE', 'ENFILE'],
  ['disk', 'the system refuses to open it', 'SQLITE_CANTOPEN'],
  ['disk', 'it ends too early', 'SQLITE_IOERR_SHORT_READ'],
  ['disk', 'its content is damaged, or the disk reports an error', 'SQLITE_CORRUPT'],
  ['disk', 'its content is damaged', 'SQLITE_NOTADB'],
  ['disk', 'another process keeps it locked', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'],
];

const reasonOf = (code: string) => reasons.find(([, , ...codes]) => codes.includes(code));

/** The code of an error. Node has no name for some of the system's errors; SQLite's codes begin with the general one. */
function codeIn(error: unknown): string {
  const named = codeOf(error) ?? '';
  const number = Number(/^Unknown system error -(\d+)$/.exec(named)?.[1]);
  const code = Object.entries(constants.errno).find(([, errno]) => errno === number)?.[0] ?? named;
  return reasonOf(code) ? code : (/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code);
}

/** Why the system refused to read or write a file, in a few words for people. Never the system's own text. */
export function fileReason(error: unknown): string {
  const code = codeIn(error);
  const known = reasonOf(code)?.[1];
  if (known) return known;
  return /^(?:E[A-Z0-9]+|SQLITE_\w+|Unknown system error.*)$/.test(code)
    ? `the system reports ${code}`
    : messageOf(error);
}

/** Whether another path would work, so that the user can help. */
export const isMisplaced = (error: unknown): boolean => reasonOf(codeIn(error))?.[0] === 'place';

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
