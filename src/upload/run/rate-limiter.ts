import { backoffMs } from '../../client/retry.ts';
import type { Attempt, RetryPolicy, Transport } from '../../client/types.ts';
import { counted } from '../../text/words.ts';
import { tooLongWait } from './endings.ts';
import type { Finding, MarketplaceFinding, Sent, Stop } from './work.ts';

interface LimiterOptions {
  readonly concurrency: number;
  /** Maximum requests per second; no limit if absent. */
  readonly ratePerSecond?: number | undefined;
  /** `maxRetries`: how many 429s in a row, without a success, stop the run. */
  readonly policy: RetryPolicy;
  /** From 0 up to 1. */
  random(): number;
  /** Ends all waiting. */
  readonly halt: AbortSignal;
}

/** How the service handled a request: it answered, it failed, or it asked us to slow down. */
export type Health = 'answered' | 'failed' | 'limited';

/** What has come of a request, as far as it shows the service's health. */
interface Made {
  readonly kind: (Attempt | Sent | Finding | MarketplaceFinding)['kind'];
  readonly status?: number;
}

/** The health that an attempt (including a look-up) shows. */
export function healthOf({ kind, status = 0 }: Made): Health {
  if (kind === 'failure') return 'failed';
  if (kind !== 'refusal') return 'answered';
  return status === 429 ? 'limited' : status >= 500 ? 'failed' : 'answered';
}

/** A service counts as slow if it takes this many times its best time, and at least half a second more. */
const slowFactor = 4;
const slowMs = 500;

/**
 * How many requests may run at the same time: additive increase, multiplicative decrease, from 1 to `concurrency`, where it
 * begins. A 429 halves the limit, a slow or failing service reduces it by one, and each round of good answers increases it
 * by one.
 */
function createAdaptiveLimit(concurrency: number) {
  let current = concurrency;
  let goodInRow = 0;
  let latency = 0;
  let best = Number.POSITIVE_INFINITY;
  const reduce = (to: number): void => {
    goodInRow = 0;
    current = Math.max(1, to);
  };
  return {
    get current(): number {
      return current;
    },
    /** The service answered after this many milliseconds. */
    answered(tookMs: number): void {
      latency = latency === 0 ? tookMs : latency * 0.9 + tookMs * 0.1;
      best = Math.min(best * 1.001, latency);
      goodInRow += 1;
      if (goodInRow < current) return;
      if (latency > best * slowFactor && latency > best + slowMs) reduce(current - 1);
      else {
        goodInRow = 0;
        current = Math.min(concurrency, current + 1);
      }
    },
    failed: (): void => reduce(current - 1),
    /** The service asked to slow down. */
    halve: (): void => reduce(Math.floor(current / 2)),
  };
}

/**
 * Limits the requests of a run: at once, by the health of each, per second, and none while the service asks for a pause. The
 * clock is that of the service's transport, which waits in virtual time for the embedded emulator.
 */
export function createRateLimiter(
  clock: Pick<Transport, 'wait' | 'monotonicNow'>,
  { concurrency, ratePerSecond, policy, random, halt }: LimiterOptions,
) {
  const intervalMs = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const queue: (() => void)[] = [];
  const limit = createAdaptiveLimit(concurrency);
  let active = 0;
  let nextAt = 0;
  let pausedSince = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pause: Promise<void> | undefined;
  let limitedInRow = 0;

  const wake = (): void => {
    for (let free = limit.current - active; free > 0 && queue.length > 0; free--) queue.shift()?.();
  };
  halt.addEventListener('abort', () => {
    for (const go of queue.splice(0)) go();
  });

  const waitOut = (): Promise<void> => {
    pause ??= (async () => {
      for (let left = pausedUntil - clock.monotonicNow(); left > 0; left = pausedUntil - clock.monotonicNow())
        await clock.wait(left, halt);
    })().finally(() => {
      pause = undefined;
    });
    return pause;
  };

  const waitForTurn = async (): Promise<void> => {
    const now = clock.monotonicNow();
    const at = Math.max(now, nextAt);
    nextAt = at + intervalMs;
    if (at > now) await clock.wait(at - now, halt);
  };

  return {
    /** How many requests may currently run at the same time. */
    get limit(): number {
      return limit.current;
    },
    /** Starts a request if it may start now; otherwise `enter` waits for its turn. */
    tryEnter(): boolean {
      if (active >= limit.current || intervalMs > 0 || halt.aborted || pausedUntil > clock.monotonicNow())
        return false;
      active += 1;
      return true;
    },
    /** Milliseconds until the pause ends; 0 if there is none. */
    get pauseLeftMs(): number {
      return Math.max(0, pausedUntil - clock.monotonicNow());
    },
    /** Resolves when a request may start; rejects when the run is halted. */
    async enter(): Promise<void> {
      for (;;) {
        halt.throwIfAborted();
        if (pausedUntil > clock.monotonicNow()) await waitOut();
        else if (active >= limit.current) await new Promise<void>((go) => queue.push(go));
        else {
          active += 1;
          await waitForTurn();
          if (pausedUntil <= clock.monotonicNow()) return;
          // A pause has begun in the meantime: like all others, it waits, and then takes another turn.
          active -= 1;
        }
      }
    },
    /** A request has ended after this many milliseconds. */
    leave(health: Health, tookMs: number): void {
      active -= 1;
      // After a 429, `limited` decides about the pause.
      if (health === 'failed') limit.failed();
      else if (health === 'answered') {
        limitedInRow = 0;
        limit.answered(tookMs);
      } else health satisfies 'limited';
      wake();
    },
    /** A request that started at `startedAt` got a 429. Returns a reason to stop if waiting makes no sense. */
    limited(startedAt: number, askedMs: number | undefined): Stop | undefined {
      const now = clock.monotonicNow();
      const tooLong = tooLongWait(policy, askedMs);
      if (tooLong !== undefined) return { reason: 'rate-limited', status: 429, ...tooLong };
      // Requests in progress at the first 429 also get one; they can only prolong the pause.
      const isNew = startedAt >= pausedSince && now >= pausedUntil;
      if (isNew) {
        limitedInRow += 1;
        if (limitedInRow > policy.maxRetries) {
          const message = `still rate limited after ${counted(policy.maxRetries, 'pause')}`;
          return { reason: 'rate-limited', message, status: 429, retryAfterMs: askedMs };
        }
        limit.halve();
        pausedSince = now;
      }
      const own = backoffMs(policy, limitedInRow, 0.5 + random() / 2);
      const extra = askedMs === undefined || (isNew && limitedInRow > 1) ? own : 0;
      pausedUntil = Math.max(pausedUntil, now + (askedMs ?? 0) + extra);
      return undefined;
    },
  };
}
