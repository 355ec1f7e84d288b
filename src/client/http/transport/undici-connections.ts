import type { buildConnector, Client, Dispatcher, default as Undici } from 'undici';
import type { ExchangeHandler, Exchanges, OutgoingRequest } from './send-request.ts';

/**
 * Passes on the events of a request. undici 7 itself uses handlers with these methods. For those of its newer kind, it
 * makes two more objects for each request, and parses all headers of the answer.
 */
class UndiciHandler implements Dispatcher.DispatchHandler {
  readonly #handler: ExchangeHandler;
  #ended: (() => void) | undefined;
  #abort: ((reason: Error) => void) | undefined;

  constructor(handler: ExchangeHandler, ended: () => void) {
    this.#handler = handler;
    this.#ended = ended;
  }

  abort(reason: Error): void {
    this.#abort?.(reason);
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    this.#handler.onRequestStart(this);
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
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
    ended?.();
  }
}

function dispatchTo(
  dispatcher: Dispatcher,
  { origin, path, method, headers, body }: OutgoingRequest,
  handler: ExchangeHandler,
  ended: () => void,
): void {
  // Written out, because undici reads a copy made with `...` slowly. The package lists the usual methods, but sends any.
  const options = { origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
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
  /** Called when its request has ended. */
  release(): void;
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
  const connector = undici.buildConnector({ ...connect, timeout: 0 });
  const all: Connection[] = [];
  const free: Connection[] = [];
  const waiting: (readonly [OutgoingRequest, ExchangeHandler])[] = [];
  let isClosed = false;

  const use = ({ client, release }: Connection, request: OutgoingRequest, handler: ExchangeHandler): void =>
    dispatchTo(client, request, handler, release);
  const next = (connection: Connection): void => {
    const first = waiting.shift();
    if (first === undefined) free.push(connection);
    else use(connection, ...first);
  };
  const add = (): Connection => {
    const connection: Connection = {
      client: new undici.Client(origin, { ...options, connect: connector }),
      release() {
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
