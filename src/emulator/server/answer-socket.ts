import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpAnswer, jsonType } from '../service/http.ts';

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Resets a client's connection: the one below a TLS socket, which is found by the client's address. */
function connectionReset(server: Server): (socket: Socket) => void {
  const connections = new Map<string, Socket>();
  server.on('connection', (connection) => {
    const client = clientOf(connection);
    connections.set(client, connection);
    connection.once('close', () => {
      if (connections.get(client) === connection) connections.delete(client);
    });
  });
  return (socket) => void connections.get(clientOf(socket))?.resetAndDestroy();
}

/** Sends the answers of a server, or makes their connections fail as they specify. */
export function answerSender(server: Server) {
  const reset = connectionReset(server);
  return (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void => {
    const { status, headers, body, socket } = answer;
    if (socket === 'reset' || socket === 'empty') {
      if (socket === 'reset') reset(request.socket);
      else request.socket.destroy();
      return;
    }
    if (socket === 'truncate') {
      headers['content-length'] = String(Math.max(Buffer.byteLength(body), 1));
      response.writeHead(status, headers);
      response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy());
      return;
    }
    socket satisfies undefined;
    const bare = status === 204 || status === 304;
    if (!bare) headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    if (bare || request.method === 'HEAD') response.end();
    else response.end(body);
  };
}

/** How to refuse input that never becomes a request, by Node's error code. */
const refusals: Readonly<Record<string, readonly [status: number, phrase: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'The chunk extensions are larger than 16 KiB'],
  CONNECT: [405, 'Method Not Allowed', 'This is not a proxy'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
};

function rawRefusal(code: string, version: string, now: number): string {
  const [status, phrase, error] = refusals[code] ?? [400, 'Bad Request', 'The request is not valid HTTP'];
  const body = JSON.stringify({ success: false, error });
  return [
    `HTTP/1.1 ${status} ${phrase}`,
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `date: ${new Date(now).toUTCString()}`,
    `x-emulator: ${version}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** What a refusal says about the emulator, and the timer that limits how long the client may take to read it. */
interface Refusing {
  readonly version: string;
  /** By the emulator's clock, ms. */
  readonly now: number;
  startTimer(ms: number, callback: () => void): () => void;
}

const lingerMs = 1000;

/**
 * Ends a connection with a refusal if the client can still read it, so not after a failed TLS handshake or a reset.
 * Keeps reading for a moment what the client is still sending, because closing at once would lose the answer.
 */
export function refuseConnection(socket: Duplex, code: string, { version, now, startTimer }: Refusing): void {
  if (socket.writableEnded) return;
  if (!(code.startsWith('HPE_') || code in refusals) || !socket.writable) {
    socket.destroy();
    return;
  }
  const cancel = startTimer(lingerMs, () => socket.destroy());
  socket.once('close', cancel);
  socket.once('end', () => socket.destroy());
  socket.end(rawRefusal(code, version, now));
}
