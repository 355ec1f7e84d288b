import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLookUp, afterSearch } from '../../../src/upload/run/after-look-up.ts';
import { afterSend } from '../../../src/upload/run/after-send.ts';
import {
  type Action,
  atStart,
  type Finding,
  firstAction,
  type MarketplaceFinding,
  type Progress,
  type Sent,
} from '../../../src/upload/run/progress.ts';
import { at, failure, other, poRules, refusal, rules, same, silent } from '../../support/upload-steps.ts';

describe('after a create request', () => {
  it.each<[string, Sent, object]>([
    [
      '201',
      { kind: 'done', status: 201, uuid: 'u', number: 1 },
      { do: 'settle', settled: { outcome: 'created', status: 201 } },
    ],
    ['400', refusal(400), { do: 'settle', settled: { outcome: 'rejected', status: 400, error: 'because' } }],
    ['422', refusal(422), { do: 'settle', settled: { outcome: 'rejected' } }],
    ['409', refusal(409), { do: 'look-up' }],
    ['401', refusal(401), { do: 'renew' }],
    ['403', refusal(403), { do: 'stop', stop: { reason: 'forbidden' } }],
    ['404', refusal(404), { do: 'settle', settled: { outcome: 'failed' }, serviceFailed: true }],
    ['405', refusal(405), { do: 'settle', settled: { outcome: 'failed' }, serviceFailed: true }],
    ['410', refusal(410), { do: 'settle', settled: { outcome: 'failed' }, serviceFailed: true }],
    ['411', refusal(411), { do: 'settle', settled: { outcome: 'rejected' } }],
    ['a redirect', refusal(302), { do: 'settle', settled: { outcome: 'failed' }, serviceFailed: true }],
    ['400 for all time', refusal(400), { do: 'settle', settled: { status: 400 } }],
    ['429', refusal(429), { do: 'pause' }],
    ['500', refusal(500), { do: 'look-up', backoff: 0 }],
    ['503', refusal(503), { do: 'look-up', backoff: 0 }],
    ['a success that says no', refusal(200), { do: 'look-up' }],
    ['a timeout', failure('timeout', true), { do: 'look-up', backoff: 0 }],
    ['a reset', failure('network', true), { do: 'look-up' }],
    ['an unreadable answer', failure('unreadable', true), { do: 'look-up' }],
    ['a refused connection', failure('network', false), { do: 'send', backoff: 0 }],
    ['retryable on an order', refusal(500, { retryable: true }), { do: 'look-up' }],
  ])('%s', (_, made, step) => {
    expect(afterSend(at(), made, rules).step).toMatchObject(step);
  });

  it('does not know what became of an order that cannot be sent again after an answer was lost', () => {
    const lost = afterSend(at(), failure('timeout', true), rules).progress;
    const absent = afterLookUp(lost, { kind: 'absent' }, rules);
    expect(absent.step).toMatchObject({ do: 'send' });
    const refused = failure('network', false);
    const again = afterSend({ ...absent.progress, sends: 2 }, refused, rules);
    expect(again.step).toMatchObject({
      do: 'settle',
      settled: { outcome: 'unknown', error: 'gone' },
      serviceFailed: true,
    });
    const gone = afterSend(at({ maybeSent: true, sends: 2 }), refusal(404), rules);
    expect(gone.step).toMatchObject({ settled: { outcome: 'unknown' } });
  });

  it('sends a purchase order again that the service says can be', () => {
    const made = refusal(500, { retryable: true, lw_po_number: 'LW-7' });
    const next = afterSend(at(), made, poRules);
    expect(next).toMatchObject({
      step: { do: 'send', backoff: 0 },
      progress: { number: 'LW-7', maybeSent: false },
    });
    const last = afterSend(at({ sends: 2 }), made, poRules);
    expect(last.step).toMatchObject({
      do: 'settle',
      settled: { outcome: 'failed', number: 'LW-7', status: 500 },
    });
  });

  it('gives up on a connection that is refused after all retries', () => {
    const next = afterSend(at({ sends: 2 }), failure('network', false), rules);
    expect(next.step).toMatchObject({ do: 'settle', settled: { outcome: 'failed', error: 'gone' } });
  });
});

