import type { Agent, ClientRequest, request } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { usageError } from '../../errors.ts';
import { isLoopback, withoutBrackets } from '../../text/host.ts';
import { codeOf } from '../../text/records.ts';
import type { HttpRequest, HttpResponse } from '../types.ts';

/** One request, as it goes out: its path is below the origin. */
type OutgoingRequest = Omit<HttpRequest, 'timeoutMs' | 'signal'>;

/** Takes an answer as it arrives; ends with one of the last two, of which nothing but the first call counts. */
interface AnswerTaker {
  /** What is written from now on may reach the service. */
  started(): void;
  /** An answer has begun. */
  begun(head: Pick<HttpResponse, 'status' | 'headers'>): void;
  data(chunk: Uint8Array): void;
  ended(): void;
  failed(error: unknown): void;
}

/** Connections to one service: undici's, or the one of Node's own client. */
export interface Connections {
  /** Sends a request; the answer goes to the taker. The function that is returned ends the request from our side. */
  request(request: OutgoingRequest, taker: AnswerTaker): () => void;
  /** Ends every request. */
  close(): Promise<void>;
}

/** How long an idle connection is kept; less if the service says so. */
const keptIdleMs = 30_000;

/** The largest head of an answer that is read. */
const maxHeaderBytes = 16 * 1024;

/** Headers by name, with the values of repeated ones joined. */
const joinedHeaders = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]));

type Env = Readonly<Record<string, string | undefined>>;

export interface HttpProxy {
  /** Address without credentials. */
  readonly origin: string;
  /** The environment variable that names it. */
  readonly variable: string;
  /** Value of the `Proxy-Authorization` header, where the variable holds a user name. */
  readonly authorization?: string;
}

/** The variable that is set and its value. By convention these names come in either case; the lower case wins. */
function variable(env: Env, name: string): { readonly name: string; readonly value: string } {
  const lower = name.toLowerCase();
  return env[lower] ? { name: lower, value: env[lower] } : { name, value: env[name] ?? '' };
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function isExempt(url: URL, noProxy: string): boolean {
  const host = withoutBrackets(url.hostname.toLowerCase());
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    // A single colon separates the port; an IPv6 address has more colons, or is in brackets.
    const [, name = '', port] = /^(\[[^[\]]*\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [entry, entry];
    if (port !== undefined && port !== portOf(url)) return false;
    const suffix = name.toLowerCase().replace(/^\*?\.|^\[|\]$/g, '');
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

/** Throws a usage error that names the variable, but never its value, which may hold a password. */
function readAddress(name: string, value: string): URL {
  const how = `set ${name} to http://host:port or https://host:port, or unset it`;
  const text = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(text)) throw usageError(`${name} is not a web address`, how);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw usageError(`${name} names a ${url.protocol}// proxy, which is not supported`, how);
  return url;
}

function authorizationOf({ username, password }: URL, name: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw usageError(
      `the user name or password in ${name} is not percent-encoded correctly`,
      `write % as %25 in ${name}`,
    );
  }
}

/**
 * The proxy for `url`; undefined for a direct connection. Only a proxy on this machine leads to a service on it:
 * another could not reach it, and plain http would leave the machine. Throws a usage error for an invalid variable.
 */
export function proxyFor(url: URL, env: Env): HttpProxy | undefined {
  const { name, value } = variable(env, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (value === '' || isExempt(url, variable(env, 'NO_PROXY').value)) return undefined;
  const proxy = readAddress(name, value);
  const authorization = authorizationOf(proxy, name);
  if (isLoopback(url.hostname) && !isLoopback(proxy.hostname)) return undefined;
  return { origin: proxy.origin, variable: name, ...(authorization === undefined ? {} : { authorization }) };
}

/** The parts of `node:http` and `node:https` that are used. */
interface NodeClient {
  readonly Agent: new (options: object) => Agent;
  readonly request: typeof request;
}

/** One request at a time with Node's own client, which loads faster than undici; `dns.lookup` unless `lookup` is given. */
export async function openOneConnection(url: URL, lookup?: LookupFunction): Promise<Connections> {
  const isEncrypted = url.protocol === 'https:';
  const client: NodeClient = isEncrypted ? await import('node:https') : await import('node:http');
  const settings = {
    // Certificates are checked whatever `NODE_TLS_REJECT_UNAUTHORIZED` says.
    rejectUnauthorized: true,
    ...(lookup === undefined ? {} : { lookup }),
  };
  const keeping = new client.Agent({ ...settings, keepAlive: true, timeout: keptIdleMs });
  // Node leaves it to the service to close a connection, unless its agent keeps none.
  const closing = new client.Agent({ ...settings, keepAlive: false });
  let isClosed = false;

  /** Sends the request, and resolves when its answer has ended; `onRequest` gets what can end it from our side. */
  function exchange(
    { body, headers, ...request }: OutgoingRequest,
    taker: AnswerTaker,
    onRequest: (sent: ClientRequest) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (isClosed) throw new Error('the connection is closed');
      const sent = client.request({
        ...request,
        agent: headers.connection === 'close' ? closing : keeping,
        host: withoutBrackets(url.hostname),
        port: url.port || (isEncrypted ? 443 : 80),
        headers: { ...headers, host: url.host },
        maxHeaderSize: maxHeaderBytes,
        insecureHTTPParser: false,
      });
      onRequest(sent);
      sent.once('socket', (socket) => {
        // Nothing is written before the certificate of a new connection has been checked.
        if (sent.reusedSocket) taker.started();
        else socket.once(isEncrypted ? 'secureConnect' : 'connect', taker.started);
      });
      sent.once('response', (message) => {
        message.once('close', resolve);
        message.on('data', taker.data).once('end', taker.ended).on('error', taker.failed);
        taker.begun({ status: message.statusCode ?? 0, headers: joinedHeaders(message.headersDistinct) });
      });
      sent.once('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('the service changed the protocol'));
      });
      // Bytes after a complete answer are an error, too, but it does not matter.
      sent.on('error', reject);
      sent.end(body);
    });
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    request(request, taker) {
      let sent: ClientRequest | undefined;
      let isCancelled = false;
      last = last
        .then(() =>
          isCancelled
            ? undefined
            : exchange(request, taker, (made) => {
                sent = made;
              }),
        )
        .catch(taker.failed);
      return () => {
        isCancelled = true;
        sent?.destroy(new Error('the request was cancelled'));
      };
    },
    async close() {
      isClosed = true;
      for (const agent of [keeping, closing]) agent.destroy();
    },
  };
}

