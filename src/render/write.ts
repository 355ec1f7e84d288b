import type { Writable } from 'node:stream';
import { unwritable } from '../storage/file-errors.ts';
import { codeOf } from '../text/thrown.ts';

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Whether a failed write only means that the reader has gone, as after `| head`, or that the terminal was closed. */
function isUnread(stream: Writable & { readonly isTTY?: boolean }, error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return gone.has(code) || (code === 'EIO' && stream.isTTY === true);
}

/** Writes and waits until the stream accepts it. Returns false when the reader has gone; throws when writing fails. */
export function write(stream: Writable, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve(true);
      else if (isUnread(stream, error)) resolve(false);
      else reject(unwritable('the output', error));
    });
  });
}
