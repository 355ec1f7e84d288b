import { dirname, join } from 'node:path';
import { CfiError } from '../errors.ts';
import { fileReason, unwritable } from '../storage/file-errors.ts';
import { textField } from '../text/records.ts';
import { codeOf } from '../text/thrown.ts';
import type { Destination } from './placing.ts';
import { workFolder } from './work-folder.ts';

/** Turns a file system error about the folder into an error for people; throws anything else unchanged. */
export function asFolderError(folder: string, error: unknown): CfiError {
  if (!(error instanceof CfiError) && codeOf(error) === undefined) throw error;
  // `done` and `failed` may be on other disks.
  const target = textField(error, 'dest');
  return unwritable(`the folder ${target === undefined ? folder : dirname(target)}`, error);
}

/** As `asFolderError`, for a file whose upload has ended but that cannot be moved: exit 2 would say that nothing was sent. */
export function asMoveError(folder: string, destination: Destination, error: unknown): CfiError {
  const { message } = asFolderError(folder, error);
  return new CfiError('internal', message, {
    hint: `the file stays where it is; once it can be moved to ${join(folder, destination)}, run the same command again, which sends nothing twice`,
    cause: error,
  });
}

/** For a file that was uploaded and has its place, although what remained of its move cannot be removed. */
export const asLeftoverError = (folder: string, error: unknown): CfiError =>
  new CfiError('internal', `${workFolder(folder)} cannot be removed: ${fileReason(error)}`, {
    hint: 'all files that were reported have their place; run the same command again to go on',
    cause: error,
  });
