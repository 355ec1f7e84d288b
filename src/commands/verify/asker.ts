import { sendOnce, type TokenSource } from '../../client/api/api.ts';
import { attemptError } from '../../client/api/request-errors.ts';
import type { Session } from '../../client/auth/session.ts';
import { hiddenOutcome } from '../../client/http.ts';
import { withRetries } from '../../client/retry.ts';
import type { Attempt } from '../../client/types.ts';
import type { SeenAnswer } from '../../emulator/conformance/observations.ts';
import { CfiError } from '../../errors.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Asks the service, one request at a time. Its answers have no secrets, for they are kept on this machine. */
export type Asker = ReturnType<typeof openAsker>;

interface AskerOptions {
  readonly session: Session;
  readonly tokens: TokenSource;
  /** How many reads may be sent, including repeats. */
  readonly mostReads: number;
  /** The time from one request to the next, at least. */
  readonly intervalMs: number;
  onAnswer(answer: SeenAnswer): void;
}

function bodyOf(outcome: Attempt): unknown {
  if (outcome.kind === 'answer') return outcome.answer.body;
  return outcome.kind === 'refusal' ? outcome.body : undefined;
}

/** Prepares requests. After a 429, waits as it says; throws if that is too long, a token is refused, or on an interrupt. */
export function openAsker({ session, tokens, mostReads, intervalMs, onAnswer: seen }: AskerOptions) {
  const { transport, requestOptions } = session;
  const { signal, redact, commandFor } = requestOptions;
  let reads = 0;
  let last = Number.NEGATIVE_INFINITY;

  const mayAsk = (method: Method): boolean => method !== 'GET' || reads < mostReads;

  const pace = async (): Promise<void> => {
    const wait = last + intervalMs - transport.monotonicNow();
    if (wait > 0) await transport.wait(wait, signal);
    last = transport.monotonicNow();
  };

  /** The answer, or the reason why there is none. Only a sign-in goes without the token. */
  const ask = async (method: Method, path: string, body?: object, withToken = true) => {
    if (!mayAsk(method)) return new CfiError('unavailable', `the limit of ${mostReads} reads is reached`);
    const [plain = path] = path.split('?');
    const kind = { ...requestOptions, method, path: plain, repeatable: method === 'GET' };
    const request = { method, path, body: body && JSON.stringify(body) };
    let shown: SeenAnswer | undefined;
    const once = async (): Promise<Attempt> => {
      shown = undefined;
      if (method === 'GET') reads += 1;
      await pace();
      const token = withToken ? tokens.current() : undefined;
      const { answer, outcome } = await sendOnce(session, request, token);
      if (answer !== undefined) {
        const { status, headers } = answer;
        shown = { status, headers, body: bodyOf(hiddenOutcome(outcome, redact)) };
        seen(shown);
      }
      return outcome;
    };
    const renewing = withToken ? { renew: async () => mayAsk(method) && tokens.renew() } : {};
    const policy = {
      ...requestOptions.policy,
      get maxRetries() {
        return mayAsk(method) ? requestOptions.policy.maxRetries : 0;
      },
    };
    const outcome = await withRetries(once, {
      ...{ transport, repeatable: kind.repeatable, policy, signal, ...renewing },
      random: () => requestOptions.random(),
    });
    if (outcome.kind !== 'answer') {
      const error = attemptError(outcome, kind);
      const ends =
        outcome.kind === 'refusal'
          ? outcome.status === 429 || (outcome.status === 401 && withToken)
          : outcome.reason === 'aborted';
      if (ends) throw error;
      return shown ?? error;
    }
    return shown ?? new CfiError('network', 'the service did not answer');
  };
  const answered = async (...question: Parameters<typeof ask>): Promise<SeenAnswer | undefined> => {
    const made = await ask(...question);
    return made instanceof CfiError ? undefined : made;
  };

  return {
    /** The answer to a read; undefined if there was none or the limit is reached. */
    get: (path: string) => answered('GET', path),
    /** Like `get`, but throws a `CfiError` if there was no answer. */
    async mustGet(path: string): Promise<SeenAnswer> {
      const made = await ask('GET', path);
      if (made instanceof CfiError) throw made;
      return made;
    },
    /** The answer to a write, sent once. Undefined if there was none; the write may still have taken effect. */
    send: (method: 'POST' | 'DELETE', path: string, body?: object) => answered(method, path, body),
    /** A sign-in with this body; the answer has no token. */
    signIn: (body: object) => answered('POST', '/auth/login', body, false),
    /** A command line to copy, for the same account. */
    commandFor,
  };
}
