import { describe, expect, it } from 'vitest';
import { excessive } from '../../../src/client/types.ts';
import { afterLookUp, afterSearch } from '../../../src/upload/run/decide.ts';
import {
  atStart,
  type Finding,
  type MarketplaceFinding,
  type Progress,
} from '../../../src/upload/run/work.ts';
import { at, poRules, refusal, rules, same, silent } from '../../support/upload/upload-steps.ts';

describe('after a look-up', () => {
  it.each<[string, Progress, Finding, object]>([
    [
      'the same after a lost answer and a 409: created',
      at({ maybeSent: true, duplicate: true }),
      same,
      { result: { outcome: 'created' } },
    ],
    [
      'absent after a lost answer: sent again',
      at({ maybeSent: true, sends: 1 }),
      { kind: 'absent' },
      { do: 'send' },
    ],
    [
      'nothing to compare after a lost answer: existing, unverified',
      at({ maybeSent: true }),
      silent,
      { result: { outcome: 'existing', error: 'unverified' } },
    ],
    [
      'absent though the service said 409: asked again',
      at({ duplicate: true }),
      { kind: 'absent' },
      { do: 'look-up', backoff: 0 },
    ],
    [
      'absent to the end though the service said 409: the marketplace is searched',
      at({ duplicate: true, fruitless: 2 }),
      { kind: 'absent' },
      { do: 'search-marketplace' },
    ],
    [
      'absent once more though the service said 409: asked once more',
      at({ duplicate: true, fruitless: 1 }),
      { kind: 'absent' },
      { do: 'look-up', backoff: 1 },
    ],
    [
      'absent before the last try, after all sends but one: sent again',
      at({ maybeSent: true, sends: 2, fruitless: 2 }),
      { kind: 'absent' },
      { do: 'send' },
    ],
    [
      'other content than the ledger knows, and nothing at the service: conflict, never sent',
      atStart('compare'),
      { kind: 'absent' },
      {
        result: {
          outcome: 'conflict',
          keepsRecord: true,
          error: expect.stringContaining('no longer finds it'),
        },
      },
    ],
    [
      'an order that a lost ledger may have known: existing',
      atStart('check'),
      same,
      { result: { outcome: 'existing', status: 200 } },
    ],
    [
      'an order that a lost ledger cannot have known: sent',
      atStart('check'),
      { kind: 'absent' },
      { do: 'send' },
    ],
    [
      'absent after all retries: failed',
      at({ maybeSent: true, sends: 3, status: 500, error: 'x' }),
      { kind: 'absent' },
      { serviceFailed: true, result: { outcome: 'failed', status: 500, error: 'x' } },
    ],
    [
      'absent after all retries, of which one may still arrive: unknown',
      at({ maybeSent: true, mayArrive: true, sends: 3, status: 500, error: 'x' }),
      { kind: 'absent' },
      {
        serviceFailed: true,
        result: { outcome: 'unknown', status: 500, doubts: { sent: 'x', read: expect.any(String) } },
      },
    ],
    ['429', at({ maybeSent: true }), refusal(429), { do: 'pause' }],
    ['401', at({ maybeSent: true }), refusal(401), { do: 'renew' }],
    ['500', at({ maybeSent: true }), refusal(500), { do: 'look-up', backoff: 0 }],
    [
      '500 after all retries: unknown',
      at({ maybeSent: true, fruitless: 2 }),
      refusal(500),
      { serviceFailed: true, result: { outcome: 'unknown' } },
    ],
    [
      'a look-up that is refused: unknown',
      at({ maybeSent: true }),
      refusal(400),
      {
        result: {
          outcome: 'unknown',
          error: 'it is not known whether the service accepted it: because',
        },
      },
    ],
    [
      'a look-up that is refused after the service failed: unknown, with the status of that failure',
      at({ maybeSent: true, status: 503 }),
      refusal(400),
      { result: { outcome: 'unknown', status: 503 } },
    ],
    [
      'no way to find out: unknown',
      at({ maybeSent: true }),
      { kind: 'cannot-tell', error: 'no slot' },
      { result: { outcome: 'unknown', saysRemedy: true } },
    ],
    [
      'no way to find out for lack of a field: unknown, with the field',
      at({ maybeSent: true }),
      { kind: 'cannot-tell', error: 'no slot', lacking: 'slotReference' },
      { result: { outcome: 'unknown', fields: ['slotReference'] } },
    ],
    [
      'a wait that the service asks for: as long as it says',
      at({ maybeSent: true }),
      refusal(503, {}, 5000),
      { do: 'look-up', askedMs: 5000 },
    ],
  ])('%s', (_, progress, found, step) => {
    expect(afterLookUp(progress, found, rules).step).toMatchObject(step);
  });

  it('counts marketplace searches, and look-ups of an order that is sent again, from zero', () => {
    const absent: Finding = { kind: 'absent' };
    const held = at({ duplicate: true, fruitless: 2 });
    expect(afterLookUp(held, absent, rules).progress.fruitless).toBe(0);
    const lost = at({ maybeSent: true, sends: 1, fruitless: 2 });
    expect(afterLookUp(lost, absent, rules).progress.fruitless).toBe(0);
  });

  it('counts look-ups and searches without a result, and forgets nothing', () => {
    const lost = at({ maybeSent: true, sends: 1 });
    expect(afterLookUp(lost, refusal(500), rules).progress).toEqual({ ...lost, fruitless: 1 });
    const held = at({ duplicate: true, sends: 1 });
    expect(afterLookUp(held, { kind: 'absent' }, rules).progress).toEqual({ ...held, fruitless: 1 });
    expect(afterSearch(held, refusal(503), rules).progress).toEqual({ ...held, fruitless: 1 });
    expect(afterSearch(held, refusal(429), rules).progress).toEqual(held);
    const last = { ...held, fruitless: 2 };
    expect(afterLookUp(last, { kind: 'absent' }, rules).progress).toEqual({ ...held, fruitless: 0 });
  });

  it('does not search the marketplace again if its list does not end', () => {
    const { step } = afterSearch(at({ duplicate: true }), excessive('it does not end'), rules);
    expect(step).toMatchObject({
      result: { outcome: 'conflict', error: expect.stringContaining('could not be read: it does not end') },
    });
  });

  it('does not search the marketplace for a delivery that the service has but does not show', () => {
    const without = { ...rules, hasMarketplace: false };
    const { step } = afterLookUp(at({ duplicate: true, fruitless: 2 }), { kind: 'absent' }, without);
    expect(step).toMatchObject({
      result: {
        outcome: 'conflict',
        status: 409,
        error: 'the service says that this reference exists, but does not find it',
      },
    });
  });

  it("trusts the service's message when a 409 may mean something else", () => {
    const next = afterLookUp(
      at({ duplicate: true, error: 'slot is not confirmed' }),
      { kind: 'absent' },
      poRules,
    );
    expect(next.step).toMatchObject({ result: { outcome: 'conflict', error: 'slot is not confirmed' } });
  });
});

