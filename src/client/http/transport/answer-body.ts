import { codeOf } from '../../../text/records.ts';
import { TransportFailure } from '../../types.ts';
import type { IncomingAnswer } from './connections.ts';

/** The largest answer that is read; the service's own are far smaller. */
const maxAnswerBytes = 64 * 1024 * 1024;

const unreadable = (message: string, cause?: unknown): TransportFailure =>
  new TransportFailure('unreadable', message, true, cause);

const tooLarge = (cause?: unknown): TransportFailure =>
  unreadable(`the answer is larger than ${maxAnswerBytes / 1024 / 1024} MiB`, cause);

/**
 * Reads the body of an answer to its end and decompresses it, even if we did not ask for a compressed one. `isBare`: the
 * headers describe a body that does not come. Throws a `TransportFailure` `unreadable` for a body that is too large or
 * damaged.
 */
export async function readBody({ headers, body }: IncomingAnswer, isBare: boolean): Promise<Uint8Array> {
  if (!isBare && Number(headers['content-length']) > maxAnswerBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const [first] = chunks;
  const received = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
  return decompressed(received, headers['content-encoding']);
}

/** A body without its encoding. Throws a `TransportFailure` `unreadable`. */
export async function decompressed(body: Uint8Array, contentEncoding = ''): Promise<Uint8Array> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || body.length === 0) return body;
  const { brotliDecompressSync, unzipSync } = await import('node:zlib');
  const unpack = new Map([
    ['br', brotliDecompressSync],
    ['gzip', unzipSync],
    ['x-gzip', unzipSync],
    ['deflate', unzipSync],
  ]).get(encoding);
  if (unpack === undefined)
    throw unreadable(`the answer is compressed as ${JSON.stringify(encoding)}, which is not supported`);
  try {
    return unpack(body, { maxOutputLength: maxAnswerBytes });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(error);
    throw unreadable(`the ${encoding} body of the answer is damaged`, error);
  }
}
