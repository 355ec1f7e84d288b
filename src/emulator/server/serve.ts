import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { CfiError } from '../../errors.ts';
import { failure, type HttpAnswer, type HttpRequest, type Listening } from '../service/http.ts';
import { answerSender, refuseConnection } from './answer-socket.ts';
import { headOf, receive } from './receive.ts';

/** What is served: an emulator without a socket. */
interface Service {
  readonly version: string;
  handle(http: HttpRequest): Promise<HttpAnswer>;
  now(): number;
}

export interface ServeOptions extends Listening {
  /** 0 picks a free port. */
  readonly port: number;
  /** Serves TLS with this certificate and its key, both in PEM; plain HTTP without one. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long the headers and the whole request may take to arrive, and how often that is checked, in ms. */
  readonly arrival?: { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };
  /** Calls back once after `ms`, unless the returned function cancels it first. */
  startTimer(ms: number, callback: () => void): () => void;
}

export type Served = Awaited<ReturnType<typeof serve>>;

const graceMs = 2000;

const defaultArrival = { headersMs: 20_000, requestMs: 120_000, checkMs: 30_000 };

/** Creates a server that leaves requests without a host to us instead of refusing them. */
async function makeServer({ tls, arrival = defaultArrival }: ServeOptions): Promise<Server> {
  const options: ServerOptions = {
    requestTimeout: arrival.requestMs,
    headersTimeout: arrival.headersMs,
    connectionsCheckingInterval: arrival.checkMs,
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
  };
  if (tls === undefined) return createServer(options);
  const { createServer: createSecureServer } = await import('node:https');
  return createSecureServer({ ...options, ...tls });
}

const unheard: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name is not known',
  EACCES: 'permission denied',
};

function listen(server: Server, { host, port }: Pick<ServeOptions, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const message = taken
        ? `port ${port} on ${host} is in use`
        : `cannot listen on ${host}:${port}: ${unheard[error.code ?? ''] ?? `the system reports ${error.code}`}`;
      const hint =
        error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
          ? 'choose an address of this machine with --host, for example 127.0.0.1'
          : 'choose another with --port; --port 0 picks a free one';
      reject(new CfiError('usage', message, { hint, cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Throws a `CfiError` if no server can listen on the address now. */
export async function checkAddress(address: Pick<ServeOptions, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((done) => server.close(done));
}

/**
 * Does what a connection asks for, and closes it if that fails: the sender has disconnected, the state cannot be read, or
 * Node does not send the headers of a fault together. Whatever runs in an event or a timer of the server goes through it.
 */
async function orClose(connection: { destroy(): unknown }, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    connection.destroy();
  }
}

/** Serves an open emulator over HTTP. Throws a `CfiError` when it cannot listen on the address. */
export async function serve(service: Service, options: ServeOptions) {
  const { host, startTimer, tls } = options;
  let closing = false;
  const respond = (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void => {
    const sendNow = (): void => {
      // A keep-alive connection would delay closing.
      if (closing) response.setHeader('connection', 'close');
      send(request, response, answer);
    };
    if (answer.delayMs === 0) sendNow();
    else
      response.once(
        'close',
        startTimer(answer.delayMs, () => void orClose(request.socket, sendNow)),
      );
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => undefined);
    const http = await receive(request, headOf(request, options));
    respond(request, response, await service.handle(http));
  };
  const server = await makeServer(options);
  const send = answerSender(server);
  // Node leaves a socket that it hands over, as after CONNECT, without a listener for its errors.
  for (const made of ['connection', 'secureConnection'])
    server.on(made, (socket: Duplex) => socket.on('error', () => undefined));
  server.maxConnections = 10_000;
  server.on('request', (request, response) => void orClose(request.socket, () => answer(request, response)));
  // Node would send its own answer, without a body.
  const refuse = (socket: Duplex, code = ''): void =>
    void orClose(socket, () =>
      refuseConnection(socket, code, { version: service.version, now: service.now(), startTimer }),
    );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, error.code));
  server.on('connect', (_, socket) => refuse(socket, 'CONNECT'));
  server.on('checkExpectation', (request, response) => {
    void orClose(request.socket, () => {
      const error = `The expectation ${request.headers.expect} cannot be met; only 100-continue can`;
      const headers = { 'x-emulator': service.version, date: new Date(service.now()).toUTCString() };
      respond(request, response, failure(417, error, headers));
    });
  });
  const port = await listen(server, options);
  const reachable =
    host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    port,
    /** The address for clients on this machine: `http://127.0.0.1:4650`, or `https://…` with a certificate. */
    origin: `${tls === undefined ? 'http' : 'https'}://${reachable}:${port}`,
    /** Stops taking requests, gives those in progress two seconds to finish, then resolves. The emulator stays open. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        closing = true;
        const cancel = startTimer(graceMs, () => server.closeAllConnections());
        server.close(() => {
          cancel();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