describe('after a look-up', () => {
  it.each<[string, Progress, Finding, object]>([
    [
      'the same after a 409: existing',
      at({ duplicate: true }),
      same,
      { do: 'settle', settled: { outcome: 'existing', number: 7 } },
    ],
    [
      'the same after a lost answer: created',
      at({ maybeSent: true }),
      same,
      { do: 'settle', settled: { outcome: 'created', number: 7 } },
    ],
    [
      'the same after a lost answer and a 409: created',
      at({ maybeSent: true, duplicate: true }),
      same,
      { settled: { outcome: 'created' } },
    ],
    [
      'other content: conflict',
      at({ duplicate: true }),
      other,
      { settled: { outcome: 'conflict', fields: ['Currency'] } },
    ],
    [
      'nothing to compare: unverified',
      at({ duplicate: true }),
      silent,
      { settled: { outcome: 'existing', error: 'unverified' } },
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
      { settled: { outcome: 'existing', error: 'unverified' } },
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
      'other content than the ledger knows, and the service agrees: conflict with its fields',
      atStart('compare'),
      other,
      { settled: { outcome: 'conflict', fields: ['Currency'] } },
    ],
    [
      'other content than the ledger knows, but the service holds just that: existing',
      atStart('compare'),
      same,
      { settled: { outcome: 'existing' } },
    ],
    [
      'other content than the ledger knows, and nothing at the service: conflict, never sent',
      atStart('compare'),
      { kind: 'absent' },
      { settled: { outcome: 'conflict' } },
    ],
    [
      'an order that a lost ledger may have known: existing',
      atStart('check'),
      same,
      { settled: { outcome: 'existing', status: 200 } },
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
      { settled: { outcome: 'failed', status: 500 } },
    ],
    ['429', at({ maybeSent: true }), refusal(429), { do: 'pause' }],
    ['401', at({ maybeSent: true }), refusal(401), { do: 'renew' }],
    ['500', at({ maybeSent: true }), refusal(500), { do: 'look-up', backoff: 0 }],
    [
      '500 after all retries: unknown',
      at({ maybeSent: true, fruitless: 2 }),
      refusal(500),
      { settled: { outcome: 'unknown' } },
    ],
    [
      'a look-up that is refused: unknown',
      at({ maybeSent: true }),
      refusal(400),
      { settled: { outcome: 'unknown' } },
    ],
    [
      'no way to find out: unknown',
      at({ maybeSent: true }),
      { kind: 'cannot-tell', error: 'no slot' },
      { settled: { outcome: 'unknown' } },
    ],
  ])('%s', (_, progress, found, step) => {
    expect(afterLookUp(progress, found, rules).step).toMatchObject(step);
  });

  it('takes the word of the service when a 409 may mean something else', () => {
    const next = afterLookUp(
      at({ duplicate: true, error: 'slot is not confirmed' }),
      { kind: 'absent' },
      poRules,
    );
    expect(next.step).toMatchObject({ settled: { outcome: 'conflict', error: 'slot is not confirmed' } });
  });
});

describe('after a search among the marketplace orders', () => {
  const held = at({ duplicate: true });
  it.each<[string, Progress, MarketplaceFinding, object]>([
    [
      'listed: conflict, naming it',
      held,
      { kind: 'listed' },
      { settled: { outcome: 'conflict', status: 409, error: expect.stringContaining('marketplace') } },
    ],
    ['not listed: conflict', held, { kind: 'absent' }, { settled: { outcome: 'conflict', status: 409 } }],
    [
      'not listed, but an answer was lost: unknown',
      { ...held, maybeSent: true },
      { kind: 'absent' },
      { settled: { outcome: 'unknown' } },
    ],
    ['429', held, refusal(429), { do: 'pause' }],
    ['503', held, refusal(503), { do: 'search-marketplace', backoff: 0 }],
    [
      '503 to the end: conflict',
      { ...held, fruitless: 2 },
      refusal(503),
      { settled: { outcome: 'conflict' } },
    ],
  ])('%s', (_, progress, found, step) => {
    expect(afterSearch(progress, found, rules).step).toMatchObject(step);
  });
});

