import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { CfiError } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import { readAnswer } from '../http/answer.ts';
import { bodyText, pathOf } from '../http/request.ts';
import { afterAttempt, type RetryPolicy } from '../http/retry.ts';
import {
  type Api,
  type Attempt,
  type CallInput,
  type Transport,
  TransportFailure,
  type WireRequest,
} from '../types.ts';
import { failureError, refusalError } from './refusal.ts';

/** The sign-in of one account, as the calls see it. */
export interface TokenSource {
  /** What goes after `Bearer`. */
  current(): string;
  /** Signs in anew; false when no credentials are at hand. Throws a `CfiError` when that fails. */
  renew(): Promise<boolean>;
  readonly clientId: string | undefined;
  /** What to do to be signed in. */
  readonly signIn: string;
}

export interface ApiOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly tokens: TokenSource;
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  /** From 0 up to 1. */
  random(): number;
  /** Ends every request that brings no signal of its own. */
  readonly signal?: AbortSignal;
  /** Takes secrets out of what the service said. */
  redact(text: string): string;
}

const json = 'application/json';

/** Sends one request, whatever it is, and reads its answer; nothing is thrown. */
export async function attemptOnce(
  transport: Transport,
  request: WireRequest,
  needsBody: boolean,
): Promise<Attempt> {
  try {
    return readAnswer(await transport.send(request), needsBody, () => transport.now());
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { kind: 'failure', reason: error.kind, message: error.message, maybeSent: error.maybeSent };
  }
}

/** The request to an endpoint, with a token where one is needed. */
export function wireRequest(
  name: EndpointName,
  input: CallInput,
  options: { token: string; timeoutMs: number; signal?: AbortSignal | undefined },
): WireRequest {
  const endpoint = endpoints[name];
  const headers: Record<string, string> = { accept: json };
  if (endpoint.auth) headers.authorization = `Bearer ${options.token}`;
  if (input.body !== undefined) headers['content-type'] = json;
  return {
    method: endpoint.method,
    path: pathOf(name, input),
    headers,
    timeoutMs: options.timeoutMs,
    body: input.body === undefined ? undefined : bodyText(input.body),
    signal: input.signal ?? options.signal,
  };
}

/** What was read must hold a record, or a list (null for none); any other `data` is no answer to the question. */
function readable(name: EndpointName, made: Attempt): Attempt {
  if (made.kind !== 'answer') return made;
  const { data } = made.answer;
  const one = endpoints[name].path.includes('{');
  if (isFields(data) || (!one && (Array.isArray(data) || data === null))) return made;
  const message = `the answer of the service holds no ${one ? 'record' : 'list'}`;
  return { kind: 'failure', reason: 'unreadable', message, maybeSent: true };
}

/** The service through one account: typed errors, retries and renewal of the sign-in in one place. */
export function createApi(options: ApiOptions): Api {
  const { transport, tokens, policy, timeoutMs, signal } = options;
  let renewal: Promise<boolean> | undefined;
  let refusedToken: string | undefined;

  /** What the service said goes on to people, files and the ledger: nothing it repeats may give a secret away. */
  const withoutSecrets = (made: Attempt): Attempt => {
    if (made.kind === 'refusal') return { ...made, error: options.redact(made.error) };
    return made.kind === 'failure' ? { ...made, message: options.redact(made.message) } : made;
  };

  const attempt = (name: EndpointName, input: CallInput = {}): Promise<Attempt> => {
    const token = tokens.current();
    const request = wireRequest(name, input, { token, timeoutMs, signal });
    const isRead = request.method === 'GET';
    return attemptOnce(transport, request, isRead).then((made) => {
      if (made.kind === 'refusal' && made.status === 401) refusedToken = token;
      return withoutSecrets(isRead ? readable(name, made) : made);
    });
  };

  const renew = async (): Promise<boolean> => {
    // A request that left with the old token may be refused after another one already brought the new.
    if (refusedToken !== undefined && tokens.current() !== refusedToken) return true;
    renewal ??= tokens.renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const errorOf = (
    name: EndpointName,
    input: CallInput,
    failed: Exclude<Attempt, { kind: 'answer' }>,
  ): CfiError => {
    const { method, repeatable } = endpoints[name];
    const path = pathOf(name, { ...input, query: {} });
    const [reference] = Object.values(input.params ?? {});
    const kind = { method, path, repeatable, reference, baseUrl: options.baseUrl, signIn: tokens.signIn };
    const error = failed.kind === 'refusal' ? refusalError(failed, kind) : failureError(failed, kind);
    return new CfiError(error.code, options.redact(error.message), error.details);
  };

  return {
    baseUrl: options.baseUrl,
    get clientId() {
      return tokens.clientId;
    },
    transport,
    attempt,
    renew,
    async call(name, input = {}) {
      let renewed = false;
      for (let retries = 0; ; ) {
        const made = await attempt(name, input);
        if (made.kind === 'answer') return made.answer;
        if (made.kind === 'refusal' && made.status === 401 && !renewed) {
          renewed = true;
          if (await renew()) continue;
        }
        const verdict = afterAttempt(policy, made, endpoints[name].repeatable, retries, options.random());
        if (verdict === 'give-up') throw errorOf(name, input, made);
        await transport.wait(verdict.waitMs, input.signal ?? signal);
        retries += 1;
      }
    },
    close: () => transport.close(),
  };
}
