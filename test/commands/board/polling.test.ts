import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/settings.ts';
import type { Api } from '../../../src/client/types.ts';
import { createPolling } from '../../../src/commands/board/polling.ts';
import { CfiError } from '../../../src/errors.ts';

const floorMs = 600_000;

/** A refresh of a board on a live service, whose list request has this outcome; the waits until the next refreshes. */
async function refreshed(list: () => unknown) {
  const waits: number[] = [];
  const api = {
    call: async () => list(),
    transport: { now: () => 0, monotonicNow: () => 0 },
  } as unknown as Api;
  const context = { deps: { random: () => 0 } } as unknown as CommandContext;
  return new Promise<{ waits: number[]; untilAllowed: number | undefined }>((resolve, broken) => {
    const startTimer = (ms: number) => {
      waits.push(ms);
      return () => {};
    };
    const world = { api, context, intervalMs: 2 * floorMs, closestMs: floorMs, startTimer };
    const ends = () => resolve({ waits, untilAllowed: polling.untilAllowed() });
    const polling = createPolling(world, { begins: () => {}, ends, broken });
    polling.refresh();
  });
}

const failing = (unreached: boolean) => (): never => {
  throw new CfiError('network', 'the connection was refused', unreached ? { unreached } : {});
};

describe('the next refresh of a board on a live service', () => {
  it('is due after the interval, and on demand ten minutes after the last', async () => {
    const list = () => ({ data: { slots: [] }, received: { headers: {} } });
    expect(await refreshed(list)).toEqual({ waits: [2 * floorMs], untilAllowed: floorMs });
  });

  it('is no sooner after a failure that the service may have seen', async () => {
    expect(await refreshed(failing(false))).toEqual({ waits: [2 * floorMs], untilAllowed: floorMs });
  });

  it('is due after a minute, and at once on demand, if there was no connection', async () => {
    expect(await refreshed(failing(true))).toEqual({ waits: [60_000], untilAllowed: 0 });
  });
});
