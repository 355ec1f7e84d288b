import { describe, expect, it } from 'vitest';
import { afterLookUp, afterSearch, afterSend } from '../../../src/upload/run/decide.ts';
import {
  atStart,
  type Finding,
  firstAction,
  type MarketplaceFinding,
  type Progress,
  type Rules,
  type Sighting,
  type Start,
  type Unanswered,
} from '../../../src/upload/run/work.ts';
import {
  at,
  failure,
  other,
  poRules,
  refusal,
  rules,
  same,
  silent,
} from '../../support/upload/upload-steps.ts';

describe('how often a create request is sent', () => {
  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('after %i requests that did not arrive, again: %s', (sends, again) => {
    const { step, progress } = afterSend(at({ sends }), failure('network', false), rules);
    expect(progress.sends).toBe(sends + 1);
    expect(step).toMatchObject(
      again
        ? { do: 'send', backoff: sends }
        : { do: 'finish', result: { outcome: 'failed' }, serviceFailed: true },
    );
  });

  it.each([
    ['text', { lw_po_number: 'PO-7' }, 'PO-7'],
    ['a number', { lw_po_number: 7 }, undefined],
    ['nothing', {}, undefined],
    ['no body', undefined, undefined],
  ])('keeps the number that a refusal reserved: %s', (_, body, number) => {
    const { progress, step } = afterSend(at(), refusal(400, body), poRules);
    expect(progress.number).toBe(number);
    expect(step).toMatchObject({ do: 'finish', result: { outcome: 'rejected', status: 400 } });
    const again = afterSend(at(), refusal(500, { ...body, retryable: true }), poRules);
    expect(again).toMatchObject({ step: { do: 'send', backoff: 0 } });
    expect(again.progress.number).toBe(number);
    const last = afterSend(at({ sends: 2 }), refusal(500, { ...body, retryable: true }), poRules).step;
    expect(last).toMatchObject({ do: 'finish', result: { outcome: 'failed', status: 500 } });
    expect('result' in last && last.result.number).toBe(number);
  });

  it('counts look-ups from zero after each request that may have arrived', () => {
    for (const made of [failure('timeout', true), refusal(500), refusal(409)])
      expect(afterSend(at({ fruitless: 2 }), made, rules).progress.fruitless).toBe(0);
  });
});

describe('before anything is known of a document', () => {
  it.each<[Start, string, boolean]>([
    ['send', 'send', false],
    ['look-up', 'look-up', true],
    ['check', 'look-up', false],
    ['compare', 'look-up', false],
  ])('%s: the first request is %s, and it may have been sent: %s', (start, action, maybeSent) => {
    expect([firstAction(start), atStart(start).maybeSent]).toEqual([action, maybeSent]);
  });

  it('a 429 pauses the run, whatever the request', () => {
    const made = { ...refusal(429), retryAfterMs: 7 } as Unanswered;
    const pause = { do: 'pause', askedMs: 7 };
    expect(afterSend(at(), made, rules).step).toEqual(pause);
    expect(afterLookUp(at(), made as Finding, rules).step).toEqual(pause);
    expect(afterSearch(at(), made as MarketplaceFinding, rules).step).toEqual(pause);
  });

  it.each([true, false])(
    'a request that was cancelled before it was sent (%s) may have arrived, or not',
    (maybeSent) => {
      const made = { kind: 'failure', reason: 'aborted', message: 'cancelled', maybeSent } as const;
      const { progress, step } = afterSend(at(), made, rules);
      expect([progress.maybeSent, step]).toEqual([maybeSent, { do: 'leave' }]);
    },
  );

  it('an order that is still absent after the last try has failed because of the service', () => {
    const before = at({ sends: 3, maybeSent: true, status: 503, error: 'down' });
    expect(afterLookUp(before, { kind: 'absent' }, rules).step).toEqual({
      do: 'finish',
      result: { outcome: 'failed', status: 503, error: 'down' },
      serviceFailed: true,
    });
  });
});

