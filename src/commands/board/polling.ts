import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { createOrderReader, type Desk, defaultDays, deskSteps, type OrdersOfSlots } from '../../desk/desk.ts';
import { type Pace, readSlots } from '../../desk/read.ts';
import { CfiError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { inSlices } from '../../timers.ts';

export interface PollingWorld extends Pace {
  readonly api: Api;
  readonly context: CommandContext;
  startTimer(ms: number, callback: () => void): () => void;
}

/** What a refresh found, or why it failed. Times are the service's, in milliseconds. */
type Refresh = { readonly nextUpdateAt: number } & (
  | {
      readonly slots: readonly Fields[];
      readonly orders: OrdersOfSlots;
      readonly desk: Desk;
      readonly updatedAt: number;
    }
  | { readonly failure: string }
);

interface Listener {
  /** A refresh begins: what changes at the service from here on may be missing from what it finds. */
  begins(): void;
  ends(refresh: Refresh): void;
  broken(error: unknown): void;
}

/** A refresh without a connection is repeated after this time. */
const unreachedMs = 60_000;

/** Reads the slots at intervals and on demand. A failure waits for the next interval, unless nothing reached the service. */
export function createPolling(world: PollingWorld, listener: Listener) {
  const { api, context, intervalMs, closestMs } = world;
  const readOrders = createOrderReader(context, api, defaultDays);
  let clock = (): number => api.transport.now();
  let refreshing = false;
  let stopped = false;
  let lastRefresh = Number.NEGATIVE_INFINITY;
  let hasReached = false;
  let cancelTimer = (): void => {};

  const read = async () => {
    const reading = await readSlots(api);
    hasReached = true;
    clock = reading.now;
    const orders = await readOrders(reading.slots, clock());
    const { slots } = reading;
    const desk = await inSlices(deskSteps(slots, orders, clock(), defaultDays));
    return { slots, orders, desk, updatedAt: clock() };
  };
  const run = async (): Promise<void> => {
    refreshing = true;
    hasReached = false;
    cancelTimer();
    lastRefresh = api.transport.monotonicNow();
    listener.begins();
    let wait = Math.max(closestMs, intervalMs * (1 + 0.1 * context.deps.random()));
    const found = await read()
      .catch((error: unknown) => {
        if (!(error instanceof CfiError)) throw error;
        wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
        if (error.details.unreached && !hasReached) {
          lastRefresh = Number.NEGATIVE_INFINITY;
          wait = Math.min(wait, unreachedMs);
        }
        const { hint } = error.details;
        return {
          failure: error.code === 'unauthorized' && hint ? `${error.message}; ${hint}` : error.message,
        };
      })
      .finally(() => {
        refreshing = false;
      });
    if (stopped) return;
    cancelTimer = world.startTimer(wait, refresh);
    listener.ends({ ...found, nextUpdateAt: clock() + wait });
  };
  const refresh = (): void => {
    if (!refreshing && !stopped) run().catch(listener.broken);
  };

  return {
    /** Reads the slots, unless a refresh is under way. */
    refresh,
    /** Milliseconds until the next refresh on demand is allowed; 0 if it is, undefined during a refresh. */
    untilAllowed: (): number | undefined =>
      refreshing ? undefined : Math.max(0, lastRefresh + closestMs - api.transport.monotonicNow()),
    /** The service's time. */
    now: (): number => clock(),
    stop(): void {
      stopped = true;
      cancelTimer();
    },
  };
}
