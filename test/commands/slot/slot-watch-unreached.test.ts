import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/client/types.ts';
import { type WatchPlan, watchSlots } from '../../../src/commands/slot/watch-loop.ts';
import { CfiError } from '../../../src/errors.ts';

const minute = 60_000;

/** The waits, in minutes, of a watch on a live service whose polls have these outcomes; its clock moves only with them. */
async function waitsOf(outcomes: readonly string[], plan: Partial<WatchPlan> = {}) {
  const open = [...outcomes];
  const waits: number[] = [];
  let clock = 0;
  let ended: string | undefined;
  const list = (): unknown => {
    const outcome = open[0];
    if (outcome !== 'listed') open.shift();
    if (outcome === 'unreached') throw new CfiError('network', 'refused', { unreached: true });
    if (outcome === 'failed') throw new CfiError('unavailable', 'down');
    const scheduleStatus = outcome === 'confirmed' ? 'confirmed' : 'pending_ops';
    const [first, second] = ['S-1', 'S-2'].map((slotReference) => ({ slotReference, scheduleStatus }));
    return outcome === 'listed' ? [first] : [first, second];
  };
  const read = (): never => {
    open.shift();
    throw new CfiError('network', 'refused', { unreached: true });
  };
  const api = {
    call: async (endpoint: string) => ({
      data: endpoint === 'listSlots' ? list() : read(),
      received: { headers: {} },
    }),
    transport: {
      now: () => clock,
      monotonicNow: () => clock,
      wait: async (ms: number) => {
        waits.push(ms / minute);
        clock += ms;
      },
    },
  } as unknown as Api;
  const watched: WatchPlan = {
    refs: ['S-1', 'S-2'],
    until: 'decision',
    intervalMs: 20 * minute,
    closestMs: 10 * minute,
    once: false,
    lastReported: {},
    signal: new AbortController().signal,
    random: () => 0,
    onFailedPoll: () => {},
    onPolled: async () => {},
    onWait: () => {},
    onTimeUp: (left) => {
      ended = `time is up with ${left / minute} min left`;
    },
    onChange: async () => undefined,
    ...plan,
  };
  for await (const _ of watchSlots(api, watched, new Map()));
  return { waits, ended };
}

const times = (count: number, outcome: string): string[] => Array.from({ length: count }, () => outcome);

describe('the next poll of a watch on a live service, after one without a connection', () => {
  it('is due soon, then less often, but never later than the interval', async () => {
    const { waits } = await waitsOf([...times(7, 'unreached'), 'confirmed']);
    expect(waits).toEqual([1, 2, 4, 8, 16, 20, 20]);
  });

  it('begins with a short wait again once the service has been reached', async () => {
    const { waits } = await waitsOf(['unreached', 'unreached', 'pending', 'unreached', 'confirmed']);
    expect(waits).toEqual([1, 2, 20, 1]);
  });

  it('keeps to the interval if the service may have seen the poll, or a part of it', async () => {
    const { waits } = await waitsOf(['failed', 'listed', 'unreached', 'confirmed']);
    expect(waits).toEqual([20, 20, 1]);
  });

  it('is made within the maximum wait even if less than ten minutes are left', async () => {
    const { waits, ended } = await waitsOf(['pending', ...times(9, 'unreached')], { maxWaitMs: 25 * minute });
    expect([waits, ended]).toEqual([[25], 'time is up with 0 min left']);
    const short = await waitsOf(['pending', 'unreached', 'confirmed'], { maxWaitMs: 32 * minute });
    expect(short).toEqual({ waits: [20, 1], ended: undefined });
  });
});
