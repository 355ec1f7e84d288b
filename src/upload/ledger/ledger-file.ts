import { join } from 'node:path';
import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { CfiError } from '../../errors.ts';
import { isAtSizeLimit, isMisplaced } from '../../storage/file-errors.ts';
import {
  databaseErrorCode,
  databaseReason,
  noSpace,
  troubleOf,
  unlessWritable,
} from '../../storage/sqlite/database-file.ts';

/** The ledger's folder, and how to report damage. */
export interface LedgerPlace {
  readonly dataFolder: string;
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  warn(line: string): void;
}

/** The files of a database: SQLite creates the others beside the first. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const;

/** The ledger of all uploads, in the folder for data. */
export const ledgerFile = (dataFolder: string): string => join(dataFolder, 'ledger.sqlite');

/** Whether an error means that the ledger's file or its content is damaged. */
export const isDamage = (error: unknown): boolean => troubleOf(error) === 'damaged';

const elsewhere = 'choose another folder with CFI_HOME';

/**
 * Turns an error of SQLite or the file system about the ledger into an error for the user. Returns any other error
 * unchanged.
 */
export function ledgerError(file: string, error: unknown, what = 'the run ledger'): unknown {
  if (error instanceof CfiError) return error;
  const ledger = `${what} ${file}`;
  const trouble = troubleOf(error);
  switch (trouble) {
    case undefined:
      return error;
    case 'damaged':
      return new CfiError('internal', `${ledger} is damaged`, {
        hint: 'run the same command again: it renames the damaged file and looks up what is missing',
        cause: error,
      });
    case 'foreign':
      return unusable(`${ledger} is the database of another program`, `move it away, or ${elsewhere}`);
    case 'newer':
      return unusable(`${ledger} was written by a newer version of cfi`, `update cfi, or ${elsewhere}`);
    case 'busy':
      return new CfiError('locked', `${ledger} is in use by another process`, {
        hint: 'run the same command again when that process has ended',
        cause: error,
      });
    case 'full':
      return new CfiError('internal', fullMessage(ledger, databaseReason(error)), {
        hint: 'free some disk space and run the same command again to continue where it stopped',
        cause: error,
      });
    case 'inaccessible': {
      const failed = failedWrite(file, ledger, error);
      if (failed !== undefined) return failed;
      const hint = `check the file, its folder and their permissions, or ${elsewhere}`;
      const cause = unlessWritable(file, error);
      return unusable(`${ledger} cannot be opened or written: ${databaseReason(cause)}`, hint, cause);
    }
  }
}

/**
 * The error if the ledger fails after documents may have been sent: exit 2 would say that nothing was. Undefined for a damaged
 * ledger, which can be replaced, and for an error that is not about the ledger.
 */
export function lateLedgerError(file: string, error: unknown): CfiError | undefined {
  const told = isDamage(error) ? undefined : ledgerError(file, error);
  if (!(told instanceof CfiError)) return undefined;
  return told.code === 'usage' ? new CfiError('internal', told.message, told.details) : told;
}

/** Wrong use of the command, unless it is the disk that reports an error. */
const unusable = (message: string, hint: string, cause?: unknown): CfiError =>
  new CfiError(cause === undefined || isMisplaced(cause) ? 'usage' : 'internal', message, {
    hint,
    subject: 'ledger',
    ...(cause === undefined ? {} : { cause }),
  });

/** The error if the disk refuses a later write to an open ledger; undefined for any other error. */
function failedWrite(file: string, ledger: string, error: unknown): CfiError | undefined {
  if (!databaseErrorCode(error).startsWith('SQLITE_IOERR')) return undefined;
  const again = 'run the same command again to continue where it stopped';
  return isAtSizeLimit(file)
    ? new CfiError('internal', `${ledger} cannot grow: it has reached the limit for file sizes`, {
        hint: `raise the limit (ulimit -f) and ${again}`,
        cause: error,
      })
    : new CfiError('internal', `${ledger} cannot be read or written: the disk reports an error`, {
        hint: `check the disk and ${again}`,
        cause: error,
      });
}

const fullMessage = (ledger: string, reason: string): string =>
  reason === noSpace ? `no space is left for ${ledger}` : `${ledger} cannot grow: ${reason}`;

/** The ledger of a command. */
export const ledgerPlaceOf = (context: CommandContext): LedgerPlace => ({
  dataFolder: openHome(context).home.data,
  now: () => context.deps.now(),
  warn: (line) => context.warn(line),
});
