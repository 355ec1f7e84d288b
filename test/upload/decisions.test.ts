import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterLookUp,
  afterSend,
  atStart,
  type Finding,
  type Progress,
  type Rules,
  type Sent,
} from '../../src/upload/run/decisions.ts';

const rules: Rules = { maxRetries: 2, retryableIsClean: false, conflictIsDuplicate: true };
const refusal = (status: number, body: unknown = {}): Sent & Finding => ({
  kind: 'refusal',
  status,
  error: 'because',
  body,
});
const failure = (reason: 'timeout' | 'network' | 'unreadable', maybeSent: boolean): Sent & Finding => ({
  kind: 'failure',
  reason,
  message: 'gone',
  maybeSent,
});
const same: Finding = { kind: 'found', comparison: { differing: [], compared: 3 }, uuid: 'u', number: 7 };
const other: Finding = { kind: 'found', comparison: { differing: ['Currency'], compared: 3 } };
const silent: Finding = { kind: 'found', comparison: { differing: [], compared: 0 } };
const at = (changes: Partial<Progress> = {}): Progress => ({ ...atStart(false), ...changes });

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

  it('sends a purchase order again that the service says can be', () => {
    const made = refusal(500, { retryable: true, lw_po_number: 'LW-7' });
    const next = afterSend(at(), made, { ...rules, retryableIsClean: true, conflictIsDuplicate: false });
    expect(next).toMatchObject({
      step: { do: 'send', backoff: 0 },
      progress: { number: 'LW-7', lost: false },
    });
    const last = afterSend(at({ sends: 2 }), made, {
      ...rules,
      retryableIsClean: true,
      conflictIsDuplicate: false,
    });
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
      at({ taken: true }),
      same,
      { do: 'settle', settled: { outcome: 'existing', number: 7 } },
    ],
    [
      'the same after a lost answer: created',
      at({ lost: true }),
      same,
      { do: 'settle', settled: { outcome: 'created', number: 7 } },
    ],
    [
      'the same after a lost answer and a 409: created',
      at({ lost: true, taken: true }),
      same,
      { settled: { outcome: 'created' } },
    ],
    [
      'other content: conflict',
      at({ taken: true }),
      other,
      { settled: { outcome: 'conflict', fields: ['Currency'] } },
    ],
    [
      'nothing to compare: unverified',
      at({ taken: true }),
      silent,
      { settled: { outcome: 'existing', error: 'unverified' } },
    ],
    [
      'absent after a lost answer: sent again',
      at({ lost: true, sends: 1 }),
      { kind: 'absent' },
      { do: 'send' },
    ],
    [
      'absent though the service said 409: existing, unverified',
      at({ taken: true }),
      { kind: 'absent' },
      { settled: { outcome: 'existing', error: 'unverified' } },
    ],
    [
      'absent after all retries: failed',
      at({ lost: true, sends: 3, status: 500, error: 'x' }),
      { kind: 'absent' },
      { settled: { outcome: 'failed', status: 500 } },
    ],
    ['429', at({ lost: true }), refusal(429), { do: 'pause' }],
    ['401', at({ lost: true }), refusal(401), { do: 'renew' }],
    ['500', at({ lost: true }), refusal(500), { do: 'look-up', backoff: 0 }],
    [
      '500 after all retries: unknown',
      at({ lost: true, failedLookUps: 2 }),
      refusal(500),
      { settled: { outcome: 'unknown' } },
    ],
    [
      'a look-up that is refused: unknown',
      at({ lost: true }),
      refusal(400),
      { settled: { outcome: 'unknown' } },
    ],
    [
      'no way to find out: unknown',
      at({ lost: true }),
      { kind: 'no-way', error: 'no slot' },
      { settled: { outcome: 'unknown' } },
    ],
  ])('%s', (_, progress, found, step) => {
    expect(afterLookUp(progress, found, rules).step).toMatchObject(step);
  });

  it('takes the word of the service when a 409 may mean something else', () => {
    const next = afterLookUp(
      at({ taken: true, error: 'slot is not confirmed' }),
      { kind: 'absent' },
      { ...rules, conflictIsDuplicate: false },
    );
    expect(next.step).toMatchObject({ settled: { outcome: 'conflict', error: 'slot is not confirmed' } });
  });
});

type World = 'takes' | 'takes-and-loses' | 'loses' | 'refused' | 'limited';
type Sight = 'sees' | 'broken' | 'limited';

describe('the decisions together', () => {
  const worlds = fc.array(fc.constantFrom<World>('takes', 'takes-and-loses', 'loses', 'refused', 'limited'), {
    maxLength: 12,
  });
  const views = fc.array(fc.constantFrom<Sight>('sees', 'broken', 'limited'), { maxLength: 12 });

  it('end, never take an order twice, and tell the truth, whatever the service does', () => {
    fc.assert(
      fc.property(worlds, views, fc.boolean(), fc.boolean(), (world, sights, held, fromEarlierRun) => {
        const [answers, looks] = [[...world], [...sights]];
        const earlier = held && fromEarlierRun;
        let isHeld = held;
        let taken = 0;
        let progress = atStart(earlier);
        let action: 'send' | 'look-up' = earlier ? 'look-up' : 'send';
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
          return isHeld ? same : { kind: 'absent' };
        };
        for (let steps = 0; steps < 100; steps++) {
          const next =
            action === 'send' ? afterSend(progress, post(), rules) : afterLookUp(progress, look(), rules);
          progress = next.progress;
          const { step } = next;
          if (step.do === 'send' || step.do === 'look-up') action = step.do;
          if (step.do !== 'settle') continue;
          expect(taken + (held ? 1 : 0)).toBeLessThanOrEqual(1);
          const { outcome } = step.settled;
          if (outcome === 'created' || outcome === 'existing') expect(isHeld).toBe(true);
          if (outcome === 'failed') expect(taken).toBe(0);
          if (outcome === 'existing') expect(taken).toBe(0);
          expect(['created', 'existing', 'failed', 'unknown']).toContain(outcome);
          return;
        }
        throw new Error('the decisions do not come to an end');
      }),
      { numRuns: 2000 },
    );
  });
});
