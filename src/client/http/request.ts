import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { PathParameter } from '../../contract/schemas.ts';
import { usageError } from '../../errors.ts';
import { hasUserInfo, isLoopback } from '../../text/host.ts';
import type { Redactor } from '../../text/redact.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { withoutTrailing } from '../../text/words.ts';
import {
  type CallInput,
  type HttpRequest,
  type HttpResponse,
  type Transport,
  TransportFailure,
} from '../types.ts';
import type { OnWait, RetryPolicy } from './retry.ts';

/** An address for people: for an embedded emulator its folder, without the mark of the latest reset. */
export const addressText = (address: string): string =>
  address.startsWith('emulator:') ? address.replace(/#[\d-]{1,40}$/, '') : address;

const how = 'give the service base address with --base-url or CFI_BASE_URL, for example https://host/v1';

/**
 * The base address in its canonical form, without a trailing slash. Throws a usage error for text that is not a web
 * address, holds a password, or would send a token unencrypted over a network.
 */
export function baseAddress(text: string): string {
  if (hasUserInfo(text)) throw usageError('the base address must not contain a user name or password', how);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw usageError(`${JSON.stringify(text)} is not a web address`, how);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usageError(`the base address must begin with https://, not ${url.protocol}//`, how);
  if (url.search !== '' || url.hash !== '')
    throw usageError('the base address must not contain a query or fragment', how);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usageError(
      `plain http to ${url.host} is refused: the token would cross the network unprotected`,
      'use https://; plain http is for this machine only (localhost, 127.0.0.1)',
    );
  return url.origin + withoutTrailing(url.pathname, '/');
}

/** How every request to one service is sent. */
export interface RequestOptions {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  /** Ends every request that brings no signal of its own. */
  readonly signal?: AbortSignal;
  /** From 0 up to 1. */
  random(): number;
  /** Removes secrets from the service's text. */
  redact(text: string): string;
  /** A command line to copy, for the same account. */
  commandFor(...words: readonly string[]): string;
  /** Runs before each wait for a further attempt. */
  readonly onWait?: OnWait | undefined;
}

/** The words for the values of a path. */
const nouns: Readonly<Record<PathParameter<EndpointName>, string>> = {
  referenceNumber: 'order reference',
  order_id: 'order reference',
  deliveryNumber: 'delivery number',
  slotReference: 'slot reference',
  poReference: 'PO number',
  sku: 'SKU',
};

function segment(key: PathParameter<EndpointName>, value: string | undefined): string {
  const name = `the ${nouns[key]}`;
  if (value === undefined || value === '') throw usageError(`${name} must not be empty`);
  // A lone `.` or `..` would count as a step within the path, even encoded.
  if (value === '.' || value === '..') throw usageError(`${name} must not be "${value}"`);
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character, which a JSON file can contain, has no UTF-8.
    throw usageError(`${name} contains half a character (an unpaired surrogate), which cannot be sent`);
  }
}

/** The endpoint's encoded path and query. Throws a usage error for a path value that cannot be sent. */
export function pathOf(name: EndpointName, input: CallInput): string {
  const template: string = endpoints[name].path;
  const path = template.replace(/\{(\w{1,40})\}/g, (_, key: PathParameter<EndpointName>) =>
    segment(key, input.params?.[key]),
  );
  if (input.query === undefined) return path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query))
    if (value !== undefined) query.set(key, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The body to send; text and bytes must already be JSON. */
export const bodyText = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

const longestBody = 4_000;
const decoder = new TextDecoder();

/** The beginning of a body: first cleaned, then without secrets, and only then cut, so that no part of one is left. */
function shownBody(body: string | Uint8Array, redact: Redactor['redact']): string {
  const raw = redact(typeof body === 'string' ? body : decoder.decode(body));
  const text = redact(sanitizeLine(raw));
  return text.length > longestBody ? `${text.slice(0, longestBody)}… (${body.length} in all)` : text;
}

/** A transport that also shows requests and answers through `say`, without secrets and control characters. */
export function debugTransport(
  transport: Transport,
  baseUrl: string,
  { redact }: Redactor,
  say: (line: string) => void,
): Transport {
  const address = addressText(baseUrl);
  const tell = (mark: string, text: string): void => say(`${mark} ${redact(sanitizeLine(redact(text)))}`);
  const tellHeaders = (mark: string, headers: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(headers))
      tell(
        mark,
        /^(proxy-)?authorization$|^(set-)?cookie$/i.test(name) ? `${name}: [removed]` : `${name}: ${value}`,
      );
  };
  const tellRequest = (request: HttpRequest): void => {
    tell('>', `${request.method} ${address}${request.path}`);
    tellHeaders('>', request.headers);
    if (request.body !== undefined) tell('>', shownBody(request.body, redact));
  };
  const tellAnswer = (answer: HttpResponse, ms: number): void => {
    tell('<', `${answer.status} after ${Math.round(ms)} ms`);
    tellHeaders('<', answer.headers);
    if (answer.body.length > 0) tell('<', shownBody(answer.body, redact));
  };
  return {
    ...(transport.embedded === undefined ? {} : { embedded: transport.embedded }),
    async send(request) {
      tellRequest(request);
      const start = transport.monotonicNow();
      try {
        const answer = await transport.send(request);
        tellAnswer(answer, transport.monotonicNow() - start);
        return answer;
      } catch (error) {
        if (error instanceof TransportFailure) tell('!', `${error.kind}: ${error.message}`);
        throw error;
      }
    },
    wait(ms, signal) {
      tell('*', `waiting ${ms} ms`);
      return transport.wait(ms, signal);
    },
    now: () => transport.now(),
    monotonicNow: () => transport.monotonicNow(),
    close: () => transport.close(),
  };
}
