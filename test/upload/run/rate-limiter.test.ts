import { describe, expect, it } from 'vitest';
import { defaultRetryPolicy } from '../../../src/client/http/retry.ts';
import { createRateLimiter, healthOf } from '../../../src/upload/run/rate-limiter.ts';

function limiterWith(options: { concurrency: number; ratePerSecond?: number; maxRetries?: number }) {
  let time = 0;
  const waits: number[] = [];
  const clock = {
    monotonicNow: () => time,
    async wait(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
    random: () => 0.5,
  };
  const halt = new AbortController();
  const { maxRetries = 4, ...rest } = options;
  const policy = { ...defaultRetryPolicy, maxRetries, maxRetryAfterMs: 900_000 };
  const limiter = createRateLimiter(clock, { ...rest, policy, halt: halt.signal });
  return { limiter, waits, halt, pass: (ms: number) => (time += ms), now: () => time };
}

describe('the rate limiter of a run', () => {
  it('allows as many requests at once as configured', () => {
    const { limiter } = limiterWith({ concurrency: 3 });
    expect([1, 2, 3, 4].map(() => limiter.tryEnter())).toEqual([true, true, true, false]);
    limiter.leave('answered', 5);
    expect(limiter.tryEnter()).toBe(true);
  });

  it('pauses all requests as long as the service asks, and continues with half as many', async () => {
    const { limiter, waits, now } = limiterWith({ concurrency: 8 });
    for (let i = 0; i < 8; i++) limiter.tryEnter();
    expect(limiter.limited(0, 3_000)).toBeUndefined();
    expect(limiter.limited(0, 3_000)).toBeUndefined();
    for (let i = 0; i < 8; i++) limiter.leave('limited', 1);
    await Promise.all([limiter.enter(), limiter.enter()]);
    expect(waits).toEqual([3_000]);
    expect(now()).toBe(3_000);
    expect(limiter.limit).toBeLessThanOrEqual(4);
  });

  it('allows no request before the requested wait is over, whether it was waiting or not', () => {
    const { limiter, pass } = limiterWith({ concurrency: 8 });
    limiter.tryEnter();
    limiter.limited(0, 1_000);
    limiter.leave('limited', 1);
    pass(999);
    expect(limiter.tryEnter()).toBe(false);
    pass(1);
    expect(limiter.tryEnter()).toBe(true);
  });

  it('grows by one for each round of successful answers, up to its limit', () => {
    const { limiter } = limiterWith({ concurrency: 4 });
    limiter.limited(0, 0);
    expect(limiter.limit).toBe(2);
    for (let i = 0; i < 50; i++) {
      limiter.tryEnter();
      limiter.leave('answered', 10);
    }
    expect(limiter.limit).toBe(4);
  });

  it('waits longer each time when the service does not say how long', async () => {
    const { limiter, waits, now } = limiterWith({ concurrency: 1 });
    for (let i = 0; i < 4; i++) {
      expect(limiter.limited(now(), undefined)).toBeUndefined();
      await limiter.enter();
      limiter.leave('limited', 1);
    }
    expect(waits).toHaveLength(4);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(waits[0]).toBeGreaterThan(0);
  });

  it('stops when it is limited again after every pause', async () => {
    const { limiter, now } = limiterWith({ concurrency: 1, maxRetries: 2 });
    const stops = [];
    for (let i = 0; i < 3; i++) {
      stops.push(limiter.limited(now(), 1_000)?.reason);
      await limiter.enter();
      limiter.leave('limited', 1);
    }
    expect(stops).toEqual([undefined, undefined, 'rate-limited']);
  });

  it('does not stop while requests between the pauses succeed', async () => {
    const { limiter, now } = limiterWith({ concurrency: 1, maxRetries: 2 });
    for (let i = 0; i < 10; i++) {
      expect(limiter.limited(now(), 1_000)).toBeUndefined();
      await limiter.enter();
      limiter.leave('answered', 1);
    }
  });

  it('does not wait for more than 15 minutes', () => {
    const { limiter } = limiterWith({ concurrency: 1 });
    expect(limiter.limited(0, 900_000)).toBeUndefined();
    expect(limiter.limited(0, 900_001)).toMatchObject({ reason: 'rate-limited', retryAfterMs: 900_001 });
  });

  it('sends fewer requests to a service that becomes slow', () => {
    const { limiter } = limiterWith({ concurrency: 10 });
    for (let i = 0; i < 30; i++) {
      limiter.tryEnter();
      limiter.leave('answered', 20);
    }
    for (let i = 0; i < 60; i++) {
      limiter.tryEnter();
      limiter.leave('answered', 5_000);
    }
    expect(limiter.limit).toBeLessThan(10);
  });

  it('spreads requests evenly at a rate', async () => {
    const { limiter, now } = limiterWith({ concurrency: 5, ratePerSecond: 4 });
    for (let i = 0; i < 9; i++) {
      await limiter.enter();
      limiter.leave('answered', 1);
    }
    expect(now()).toBe(2_000);
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

describe('the health of the service', () => {
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
  ])('after %j: %s', (made, health) => {
    expect(healthOf(made)).toBe(health);
  });
});
