import { pathToFileURL } from 'node:url';
import { CfiError, type ErrorCode } from '../../errors.ts';
import { isAtSizeLimit, isMisplaced } from '../../storage/file-errors.ts';
import { inMemory, openDatabase } from '../../storage/sqlite/database.ts';
import {
  databaseErrorCode,
  databaseReason,
  type FileTrouble,
  troubleOf,
  unlessWritable,
} from '../../storage/sqlite/database-file.ts';

/** Advice for a file that is not a state. */
export const moveAway = 'move it away, or choose another folder with --state; nothing in it was changed';

/** The error for an empty state file, which must have lost its data. */
export const withoutState = (file: string): CfiError =>
  new CfiError('invalid-input', `${file} is damaged: it contains no state`, { hint: moveAway });

/** The address of a database file for a connection that cannot write. */
export const readOnly = (file: string): string => `${pathToFileURL(file).href}?mode=ro`;

/** Whether a second reading of the file finds no damage, so that the first one only failed. */
function isReadable(file: string): boolean {
  if (file === inMemory) return false;
  try {
    const db = openDatabase(readOnly(file));
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

type StateTrouble = FileTrouble | 'too-large' | 'disk-error' | 'refused';

/** A more precise diagnosis than other databases get, based on the error's code; undefined for other errors. */
function stateTrouble(file: string, error: unknown): StateTrouble | undefined {
  const code = databaseErrorCode(error);
  if (code === 'EFBIG') return 'too-large';
  const trouble = troubleOf(error);
  if (readFailures.test(code) && isReadable(file)) return 'disk-error';
  if (trouble !== 'inaccessible') return trouble;
  if (code === 'EIO') return 'disk-error';
  // No other folder would help.
  if (code.startsWith('E') ? !isMisplaced(error) : unlessWritable(file, error) !== error) return 'refused';
  if (!code.startsWith('SQLITE_IOERR')) return trouble;
  return isAtSizeLimit(file) ? 'too-large' : 'disk-error';
}

const tellings: Readonly<Record<StateTrouble, readonly [code: ErrorCode, message: string, hint: string]>> = {
  damaged: ['invalid-input', 'is damaged or not a database', moveAway],
  foreign: ['invalid-input', 'is a database of another program', moveAway],
  newer: [
    'invalid-input',
    'was created by a newer version of cfi',
    'update cfi, or choose another folder with --state',
  ],
  busy: ['locked', 'is locked by another process', 'try again when that process has finished'],
  full: ['internal', 'cannot grow: no space is left', 'free some disk space'],
  'too-large': [
    'internal',
    'cannot grow: it has reached the limit for file sizes',
    'raise the limit (ulimit -f), or choose another folder with --state',
  ],
  'disk-error': [
    'internal',
    'cannot be read or written: the disk reports an error',
    'check the disk, or choose another folder with --state',
  ],
  refused: [
    'internal',
    'cannot be opened or written',
    'run the same command again, or choose another folder with --state',
  ],
  inaccessible: [
    'invalid-input',
    'cannot be opened or written',
    'check the folder and its permissions, or choose another one with --state',
  ],
};

/**
 * Turns an error of SQLite or the file system about a state file into a `CfiError` that names the file and says what to
 * do. Returns any other error unchanged.
 */
export function stateFileError(file: string, error: unknown): unknown {
  if (error instanceof CfiError) return error;
  const trouble = stateTrouble(file, error);
  if (trouble === undefined) return error;
  const [code, message, hint] = tellings[trouble];
  const reason = trouble === 'refused' ? `: ${databaseReason(unlessWritable(file, error))}` : '';
  return new CfiError(code, `${file} ${message}${reason}`, { hint, cause: error });
}

/** An error about a state file in one line, as the emulator answers it. */
export const withHint = ({ message, details: { hint } }: CfiError): string =>
  hint === undefined ? message : `${message}; ${hint}`;
