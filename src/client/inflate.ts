import { maxAnswerBytes } from './exchange.ts';
import { TransportFailure, type WireAnswer } from './types.ts';

/** The answer with its body unpacked; a service may compress unasked. Throws a `TransportFailure` `unreadable`. */
export async function inflated(answer: WireAnswer): Promise<WireAnswer> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || answer.body.length === 0) return answer;
  const { brotliDecompressSync, unzipSync } = await import('node:zlib');
  const unpack = { br: brotliDecompressSync, gzip: unzipSync, 'x-gzip': unzipSync, deflate: unzipSync }[
    encoding
  ];
  try {
    if (unpack === undefined)
      throw new Error(`the answer is packed as '${encoding}', which was not asked for`);
    return { ...answer, body: unpack(answer.body, { maxOutputLength: maxAnswerBytes }) };
  } catch (error) {
    const reason =
      unpack === undefined ? (error as Error).message : `the ${encoding} body of the answer is damaged`;
    throw new TransportFailure('unreadable', reason, true, error);
  }
}
