import { describe, expect, it } from 'vitest';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import { createRateLimiter, healthOf } from '../../../src/upload/run/rate-limiter.ts';

const startMs = 10_000;

/** Resolves when all that can go on has gone on. */
const idle = (): Promise<void> => new Promise((done) => setImmediate(done));

function limiterWith(options: { concurrency: number; ratePerSecond?: number; maxRetries?: number }) {
  // A monotonic clock does not start at 0.
  let time = startMs;
  const waits: number[] = [];
  const clock = {
    monotonicNow: () => time,
    async wait(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
      await idle();
      signal?.throwIfAborted();
    },
  };
  const halt = new AbortController();
  const { maxRetries = 4, ...rest } = options;
  const policy = { ...defaultRetryPolicy, maxRetries, maxRetryAfterMs: 900_000 };
  const limiter = createRateLimiter(clock, { ...rest, policy, random: () => 0.5, halt: halt.signal });
  return { limiter, waits, halt, pass: (ms: number) => (time += ms), now: () => time };
}

describe('the rate limiter of a run', () => {
  it('allows as many requests at once as configured', () => {
    const { limiter } = limiterWith({ concurrency: 3 });
    expect([1, 2, 3, 4].map(() => limiter.tryEnter())).toEqual([true, true, true, false]);
    limiter.leave('answered', 5);
    expect([limiter.tryEnter(), limiter.tryEnter()]).toEqual([true, false]);
  });

  it('lets those that wait continue one by one, in their order', async () => {
    const { limiter } = limiterWith({ concurrency: 1 });
    const entered: string[] = [];
    limiter.tryEnter();
    for (const name of ['first', 'second', 'third']) void limiter.enter().then(() => entered.push(name));
    for (const expected of [[], ['first'], ['first', 'second'], ['first', 'second', 'third']]) {
      await idle();
      expect(entered).toEqual(expected);
      limiter.leave('answered', 5);
    }
  });

  it('pauses all requests as long as the service asks, and continues with half as many', async () => {
    const { limiter, waits, now } = limiterWith({ concurrency: 8 });
    for (let i = 0; i < 8; i++) limiter.tryEnter();
    expect(limiter.limited(startMs, 3_000)).toBeUndefined();
    expect(limiter.limited(startMs, 3_000)).toBeUndefined();
    for (let i = 0; i < 8; i++) limiter.leave('limited', 1);
    await Promise.all([limiter.enter(), limiter.enter()]);
    expect(waits).toEqual([3_000]);
    expect(now()).toBe(startMs + 3_000);
    expect(limiter.limit).toBe(4);
  });

  it('allows no request before the requested wait is over, whether it was waiting or not', () => {
    const { limiter, pass } = limiterWith({ concurrency: 8 });
    limiter.tryEnter();
    limiter.limited(startMs, 1_000);
    limiter.leave('limited', 1);
    pass(999);
    expect(limiter.tryEnter()).toBe(false);
    pass(1);
    expect(limiter.tryEnter()).toBe(true);
  });

  it('grows by one for each round of successful answers, up to its limit', () => {
    const { limiter } = limiterWith({ concurrency: 5 });
    limiter.limited(startMs, 0);
    const limits = [limiter.limit];
    for (let i = 0; i < 14; i++) {
      limiter.tryEnter();
      limiter.leave('answered', 10);
      limits.push(limiter.limit);
    }
    expect(limits).toEqual([2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5]);
  });

  it('shrinks by one for each failure, but never stops sending', () => {
    const { limiter } = limiterWith({ concurrency: 3 });
    const limits = (['failed', 'answered', 'answered', 'failed', 'failed', 'failed'] as const).map(
      (health) => {
        limiter.tryEnter();
        limiter.leave(health, 10);
        return limiter.limit;
      },
    );
    expect(limits).toEqual([2, 2, 3, 2, 1, 1]);
    limiter.limited(startMs, 0);
    expect(limiter.limit).toBe(1);
  });

  it('waits longer each time when the service does not say how long', async () => {
    const { limiter, waits, now } = limiterWith({ concurrency: 1 });
    for (let i = 0; i < 4; i++) {
      expect(limiter.limited(now(), undefined)).toBeUndefined();
      await limiter.enter();
      limiter.leave('limited', 1);
    }
    expect(waits).toEqual([750, 1_500, 3_000, 6_000]);
  });

  it('waits longer than asked when the wait that the service asks for is not enough', async () => {
    const { limiter, waits, now } = limiterWith({ concurrency: 1 });
    for (let i = 0; i < 3; i++) {
      limiter.limited(now(), 1_000);
      // A request that was in progress asks for a little more, which is not a second pause.
      limiter.limited(startMs, 1_200);
      await limiter.enter();
      limiter.leave('limited', 1);
    }
    expect(waits).toEqual([1_200, 2_500, 4_000]);
  });

  it('prolongs a pause when a request that was in progress asks for more, or does not say how long', async () => {
    const { limiter, waits } = limiterWith({ concurrency: 4 });
    limiter.limited(startMs, 100);
    limiter.limited(startMs, undefined);
    await limiter.enter();
    expect(waits).toEqual([750]);
    const other = limiterWith({ concurrency: 4 });
    other.limiter.limited(startMs, 100);
    other.limiter.limited(startMs, 2_000);
    await other.limiter.enter();
    expect(other.waits).toEqual([2_000]);
  });

  it('stops when it is limited again after every pause', async () => {
    const { limiter, now } = limiterWith({ concurrency: 1, maxRetries: 2 });
    const stops = [];
    for (let i = 0; i < 3; i++) {
      stops.push(limiter.limited(now(), 1_000));
      await limiter.enter();
      limiter.leave('limited', 1);
    }
    const stop = { reason: 'rate-limited', message: 'still rate limited after 2 pauses', status: 429 };
    expect(stops).toEqual([undefined, undefined, { ...stop, retryAfterMs: 1_000 }]);
    expect(limiter.limited(now(), undefined)).toEqual(stop);
  });

  it('stops for a service that always asks for no wait at all', () => {
    const { limiter } = limiterWith({ concurrency: 1, maxRetries: 0 });
    expect(limiter.limited(startMs, 0)?.reason).toBe('rate-limited');
    const { limiter: patient } = limiterWith({ concurrency: 1, maxRetries: 1 });
    expect([1, 2].map(() => patient.limited(startMs, 0)?.message)).toEqual([
      undefined,
      'still rate limited after 1 pause',
    ]);
  });

  it('does not stop while requests between the pauses succeed', async () => {
    const { limiter, now, waits } = limiterWith({ concurrency: 1, maxRetries: 2 });
    for (let i = 0; i < 10; i++) {
      expect(limiter.limited(now(), 1_000)).toBeUndefined();
      await limiter.enter();
      limiter.leave('answered', 1);
    }
    expect(waits).toEqual(Array(10).fill(1_000));
  });

  it('does not wait for more than 15 minutes', () => {
    const { limiter } = limiterWith({ concurrency: 1 });
    expect(limiter.limited(startMs, 900_000)).toBeUndefined();
    expect(limiter.limited(startMs, 900_001)).toEqual({
      reason: 'rate-limited',
      message: 'the service asks for a wait of 16 minutes',
      status: 429,
      retryAfterMs: 900_001,
    });
  });

  /** A service, and how many requests may run after each answer that takes `tookMs`. */
  function slowed(concurrency = 10) {
    const { limiter } = limiterWith({ concurrency });
    return (tookMs: number, times: number): number[] =>
      Array.from({ length: times }, () => {
        limiter.tryEnter();
        limiter.leave('answered', tookMs);
        return limiter.limit;
      });
  }

  it('sends one request less after each round of slow answers, but never stops sending', () => {
    const limitsAfter = slowed(3);
    limitsAfter(20, 30);
    expect(limitsAfter(5_000, 7)).toEqual([3, 3, 2, 2, 1, 1, 1]);
  });

  it.each([
    [1_000, 4_500],
    [100, 650],
  ])('sends fewer requests to a service that needs first %i ms and then %i ms', (first, then) => {
    const limitsAfter = slowed();
    limitsAfter(first, 10);
    expect(limitsAfter(then, 50).at(-1)).toBeLessThan(10);
  });

  it.each([
    ['has always been slow', 5_000, 5_000, 100],
    ['needs less than four times its best time', 1_000, 3_900, 50],
    ['needs less than half a second more than its best time', 20, 480, 50],
    ['is slow once', 20, 4_000, 1],
  ])('sends as many requests as before to a service that %s', (_, first, then, times) => {
    const limitsAfter = slowed();
    // The last answer of a round decides.
    limitsAfter(first, 39);
    expect(new Set([...limitsAfter(then, times), ...limitsAfter(first, 10)])).toEqual(new Set([10]));
  });

  it.each([
    ['is fast again', 60, 20, 300],
    ['stays slow for thousands of answers', 0, 5_000, 6_000],
  ])('sends as many requests as before as soon as a service %s', (_, slow, then, times) => {
    const limitsAfter = slowed();
    limitsAfter(20, 30);
    limitsAfter(5_000, slow);
    const limits = limitsAfter(then, times);
    expect(Math.min(...limits)).toBeLessThan(10);
    expect(limits.at(-1)).toBe(10);
  });

  it('spreads requests evenly at a rate', async () => {
    const { limiter, waits } = limiterWith({ concurrency: 5, ratePerSecond: 4 });
    for (let i = 0; i < 9; i++) {
      expect(limiter.tryEnter()).toBe(false);
      await limiter.enter();
      limiter.leave('answered', 1);
    }
    expect(waits).toEqual(Array(8).fill(250));
    const fast = limiterWith({ concurrency: 5, ratePerSecond: 2_000 });
    expect(fast.limiter.tryEnter()).toBe(false);
  });

  it('sends nothing during a pause, not even what was waiting for its turn at a rate when it began', async () => {
    let time = startMs;
    const waits: { readonly until: number; readonly end: () => void }[] = [];
    const clock = {
      monotonicNow: () => time,
      wait: (ms: number) => new Promise<void>((end) => waits.push({ until: time + ms, end })),
    };
    const halt = new AbortController().signal;
    const limiter = createRateLimiter(clock, {
      concurrency: 4,
      ratePerSecond: 1,
      policy: defaultRetryPolicy,
      random: () => 0.5,
      halt,
    });
    const entered: number[] = [];
    const send = async (health: 'answered' | 'limited'): Promise<void> => {
      await limiter.enter();
      entered.push(time - startMs);
      if (health === 'limited') limiter.limited(time, 5_000);
      limiter.leave(health, 1);
    };
    void send('limited');
    for (let i = 0; i < 3; i++) void send('answered');
    for (await idle(); waits.length > 0; await idle()) {
      waits.sort((one, other) => one.until - other.until);
      const next = waits.shift();
      time = next?.until ?? time;
      next?.end();
    }
    expect(entered).toEqual([0, 5_000, 6_000, 7_000]);
  });

  it('ends the wait for the next request of a rate when the run stops', async () => {
    const { limiter, halt } = limiterWith({ concurrency: 5, ratePerSecond: 4 });
    await limiter.enter();
    const second = limiter.enter();
    halt.abort();
    await expect(second).rejects.toBeDefined();
  });

  it('ends all waits when the run stops', async () => {
    const { limiter, halt } = limiterWith({ concurrency: 1 });
    limiter.tryEnter();
    const waiting = limiter.enter();
    halt.abort();
    await expect(waiting).rejects.toBeDefined();
    expect(limiter.tryEnter()).toBe(false);
  });
});

it.each<[Parameters<typeof healthOf>[0], string]>([
  [{ kind: 'answer' }, 'answered'],
  [{ kind: 'done' }, 'answered'],
  [{ kind: 'absent' }, 'answered'],
  [{ kind: 'failure' }, 'failed'],
  [{ kind: 'refusal', status: 404 }, 'answered'],
  [{ kind: 'refusal', status: 429 }, 'limited'],
  [{ kind: 'refusal', status: 499 }, 'answered'],
  [{ kind: 'refusal', status: 500 }, 'failed'],
  [{ kind: 'refusal', status: 503 }, 'failed'],
])('the health of the service after %j: %s', (made, health) => {
  expect(healthOf(made)).toBe(health);
});