it.each<[string, Progress, 'yes' | 'maybe', object]>([
  [
    'is unknown if this run may have sent it before',
    at({ maybeSent: true }),
    'yes',
    { outcome: 'unknown', saysRemedy: true, error: expect.stringContaining('it was cancelled from') },
  ],
  [
    'is a conflict that leaves the record if an earlier run may have sent it',
    atStart('look-up'),
    'yes',
    { outcome: 'conflict', keepsRecord: true, error: expect.stringContaining('it was cancelled from') },
  ],
  [
    'is said to be cancelled perhaps if no answer showed that',
    atStart('look-up'),
    'maybe',
    { outcome: 'conflict', keepsRecord: true, error: expect.stringContaining('it was perhaps cancelled') },
  ],
])('an order that is gone, and was cancelled from this machine %s', (_, progress, cancelled, result) => {
  expect(afterLookUp(progress, { kind: 'absent', cancelled }, rules).step).toEqual({
    do: 'finish',
    result,
  });
});

describe('after a search among the marketplace orders', () => {
  const held = at({ duplicate: true });
  it.each<[string, Progress, MarketplaceFinding, object]>([
    [
      'listed: conflict, naming it',
      held,
      { kind: 'listed' },
      { result: { outcome: 'conflict', status: 409, error: expect.stringContaining('marketplace') } },
    ],
    ['not listed: conflict', held, { kind: 'absent' }, { result: { outcome: 'conflict', status: 409 } }],
    [
      'not listed, but an answer was lost: unknown',
      { ...held, maybeSent: true },
      { kind: 'absent' },
      { result: { outcome: 'unknown' } },
    ],
    ['429', held, refusal(429), { do: 'pause' }],
    ['503', held, refusal(503), { do: 'search-marketplace', backoff: 0 }],
    ['503 with a wait', held, refusal(503, {}, 5000), { do: 'search-marketplace', askedMs: 5000 }],
    [
      '503 to the end: conflict',
      { ...held, fruitless: 2 },
      refusal(503),
      { result: { outcome: 'conflict' } },
    ],
  ])('%s', (_, progress, found, step) => {
    expect(afterSearch(progress, found, rules).step).toMatchObject(step);
  });
});
