import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import type { HttpRequest, Listening } from '../service/http.ts';
import { hostAndTarget } from '../service/router.ts';

/** How much of a body that is too large is read and discarded, so that the sender sees the answer. */
const maxDrainedBytes = 256 * 1024 * 1024;

const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  !bodiless.has(method ?? '') ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined;

/** Whether there is more than one `Host` header. Node keeps the first, but another server may go by the last. */
const namesSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** A request as its headers describe it. */
export function headOf(request: IncomingMessage, listening: Listening): HttpRequest {
  const { method = '', url = '' } = request;
  // Node joins repeated headers, except `set-cookie`, which no request has.
  const headers = request.headers as HttpRequest['headers'];
  const { target, host } = hostAndTarget(url, headers.host);
  const named = namesSeveralHosts(request) ? undefined : host;
  return { method, target, headers: { ...headers, host: named }, listening };
}

/** Reads a body, and keeps it up to `most` bytes, or none of it. Never returns if the sender disconnects. */
function readBody(
  request: IncomingMessage,
  most: number,
): Promise<{ readonly body: Uint8Array | undefined; readonly length: number }> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let keeps = Number(request.headers['content-length'] ?? 0) <= most;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      keeps &&= length <= most;
      if (keeps) chunks.push(chunk);
      else chunks = [];
      if (length > most + maxDrainedBytes) request.destroy();
    });
    request.on('end', () => resolve({ body: keeps ? Buffer.concat(chunks) : undefined, length }));
    request.on('error', () => undefined);
  });
}

/** Reads the rest of a request: of its body, as much as `bytesTaken` judges by the headers to be worth keeping. */
export async function receive(
  request: IncomingMessage,
  head: HttpRequest,
  bytesTaken: (head: HttpRequest) => Promise<number>,
): Promise<HttpRequest> {
  if (!hasBody(request)) return head;
  const taken = await bytesTaken(head);
  const { body, length } = await readBody(request, taken);
  if (body !== undefined) return { body, ...head };
  return length > Math.max(taken, limits.maxBodyBytes)
    ? { tooLarge: true, ...head }
    : { unread: length, ...head };
}
