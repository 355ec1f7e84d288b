import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { byteCollector } from '../../storage/read-file.ts';
import { accessRefusal } from '../service/access.ts';
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

/** An exported state may be larger than any body that the service accepts. */
const maxStateBytes = 512 * 1024 * 1024;

/** How much of a body is kept: nothing of a request from a host or page that is refused. */
function mostKept(head: HttpRequest): number {
  if (accessRefusal(head) !== undefined) return 0;
  const { method, target, headers } = head;
  const isImport = method === 'PUT' && target === '/_emulator/state' && headers['x-emulator-admin'] === '1';
  return isImport ? maxStateBytes : limits.maxBodyBytes;
}

/** Reads a body; undefined if it has more than `most` bytes, which are not kept. Never returns if the sender disconnects. */
function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    let collected = byteCollector(most);
    let length = 0;
    let keeps = Number(request.headers['content-length'] ?? 0) <= most;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      keeps &&= length <= most;
      if (keeps) collected.add(chunk);
      else collected = byteCollector(most);
      if (length > most + maxDrainedBytes) request.destroy();
    });
    request.on('end', () => resolve(keeps ? collected.whole() : undefined));
    request.on('error', () => undefined);
  });
}

/** Reads the rest of a request: its body, if it has one and that is not too large. */
export async function receive(request: IncomingMessage, head: HttpRequest): Promise<HttpRequest> {
  if (!hasBody(request)) return head;
  const body = await readBody(request, mostKept(head));
  return body === undefined ? { tooLarge: true, ...head } : { body, ...head };
}
