import { CfiError } from '../../errors.ts';
import { isMisplaced, readReason } from '../../storage/file-errors.ts';
import { codeOf } from '../../text/records.ts';
import { shownFile } from '../../text/words.ts';

/** An error for a file that cannot be read any further; nothing in it may be sent. */
export function unreadable(file: string, line: number | undefined, message: string, hint?: string): CfiError {
  const place = line === undefined ? shownFile(file) : `${shownFile(file)}:${line}`;
  return errorFor(file, line, `${place}: ${message}`, message, hint);
}

/** The error for a file that the system does not let us read: what is in it may be right, and a disk's error is nobody's fault. */
export function unread(file: string, cause: unknown): CfiError {
  const hint = codeOf(cause) === 'EISDIR' ? 'cfi order drop uploads a folder of orders' : undefined;
  const { code, message, details } = unreadable(file, undefined, readReason(cause), hint);
  const isDisk = !isMisplaced(cause);
  return new CfiError(isDisk ? 'internal' : code, message, { ...details, subject: 'unread file', cause });
}

/** The same for a file that is wrong as a whole; `is` continues its name: `is empty`. */
export const unusable = (file: string, is: string, hint?: string): CfiError =>
  errorFor(file, undefined, `${shownFile(file)} ${is}`, `the file ${is}`, hint);

function errorFor(
  file: string,
  line: number | undefined,
  whole: string,
  message: string,
  hint: string | undefined,
): CfiError {
  return new CfiError('invalid-input', whole, {
    ...(hint === undefined ? {} : { hint }),
    errors: [{ file, ...(line === undefined ? {} : { line }), message }],
    saysProblem: true,
  });
}
