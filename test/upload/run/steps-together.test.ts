import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLookUp, afterSearch, afterSend } from '../../../src/upload/run/decide.ts';
import { type Action, atStart, type Finding, firstAction, type Sent } from '../../../src/upload/run/work.ts';
import { failure, refusal, rules, same } from '../../support/upload/upload-steps.ts';

type World = 'takes' | 'takes-and-loses' | 'loses' | 'refused' | 'limited';

type Sight = 'sees' | 'lags' | 'empty' | 'broken' | 'limited';

describe('the decisions together', () => {
  const worlds = fc.array(fc.constantFrom<World>('takes', 'takes-and-loses', 'loses', 'refused', 'limited'), {
    maxLength: 12,
  });
  const views = fc.array(fc.constantFrom<Sight>('sees', 'lags', 'empty', 'broken', 'limited'), {
    maxLength: 12,
  });

  it('come to an end, never accept an order twice, and report the truth, whatever the service does', () => {
    fc.assert(
      fc.property(worlds, views, fc.boolean(), fc.boolean(), (world, sights, held, fromEarlierRun) => {
        const [answers, looks] = [[...world], [...sights]];
        const earlier = held && fromEarlierRun;
        let isHeld = held;
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
          if (sight === 'lags') return { kind: 'absent' };
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
          if (step.do !== 'finish') continue;
          expect(taken + (held ? 1 : 0)).toBeLessThanOrEqual(1);
          const { outcome } = step.result;
          if (outcome === 'created' || outcome === 'existing') expect(isHeld).toBe(true);
          if (outcome === 'failed') expect(taken).toBe(0);
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
