import { CfiError, usageError } from '../../errors.ts';
import { fileReason } from '../../storage/file-errors.ts';
import { troubleOf } from '../../storage/sqlite-file.ts';
import { NoTemporaryFile } from './byte-log.ts';

/** Turns a system error about temporary files into an error for the user. Returns any other error unchanged. */
export function spoolError(error: unknown): unknown {
  if (error instanceof NoTemporaryFile)
    return usageError(
      `no temporary file can be created in ${error.folder}: ${error.message}`,
      'check the folder and its permissions, or choose another with TMPDIR',
    );
  if (error instanceof CfiError || troubleOf(error) !== 'full') return error;
  return new CfiError('internal', `a temporary file cannot grow: ${fileReason(error)}`, {
    hint: 'free some disk space and run the same command again, or choose another folder with TMPDIR',
    cause: error,
  });
}
