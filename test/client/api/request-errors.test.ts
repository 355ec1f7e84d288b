import { describe, expect, it } from 'vitest';
import { attemptError, type RequestKind } from '../../../src/client/api/request-errors.ts';

const read: RequestKind = {
  method: 'GET',
  path: '/order/R-1',
  repeatable: true,
  baseUrl: 'https://h.example/v1',
  reference: 'R-1',
  signInHint: 'sign in',
};
const write: RequestKind = { ...read, method: 'POST', repeatable: false };
const { reference: _, ...list } = read;

const refused = (status: number, kind: RequestKind, body: unknown = {}) =>
  attemptError({ kind: 'refusal', status, error: 'no', body }, kind, (text) => text);

describe('a refusal', () => {
  it.each<[number, RequestKind, string, string]>([
    [404, read, 'not-found', 'R-1: no'],
    [410, read, 'not-found', 'R-1: no'],
    [404, list, 'not-found', 'no'],
    [409, read, 'conflict', 'no'],
    [400, read, 'invalid-input', 'no'],
    [401, read, 'unauthorized', 'no'],
    [403, read, 'forbidden', 'no'],
    [429, read, 'rate-limited', 'no'],
    [408, read, 'unavailable', 'no'],
    [500, read, 'unavailable', 'no'],
    [302, read, 'network', 'no'],
    [200, read, 'internal', 'no'],
  ])('of %i names the reference it concerns, if there is one', (status, kind, code, message) => {
    expect(refused(status, kind)).toMatchObject({ code, message });
  });

  it('that leaves the effect of a write open may have taken effect', () => {
    for (const status of [408, 500, 503]) {
      expect(refused(status, write).details.maybeSent).toBe(true);
      expect(refused(status, read).details.maybeSent).toBeUndefined();
    }
    expect(refused(409, write).details.maybeSent).toBeUndefined();
  });

  it('says whether to try again, following the service if it says so', () => {
    expect(refused(503, read).details.retryable).toBe(true);
    expect(refused(503, write).details.retryable).toBeUndefined();
    expect(refused(429, write).details.retryable).toBe(true);
    expect(refused(500, write, { retryable: true }).details.retryable).toBe(true);
    expect(refused(503, read, { retryable: false }).details.retryable).toBe(false);
  });
});

describe('a request without an answer', () => {
  const lost = (kind: RequestKind, maybeSent: boolean) =>
    attemptError({ kind: 'failure', reason: 'timeout', message: 'gone', maybeSent }, kind, (text) => text);

  it('may have taken effect only if it was a write that may have arrived', () => {
    expect(lost(write, true)).toMatchObject({
      code: 'timeout',
      message: 'POST /order/R-1: gone; it may have taken effect',
      details: { maybeSent: true, reason: 'POST /order/R-1: gone' },
    });
    expect(lost(write, false).details).toMatchObject({ retryable: true });
    expect(lost(read, true).details.maybeSent).toBeUndefined();
  });
});

describe('an interrupted request', () => {
  const aborted = (kind: RequestKind, maybeSent: boolean) =>
    attemptError(
      { kind: 'failure', reason: 'aborted', message: 'the request was cancelled', maybeSent },
      kind,
      (text) => text,
    );

  it('may have taken effect if it is a write that was sent', () => {
    expect(aborted(write, true)).toMatchObject({
      code: 'cancelled',
      message: 'POST /order/R-1: the request was cancelled; it may have taken effect',
      details: { maybeSent: true },
    });
    for (const error of [aborted(write, false), aborted(read, true)])
      expect(error).toMatchObject({ code: 'cancelled', message: 'the request was cancelled' });
  });
});