type World = 'takes' | 'takes-and-loses' | 'loses' | 'refused' | 'limited';
type Sight = 'sees' | 'lags' | 'empty' | 'broken' | 'limited';

describe('the decisions together', () => {
  const worlds = fc.array(fc.constantFrom<World>('takes', 'takes-and-loses', 'loses', 'refused', 'limited'), {
    maxLength: 12,
  });
  const views = fc.array(fc.constantFrom<Sight>('sees', 'lags', 'empty', 'broken', 'limited'), {
    maxLength: 12,
  });

  it('end, never take an order twice, and tell the truth, whatever the service does', () => {
    fc.assert(
      fc.property(worlds, views, fc.boolean(), fc.boolean(), (world, sights, held, fromEarlierRun) => {
        const [answers, looks] = [[...world], [...sights]];
        const earlier = held && fromEarlierRun;
        let isHeld = held;
        let lagged = false;
        let taken = 0;
        let progress = atStart(earlier ? 'look-up' : 'send');
        let action: Action = firstAction(progress.start);
        const post = (): Sent => {
          const answer = answers.shift() ?? 'takes';
          if (answer === 'refused') return failure('network', false);
          if (answer === 'limited') return refusal(429);
          if (answer === 'loses') return failure('timeout', true);
          if (isHeld) return answer === 'takes' ? refusal(409) : failure('timeout', true);
          isHeld = true;
          taken += 1;
          return answer === 'takes' ? { kind: 'done', status: 201 } : failure('network', true);
        };
        const look = (): Finding => {
          const sight = looks.shift() ?? 'sees';
          if (sight === 'broken') return refusal(503);
          if (sight === 'limited') return refusal(429);
          if (sight === 'lags') {
            lagged = true;
            return { kind: 'absent' };
          }
          if (sight === 'empty') return failure('unreadable', false);
          return isHeld ? same : { kind: 'absent' };
        };
        for (let steps = 0; steps < 100; steps++) {
          const next =
            action === 'send'
              ? afterSend(progress, post(), rules)
              : action === 'look-up'
                ? afterLookUp(progress, look(), rules)
                : afterSearch(progress, { kind: 'absent' }, rules);
          progress = next.progress;
          const { step } = next;
          if (step.do === 'send' || step.do === 'look-up' || step.do === 'search-marketplace')
            action = step.do;
          if (step.do !== 'settle') continue;
          expect(taken + (held ? 1 : 0)).toBeLessThanOrEqual(1);
          const { outcome } = step.settled;
          if (outcome === 'created' || outcome === 'existing') expect(isHeld).toBe(true);
          if (outcome === 'failed') expect(taken === 0 || lagged).toBe(true);
          if (outcome === 'existing') expect(taken).toBe(0);
          expect(['created', 'existing', 'conflict', 'failed', 'unknown']).toContain(outcome);
          if (outcome === 'conflict') expect(isHeld).toBe(true);
          return;
        }
        throw new Error('the decisions do not come to an end');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what is kept of a record that was found', () => {
  it.each<[string, Progress, Finding, object]>([
    [
      'its ids and 409 after a duplicate',
      at({ duplicate: true }),
      same,
      { outcome: 'existing', status: 409, uuid: 'u', number: 7 },
    ],
    [
      'its ids and 200 after a lost answer',
      at({ maybeSent: true }),
      same,
      { outcome: 'created', status: 200, uuid: 'u', number: 7 },
    ],
    [
      'no ids where it shows none',
      at({ maybeSent: true }),
      { kind: 'found', comparison: { differing: [], compared: 1 } },
      { outcome: 'created', status: 200 },
    ],
    [
      'the fields that differ',
      at({ maybeSent: true }),
      other,
      {
        outcome: 'conflict',
        status: 409,
        error: 'the service holds it with other content: Currency',
        fields: ['Currency'],
      },
    ],
  ])('%s', (_, before, found, settled) => {
    expect(afterLookUp(before, found, rules).step).toMatchObject({ do: 'settle' });
    expect((afterLookUp(before, found, rules).step as { settled: object }).settled).toEqual(settled);
  });
});
