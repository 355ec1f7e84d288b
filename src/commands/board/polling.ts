import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { readSlots } from '../slot/read-slot.ts';
import { cameShort } from '../today/came-short.ts';
import { slotSections } from '../today/sections.ts';

/** How a board looks at the service. */
export interface PollingWorld {
  readonly api: Api;
  readonly context: CommandContext;
  /** Days that it looks ahead and back. */
  readonly days: number;
  readonly intervalMs: number;
  /** Minimum time between two looks; 0 if any rate is allowed. */
  readonly closestMs: number;
  startTimer(ms: number, callback: () => void): () => void;
}

/** What a look found, or why it failed. Times are the service's, in milliseconds. */
type Look = { readonly nextLookAt: number } & (
  | { readonly slots: readonly Fields[]; readonly short: readonly Fields[]; readonly lookedAt: number }
  | { readonly failure: string }
);

interface Listener {
  /** A look begins: what changes at the service from here on may be missing from what it finds. */
  begins(): void;
  ends(look: Look): void;
  /** The program breaks. */
  broken(error: unknown): void;
}

/** Looks at the service's slots, at intervals and on demand. */
export interface Polling {
  /** Looks, unless a look is under way. */
  look(): void;
  /** Milliseconds until the next look on demand is allowed; 0 if it is, undefined during a look. */
  untilAllowed(): number | undefined;
  /** The service's time. */
  now(): number;
  stop(): void;
}

/** Polls for a board; the first look is the caller's. A look that fails is not repeated before the next interval. */
export function createPolling(world: PollingWorld, listener: Listener): Polling {
  const { api, context, intervalMs, closestMs } = world;
  let clock = (): number => api.transport.now();
  let looking = false;
  let stopped = false;
  let lastLook = Number.NEGATIVE_INFINITY;
  let cancelTimer = (): void => {};

  const read = async () => {
    const reading = await readSlots(api);
    clock = reading.now;
    const { arrived } = slotSections(reading.slots, clock(), world.days);
    const short = await cameShort(context, api, arrived);
    return { slots: reading.slots, short, lookedAt: clock() };
  };
  const run = async (): Promise<void> => {
    looking = true;
    cancelTimer();
    lastLook = api.transport.monotonicNow();
    listener.begins();
    let wait = Math.max(closestMs, intervalMs * (1 + 0.1 * context.deps.random()));
    const found = await read()
      .catch((error: unknown) => {
        if (!(error instanceof CfiError)) throw error;
        wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
        return { failure: error.message };
      })
      .finally(() => {
        looking = false;
      });
    if (stopped) return;
    cancelTimer = world.startTimer(wait, look);
    listener.ends({ ...found, nextLookAt: clock() + wait });
  };
  const look = (): void => {
    if (!looking && !stopped) run().catch(listener.broken);
  };

  return {
    look,
    untilAllowed: () =>
      looking ? undefined : Math.max(0, lastLook + closestMs - api.transport.monotonicNow()),
    now: () => clock(),
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}
