import { describe, expect, it } from 'vitest';
import { afterLookUp, afterSend } from '../../../src/upload/run/decide.ts';
import { atStart, firstAction, type Sighting, type Start } from '../../../src/upload/run/work.ts';
import { at, failure, poRules, refusal, rules } from '../../support/upload/upload-steps.ts';

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
    ['a number', { lw_po_number: 7 }, '7'],
    ['nothing', {}, undefined],
    ['no body', undefined, undefined],
  ])('keeps the number that a refusal reserved: %s', (_, body, number) => {
    const { progress, step } = afterSend(at(), refusal(400, body), poRules);
    expect(progress.number).toBe(number);
    expect(step).toMatchObject({ do: 'finish', result: { outcome: 'rejected', status: 400 } });
    const again = afterSend(at(), refusal(500, { ...body, retryable: true }), poRules);
    expect(again).toMatchObject({ step: { do: 'send', backoff: 0 }, progress: { maybeSent: false } });
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

  it.each([true, false])(
    'a request that was cancelled before it was sent (%s) may have arrived, or not',
    (maybeSent) => {
      const made = { kind: 'failure', reason: 'aborted', message: 'cancelled', maybeSent } as const;
      const { progress, step } = afterSend(at(), made, rules);
      expect([progress.maybeSent, step]).toEqual([maybeSent, { do: 'leave' }]);
    },
  );
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
