import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/settings.ts';
import type { Api } from '../../../src/client/types.ts';
import { watchSlots } from '../../../src/commands/slot/watch.ts';
import type { Watch } from '../../../src/commands/slot/watched.ts';
import { CfiError } from '../../../src/errors.ts';
import { makeHome } from '../../support/cli.ts';

const minute = 60_000;

/** The waits, in minutes, of a watch on a live service whose polls have these outcomes; its clock moves only with them. */
async function waitsOf(outcomes: readonly string[], plan: Partial<Watch> = {}) {
  const open = [...outcomes];
  const waits: number[] = [];
  let clock = 0;
  const ended: string[] = [];
  const list = (): unknown => {
    const outcome = open[0];
    if (outcome !== 'listed') open.shift();
    if (outcome === 'unreached') throw new CfiError('network', 'refused', { unreached: true });
    if (outcome === 'failed') throw new CfiError('unavailable', 'down');
    if (outcome === 'missing') throw new CfiError('not-found', 'no such slot');
    const scheduleStatus = outcome === 'confirmed' ? 'confirmed' : 'pending_ops';
    const [first, second] = ['S-1', 'S-2'].map((slotReference) => ({ slotReference, scheduleStatus }));
    return outcome === 'listed' ? [first] : [first, second];
  };
  const read = (): never => {
    open.shift();
    throw new CfiError('network', 'refused', { unreached: true });
  };
  const api = {
    close: async () => {},
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
  const deps = {
    ...{ random: () => 0, now: () => clock, interrupted: new AbortController().signal },
    ...{ env: { HOME: makeHome() }, platform: 'linux', cwd: '/' },
  };
  const context = {
    deps,
    settings: { interactive: false, output: 'ndjson' },
    clock: { now: () => clock },
    redactor: { redact: (text: string) => text },
    warn: () => {},
    notice: (line: string) => ended.push(line),
  } as unknown as CommandContext;
  const watched: Watch = {
    ...{ context, api },
    refs: ['S-1', 'S-2'],
    isBooked: false,
    until: 'decision',
    intervalMs: 20 * minute,
    closestMs: 10 * minute,
    maxWaitMs: undefined,
    once: false,
    command: undefined,
    lastReported: {},
    slots: new Map(),
    changed: new Set(),
    failed: new Set(),
    ...plan,
  };
  for await (const _ of watchSlots(watched));
  return { waits, ended: ended.filter((line) => line.startsWith('no decision')) };
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

  it('follows also one that does not show yet what this command has just booked', async () => {
    const { waits } = await waitsOf(['missing', 'confirmed'], { isBooked: true });
    expect(waits).toEqual([20]);
    await expect(waitsOf(['missing', 'confirmed'])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is made within the maximum wait even if less than ten minutes are left', async () => {
    const { waits, ended } = await waitsOf(['pending', ...times(9, 'unreached')], { maxWaitMs: 25 * minute });
    expect([waits, ended]).toEqual([
      [25],
      ['no decision within 25m: S-1 (waiting for the warehouse), S-2 (waiting for the warehouse)'],
    ]);
    const short = await waitsOf(['pending', 'unreached', 'confirmed'], { maxWaitMs: 32 * minute });
    expect(short).toEqual({ waits: [20, 1], ended: [] });
  });
});
