import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import type { HttpRequest, Listening } from './http-message.ts';
import { readTarget } from './request-target.ts';

/** An exported state may be larger than any body that the service accepts. */
const maxStateBytes = 512 * 1024 * 1024;
/** How much of a body that is too large is read and discarded, so that the sender sees the answer. */
const maxDrainedBytes = 256 * 1024 * 1024;

const isStateImport = (method: string, target: string, headers: HttpRequest['headers']): boolean =>
  method === 'PUT' && target === '/_emulator/state' && headers['x-emulator-admin'] === '1';

/** Calls back with the whole body, or undefined if it is too long; never calls back if the sender disconnects. */
function readBody(request: IncomingMessage, max: number, done: (body: Uint8Array | undefined) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else chunks = [];
    if (size > max + maxDrainedBytes) request.destroy();
  });
  request.on('end', () =>
    done(size > max ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
  );
  request.on('error', () => undefined);
}

const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  !bodiless.has(method ?? '') ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined;

/** Whether there is more than one `Host` header. Node keeps the first, but another server may go by the last. */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') found++;
  }
  return found > 1;
}

/** Reads a request from the socket and calls back when it is complete. */
export function receiveRequest(
  request: IncomingMessage,
  listening: Listening,
  done: (http: HttpRequest) => void,
): void {
  const { method = '', url = '' } = request;
  // Node joins repeated headers, except `set-cookie`, which no request has.
  let headers = request.headers as HttpRequest['headers'];
  const { target, host } = readTarget(url, headers.host);
  if (namesSeveralHosts(request)) headers = { ...headers, host: undefined };
  else if (host !== headers.host) headers = { ...headers, host };
  if (!hasBody(request)) {
    done({ method, target, headers, listening });
    return;
  }
  const max = isStateImport(method, target, headers) ? maxStateBytes : limits.maxBodyBytes;
  readBody(request, max, (body) => {
    // Written out, because a copy of a common part is slow.
    done(
      body === undefined
        ? { method, target, headers, listening, tooLarge: true }
        : { method, target, headers, listening, body },
    );
  });
}
