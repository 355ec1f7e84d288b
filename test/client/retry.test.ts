import { describe, expect, it } from 'vitest';
import {
  afterAttempt,
  backoffMs,
  defaultRetryPolicy,
  mayArriveLate,
  retryAfterMs,
  withRetries,
} from '../../src/client/retry.ts';
import type { Attempt, TransportFailure } from '../../src/client/types.ts';

const refusal = (status: number, wait?: number): Attempt => ({
  kind: 'refusal',
  status,
  error: '',
  body: undefined,
  ...(wait === undefined ? {} : { retryAfterMs: wait }),
});
const failure = (reason: TransportFailure['kind'], maybeSent: boolean): Attempt => ({
  kind: 'failure',
  reason,
  message: '',
  maybeSent,
});

describe('Retry-After', () => {
  const date = 'Tue, 01 Sep 2026 08:00:00 GMT';
  it.each([
    ['seconds', { 'retry-after': '3' }, 3000],
    ['a fraction of a second, rounded up', { 'retry-after': '1.2345' }, 1235],
    ['blanks around', { 'retry-after': ' 3 ' }, 3000],
    ['nothing but blanks', { 'retry-after': ' ' }, undefined],
    ['no seconds', { 'retry-after': '0' }, 0],
    ['more seconds than a number can hold', { 'retry-after': '9'.repeat(400) }, 366 * 86_400_000],
    ['a date thousands of years away', { 'retry-after': 'Fri, 01 Sep 9995 08:00:00 GMT' }, 366 * 86_400_000],
    ['a date, by the clock of the answer', { 'retry-after': 'Tue, 01 Sep 2026 08:00:09 GMT', date }, 9000],
    [
      'a date, by our clock where the answer has none',
      { 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' },
      5000,
    ],
    ['a date in the past', { 'retry-after': 'Tue, 01 Sep 2026 07:00:00 GMT', date }, 0],
    ['nothing', {}, undefined],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5x' }, undefined],
    ['a negative number that could be a month', { 'retry-after': '-5' }, undefined],
    ['two values', { 'retry-after': '1, 2' }, undefined],
  ])('given as %s', (_, headers, ms) => {
    expect(retryAfterMs(headers, 2000)).toBe(ms);
  });
});

describe('the retry policy', () => {
  const repeatable = [true, false] as const;
  it.each([
    ['a connection that failed', failure('network', false), [true, true]],
    ['a connection that broke', failure('network', true), [true, false]],
    ['a timeout', failure('timeout', true), [true, false]],
    ['an answer that cannot be read', failure('unreadable', true), [true, false]],
    ['an answer over a limit', failure('excessive', true), [false, false]],
    ['calling off', failure('aborted', false), [false, false]],
    ['429', refusal(429), [true, true]],
    ['500', refusal(500), [true, false]],
    ['503', refusal(503), [true, false]],
    ['400', refusal(400), [false, false]],
    ['401', refusal(401), [false, false]],
    ['404', refusal(404), [false, false]],
    ['409', refusal(409), [false, false]],
  ])('after %s resends a read, and a write: %j', (_, attempt, expected) => {
    const again = repeatable.map(
      (each) => afterAttempt(defaultRetryPolicy, attempt, each, 0, 0.5) !== 'give-up',
    );
    expect(again).toEqual(expected);
  });

  it('resends four times by default', () => {
    const verdicts = [0, 1, 2, 3, 4].map((retries) =>
      afterAttempt(defaultRetryPolicy, refusal(503), true, retries, 0),
    );
    expect(verdicts.map((verdict) => verdict !== 'give-up')).toEqual([true, true, true, true, false]);
  });

  it.each([
    [59_999, { waitMs: 59_999 }],
    [60_000, { waitMs: 60_000 }],
    [60_001, 'give-up'],
  ])('asked to wait %i ms: %j', (ms, verdict) => {
    expect(afterAttempt(defaultRetryPolicy, refusal(429, ms), true, 0, 0.5)).toEqual(verdict);
  });

  it('[ERR-RETRY] doubles the longest backoff each time, with full jitter and an upper bound', () => {
    expect([0, 1, 2, 3].map((retry) => backoffMs(defaultRetryPolicy, retry, 1))).toEqual([
      500, 1000, 2000, 4000,
    ]);
    expect(backoffMs(defaultRetryPolicy, 3, 0)).toBe(0);
    expect(backoffMs(defaultRetryPolicy, 30, 1)).toBe(15_000);
  });
});

describe('a request that is repeated', () => {
  const answer: Attempt = {
    kind: 'answer',
    answer: { status: 200, received: { headers: {} }, data: {}, body: {} },
  };
  const plan = { policy: defaultRetryPolicy, repeatable: true, random: () => 0.5 };
  const sending = (attempts: readonly Attempt[]) => {
    const left = [...attempts];
    return async () => left.shift() ?? answer;
  };
  const waitFor = (wait: () => Promise<void>) => ({ ...plan, transport: { wait } });

  it('says before each wait how long it takes, and why', async () => {
    const said: unknown[] = [];
    const busy = { ...refusal(503, 2000), error: 'too busy' } as Attempt;
    const lost = { ...failure('network', true), message: 'the connection was reset' } as Attempt;
    const outcome = await withRetries(sending([busy, lost]), {
      ...waitFor(async () => void said.push('waits')),
      onWait: (...waiting) => void said.push(waiting),
    });
    expect(outcome).toBe(answer);
    expect(said).toEqual([[2000, 'too busy'], 'waits', [500, 'the connection was reset'], 'waits']);
  });

  it('ends as the signal says if the wait is interrupted', async () => {
    const interrupt = new AbortController();
    const wait = async (): Promise<void> => {
      interrupt.abort('SIGTERM');
      throw interrupt.signal.reason;
    };
    const outcome = withRetries(sending([refusal(503)]), { ...waitFor(wait), signal: interrupt.signal });
    await expect(outcome).rejects.toMatchObject({ code: 'cancelled', exitCode: 143 });
  });

  it('ends with the failure of the wait, for instance of a full disk', async () => {
    const full = new Error('no space');
    await expect(
      withRetries(
        sending([refusal(503)]),
        waitFor(() => Promise.reject(full)),
      ),
    ).rejects.toBe(full);
  });
});

describe('a request without an answer', () => {
  it.each<[string, Attempt, boolean]>([
    ['out of time', failure('timeout', true), true],
    ['on a broken connection', failure('network', true), true],
    ['that was never sent', failure('network', false), false],
    ['with an unreadable one', failure('unreadable', true), false],
    ['that we cancelled', failure('aborted', true), false],
    ['for which a gateway answers 502', refusal(502), true],
    ['for which a gateway answers 504', refusal(504), true],
    ['but with an error of the service', refusal(500), false],
  ])('%s may arrive late: %#', (_, attempt, late) => {
    expect(mayArriveLate(attempt)).toBe(late);
  });
});
