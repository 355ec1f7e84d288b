import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import { toError } from '../../../text/thrown.ts';
import { closingAfterLoss } from './closing-after-loss.ts';
import type { ExchangeHandler, Exchanges, OutgoingRequest } from './send-request.ts';

/** What the connection is made with. */
export interface OneConnectionOptions {
  /** How host names are looked up; `dns.lookup` when left out. */
  readonly lookup: LookupFunction | undefined;
  readonly maxHeaderSize: number;
  /** How long an idle connection is kept; less if the service says so. */
  readonly keepAliveTimeout: number;
}

/** The service closed the connection. Node says so only in a message, without a system call. */
class ConnectionClosed extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

const failureOf = (error: NodeJS.ErrnoException): Error =>
  error.code === 'ECONNRESET' && error.syscall === undefined
    ? new ConnectionClosed(error.message, { cause: error })
    : error;

type Connected = (error: Error | null, socket?: Socket) => void;

/** Opens sockets to a web address. `done` gets a socket only once it is connected and the certificate is checked. */
async function socketsTo(url: URL, lookup: LookupFunction | undefined): Promise<(done: Connected) => Socket> {
  const isEncrypted = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = {
    host,
    port: Number(url.port || (isEncrypted ? 443 : 80)),
    ...(lookup === undefined ? {} : { lookup }),
  };
  const tls = isEncrypted ? await import('node:tls') : undefined;
  return (done) => {
    // Certificates are checked whatever `NODE_TLS_REJECT_UNAUTHORIZED` says.
    const socket =
      tls?.connect({
        ...address,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      }) ?? openSocket(address);
    socket.setNoDelay(true);
    const failed = (error: Error): void => done(error);
    socket.once('error', failed);
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      done(null, socket);
    });
    return socket;
  };
}

/**
 * Reports the events of a request to the handler. Resolves when the connection is free again or closed, with whether the
 * request went out and no answer began.
 */
function report(request: ClientRequest, handler: ExchangeHandler): Promise<boolean> {
  const controller = { abort: (reason: Error) => void request.destroy(reason) };
  const failed = (error: Error): void => handler.onResponseError(controller, failureOf(error));
  let answer: IncomingMessage | undefined;
  let isStarted = false;
  // The agent provides a connected socket, and data is written after this event.
  request.once('socket', () => {
    isStarted = true;
    handler.onRequestStart(controller);
  });
  request.on('error', (error) => {
    // Data after a complete answer does not matter; the connection is closed.
    if (answer?.complete !== true) failed(error);
  });
  request.once('upgrade', (_, socket) => {
    socket.destroy();
    failed(new ConnectionClosed('the service changed the protocol'));
  });
  request.once('response', (message: IncomingMessage) => {
    answer = message;
    message.on('error', failed);
    handler.onResponseStart(controller, message.statusCode ?? 0, message.rawHeaders);
    message.on('data', (chunk: Buffer) => handler.onResponseData(controller, chunk));
    message.on('end', () => handler.onResponseEnd());
  });
  return new Promise((resolve) => request.once('close', () => resolve(isStarted && answer === undefined)));
}

/**
 * Requests to one web address, one at a time, with Node's own client. It loads in a quarter of the time that undici needs,
 * which matters for a command with one or two requests.
 */
export async function openOneConnection(
  url: URL,
  { lookup, maxHeaderSize, keepAliveTimeout }: OneConnectionOptions,
): Promise<Exchanges> {
  const http = await import('node:http');
  const open = await socketsTo(url, lookup);
  let connecting: Socket | undefined;
  let isClosed = false;
  let closing = 0;
  const createConnection: Agent['createConnection'] = (_, done) => {
    connecting = open((error, socket) => {
      connecting = undefined;
      // Node's types ask for a socket even beside an error, where there is none.
      done?.(error, socket as Socket);
    });
    return undefined;
  };
  const keeping = new http.Agent({ keepAlive: true, timeout: keepAliveTimeout });
  const single = new http.Agent({ keepAlive: false });
  const agents = [keeping, single].map((agent) => Object.assign(agent, { createConnection }));
  async function exchange({ path, method, headers, body }: OutgoingRequest, handler: ExchangeHandler) {
    try {
      if (isClosed) throw new ConnectionClosed('closed from our side');
      const agent = closing > 0 ? single : keeping;
      closing = Math.max(0, closing - 1);
      const request = http.request({
        agent,
        method,
        path,
        headers: { ...headers, host: url.host },
        maxHeaderSize,
        insecureHTTPParser: false,
      });
      const done = report(request, handler);
      request.end(body);
      if (await done) closing = closingAfterLoss;
    } catch (error) {
      handler.onResponseError(undefined, toError(error));
    }
  }
  let last = Promise.resolve();
  return {
    dispatch(request, handler) {
      last = last.then(() => exchange(request, handler));
    },
    async destroy() {
      isClosed = true;
      // Without an error, the request would never end.
      connecting?.destroy(new ConnectionClosed('closed from our side'));
      for (const agent of agents) agent.destroy();
    },
  };
}
