import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpAnswer } from './http-message.ts';

/** From this length on, it pays to find out whether a body was just sent. */
const longBody = 1000;

/** Encodes a long body that is sent again and again, such as a page of inventory, only once. */
function bodyEncoder(): (body: string) => string | Buffer {
  let last: string | undefined;
  let bytes: Buffer | undefined;
  return (body) => {
    if (body.length < longBody) return body;
    bytes = body === last ? (bytes ?? Buffer.from(body)) : undefined;
    last = body;
    return bytes ?? body;
  };
}

type Send = (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer) => void;

/** Sends answers, or makes their connections fail as they specify. */
export function answerSender(reset: (socket: Socket) => void): Send {
  const encode = bodyEncoder();
  return (request, response, { status, headers, body, socket }) => {
    switch (socket) {
      case 'reset':
        reset(request.socket);
        return;
      case 'empty':
        request.socket.destroy();
        return;
      case 'truncate':
        headers['content-length'] = String(Math.max(Buffer.byteLength(body), 1));
        response.writeHead(status, headers);
        response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy());
        return;
      case undefined:
        break;
      default:
        socket satisfies never;
    }
    const bare = status === 204 || status === 304;
    const encoded = encode(body);
    const length = Buffer.byteLength(encoded);
    if (!bare) headers['content-length'] = String(length);
    response.writeHead(status, headers);
    if (bare || request.method === 'HEAD') {
      response.end();
    } else if (typeof encoded === 'string') {
      // Headers and body leave as one text; `end` would add an empty one, and the two would be copied into a buffer.
      response.write(encoded, length === encoded.length ? 'latin1' : 'utf8');
      response.socket?.uncork();
      response.end();
    } else {
      response.end(encoded);
    }
  };
}
