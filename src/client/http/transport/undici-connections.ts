import type { buildConnector, Client, Dispatcher, default as Undici } from 'undici';
import { closingAfterLoss } from './closing-after-loss.ts';
import { bypassStream, directReads } from './direct-socket.ts';
import type { ExchangeHandler, Exchanges, OutgoingRequest } from './send-request.ts';

/** `isLost`: the request went out, and no answer began. */
type Ended = (isLost: boolean) => void;

/**
 * Passes on the events of a request. undici 7 itself uses handlers with these methods. For those of its newer kind, it
 * makes two more objects for each request, and parses all headers of the answer.
 */
class UndiciHandler implements Dispatcher.DispatchHandler {
  readonly #handler: ExchangeHandler;
  #ended: Ended | undefined;
  #abort: ((reason: Error) => void) | undefined;
  #isUnanswered = false;

  constructor(handler: ExchangeHandler, ended: Ended) {
    this.#handler = handler;
    this.#ended = ended;
  }

  abort(reason: Error): void {
    this.#abort?.(reason);
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    this.#isUnanswered = true;
    this.#handler.onRequestStart(this);
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    this.#isUnanswered = false;
    this.#handler.onResponseStart(this, status, headers);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#handler.onResponseData(this, chunk);
    return true;
  }

  onComplete(): void {
    this.#end();
    this.#handler.onResponseEnd();
  }

  onError(error: Error): void {
    this.#end();
    this.#handler.onResponseError(this, error);
  }

  #end(): void {
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.(this.#isUnanswered);
  }
}

function dispatchTo(
  dispatcher: Dispatcher,
  { origin, path, method, headers, body }: OutgoingRequest,
  handler: ExchangeHandler,
  ended: Ended,
  reset = false,
): void {
  // The package lists the usual methods, but sends any.
  const usual = method as Dispatcher.HttpMethod;
  // Like undici by itself, it keeps no connection after a HEAD, whose answer may wrongly have a body.
  const closes = reset || method === 'HEAD';
  // Written out, because undici reads a copy made with `...` slowly.
  const options = { origin, path, method: usual, headers, body: body ?? null, reset: closes };
  dispatcher.dispatch(options, new UndiciHandler(handler, ended));
}

/** The requests of one of undici's dispatchers. */
export const exchangesOf = (dispatcher: Dispatcher): Exchanges => ({
  dispatch: (request, handler) => dispatchTo(dispatcher, request, handler, () => {}),
  destroy: () => dispatcher.destroy(),
});

/** How the connections are made. */
export interface ConnectionOptions extends Client.Options {
  /** Maximum number of requests at the same time; others wait for their turn. */
  readonly connections: number;
  readonly connect: buildConnector.BuildOptions;
}

interface Connection {
  readonly client: Client;
  /** How many of the next requests close the connection after their answer. */
  closing: number;
  /** Called when its request has ended. */
  readonly release: Ended;
}

/**
 * Connections to one service, each with one request at a time. undici's `Pool` does the same, but looks through all
 * connections before each request, and sends itself an event after it.
 */
export function openConnections(
  undici: Pick<typeof Undici, 'Client' | 'buildConnector'>,
  origin: string,
  { connections, connect, ...options }: ConnectionOptions,
): Exchanges {
  // One for all, because it keeps the sessions of encrypted connections.
  const connectStream = undici.buildConnector({ ...connect, timeout: 0, onread: directReads() });
  const connector: buildConnector.connector = (options, callback) =>
    connectStream(options, (...result) => {
      const [error, socket] = result;
      if (error === null) bypassStream(socket);
      callback(...result);
    });
  const all: Connection[] = [];
  const free: Connection[] = [];
  const waiting: (readonly [OutgoingRequest, ExchangeHandler])[] = [];
  let isClosed = false;

  const use = (connection: Connection, request: OutgoingRequest, handler: ExchangeHandler): void => {
    const isClosing = connection.closing > 0;
    if (isClosing) connection.closing -= 1;
    dispatchTo(connection.client, request, handler, connection.release, isClosing);
  };
  const next = (connection: Connection): void => {
    const first = waiting.shift();
    if (first === undefined) free.push(connection);
    else use(connection, ...first);
  };
  const add = (): Connection => {
    const connection: Connection = {
      client: new undici.Client(origin, { ...options, connect: connector }),
      closing: 0,
      release(isLost) {
        if (isLost) connection.closing = closingAfterLoss;
        if (waiting.length === 0) free.push(connection);
        // A failed connection takes no further request until all of its own have ended.
        else queueMicrotask(() => next(connection));
      },
    };
    all.push(connection);
    return connection;
  };

  return {
    dispatch(request, handler) {
      // A closed connection refuses the request.
      const connection = isClosed ? all[0] : (free.pop() ?? (all.length < connections ? add() : undefined));
      if (connection === undefined) waiting.push([request, handler]);
      else use(connection, request, handler);
    },
    async destroy() {
      if (all.length === 0) add();
      isClosed = true;
      await Promise.all(all.map(({ client }) => client.destroy()));
    },
  };
}
