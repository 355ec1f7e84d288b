import { interruption } from '../errors.ts';
import { dayMs, foreignTime } from '../text/time/time.ts';
import type { Attempt, RetryPolicy, Transport } from './types.ts';

export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 4,
  baseMs: 500,
  maxBackoffMs: 15_000,
  maxRetryAfterMs: 60_000,
};

export type Verdict = { readonly waitMs: number } | 'give-up';

/** One year. A longer wait means the same, and may be too large for a number. */
const longestRetryAfterMs = 366 * dayMs;

/**
 * Milliseconds that `Retry-After` asks for, at most a year; undefined when it is absent or cannot be read. A date is
 * measured from the answer's own `Date`, else from `now`, so that a wrong local clock does no harm.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const asked = askedMs(headers, now);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(0, asked), longestRetryAfterMs);
}

function askedMs(headers: Readonly<Record<string, string>>, now: number): number {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // A date has a time of day. `Date.parse` also takes `-5`, or two values joined by a comma, for days in the past.
  if (!/\d:\d\d/.test(value)) return Number.NaN;
  return Date.parse(value) - (foreignTime(headers.date) ?? now);
}

/** Exponential backoff with full jitter; `random` is from 0 up to 1. */
export const backoffMs = (policy: RetryPolicy, retry: number, random: number): number =>
  Math.round(random * Math.min(policy.maxBackoffMs, policy.baseMs * 2 ** retry));

/** Whether another attempt may succeed; for a write, also whether the service cannot have acted on this one. */
function mayRepeat(attempt: Attempt, repeatable: boolean): boolean {
  if (attempt.kind === 'answer') return false;
  if (attempt.kind === 'refusal') return attempt.status === 429 || (repeatable && attempt.status >= 500);
  return !['aborted', 'excessive'].includes(attempt.reason) && (repeatable || !attempt.maybeSent);
}

/** Whether the request may still arrive: nobody answered, or something before the service gave up waiting for it. */
export function mayArriveLate(attempt: Attempt): boolean {
  if (attempt.kind === 'refusal') return attempt.status === 502 || attempt.status === 504;
  return attempt.kind === 'failure' && attempt.maybeSent && ['timeout', 'network'].includes(attempt.reason);
}

/** The next step after an attempt, with `retries` before it; a pure function. */
export function afterAttempt(
  policy: RetryPolicy,
  attempt: Attempt,
  repeatable: boolean,
  retries: number,
  random: number,
): Verdict {
  if (!mayRepeat(attempt, repeatable) || retries >= policy.maxRetries) return 'give-up';
  const asked = attempt.kind === 'refusal' ? attempt.retryAfterMs : undefined;
  if (asked === undefined) return { waitMs: backoffMs(policy, retries, random) };
  return asked > policy.maxRetryAfterMs ? 'give-up' : { waitMs: asked };
}

/** Runs before each wait for a further attempt, with the wait in milliseconds and its reason, which may be the service's. */
export type OnWait = (ms: number, reason: string) => void;

export interface Retries {
  readonly transport: Pick<Transport, 'wait'>;
  readonly policy: RetryPolicy;
  /** Whether sending the request twice is harmless. */
  readonly repeatable: boolean;
  /** From 0 up to 1. */
  random(): number;
  readonly signal?: AbortSignal | undefined;
  /** Signs in again after a 401; false when there are no credentials. Without it a 401 is final. */
  renew?(): Promise<boolean>;
  readonly onWait?: OnWait | undefined;
}

/**
 * Sends a request until it succeeds or the policy gives up, and returns the last attempt. A 401 renews the sign-in,
 * once, which does not count as a retry. Throws an `interruption` when a wait is aborted.
 */
export async function withRetries(
  send: () => Promise<Attempt>,
  { transport, policy, repeatable, random, signal, renew, onWait }: Retries,
): Promise<Attempt> {
  let renewed = renew === undefined;
  for (let retries = 0; ; ) {
    const attempt = await send();
    if (attempt.kind === 'refusal' && attempt.status === 401 && !renewed) {
      renewed = true;
      if (await renew?.()) continue;
    }
    const verdict = afterAttempt(policy, attempt, repeatable, retries, random());
    if (verdict === 'give-up') return attempt;
    if (attempt.kind !== 'answer')
      onWait?.(verdict.waitMs, attempt.kind === 'refusal' ? attempt.error : attempt.message);
    await transport.wait(verdict.waitMs, signal).catch((error: unknown) => {
      // Callers must be able to report what they have done, as after an aborted request.
      throw signal?.aborted ? interruption(signal.reason) : error;
    });
    retries += 1;
  }
}
