import { closeSync, ftruncateSync, openSync, rmSync, statSync } from 'node:fs';
import { CfiError } from '../../../errors.ts';

/** What to do about a file that is not a state. */
export const moveAway = 'Move it away, or choose another folder with --state. Nothing in it was changed.';

interface Trouble {
  /** What the error's code begins with. */
  readonly codes: RegExp;
  readonly kind: 'invalid-input' | 'locked';
  readonly message: string;
  readonly hint: string;
}

const tooLarge: Trouble = {
  codes: /^EFBIG/,
  kind: 'invalid-input',
  message: 'cannot grow: it would be larger than a file may be here',
  hint: 'Raise the limit (ulimit -f), or choose another folder with --state.',
};

const troubles: readonly Trouble[] = [
  {
    codes: /^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ)/,
    kind: 'invalid-input',
    message: 'is damaged or not a database',
    hint: moveAway,
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    kind: 'locked',
    message: 'is held by another process',
    hint: 'Try again when that process has finished.',
  },
  {
    codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    kind: 'invalid-input',
    message: 'cannot grow: no space is left',
    hint: 'Free some disk space.',
  },
  tooLarge,
  {
    codes: /^(SQLITE_IOERR|EIO)/,
    kind: 'invalid-input',
    message: 'cannot be read or written: the disk reports an error',
    hint: 'Check the disk, or choose another folder with --state.',
  },
  {
    codes:
      /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|EACCES|EPERM|ENOTDIR|EISDIR|EEXIST|ENOENT|EROFS|ELOOP|ENAMETOOLONG|ConnectionFailed|$)/,
    kind: 'invalid-input',
    message: 'cannot be opened and written',
    hint: 'Check the folder and its permissions, or choose another one with --state.',
  },
];

const megabyte = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether a file beside this one may not be made larger than the state is. SQLite keeps the system's reason for a failed
 * write to itself, so the same size is tried with an empty file, which takes no room.
 */
function isAtSizeLimit(file: string): boolean {
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
    return (error as NodeJS.ErrnoException).code === 'EFBIG';
  }
}

function troubleOf(file: string, code: string): Trouble | undefined {
  if (code.startsWith('SQLITE_IOERR') && isAtSizeLimit(file)) return tooLarge;
  return troubles.find(({ codes }) => codes.test(code));
}

/**
 * Turns what SQLite or the file system says about a state file into what to do about it: a `CfiError` that names the
 * file. Anything else is returned as it is.
 */
export function stateFileError(file: string, error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof CfiError || typeof code !== 'string') return error;
  const trouble = troubleOf(file, code);
  if (trouble === undefined) return error;
  return new CfiError(trouble.kind, `${file} ${trouble.message}`, { hint: trouble.hint, cause: error });
}
