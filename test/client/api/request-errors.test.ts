import { describe, expect, it } from 'vitest';
import { attemptError, type RequestKind } from '../../../src/client/api/request-errors.ts';

const read: RequestKind = {
  method: 'GET',
  path: '/order/R-1',
  repeatable: true,
  baseUrl: 'https://h.example/v1',
  reference: 'R-1',
  signInHint: 'sign in',
  redact: (text) => text,
  commandFor: (...words) => `cfi ${words.join(' ')} --profile b`,
};
const write: RequestKind = { ...read, method: 'POST', repeatable: false };
const { reference: _, ...list } = read;

const refused = (status: number, kind: RequestKind, body: unknown = {}) =>
  attemptError({ kind: 'refusal', status, error: 'no', body }, kind);

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
    [300, read, 'network', 'no'],
    [302, read, 'network', 'no'],
    [399, read, 'network', 'no'],
    [405, read, 'invalid-input', 'no'],
    [499, read, 'invalid-input', 'no'],
    [200, read, 'unavailable', 'no'],
  ])('of %i names the reference it concerns, if there is one', (status, kind, code, message) => {
    expect(refused(status, kind)).toMatchObject({ code, message });
  });

  it('says what to check if a reference or a SKU is not found', () => {
    const sku: RequestKind = { ...read, path: '/inventory/stock-age/NO-SUCH', reference: 'NO-SUCH' };
    const account = 'and that it belongs to this account: cfi whoami --profile b';
    expect(refused(404, read).details.hint).toBe(`check the reference, ${account}`);
    expect(refused(404, sku).details.hint).toBe(`check the SKU, ${account}`);
  });

  it('that leaves the effect of a write open may have taken effect', () => {
    for (const status of [200, 299, 302, 303, 408, 500, 503]) {
      expect(refused(status, write).details.maybeSent).toBe(true);
      expect(refused(status, read).details.maybeSent).toBeUndefined();
    }
    for (const status of [301, 307, 308, 409])
      expect(refused(status, write).details.maybeSent).toBeUndefined();
  });

  it('says whether to try again, following the service if it says so', () => {
    expect(refused(503, read).details.retryable).toBe(true);
    expect(refused(503, write).details.retryable).toBeUndefined();
    expect(refused(429, write).details.retryable).toBe(true);
    expect(refused(500, write, { retryable: true }).details.retryable).toBe(true);
    expect(refused(503, read, { retryable: false }).details.retryable).toBe(false);
  });
});