describe('a document whose content is compared', () => {
  const compare = (changes: Partial<Progress> = {}): Progress => ({ ...atStart('compare'), ...changes });
  const keeping = { ...rules, keepChanged: true };

  it.each<[string, Finding, Rules, object]>([
    ['is skipped or there as it was', same, rules, { outcome: 'existing' }],
    [
      'has changed, in named fields',
      other,
      rules,
      {
        outcome: 'conflict',
        keepsRecord: true,
        error: expect.stringMatching(/: Currency$/),
        fields: ['Currency'],
      },
    ],
    [
      'has changed, nobody knows where',
      silent,
      rules,
      {
        outcome: 'conflict',
        keepsRecord: true,
        error: 'the content has changed since the service accepted it; it was not sent',
      },
    ],
    [
      'has changed and is kept',
      other,
      keeping,
      { outcome: 'existing', error: 'changed: Currency', keepsRecord: true },
    ],
    [
      'has changed somewhere and is kept',
      silent,
      keeping,
      { outcome: 'existing', error: 'changed: the service does not show which fields', keepsRecord: true },
    ],
    ['is gone', { kind: 'absent' }, rules, { outcome: 'conflict', keepsRecord: true }],
    ['cannot be read', refusal(400) as Finding, rules, { outcome: 'conflict', keepsRecord: true }],
    [
      'cannot be read and kept now',
      refusal(503) as Finding,
      { ...keeping, maxRetries: 0 },
      { outcome: 'failed', keepsRecord: true, status: 503 },
    ],
    [
      'cannot be read and kept, however often that is repeated',
      refusal(400) as Finding,
      keeping,
      { outcome: 'conflict', keepsRecord: true },
    ],
  ])('%s', (_, found, with_, result) => {
    const { step } = afterLookUp(compare(), found, with_);
    expect(step).toMatchObject({ do: 'finish', result });
    if ('result' in step && step.result.outcome === 'conflict' && found !== other)
      expect(step.result).not.toHaveProperty('fields');
  });
});

describe('a duplicate that means something else', () => {
  it.each([
    ['because', { outcome: 'conflict', status: 409, error: 'because' }],
    [undefined, { outcome: 'conflict', status: 409 }],
  ])("is reported in the service's words: %s", (error, result) => {
    const before = at({ duplicate: true, ...(error === undefined ? {} : { error }) });
    for (const found of [{ kind: 'absent' }, refusal(400)] as const) {
      const { step } = afterLookUp(before, found, poRules);
      expect(step).toMatchObject({ do: 'finish' });
      expect('result' in step && step.result).toEqual(result);
    }
  });

  const lw7 = { number: 'LW-7', reference: 'PO-7', doubt: '' };
  it.each<[string, string | undefined, Sighting, string]>([
    ['both names, where the service says neither', 'in use', lw7, 'in use; the slot is used by LW-7 (PO-7)'],
    ['its own reference', 'used by LW-7', lw7, 'used by LW-7; LW-7 is PO-7'],
    ['its number', 'used by PO-7', lw7, 'used by PO-7; the slot is used by LW-7'],
    ['what the slot shows', 'in use', { number: 'LW-7', doubt: '' }, 'in use; the slot is used by LW-7'],
    ['nothing that the service has said', 'LW-7 (PO-7)', lw7, 'LW-7 (PO-7)'],
    ['all there is, without words of the service', undefined, lw7, 'the slot is used by LW-7 (PO-7)'],
  ])('names the purchase order that has the slot: %s', (_, error, seen, said) => {
    const before = at({ duplicate: true, ...(error === undefined ? {} : { error }) });
    expect(afterLookUp(before, { kind: 'absent', seen }, poRules).step).toMatchObject({
      result: { outcome: 'conflict', error: said },
    });
  });

  it('may be refused for itself if an earlier request may have arrived, unless that of another is read', () => {
    const refused = afterSend(at({ maybeSent: true }), refusal(409), poRules).progress;
    const known = { kind: 'absent', seen: lw7 } as const;
    expect(afterLookUp(refused, { kind: 'absent' }, poRules).step).toMatchObject({ do: 'look-up' });
    expect(afterLookUp({ ...refused, fruitless: 2 }, { kind: 'absent' }, poRules).step).toMatchObject({
      result: { outcome: 'unknown' },
    });
    expect(afterLookUp(refused, known, poRules).step).toMatchObject({ result: { outcome: 'conflict' } });
  });

  it('is unknown if an earlier request may have arrived', () => {
    const before = at({ duplicate: true, maybeSent: true });
    expect(afterLookUp(before, refusal(400), poRules).step).toMatchObject({
      result: { outcome: 'unknown', error: 'it is not known whether the service accepted it: because' },
    });
  });
});

it.each([
  [0, { do: 'look-up', backoff: 0 }],
  [1, { do: 'look-up', backoff: 1 }],
  [2, { do: 'finish', result: { outcome: 'unknown' }, serviceFailed: true }],
])('look-ups without an answer after %i of them', (fruitless, step) => {
  const next = afterLookUp(at({ maybeSent: true, fruitless }), failure('timeout', false), rules);
  expect(next.step).toMatchObject(step);
  const searched = afterSearch(at({ duplicate: true, fruitless }), failure('timeout', false), rules);
  expect(searched.step).toMatchObject(
    fruitless < 2
      ? { do: 'search-marketplace', backoff: fruitless }
      : { do: 'finish', result: { outcome: 'conflict', status: 409 } },
  );
});
