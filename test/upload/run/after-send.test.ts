import { describe, expect, it } from 'vitest';
import { afterLookUp, afterSend } from '../../../src/upload/run/decide.ts';
import type { Sent } from '../../../src/upload/run/work.ts';
import { at, failure, poRules, refusal, rules } from '../../support/upload/upload-steps.ts';

describe('after a create request', () => {
  it.each<[string, Sent, object]>([
    [
      '201',
      { kind: 'done', status: 201, uuid: 'u', number: 1, answer: { note: 'n' } },
      {
        do: 'finish',
        result: { outcome: 'created', status: 201, uuid: 'u', number: 1, answer: { note: 'n' } },
      },
    ],
    ['400', refusal(400), { do: 'finish', result: { outcome: 'rejected', status: 400, error: 'because' } }],
    ['422', refusal(422), { do: 'finish', result: { outcome: 'rejected' } }],
    ['409', refusal(409), { do: 'look-up' }],
    ['401', refusal(401), { do: 'renew' }],
    ['403', refusal(403), { do: 'stop', stop: { reason: 'forbidden', message: 'because', status: 403 } }],
    ['404', refusal(404), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['405', refusal(405), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['407', refusal(407), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['410', refusal(410), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['411', refusal(411), { do: 'finish', result: { outcome: 'rejected' } }],
    ['408', refusal(408), { do: 'look-up', backoff: 0 }],
    ['425', refusal(425), { do: 'look-up', backoff: 0 }],
    ['426', refusal(426), { do: 'finish', result: { outcome: 'rejected' } }],
    ['300', refusal(300), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['a redirect', refusal(307), { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true }],
    ['a redirect to the result', refusal(303), { do: 'look-up' }],
    ['a redirect to the result or to a sign-in', refusal(302), { do: 'look-up' }],
    ['429', refusal(429), { do: 'pause' }],
    ['500', refusal(500), { do: 'look-up', backoff: 0 }],
    ['503', refusal(503), { do: 'look-up', backoff: 0 }],
    ['503 with a wait', refusal(503, {}, 5000), { do: 'look-up', askedMs: 5000 }],
    ['429 with a wait', refusal(429, {}, 5000), { do: 'pause', askedMs: 5000 }],
    ['a success that says no', refusal(200), { do: 'look-up' }],
    ['a timeout', failure('timeout', true), { do: 'look-up', backoff: 0 }],
    ['a reset', failure('network', true), { do: 'look-up' }],
    ['an unreadable answer', failure('unreadable', true), { do: 'look-up' }],
    ['a refused connection', failure('network', false), { do: 'send', backoff: 0 }],
    ['retryable on an order', refusal(500, { retryable: true }), { do: 'look-up' }],
  ])('%s', (_, made, step) => {
    expect(afterSend(at(), made, rules).step).toMatchObject(step);
  });

  it('the outcome is unknown if an order cannot be sent again after a lost answer', () => {
    const lost = afterSend(at(), failure('timeout', true), rules).progress;
    const absent = afterLookUp(lost, { kind: 'absent' }, rules);
    expect(absent.step).toMatchObject({ do: 'send' });
    const refused = failure('network', false);
    const again = afterSend({ ...absent.progress, sends: 2 }, refused, rules);
    expect(again.step).toMatchObject({
      do: 'finish',
      result: { outcome: 'unknown', error: 'gone' },
      serviceFailed: true,
    });
    const gone = afterSend(at({ maybeSent: true, sends: 2 }), refusal(404), rules);
    expect(gone.step).toMatchObject({ result: { outcome: 'unknown' } });
  });

  it.each([502, 504])('looks for a purchase order first that a gateway answered with %i', (status) => {
    const made = refusal(status, { retryable: true, lw_po_number: 'LW-7' });
    expect(afterSend(at(), made, poRules)).toMatchObject({
      step: { do: 'look-up' },
      progress: { number: 'LW-7', maybeSent: true },
    });
  });

  it('keeps the number that the service reserved when a later request fails without one', () => {
    const reserved = afterSend(at(), refusal(500, { retryable: true, lw_po_number: 'LW-7' }), poRules);
    const refused = failure('network', false);
    expect(afterSend(reserved.progress, refused, poRules).progress.number).toBe('LW-7');
    const last = afterSend({ ...reserved.progress, sends: 2 }, refused, poRules);
    expect(last.step).toMatchObject({ result: { outcome: 'failed', number: 'LW-7' } });
  });

  it('remembers that the service said 409', () => {
    const { progress } = afterSend(at({ fruitless: 1 }), refusal(409), rules);
    expect(progress).toEqual(
      at({ sends: 1, isRepeated: true, duplicate: true, status: 409, error: 'because' }),
    );
  });
});
