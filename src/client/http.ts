import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { PathParameter } from '../contract/schemas.ts';
import { usageError } from '../errors.ts';
import { hasUserInfo, isLoopback } from '../text/host.ts';
import { jsonExcess, jsonSteps } from '../text/json.ts';
import { type Fields, isFields } from '../text/records.ts';
import { type Redactor, redactSteps } from '../text/redact.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { beginning, withoutTrailing } from '../text/words.ts';
import type { Steps } from '../timers.ts';
import { type Retries, retryAfterMs } from './retry.ts';
import {
  type ApiResponse,
  type Attempt,
  type CallInput,
  excessive,
  type HttpResponse,
  type Transport,
  TransportFailure,
  unreadable,
} from './types.ts';

/** An address for people: for an embedded emulator its folder, without the mark of the latest reset. */
export const addressText = (address: string): string =>
  address.startsWith('emulator:') ? address.replace(/#[\d-]{1,40}$/, '') : address;

/** A base address for people who know what it is: `service.example`. */
export const placeText = (address: string): string =>
  addressText(address)
    .replace(/^https?:\/\//, '')
    .replace(/\/v\d{1,4}$/, '');

const how = 'give the service base address with --base-url or CFI_BASE_URL, for example https://host/v1';

/** What was meant by an address without its scheme, `host:4650/v1`; undefined for what does not look like one. */
function withScheme(text: string): string | undefined {
  const isPlain = /^[\w.:/-]+$/.test(text) && /[.:]/.test(text) && !text.includes('//');
  if (!isPlain || !URL.canParse(`https://${text}`)) return undefined;
  const { hostname } = new URL(`https://${text}`);
  return `did you mean ${isLoopback(hostname) ? 'http' : 'https'}://${text}?`;
}

/**
 * The base address without a trailing slash. Throws a usage error for text that is no web address, holds a password, or
 * would send a token over a network by plain http.
 */
export function baseAddress(text: string): string {
  if (hasUserInfo(text)) throw usageError('the base address must not contain a user name or password', how);
  if (!URL.canParse(text.trim()))
    throw usageError(`${JSON.stringify(text)} is not a web address`, withScheme(text.trim()) ?? how);
  const url = new URL(text.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usageError('the base address must begin with https://', withScheme(text.trim()) ?? how);
  if (url.search !== '' || url.hash !== '')
    throw usageError('the base address must not contain a query or fragment', how);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usageError(
      `plain http to ${url.host} is refused: the token would cross the network unprotected`,
      'use https://; only localhost and 127.0.0.1 may be plain http',
    );
  return url.origin + withoutTrailing(url.pathname, '/');
}

/** How every request to one service is sent. */
export interface RequestOptions extends Pick<Retries, 'policy' | 'random' | 'onWait'> {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Ends every request that brings no signal of its own. */
  readonly signal?: AbortSignal;
  /** Removes secrets from the service's text. */
  redact(text: string): string;
  /** A command line to copy, for the same account. */
  commandFor(...words: readonly string[]): string;
  /** How the user signs in, for errors. */
  readonly signInHint: string;
}

const nouns: Readonly<Record<PathParameter<EndpointName>, string>> = {
  referenceNumber: 'order reference',
  order_id: 'order reference',
  deliveryNumber: 'delivery number',
  slotReference: 'slot reference',
  poReference: 'PO number',
  sku: 'SKU',
};

/** A name of the service's own as a part of an address; half a character, which JSON can contain, is one that is not known. */
export const uriPart = (name: string): string => encodeURIComponent(Buffer.from(name).toString());

function segment(key: PathParameter<EndpointName>, value: string | undefined): string {
  const name = `the ${nouns[key]}`;
  // Nobody could see it in a message.
  if (value === undefined || sanitizeLine(value).trim() === '') throw usageError(`${name} must not be empty`);
  // A lone `.` or `..` would count as a step within the path, even encoded.
  if (value === '.' || value === '..') throw usageError(`${name} must not be "${value}"`);
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character, which a JSON file can contain, has no UTF-8.
    throw usageError(`${name} contains half a character, which cannot be sent`);
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

/** How much of a long text is read: enough for the title and first words of a page. */
const longestRead = 64 * 1024;
/** More than a secret takes, however it is spelt. */
const longestSpelling = 16 * 1024;

/** The beginning of a text without secrets, and without a secret that was read only in part. */
const beginningWithout = (text: string, redact: Redactor['redact']): string =>
  text.length <= longestRead + longestSpelling
    ? redact(text)
    : redact(text.slice(0, longestRead + longestSpelling)).slice(0, -longestSpelling);

/** The beginning of a body: first cleaned, then without secrets, and only then cut, so that no part of one is left. */
function shownBody(body: string | Uint8Array, redact: Redactor['redact']): string {
  const raw = beginningWithout(typeof body === 'string' ? body : decoder.decode(body), redact);
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
    for (const [name, value] of Object.entries(headers)) {
      const isSecret = /^(proxy-)?authorization$|^(set-)?cookie$/i.test(name);
      tell(mark, `${name}: ${isSecret ? '[removed]' : value}`);
    }
  };
  return {
    ...transport,
    async send(request) {
      tell('>', `${request.method} ${address}${request.path}`);
      tellHeaders('>', request.headers);
      if (request.body !== undefined) tell('>', shownBody(request.body, redact));
      const start = transport.monotonicNow();
      try {
        const answer = await transport.send(request);
        tell('<', `${answer.status} after ${Math.round(transport.monotonicNow() - start)} ms`);
        tellHeaders('<', answer.headers);
        if (answer.body.length > 0) tell('<', shownBody(answer.body, redact));
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
  };
}

/**
 * Whether a status names the address of a result, as services for browsers do after a write: it may have been done. A
 * sign-in page in front of the service uses the same statuses, and then nothing was done.
 */
export const redirectsToResult = (status: number): boolean => status === 302 || status === 303;

/** The outcome with its data free of secrets, for callers that keep what the service returns on this machine. */
export function* hiddenOutcome(outcome: Attempt, redact: Redactor['redact']): Steps<Attempt> {
  if (outcome.kind === 'failure') return outcome;
  const { body } = outcome.kind === 'refusal' ? outcome : outcome.answer;
  const hidden = yield* redactSteps(body, redact);
  if (hidden === body) return outcome;
  if (outcome.kind === 'refusal') return { ...outcome, body: hidden };
  const { status, received } = outcome.answer;
  return { kind: 'answer', answer: openEnvelope({ status, received }, hidden) };
}

/** The title of an HTML page, its white space unchanged; empty without one. Takes linear time. */
export function titleOf(page: string): string {
  const html = page.slice(0, longestRead);
  const start = html.search(/<title/i);
  const open = start < 0 ? -1 : html.indexOf('>', start);
  if (open < 0) return '';
  const end = html.indexOf('<', open);
  return end < 0 ? '' : html.slice(open + 1, end);
}

/** The beginning of a text: first cleaned, then without secrets, and only then cut, so that no part of one is left. */
const oneLine = (text: string, longest: number, redact: Redactor['redact']): string => {
  const line = redact(sanitizeLine(beginningWithout(text, redact)))
    .slice(0, longest * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${beginning(line, longest - 1)}…` : line;
};

const looksLikePage = (text: string): boolean => /^\s*</.test(text);

/** The title of a page, or the first words of other text. */
const wordsOf = (text: string, longest: number, redact: Redactor['redact']): string =>
  oneLine(looksLikePage(text) ? titleOf(beginningWithout(text, redact)) : text, longest, redact);

/** The service's own reason for a refusal; a web page or other text is reduced to one line. */
function reasonOf(status: number, body: unknown, text: string, redact: Redactor['redact']): string {
  if (isFields(body)) {
    for (const found of [body.error, body.message, isFields(body.error) ? body.error.message : undefined])
      if (typeof found === 'string' && found.trim() !== '') return oneLine(found, 500, redact);
  }
  const said = body === undefined ? wordsOf(text, 200, redact) : '';
  return said === '' ? `the service answered with status ${status}` : said;
}

const notFollowed = (target: string, redact: Redactor['redact']): string =>
  `the service redirects to ${oneLine(target, 200, redact)}; redirects are not followed, because they could leak the token`;

/** More than the records of any service have; every command looks through them for each of its own fields. */
const mostFields = 1000;

function* parsed(text: string): Steps<{ readonly body: unknown } | undefined> {
  try {
    return { body: yield* jsonSteps(text) };
  } catch {
    return text.trim() === '' ? { body: undefined } : undefined;
  }
}

/** The members beside `success`, where the service does not put them under `data`. */
function besides({ success: _, message: __, ...rest }: Fields): Fields | undefined {
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** A success without its envelope; without an envelope, the body is the data. */
function openEnvelope(head: Pick<ApiResponse, 'status' | 'received'>, body: unknown): ApiResponse {
  if (!isFields(body) || !('success' in body || 'data' in body)) return { ...head, data: body, body };
  const { pagination } = body;
  return {
    ...head,
    data: 'data' in body ? body.data : besides(body),
    body,
    ...(isFields(pagination) ? { pagination } : {}),
  };
}

/**
 * What an answer means. With `needsBody`, an answer without content is unreadable. `now` replaces an absent `Date`.
 * `redact` removes secrets from the service's text, which is shown and saved. `most`: its limits, if they are others.
 */
export function* readAnswer(
  answer: HttpResponse,
  needsBody: boolean,
  now: () => number,
  redact: Redactor['redact'],
  most: NonNullable<Parameters<typeof jsonExcess>[1]> = { fields: mostFields },
): Steps<Attempt> {
  const { status } = answer;
  const text = decoder.decode(answer.body);
  const excess = jsonExcess(text, most);
  yield;
  const json = excess === undefined ? yield* parsed(text) : undefined;
  if (status >= 200 && status < 300) {
    if (excess !== undefined) return excessive(`the answer ${excess}`);
    if (json === undefined) {
      const what = looksLikePage(text) ? 'a web page' : 'text that is not JSON';
      const said = wordsOf(text, 120, redact);
      return unreadable(`the service answered with ${what}${said === '' ? '' : `: ${said}`}`, true);
    }
    if (needsBody && (json.body === undefined || json.body === null))
      return unreadable('the service sent an empty answer', true);
    if (!isFields(json.body) || json.body.success !== false)
      return { kind: 'answer', answer: openEnvelope({ status, received: answer }, json.body) };
  }
  const { headers } = answer;
  const wait = retryAfterMs(headers, now());
  const target = status >= 300 && status < 400 ? headers.location : undefined;
  return {
    kind: 'refusal',
    status,
    error: target === undefined ? reasonOf(status, json?.body, text, redact) : notFollowed(target, redact),
    body: json?.body,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(json === undefined ? { foreign: true } : {}),
  };
}
