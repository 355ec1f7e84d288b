import { codeOf } from '../../../text/thrown.ts';
import { type HttpResponse, TransportFailure } from '../../types.ts';
import { maxAnswerBytes, tooLarge } from './answer-limit.ts';

/** The answer with its body decompressed, even if we did not ask for it. Throws a `TransportFailure` `unreadable`. */
export async function inflated(answer: HttpResponse): Promise<HttpResponse> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || answer.body.length === 0) return answer;
  const { brotliDecompressSync, unzipSync } = await import('node:zlib');
  const unpack = new Map([
    ['br', brotliDecompressSync],
    ['gzip', unzipSync],
    ['x-gzip', unzipSync],
    ['deflate', unzipSync],
  ]).get(encoding);
  if (unpack === undefined) {
    const reason = `the answer is compressed as ${JSON.stringify(encoding)}, which is not supported`;
    throw new TransportFailure('unreadable', reason, true);
  }
  try {
    const body = unpack(answer.body, { maxOutputLength: maxAnswerBytes });
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    const large = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    const reason = large ? tooLarge : `the ${encoding} body of the answer is damaged`;
    throw new TransportFailure('unreadable', reason, true, error);
  }
}