interface PoolOptions {
  /** Maximum number of requests at the same time; others wait for their turn. */
  readonly connections: number;
  readonly proxy: HttpProxy | undefined;
  /** How host names are looked up; `dns.lookup` when left out. */
  readonly lookup: LookupFunction | undefined;
}

/** Requests in plain http go to the proxy itself, with the address in full. */
function forwarded(url: URL, { authorization }: HttpProxy, headers: Readonly<Record<string, string>>) {
  const own = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  return { ...headers, ...own, host: url.host };
}

/** Fails when a proxy closes a tunnel before it is made. undici would ask for another at once, and again without end. */
const failingOnce =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connect(options, (...made) => {
      if (codeOf(made[0]) !== 'UND_ERR_SOCKET') return done(...made);
      const reset = new Error('the proxy closed the connection', { cause: made[0] });
      return done(Object.assign(reset, { code: 'ECONNRESET', syscall: 'connect' }), null);
    });

/** Lets the connector find the name of a proxy for TLS: undici takes its address for one, which newer Nodes refuse. */
const namingProxy =
  (connect: buildConnector.connector): buildConnector.connector =>
  ({ servername: _, ...options }, done) =>
    connect(options, done);

/** Connections to one web address, directly or through a proxy, with undici. */
export async function openPool(url: URL, { connections, proxy, lookup }: PoolOptions): Promise<Connections> {
  const { Pool, ProxyAgent } = await import('undici');
  const { validateHeaderValue } = await import('node:http');
  // The explicit setting overrides `NODE_TLS_REJECT_UNAUTHORIZED`, so that certificates are always checked.
  const checked = { rejectUnauthorized: true };
  const connect = lookup === undefined ? checked : { ...checked, lookup };
  const options = {
    connections,
    pipelining: 1,
    keepAliveTimeout: keptIdleMs,
    maxHeaderSize: maxHeaderBytes,
    // One timer limits the whole request, connecting included.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: 0,
  };
  const forwarding = url.protocol === 'http:' ? proxy : undefined;
  const pool: Dispatcher =
    proxy === undefined || forwarding !== undefined
      ? new Pool(forwarding?.origin ?? url.origin, { ...options, connect })
      : new ProxyAgent({
          ...options,
          uri: proxy.origin,
          ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
          requestTls: checked,
          proxyTls: connect,
          clientFactory: (origin, given: { connect: buildConnector.connector }) =>
            new Pool(origin, { connect: namingProxy(given.connect) }),
          factory: (origin, given: { connect?: buildConnector.connector }) =>
            new Pool(origin, { ...given, ...(given.connect && { connect: failingOnce(given.connect) }) }),
        });
  return {
    request({ method, path, headers, body }, taker) {
      let controller: Dispatcher.DispatchController | undefined;
      let isCancelled = false;
      const cancel = (): void => {
        isCancelled = true;
        controller?.abort(new Error('the request was cancelled'));
      };
      try {
        // A connection of the pool would wait forever for the end of an invalid request.
        for (const name of Object.keys(headers)) validateHeaderValue(name, headers[name] as string);
        const request = {
          origin: forwarding?.origin ?? url.origin,
          path: forwarding === undefined ? path : url.origin + path,
          // The package lists the usual methods, but sends any.
          method: method as Dispatcher.HttpMethod,
          headers: forwarding === undefined ? headers : forwarded(url, forwarding, headers),
          body: body ?? null,
        };
        pool.dispatch(request, {
          onRequestStart(given) {
            controller = given;
            if (isCancelled) cancel();
            else taker.started();
          },
          onResponseStart(_, status, found) {
            // Others than these only announce the answer.
            if (status >= 200) taker.begun({ status, headers: joinedHeaders(found) });
          },
          onResponseData: (_, chunk) => taker.data(chunk),
          onResponseEnd: () => taker.ended(),
          onResponseError: (_, error) => taker.failed(error),
        });
      } catch (error) {
        taker.failed(error);
      }
      return cancel;
    },
    close: () => pool.destroy(),
  };
}
