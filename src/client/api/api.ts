import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { usageError } from '../../errors.ts';
import { withoutUserInfo } from '../../text/host.ts';
import { isLarge } from '../../text/json.ts';
import { attempt, isFields } from '../../text/records.ts';
import { inSlices } from '../../timers.ts';
import { addressText, bodyText, hiddenOutcome, pathOf, type RequestOptions, readAnswer } from '../http.ts';
import { withRetries } from '../retry.ts';
import {
  type Api,
  type Attempt,
  type CallInput,
  excessive,
  type HttpRequest,
  type HttpResponse,
  type Transport,
  TransportFailure,
  unreadable,
} from '../types.ts';
import { attemptError } from './request-errors.ts';

/** The sign-in of one account, as the calls see it. */
export interface TokenSource {
  /** What goes after `Bearer`. */
  current(): string;
  /** Signs in again; false when there are no credentials. Throws a `CfiError` when that fails. */
  renew(): Promise<boolean>;
  readonly clientId: string | undefined;
}

interface ApiOptions extends RequestOptions {
  readonly transport: Transport;
  readonly tokens: TokenSource;
  /** What the service returns is kept on this machine: secrets are removed from it as well. */
  readonly keepsData?: boolean;
}

const json = 'application/json';

/** Sends a request once; a failure is returned. `redact` removes secrets that the service repeats in its reason; `most` as for `readAnswer`. */
export async function attemptOnce(
  transport: Pick<Transport, 'send' | 'now'>,
  request: HttpRequest,
  needsBody: boolean,
  redact: RequestOptions['redact'],
  most?: Parameters<typeof readAnswer>[4],
): Promise<Attempt> {
  try {
    const answer = await transport.send(request);
    const reading = readAnswer(answer, needsBody, () => transport.now(), redact, most);
    return await inSlices(reading, 1);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const { kind: reason, maybeSent } = error;
    return { kind: 'failure', reason, message: redact(error.message), maybeSent };
  }
}

function headersOf(token: string | undefined, body: unknown): Record<string, string> {
  // Without the second, a service may compress its answers.
  const headers: Record<string, string> = { accept: json, 'accept-encoding': 'identity' };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = json;
  return headers;
}

/** The request to an endpoint, with a token where one is needed. */
export function httpRequest(
  name: EndpointName,
  input: CallInput,
  options: { token: string; timeoutMs: number; signal?: AbortSignal | undefined },
): HttpRequest {
  const { method, auth } = endpoints[name];
  return {
    method,
    path: pathOf(name, input),
    headers: headersOf(auth ? options.token : undefined, input.body),
    timeoutMs: options.timeoutMs,
    body: input.body === undefined ? undefined : bodyText(input.body),
    signal: input.signal ?? options.signal,
  };
}

/** More than any real record has; commands look through all of one, for its parcels and others, at one go. */
const mostInRecord = 300_000;

/** A read must return a record, or a list (null for none); any other `data` does not answer the request. */
function readable(name: EndpointName, outcome: Attempt): Attempt {
  if (outcome.kind !== 'answer') return outcome;
  const { data } = outcome.answer;
  const one = endpoints[name].path.includes('{');
  if (one && isLarge(data, mostInRecord))
    return excessive(`the record holds more than ${mostInRecord.toLocaleString('en')} values`);
  if (isFields(data) || (!one && (Array.isArray(data) || data === null))) return outcome;
  return unreadable(`the service did not answer with a ${one ? 'record' : 'list'}`, true);
}

/** The service through one account: typed errors, retries and renewal of the sign-in in one place. */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, transport, tokens, timeoutMs, signal, redact, commandFor, keepsData = false } = options;
  let renewal: Promise<boolean> | undefined;
  let refusedToken: string | undefined;

  const attempt = async (name: EndpointName, input: CallInput = {}): Promise<Attempt> => {
    const token = tokens.current();
    const request = httpRequest(name, input, { token, timeoutMs, signal });
    const isRead = request.method === 'GET';
    const read = await attemptOnce(transport, request, isRead, redact);
    const outcome = keepsData ? await inSlices(hiddenOutcome(read, redact), 1) : read;
    if (outcome.kind === 'refusal' && outcome.status === 401) refusedToken = token;
    return isRead ? readable(name, outcome) : outcome;
  };

  const renew = async (): Promise<boolean> => {
    // A request with the old token may be refused after another request has renewed the token.
    if (refusedToken !== undefined && tokens.current() !== refusedToken) return true;
    renewal ??= tokens.renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  return {
    baseUrl,
    clientId: tokens.clientId,
    transport,
    attempt,
    renew,
    commandFor,
    async call(name, input = {}) {
      const { method } = endpoints[name];
      const repeatable = method === 'GET';
      const outcome = await withRetries(() => attempt(name, input), {
        ...options,
        repeatable,
        signal: input.signal ?? signal,
        renew,
      });
      if (outcome.kind === 'answer') return outcome.answer;
      const path = pathOf(name, { ...input, query: {} });
      const [reference] = Object.values<string>(input.params ?? {});
      throw attemptError(outcome, { ...options, method, path, repeatable, reference });
    },
    close: () => transport.close(),
  };
}

