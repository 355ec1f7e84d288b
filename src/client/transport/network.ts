import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import type { Deps } from '../../deps.ts';
import { CfiError, usageError } from '../../errors.ts';
import { byteCollector } from '../../storage/read-file.ts';
import { isLoopbackAddress, isLoopbackName } from '../../text/host.ts';
import { codeOf, toError } from '../../text/records.ts';
import { exactDuration } from '../../text/time/time.ts';
import { onAbort } from '../../timers.ts';
import { type HttpRequest, type HttpResponse, type Transport, TransportFailure } from '../types.ts';
import { type Connections, type HttpProxy, openOneConnection, openPool, proxyFor } from './connections.ts';

const certificateCodes =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT_ALTNAME_INVALID|SecureProxyConnection/;

/** Those of a certificate that may be right, but whose authority is not known; no authority makes an expired one right. */
const authorityCodes = /SELF_SIGNED|UNABLE_TO|UNTRUSTED|SecureProxyConnection/;

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be looked up at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
};

/** The first cause with a known code; connecting to several addresses can fail with several errors. */
function knownCode(error: NodeJS.ErrnoException & { readonly errors?: readonly unknown[] }): string {
  const code = codeOf(error) || codeOf(error.errors?.[0]) || '';
  // If the service closes a connection, Node gives the same code as for a reset, but no system call.
  return code === 'ECONNRESET' && error.syscall === undefined ? 'UND_ERR_SOCKET' : code;
}

/** The proxy refused to pass a request on; nothing of it goes out before its tunnel is open. */
class ProxyRefusal extends TransportFailure {
  constructor(status: number, cause?: unknown) {
    super('network', `the proxy refused the connection with status ${status}`, false, cause);
  }
}

/** What an error of the HTTP client means, `started` if bytes of the request may have been sent. A `CfiError` stays as it is. */
export function connectionError(error: Error, started: boolean): TransportFailure | CfiError {
  if (error instanceof CfiError) return error;
  const code = knownCode(error);
  if (/HEADERS?_OVERFLOW$/.test(code))
    return new TransportFailure('excessive', 'the headers of the answer are too large', started, error);
  if (
    error.name === 'HTTPParserError' ||
    code.startsWith('HPE_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    // undici's own words for a status such as 000.
    code === 'ERR_ASSERTION'
  )
    return new TransportFailure('unreadable', 'the answer is not complete, valid HTTP', started, error);
  // OpenSSL's own text names its source files and lines.
  const isTls = code.startsWith('ERR_SSL_') || code === 'EPROTO';
  const found = `${code} ${error.name}`;
  if (!isTls && certificateCodes.test(found)) {
    const advice = authorityCodes.test(found)
      ? '; to trust it, name its certificate authority in NODE_EXTRA_CA_CERTS'
      : '';
    const message = `the certificate of the service is not trusted: ${error.message}${advice}`;
    return new TransportFailure('network', message, started, error);
  }
  // A proxy refused a tunnel; undici gives the status only in a message.
  const tunnelStatus = /^Proxy response \((\d+)\) !== 200/.exec(error.message)?.[1];
  if (tunnelStatus !== undefined) return new ProxyRefusal(Number(tunnelStatus), error);
  const sentence = isTls ? `no encrypted connection could be made: ${code}` : sentences[code];
  const reported = /^E[A-Z0-9]+$/.test(code) ? `the system reports ${code}` : error.message;
  return new TransportFailure('network', sentence ?? reported, started, error);
}

/** The largest answer that is read; the service's own are far smaller. */
const maxAnswerBytes = 64 * 1024 * 1024;

const tooLarge = (): TransportFailure =>
  new TransportFailure('excessive', `the answer is larger than ${maxAnswerBytes / 1024 / 1024} MiB`, true);

/** Why a whole answer cannot be used: it is compressed unasked. */
function compressed(encoding: string): TransportFailure {
  const message = `the answer is compressed with ${JSON.stringify(encoding)}, although no request asks for that`;
  return new TransportFailure('unreadable', message, true);
}

/** Collects an answer; its two functions throw a `TransportFailure` if it is too large, or compressed unasked. With `isBare`, no body comes. */
function collector(isBare: boolean) {
  const { add, whole } = byteCollector(maxAnswerBytes, tooLarge);
  let head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  return {
    get hasBegun(): boolean {
      return head !== undefined;
    },
    begin(found: Pick<HttpResponse, 'status' | 'headers'>): void {
      head = found;
      if (!isBare && Number(found.headers['content-length']) > maxAnswerBytes) throw tooLarge();
    },
    add,
    whole(): HttpResponse {
      const { status, headers } = head ?? { status: 0, headers: {} };
      const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
      const body = whole();
      if (encoding !== '' && encoding !== 'identity' && body.length > 0) throw compressed(encoding);
      return { status, headers, body };
    },
  };
}

/** Resolves a host name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | undefined },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface NetworkOptions extends Pick<Deps, 'env' | 'now' | 'monotonicNow' | 'sleep' | 'startTimer'> {
  /** As `baseAddress` gives it. */
  readonly baseUrl: string;
  /** Maximum number of requests at the same time; others wait. */
  readonly connections: number;
  /** Resolves host names; `dns.lookup` when left out. */
  readonly resolve?: Resolve;
}

