import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { type Connections, joinedHeaders, keptIdleMs, maxHeaderBytes } from './connections.ts';
import type { HttpProxy } from './proxy.ts';

/** How the connections are made. */
export interface PoolOptions {
  /** Maximum number of requests at the same time; others wait for their turn. */
  readonly connections: number;
  readonly proxy: HttpProxy | undefined;
  /** How host names are looked up; `dns.lookup` when left out. */
  readonly lookup: LookupFunction | undefined;
}

/** Tells when a request has its connection, which undici's promise does not. */
const tellingStart =
  (onStart: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(...start) {
        onStart();
        handler.onRequestStart?.(...start);
      },
      onResponseStart: (...answer) => handler.onResponseStart?.(...answer),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...error) => handler.onResponseError?.(...error),
    });

/** Requests in plain http go to the proxy itself, with the address in full. */
function forwarded(url: URL, { authorization }: HttpProxy, headers: Readonly<Record<string, string>>) {
  const own = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  return { ...headers, ...own, host: url.host };
}

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
    // One timer bounds the whole request, connecting included.
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
        });
  return {
    async request({ method, path, headers, body, signal }, onStart) {
      // A connection of the pool that is given an invalid request would wait for its end forever.
      for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
      const answer = await pool.compose(tellingStart(onStart)).request({
        origin: forwarding?.origin ?? url.origin,
        path: forwarding === undefined ? path : url.origin + path,
        // The package lists the usual methods, but sends any.
        method: method as Dispatcher.HttpMethod,
        headers: forwarding === undefined ? headers : forwarded(url, forwarding, headers),
        body: body ?? null,
        signal,
      });
      return { status: answer.statusCode, headers: joinedHeaders(answer.headers), body: answer.body };
    },
    close: () => pool.destroy(),
  };
}
