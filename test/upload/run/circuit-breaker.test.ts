import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from '../../../src/upload/run/endings.ts';

const failed = { outcome: 'failed', status: 500, error: 'because' } as const;

/** `a` an answer, `s` a success, `f` a failure with an answer, `!` a failure without one; returns what stopped it. */
function stopsAfter(story: string): number | undefined {
  const breaker = createCircuitBreaker();
  for (const [index, event] of [...story].entries()) {
    const before = breaker.answers;
    if (event === 'a' || event === 'f') breaker.answered();
    if (event === 's') breaker.succeeded();
    const stop = event === 'f' || event === '!' ? breaker.failed(failed, before) : undefined;
    if (stop !== undefined) return index + 1;
  }
  return undefined;
}

describe('the circuit breaker', () => {
  it.each([
    ['', undefined],
    ['aaaa', undefined],
    ['ffff', undefined],
    ['fffff', 5],
    ['ffffsffff', undefined],
    ['ffffsfffff', 10],
    ['affaffaf', 8],
    ['!', 1],
    ['aa!', 3],
    ['ss!', 3],
  ])('after %j stops at %j', (story, at) => {
    expect(stopsAfter(story)).toBe(at);
  });

  it('counts the answers, so that a document can tell whether any arrived meanwhile', () => {
    const breaker = createCircuitBreaker();
    expect(breaker.answers).toBe(0);
    breaker.answered();
    breaker.answered();
    breaker.succeeded();
    expect(breaker.answers).toBe(2);
    expect(breaker.failed(failed, 1)).toBeUndefined();
    expect(breaker.failed(failed, 2)).toEqual({
      reason: 'unavailable',
      message: 'the service keeps failing: because',
      status: 500,
      cause: 'because',
    });
  });

  it('says so if there was no answer at all', () => {
    expect(createCircuitBreaker().failed({ outcome: 'unknown' }, 0)).toEqual({
      reason: 'unavailable',
      message: 'the service keeps failing: no answer',
    });
  });
});