interface RawSession {
  readonly transport: Transport;
  readonly requestOptions: RequestOptions;
}

/** A request to any path below the base address, as `rawPath` gives it. */
export interface RawRequest extends Pick<HttpRequest, 'method' | 'path' | 'body'> {
  /** A read: sending it twice is harmless. */
  readonly repeatable: boolean;
}

/** A path as it is meant, without escapes; one that is no UTF-8 stays. */
const meant = (path: string): string =>
  path.replace(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi, (bytes) =>
    attempt(() => decodeURIComponent(bytes), bytes),
  );

/**
 * The encoded path below the base address. Throws a usage error for an address elsewhere, because the token would be sent
 * there; and for a path that an address makes another of: `/order/#1` would be `/order/`, and `/order/a/../b` is `/order/b`.
 */
export function rawPath(text: string, baseUrl: string): string {
  const base = new URL(baseUrl.startsWith('emulator:') ? 'http://localhost/v1' : baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text)?.[0];
  const path = origin === undefined ? `${prefix}/${text.replace(/^\/+/, '')}` : text.slice(origin.length);
  const whole = `${origin ?? base.origin}${path}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const shown = JSON.stringify(withoutUserInfo(text));
  if (url?.origin !== base.origin || !`${url.pathname}/`.startsWith(`${prefix}/`))
    throw usageError(
      `${shown} is not below the base address ${addressText(baseUrl)}`,
      'give a path, for example /inventory',
    );
  const sent = url.pathname + url.search;
  // An address drops the question mark of an empty query.
  if (meant(sent) !== meant(path.replace(/\?$/, '')))
    throw usageError(
      `${shown} would be sent as ${JSON.stringify(sent.slice(prefix.length))}`,
      'escape what an address changes: # is %23, \\ is %5C, a space at the end is %20; leave out . and ..',
    );
  return sent.slice(prefix.length);
}

/** Sends any request once, with the token if there is one; returns the answer as it came, if any, and what it means. */
export async function sendOnce(
  { transport, requestOptions }: RawSession,
  { method, path, body }: Omit<RawRequest, 'repeatable'>,
  token: string | undefined,
): Promise<{ readonly answer: HttpResponse | undefined; readonly outcome: Attempt }> {
  const { timeoutMs, signal, redact } = requestOptions;
  let answer: HttpResponse | undefined;
  const recorded = {
    now: () => transport.now(),
    async send(request: HttpRequest): Promise<HttpResponse> {
      answer = await transport.send(request);
      return answer;
    },
  };
  const headers = headersOf(token, body);
  const request = { method, path, headers, body, timeoutMs, signal };
  const outcome = await attemptOnce(recorded, request, false, redact);
  return { answer, outcome };
}

/**
 * Sends any request with the token and returns the body of the last answer unchanged, whatever its status, and what the
 * answer means. A read is repeated as the retry policy says; a write is repeated only after signing in again. Throws a
 * `CfiError` if there is no answer.
 */
export async function sendRaw(
  session: RawSession,
  tokens: TokenSource,
  { repeatable, ...request }: RawRequest,
): Promise<{ readonly body: Uint8Array; readonly outcome: Attempt }> {
  const { transport, requestOptions } = session;
  const { policy } = requestOptions;
  let last: HttpResponse | undefined;
  const send = async (): Promise<Attempt> => {
    const { answer, outcome } = await sendOnce(session, request, tokens.current());
    last = answer;
    return outcome;
  };
  const outcome = await withRetries(send, {
    ...requestOptions,
    transport,
    repeatable,
    policy: repeatable ? policy : { ...policy, maxRetries: 0 },
    renew: () => tokens.renew(),
  });
  if (last === undefined && outcome.kind !== 'answer')
    throw attemptError(outcome, { ...requestOptions, ...request, repeatable });
  return { body: last?.body ?? new Uint8Array(), outcome };
}
