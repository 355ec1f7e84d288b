import type { Writable } from 'node:stream';
import { CfiError } from '../errors.ts';

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Whether a failed write only means that nobody reads any more, as after `| head`. */
const isClosedPipe = (error: unknown): boolean =>
  gone.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Writes and waits until it is taken. False when nobody reads any more; throws when it cannot be written. */
export function write(stream: Writable, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve(true);
      else if (isClosedPipe(error)) resolve(false);
      else reject(unwritable('the output', error));
    });
  });
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