/**
 * How many requests after a lost one close their connection, for each connection. Some services close connections after an
 * answer without saying so, and lose the request that comes at the same moment; the next ones must arrive.
 */
const closingAfterLoss = 50;

/**
 * A lookup for plain http: names such as `localhost` are only used where they resolve to this machine. Fails with a
 * usage error for any other address, so that no token crosses the network unprotected.
 */
export function loopbackLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    const family = typeof options.family === 'number' ? options.family : undefined;
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const elsewhere = addresses.find(({ address }) => !isLoopbackAddress(address));
      const [first] = addresses;
      if (elsewhere !== undefined || first === undefined) {
        const address = elsewhere?.address ?? 'no address';
        const refused = usageError(
          `plain http to ${hostname} is refused: the name resolves to ${address}, which is not this machine`,
          'use https://, or 127.0.0.1 for a service on this machine',
        );
        return done(refused, '');
      }
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

async function openConnections(
  url: URL,
  proxy: HttpProxy | undefined,
  { connections, resolve }: NetworkOptions,
): Promise<Connections> {
  const hosts = [url.hostname, ...(proxy === undefined ? [] : [new URL(proxy.origin).hostname])];
  const isUnencrypted = url.protocol === 'http:' && hosts.some(isLoopbackName);
  const lookup = isUnencrypted ? loopbackLookup(resolve ?? (await import('node:dns')).lookup) : undefined;
  if (proxy === undefined && connections === 1) return openOneConnection(url, lookup);
  // The proxy resolves the name by itself, so it is looked up here first.
  if (proxy !== undefined && lookup !== undefined) await promisify(lookup)(url.hostname, { all: true });
  return openPool(url, { connections, proxy, lookup });
}

/** Without a tunnel, the proxy itself answers a request that it does not pass on; no service asks for a proxy's password. */
function unlessRefused(answer: HttpResponse): HttpResponse {
  if (answer.status !== 407) return answer;
  throw new ProxyRefusal(answer.status);
}

/** A failure of the service may be one of the proxy, which the address of the service does not show. */
function namingProxy(failure: unknown, { origin, variable }: HttpProxy): unknown {
  if (!(failure instanceof TransportFailure) || failure instanceof ProxyRefusal) return failure;
  if (failure.kind === 'aborted') return failure;
  // An answer that cannot be used, before anything was sent, is that to the request for a tunnel.
  const isOfTunnel = ['unreadable', 'excessive'].includes(failure.kind) && !failure.maybeSent;
  const kind = isOfTunnel ? 'network' : failure.kind;
  const message = `${failure.message}; the request goes through the proxy ${origin} of ${variable}`;
  return new TransportFailure(kind, message, failure.maybeSent, failure.cause);
}

/** The service at a web address, perhaps through the environment's proxy; follows no redirects. Throws a usage error. */
export async function openNetwork(options: NetworkOptions): Promise<Transport> {
  const url = new URL(options.baseUrl);
  const proxy = proxyFor(url, options.env);
  const prefix = url.pathname.replace(/\/$/, '');
  const connections = await openConnections(url, proxy, options);
  /** How many of the next requests close their connection. */
  let closing = 0;

  /** Sends one request and reads its answer to the end, within the request's time. */
  function send({ method, path, headers, body, timeoutMs, signal }: HttpRequest): Promise<HttpResponse> {
    if (signal?.aborted)
      return Promise.reject(new TransportFailure('aborted', 'the request was cancelled', false));
    const isClosing = closing > 0;
    if (isClosing) closing -= 1;
    const outgoing = {
      method,
      path: prefix + path,
      headers: isClosing ? { ...headers, connection: 'close' } : headers,
      body,
    };
    return new Promise<HttpResponse>((resolve, reject) => {
      const answer = collector(method === 'HEAD');
      /** Whether bytes of the request may have left. */
      let isStarted = false;
      let isOver = false;
      let cancel = (): void => {};
      const over = (): void => {
        isOver = true;
        stopTimer();
        leaveSignal?.();
      };
      const fail = (failure: Error): void => {
        if (isOver) return;
        over();
        reject(failure);
        cancel();
      };
      /** Does something with the answer, and fails with what it throws. */
      const take = (work: () => void): void => {
        if (isOver) return;
        try {
          work();
        } catch (error) {
          fail(toError(error));
        }
      };
      const end = (kind: TransportFailure['kind'], message: string): void =>
        fail(new TransportFailure(kind, message, isStarted));
      const stopTimer = options.startTimer(timeoutMs, () =>
        end('timeout', `no complete answer within ${exactDuration(timeoutMs)}`),
      );
      const leaveSignal = signal && onAbort(signal, () => end('aborted', 'the request was cancelled'));
      cancel = connections.request(outgoing, {
        started: () => {
          isStarted = true;
        },
        begun: (head) => take(() => answer.begin(head)),
        data: (chunk) => take(() => answer.add(chunk)),
        ended: () =>
          take(() => {
            resolve(answer.whole());
            over();
          }),
        failed(error) {
          if (isOver) return;
          if (isStarted && !answer.hasBegun) closing = closingAfterLoss * options.connections;
          fail(error instanceof TransportFailure ? error : connectionError(toError(error), isStarted));
        },
      });
    });
  }

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
    wait: options.sleep,
    now: options.now,
    monotonicNow: options.monotonicNow,
    close: () => connections.close(),
  };
}
