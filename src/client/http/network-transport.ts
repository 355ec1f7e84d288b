import type { Dispatcher } from 'undici';
import type { Transport } from '../types.ts';
import { createAbortGroups } from './abort-groups.ts';
import { exchange } from './exchange.ts';
import { proxyFor } from './proxy.ts';

export interface NetworkOptions {
  /** As `baseAddress` gives it. */
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many requests may be under way at once; more wait for their turn. */
  readonly connections: number;
  now(): number;
  monotonicNow(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  startTimer(ms: number, callback: () => void): () => void;
}

/** undici's own time limits are off: one timer bounds the whole request, connecting included. */
const limits = {
  headersTimeout: 0,
  bodyTimeout: 0,
  connectTimeout: 0,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
};

async function openDispatcher(url: URL, { env, connections }: NetworkOptions): Promise<Dispatcher> {
  const { default: undici } = await import('undici');
  const proxy = proxyFor(url, env);
  if (proxy === undefined) return new undici.Pool(url.origin, { ...limits, connections });
  return new undici.ProxyAgent({
    ...limits,
    connections,
    uri: proxy.href,
    proxyTunnel: url.protocol === 'https:',
  });
}

/** The service at a web address, through a proxy where the environment names one. Redirects are not followed. */
export async function openNetwork(options: NetworkOptions): Promise<Transport> {
  const url = new URL(options.baseUrl);
  const { origin } = url;
  const prefix = url.pathname.replace(/\/$/, '');
  const dispatcher = await openDispatcher(url, options);
  const interruptions = { startTimer: options.startTimer, onAbort: createAbortGroups() };
  return {
    send: (request) => exchange(dispatcher, origin, prefix + request.path, request, interruptions),
    wait: (ms, signal) => options.sleep(ms, signal),
    now: () => options.now(),
    monotonicNow: () => options.monotonicNow(),
    close: () => dispatcher.destroy(),
  };
}
