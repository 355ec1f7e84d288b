import { CfiError, type ErrorCode } from '../errors.ts';

/** What stands in the way of a file, for people. A wrong place is the user's to change; a full disk is no such thing. */
export function fileError(doing: string, file: string, error: unknown, as?: ErrorCode): CfiError {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'part of its path is not a folder',
    EEXIST: 'part of its path is not a folder',
    EISDIR: 'it is a folder',
    ENAMETOOLONG: 'its name is too long',
  };
  const misplaced = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  const full =
    (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no space is left on the device' : undefined;
  const reason = misplaced ?? full ?? (error as Error).message;
  const code = as ?? (misplaced === undefined ? 'internal' : 'usage');
  const hint =
    as === undefined && misplaced !== undefined ? { hint: 'choose another folder with CFI_HOME' } : {};
  return new CfiError(code, `cannot ${doing} ${file}: ${reason}`, { ...hint, cause: error });
}

/** What cannot be written, and what might help. */
export function unwritable(what: string, error: unknown): CfiError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOSPC: 'no space is left on the device',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EROFS: 'the file system is read-only',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'a part of its path is not a folder',
    EISDIR: 'it is a folder',
    ENAMETOOLONG: 'its name is too long',
    ERR_INVALID_ARG_VALUE: 'its name holds a character that no file name can hold',
  };
  const reason = reasons[code ?? ''];
  const full = code === 'ENOSPC' || reason === undefined;
  return new CfiError(full ? 'internal' : 'usage', `${what} cannot be written: ${reason ?? message}`, {
    ...(full ? {} : { hint: 'choose another place' }),
    cause: error,
  });
}
