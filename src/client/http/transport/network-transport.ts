import { promisify } from 'node:util';
import type { Dispatcher, Pool, default as Undici } from 'undici';
import { createAbortGroups } from '../../../abort-groups.ts';
import { isLoopbackName } from '../../../text/host.ts';
import { type HttpRequest, type HttpResponse, type Transport, TransportFailure } from '../../types.ts';
import { loopbackLookup, type Resolve } from './loopback-lookup.ts';
import { openOneConnection } from './one-connection.ts';
import { skipParserOptimisation } from './parser-optimisation.ts';
import { type HttpProxy, ProxyRefusal, proxyFor } from './proxy.ts';
import { type Exchanges, sendRequest } from './send-request.ts';
import { exchangesOf, openConnections } from './undici-connections.ts';

/** What a connection to a web address needs. */
export interface NetworkOptions {
  /** As `baseAddress` gives it. */
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Maximum number of requests at the same time; others wait. */
  readonly connections: number;
  /** About how many requests will be sent; left out if nobody knows, or if they are few. */
  readonly expectedRequests?: number | undefined;
  now(): number;
  monotonicNow(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  startTimer(ms: number, callback: () => void): () => void;
  /** Resolves host names; `dns.lookup` when left out. */
  readonly resolve?: Resolve;
}

/** undici's own time limits are off: one timer bounds the whole request, connecting included. */
const limits = {
  headersTimeout: 0,
  bodyTimeout: 0,
  connectTimeout: 0,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
};

/** The explicit setting overrides `NODE_TLS_REJECT_UNAUTHORIZED`, so that certificates are always checked. */
const checked = { rejectUnauthorized: true };

const proxyAuthenticationRequired = 407;

/** Connections to a proxy. A refused tunnel fails with the proxy's status, which undici gives only in a message. */
function proxyPool(undici: typeof Undici, origin: URL, options: Pool.Options): Dispatcher {
  const pool = new undici.Pool(origin, options);
  const open: (tunnel: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (tunnel: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const answer = await open(tunnel);
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw new ProxyRefusal(answer.statusCode);
  };
  return Object.assign(pool, { connect });
}

/** Requests in plain http go to the proxy, with the address in full. undici hides the answer if it is a 407. */
function forwardedBy({ authorization }: HttpProxy, { dispatch, destroy }: Exchanges): Exchanges {
  const own = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  return {
    dispatch({ origin, path, headers, ...rest }, handler) {
      const all = { ...headers, ...own, host: new URL(origin).host };
      dispatch({ ...rest, origin, path: origin + path, headers: all }, handler);
    },
    destroy,
  };
}

async function openExchanges(
  url: URL,
  proxy: HttpProxy | undefined,
  { connections, expectedRequests = 0, resolve }: NetworkOptions,
): Promise<Exchanges> {
  const hosts = [url.hostname, ...(proxy === undefined ? [] : [new URL(proxy.origin).hostname])];
  const isUnencrypted = url.protocol === 'http:' && hosts.some(isLoopbackName);
  const lookup = isUnencrypted ? loopbackLookup(resolve ?? (await import('node:dns')).lookup) : undefined;
  if (proxy === undefined && connections === 1) return openOneConnection(url, { ...limits, lookup });
  const { default: undici } = await import('undici');
  await skipParserOptimisation(expectedRequests);
  const connect = lookup === undefined ? checked : { ...checked, lookup };
  if (proxy === undefined) return openConnections(undici, url.origin, { ...limits, connections, connect });
  // The proxy resolves the name by itself, so it is looked up here first.
  if (lookup !== undefined) await promisify(lookup)(url.hostname, { all: true });
  if (url.protocol === 'http:')
    return forwardedBy(proxy, openConnections(undici, proxy.origin, { ...limits, connections, connect }));
  return exchangesOf(
    new undici.ProxyAgent({
      ...limits,
      connections,
      uri: proxy.origin,
      clientFactory: (origin, settings) => proxyPool(undici, origin, settings),
      ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
      proxyTunnel: true,
      requestTls: checked,
      proxyTls: connect,
    }),
  );
}

/** Without a tunnel, the proxy itself answers a request that it does not pass on; no service asks for a proxy's password. */
function unlessRefused(answer: HttpResponse): HttpResponse {
  if (answer.status !== proxyAuthenticationRequired) return answer;
  const refusal = new ProxyRefusal(answer.status);
  throw new TransportFailure('network', refusal.message, false, refusal);
}

/** A failure to reach the service may be one to reach the proxy, which the address of the service does not show. */
function namingProxy(failure: unknown, { origin, variable }: HttpProxy): unknown {
  const isRefusal = failure instanceof Error && failure.cause instanceof ProxyRefusal;
  if (!(failure instanceof TransportFailure) || failure.kind !== 'network' || isRefusal) return failure;
  const message = `${failure.message}; the request goes through the proxy ${origin} (${variable})`;
  return new TransportFailure(failure.kind, message, failure.maybeSent, failure.cause);
}

/**
 * The service at a web address, through the proxy in the environment, if any. Redirects are not followed. Throws a usage
 * error for invalid proxy variables.
 */
export async function openNetwork(options: NetworkOptions): Promise<Transport> {
  const url = new URL(options.baseUrl);
  const proxy = proxyFor(url, options.env);
  const { origin } = url;
  const prefix = url.pathname.replace(/\/$/, '');
  const exchanges = await openExchanges(url, proxy, options);
  const interruptions = { startTimer: options.startTimer, onAbort: createAbortGroups() };
  const send = (request: HttpRequest): Promise<HttpResponse> =>
    sendRequest(exchanges, origin, prefix + request.path, request, interruptions);
  return {
    send:
      proxy === undefined
        ? send
        : (request) =>
            send(request)
              .then(unlessRefused)
              .catch((failure: unknown) => {
                throw namingProxy(failure, proxy);
              }),
    wait: (ms, signal) => options.sleep(ms, signal),
    now: () => options.now(),
    monotonicNow: () => options.monotonicNow(),
    close: () => exchanges.destroy(),
  };
}