describe('what to do about a refusal', () => {
  const sure = 'the service has a problem; run the command again later';
  const uncertain = 'the request may have taken effect; look it up before you send it again';
  it.each<[number, RequestKind, unknown, string | undefined]>([
    [500, read, {}, sure],
    [500, write, {}, uncertain],
    [303, write, {}, uncertain],
    [401, read, {}, 'sign in'],
    [413, read, {}, 'send less at once: a request can have at most 10 MiB'],
    [302, read, {}, 'check the base address https://h.example/v1 and the connection: cfi doctor --profile b'],
    [400, read, {}, 'correct the value and run the command again'],
    [404, read, {}, 'check the reference, and that it belongs to this account: cfi whoami --profile b'],
    [
      404,
      list,
      {},
      'check the path, any reference in it, and the base address https://h.example/v1: cfi doctor --profile b',
    ],
    [405, read, {}, '/order/R-1 takes no GET; use another method, or another path'],
    [403, read, { refused: 'host' }, 'start the emulator with --allow-host h.example'],
    [200, read, {}, sure],
  ])('of %i (%#)', (status, kind, body, hint) => {
    const { details } = refused(status, kind, body);
    expect(details.hint).toBe(hint);
    expect('hint' in details).toBe(hint !== undefined);
  });

  it.each([
    [400, 'SKU is unknown', 'SKU'],
    [400, 'OrderItems[0].Qty must be positive', 'OrderItems[0].Qty'],
    [400, 'warehouse "Nowhere FC" is not one of your warehouses', 'warehouse'],
    [400, 'warehouse_name "x" is unknown; DispatchBy must have a zone', 'warehouse_name'],
    [400, 'date 2026-09-07 is a Monday', 'date'],
    [400, 'proposedTime 2026-09-01T09:00:00Z must not be in the past', 'proposedTime'],
    [400, 'no such thing', undefined],
    [400, 'Slot SLOT-000001 is waiting', undefined],
    [400, 'Order 20260907 is shipped', undefined],
    [400, 'Unknown items: AC-NO', undefined],
    [409, 'SKU is taken', undefined],
  ])('with %i and %j names the field %s', (status, error, field) => {
    const { details } = attemptError({ kind: 'refusal', status, error, body: {} }, list);
    expect(details.field).toBe(field);
  });

  it.each([
    [1000, 1],
    [1001, 2],
    [0, 0],
    [59_999, 60],
  ])('with a Retry-After of %i ms waits %i s', (retryAfterMs, seconds) => {
    const refusal = { kind: 'refusal', status: 429, error: 'no', body: {}, retryAfterMs } as const;
    expect(attemptError(refusal, list).details.retryAfterSeconds).toBe(seconds);
  });

  it.each([
    [300_000, '; the service asks for a wait of 5m'],
    [1001, '; the service asks for a wait of 2s'],
    [0, ''],
  ])('with a Retry-After of %i ms tells people so', (retryAfterMs, wait) => {
    const refusal = { kind: 'refusal', status: 429, error: 'no', body: {}, retryAfterMs } as const;
    const hint = `run the command again later, or more slowly${wait}`;
    expect(attemptError(refusal, list).details.hint).toBe(hint);
  });

  it.each([
    ['order R-1 is unknown', 'order R-1 is unknown'],
    ['R-1', 'R-1'],
    ['order R-11 is unknown', 'R-1: order R-11 is unknown'],
  ])('with 404 and %j is %j', (error, message) => {
    const found = attemptError({ kind: 'refusal', status: 404, error, body: {} }, read);
    expect([found.message, found.details.reason]).toEqual([message, error]);
  });

  it('shows no secret in the message', () => {
    const hidden = (text: string): string => text.replaceAll('s3cret', '[removed]');
    const kind = { ...write, path: '/x?token=s3cret', reference: 's3cret', redact: hidden };
    const refusal = { kind: 'refusal', status: 404, error: 'no', body: {} } as const;
    const failure = { kind: 'failure', reason: 'network', message: 'gone', maybeSent: true } as const;
    for (const attempt of [refusal, failure]) {
      const { message, details } = attemptError(attempt, kind);
      expect(message + JSON.stringify(details)).not.toContain('s3cret');
    }
  });
});

describe('a request without an answer', () => {
  const lost = (kind: RequestKind, maybeSent: boolean) =>
    attemptError({ kind: 'failure', reason: 'timeout', message: 'gone', maybeSent }, kind);

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

it.each([
  ['timeout', read, 'run the command again, or allow more time with --timeout'],
  ['network', read, 'check the base address https://h.example/v1 and the connection: cfi doctor --profile b'],
  ['unreadable', read, 'the service has a problem; run the command again later'],
  ['network', write, 'look it up before you send it again, or it may be done twice'],
  ['unreadable', write, 'look it up before you send it again, or it may be done twice'],
] as const)('what to do about a request without an answer %s (%#)', (reason, kind, hint) => {
  const failure = { kind: 'failure', reason, message: 'gone', maybeSent: true } as const;
  expect(attemptError(failure, kind).details.hint).toBe(hint);
});

describe('an interrupted request', () => {
  const aborted = (kind: RequestKind, maybeSent: boolean) =>
    attemptError(
      { kind: 'failure', reason: 'aborted', message: 'the request was cancelled', maybeSent },
      kind,
    );

  it('may have taken effect if it is a write that was sent', () => {
    expect(aborted(write, true)).toMatchObject({
      code: 'cancelled',
      message: 'POST /order/R-1: the request was cancelled; it may have taken effect',
      details: { maybeSent: true },
    });
    for (const error of [aborted(write, false), aborted(read, true)])
      expect(error).toMatchObject({ code: 'cancelled', message: 'interrupted' });
  });

  it('names its signal, and has the exit code of that', () => {
    const signal = AbortSignal.abort('SIGTERM');
    expect(aborted({ ...read, signal }, true)).toMatchObject({
      message: 'stopped by SIGTERM',
      exitCode: 143,
    });
    expect(aborted({ ...write, signal }, true).exitCode).toBe(143);
  });
});
