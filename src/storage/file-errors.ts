import { CfiError, type ErrorCode } from '../errors.ts';
import { codeOf, messageOf } from '../text/thrown.ts';

/** `place`: another path would work, so the user can fix it. `disk`: no path would help. */
type Cause = 'place' | 'disk';

const reasons: Readonly<Record<string, readonly [cause: Cause, sentence: string]>> = {
  ENOENT: ['place', 'there is no such file or folder'],
  EACCES: ['place', 'permission denied'],
  EPERM: ['place', 'permission denied'],
  EROFS: ['place', 'the file system is read-only'],
  ENOTDIR: ['place', 'part of its path is not a folder'],
  EEXIST: ['place', 'part of its path is not a folder'],
  EISDIR: ['place', 'it is a folder'],
  ELOOP: ['place', 'it is a symbolic link'],
  ENAMETOOLONG: ['place', 'its name is too long'],
  ERR_INVALID_ARG_VALUE: ['place', 'its name contains an invalid character'],
  EFBIG: ['disk', 'it has reached the limit for file sizes'],
  ENOSPC: ['disk', 'no space is left on the device'],
  EDQUOT: ['disk', 'the disk quota is exhausted'],
  EIO: ['disk', 'the disk reports an error'],
  EMFILE: ['disk', 'too many files are open'],
  ENFILE: ['disk', 'too many files are open'],
};

/** Why the system refused to read or write a file, in a few words for people. */
export const fileReason = (error: unknown): string => reasons[codeOf(error) ?? '']?.[1] ?? messageOf(error);

const isMisplaced = (error: unknown): boolean => reasons[codeOf(error) ?? '']?.[0] === 'place';

/** Like `fileReason`, for a file that is read: here the file itself is what is missing. */
export const readReason = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'there is no such file' : fileReason(error);

/**
 * The error for one of the program's own files: `cannot lock /x/config.json: permission denied`. A bad location is a
 * usage error whose hint names `CFI_HOME`; anything else is internal. `as` sets another code and drops the hint.
 */
export function fileError(doing: string, file: string, error: unknown, as?: ErrorCode): CfiError {
  const code = as ?? (isMisplaced(error) ? 'usage' : 'internal');
  const hint = as === undefined && isMisplaced(error) ? { hint: 'choose another folder with CFI_HOME' } : {};
  return new CfiError(code, `cannot ${doing} ${file}: ${fileReason(error)}`, { ...hint, cause: error });
}

/** The error for an output file that the user named. Leaves a `CfiError` unchanged. */
export function unwritable(what: string, error: unknown): CfiError {
  if (error instanceof CfiError) return error;
  const reason = codeOf(error) === 'ENOENT' ? 'its folder does not exist' : fileReason(error);
  const misplaced = isMisplaced(error);
  return new CfiError(misplaced ? 'usage' : 'internal', `${what} cannot be written: ${reason}`, {
    ...(misplaced
      ? { hint: codeOf(error) === 'ELOOP' ? 'name the file that it points to' : 'choose another location' }
      : {}),
    cause: error,
  });
}
