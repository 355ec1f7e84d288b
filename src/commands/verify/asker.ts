import { createApi, sendOnce, sendRaw, type TokenSource } from '../../client/api/api.ts';
import { attemptError } from '../../client/api/request-errors.ts';
import type { Session } from '../../client/auth/session.ts';
import { hiddenOutcome, readAnswer } from '../../client/http.ts';
import { withRetries } from '../../client/retry.ts';
import { type HttpRequest, type HttpResponse, TransportFailure } from '../../client/types.ts';
import type { SeenAnswer } from '../../emulator/conformance/observations.ts';
import { CfiError, type ErrorCode } from '../../errors.ts';
import { inSlices } from '../../timers.ts';

/**
 * Keeps the last answer to each request of a session, because answers are evidence; they have no secrets. From one request to
 * the next it waits for `intervalMs`. More than `mostReads`, including repeats, throw a `CfiError`.
 */
export function watch(
  session: Session,
  { mostReads, intervalMs }: { readonly mostReads: number; readonly intervalMs: number },
  onAnswer: (request: HttpRequest, answer: SeenAnswer) => void,
) {
  const { transport, requestOptions } = session;
  const answers = new Map<string, SeenAnswer>();
  let reads = 0;
  let last = Number.NEGATIVE_INFINITY;

  const pace = async (signal: AbortSignal | undefined): Promise<void> => {
    const wait = last + intervalMs - transport.monotonicNow();
    if (wait > 0)
      await transport.wait(wait, signal).catch((error: unknown) => {
        throw signal?.aborted ? new TransportFailure('aborted', 'the request was cancelled', false) : error;
      });
    last = transport.monotonicNow();
  };

  const asSeen = async (answer: HttpResponse): Promise<SeenAnswer> => {
    const { redact } = requestOptions;
    const { status, headers } = answer;
    const reading = readAnswer(answer, false, () => transport.now(), redact);
    const outcome = await inSlices(hiddenOutcome(await inSlices(reading, 1), redact), 1);
    if (outcome.kind === 'answer') return { status, headers, body: outcome.answer.body };
    return { status, headers, body: outcome.kind === 'refusal' ? outcome.body : undefined };
  };

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const name = `${request.method} ${request.path}`;
    if (request.method === 'GET' && ++reads > mostReads)
      throw new CfiError('unavailable', `the limit of ${mostReads} reads is reached`);
    answers.delete(name);
    await pace(request.signal);
    const answer = await transport.send(request);
    const seen = await asSeen(answer);
    answers.set(name, seen);
    onAnswer(request, seen);
    return answer;
  }

  return {
    session: { ...session, transport: { ...transport, send } },
    /** The last answer to this request; undefined if there was none. */
    answerTo: (method: 'GET' | 'POST' | 'DELETE', path: string) => answers.get(`${method} ${path}`),
  };
}

/** Asks the service, one request at a time. */
export type Asker = ReturnType<typeof openAsker>;

/** Without an answer for these reasons, other questions can still be asked. */
const noAnswer: readonly ErrorCode[] = ['unavailable', 'network', 'timeout'];

/** Prepares requests. After a 429, waits as it says; throws if that is too long, a token is refused, or on an interrupt. */
export function openAsker({ session, answerTo }: ReturnType<typeof watch>, tokens: TokenSource) {
  const { transport, requestOptions } = session;

  async function mustGet(path: string): Promise<SeenAnswer> {
    const request = { method: 'GET', path, repeatable: true };
    const { outcome } = await sendRaw(session, tokens, request);
    const seen = answerTo('GET', path);
    const ends = outcome.kind === 'refusal' && (outcome.status === 429 || outcome.status === 401);
    if (seen !== undefined && !ends) return seen;
    const [plain = path] = path.split('?');
    throw outcome.kind === 'answer'
      ? new CfiError('network', 'the service did not answer')
      : attemptError(outcome, { ...requestOptions, ...request, path: plain });
  }

  return {
    /** The answer to a read. Throws a `CfiError` if there was none. */
    mustGet,
    /** The same; undefined if there was none, or the limit is reached. */
    async get(path: string): Promise<SeenAnswer | undefined> {
      try {
        return await mustGet(path);
      } catch (error) {
        if (error instanceof CfiError && noAnswer.includes(error.code)) return undefined;
        throw error;
      }
    },
    /** The answer to a sign-in with this body. */
    async signIn(body: object): Promise<SeenAnswer | undefined> {
      const request = { method: 'POST', path: '/auth/login', body: JSON.stringify(body) };
      const once = async () => (await sendOnce(session, request, undefined)).outcome;
      await withRetries(once, { ...requestOptions, transport, repeatable: false });
      const seen = answerTo('POST', request.path);
      return seen?.status === 429 ? undefined : seen;
    },
    answerTo,
    /** For what is created and cancelled. */
    api: createApi({ ...requestOptions, transport, tokens, keepsData: true }),
  };
}
