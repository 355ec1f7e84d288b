import type { Api } from '../../../client/types.ts';
import type { KnownSlots } from '../../../config/known-slots.ts';
import { CfiError, exitCodes, mayPass } from '../../../errors.ts';
import type { Fields } from '../../../text/records.ts';
import {
  confirmedTime,
  offeredTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
} from '../record.ts';
import { stateOf } from './last-reported.ts';
import { pollSlots } from './poll.ts';

export type Goal = 'decision' | 'confirmed';

export interface WatchPlan {
  /** Empty: every slot that waits for a decision at the first poll. */
  readonly refs: readonly string[];
  readonly until: Goal;
  readonly intervalMs: number;
  /** Polls are never closer together than this. */
  readonly closestMs: number;
  /** Longest wait, from the first poll. */
  readonly maxWaitMs?: number;
  readonly once: boolean;
  /** States of an earlier call: what equals them is no change. */
  readonly lastSeen: KnownSlots;
  readonly signal: AbortSignal;
  random(): number;
  /** A poll failed; watching goes on. */
  onFailedPoll(error: CfiError): void;
  /** All changes of a poll have been handled. */
  onPolled(slots: readonly Fields[]): Promise<void>;
  /** Another poll follows after so many milliseconds. */
  onWait(ms: number, open: readonly Fields[]): void;
  /** Handles a change before watching goes on; the slot as it is now, when that has changed it. */
  onChange(change: Change): Promise<Fields | undefined>;
}

/** One thing that happened to one slot. */
export interface Change {
  readonly slotReference: string;
  readonly previousStatus: string | null;
  readonly scheduleStatus: string;
  /** Time the warehouse offers, while an answer is needed. */
  readonly proposedTime?: string;
  readonly confirmedTime?: string;
  /** When it was seen. */
  readonly at: string;
  readonly slot: Fields;
}

/** Failures that another poll may not meet. */
const isWorthAnotherPoll = (error: CfiError): boolean => mayPass(error) || error.code === 'rate-limited';

/** Whether watching this slot is over. */
export const isSettled = (phase: SlotPhase, until: Goal): boolean =>
  phase === 'confirmed' || phase === 'cancelled' || (phase === 'answer-needed' && until === 'decision');

/** What one slot means for the exit code. */
function codeOf(phase: SlotPhase, until: Goal): number {
  if (phase === 'confirmed') return exitCodes.ok;
  if (phase === 'cancelled') return exitCodes.unreachableGoal;
  return phase === 'answer-needed' && until === 'decision' ? exitCodes.answerNeeded : exitCodes.stillPending;
}

/** The gravest of the slots' codes: cancelled, answer needed, still pending, confirmed. */
export function watchExitCode(slots: Iterable<Fields>, until: Goal): number {
  const codes = new Set([...slots].map((slot) => codeOf(slotPhase(slot), until)));
  const order = [exitCodes.unreachableGoal, exitCodes.answerNeeded, exitCodes.stillPending];
  return order.find((code) => codes.has(code)) ?? exitCodes.ok;
}

/**
 * Polls until every slot has got there, time is up, or once; yields each change, and keeps `slots` up to date. Throws
 * when the service says no, or when it could never be read at all.
 */
export async function* watchSlots(
  api: Api,
  plan: WatchPlan,
  slots: Map<string, Fields>,
): AsyncGenerator<Change> {
  const { transport } = api;
  const started = transport.monotonicNow();
  let refs: readonly string[] | undefined = plan.refs.length === 0 ? undefined : plan.refs;
  for (;;) {
    let wait = plan.intervalMs * (1 + 0.1 * plan.random());
    let failed: CfiError | undefined;
    try {
      const isOpen = (slot: Fields): boolean => !isSettled(slotPhase(slot), plan.until);
      const polled = await pollSlots(api, { refs, seen: slots, lastSeen: plan.lastSeen, isOpen });
      refs ??= polled.map(slotReference);
      yield* changesOf(polled, slots, plan, transport.now());
      await plan.onPolled(polled.map((slot) => slots.get(slotReference(slot)) ?? slot));
    } catch (error) {
      if (!(error instanceof CfiError) || !isWorthAnotherPoll(error) || plan.once) throw error;
      failed = error;
      wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
    }
    const open = [...slots.values()].filter((slot) => !isSettled(slotPhase(slot), plan.until));
    const unread = refs === undefined || refs.some((reference) => !slots.has(reference));
    if (plan.once || (!unread && open.length === 0)) return;
    const next = nextWait(plan, wait, transport.monotonicNow() - started);
    if (next === undefined) {
      if (unread && failed !== undefined) throw failed;
      return;
    }
    if (failed !== undefined) plan.onFailedPoll(failed);
    plan.onWait(next, open);
    await transport.wait(next, plan.signal);
  }
}

/**
 * How long to wait until the next poll; undefined when none fits before the longest wait is over. The last poll falls
 * on its very end.
 */
function nextWait(plan: WatchPlan, wait: number, passed: number): number | undefined {
  if (plan.maxWaitMs === undefined) return wait;
  const left = plan.maxWaitMs - passed;
  if (left <= 0 || left < plan.closestMs) return undefined;
  return left - wait < plan.closestMs ? left : wait;
}

/** Each change among the slots read, handled before the next; a slot that is answered on the spot changes again. */
async function* changesOf(
  polled: readonly Fields[],
  slots: Map<string, Fields>,
  plan: WatchPlan,
  now: number,
): AsyncGenerator<Change> {
  for (const read of polled) {
    let slot: Fields | undefined = read;
    while (slot !== undefined) {
      const change = changeOf(slot, slots.get(slotReference(slot)), plan, now);
      slots.set(slotReference(slot), slot);
      if (change === undefined) break;
      yield change;
      slot = await plan.onChange(change);
    }
  }
}

function changeOf(
  slot: Fields,
  earlier: Fields | undefined,
  plan: WatchPlan,
  now: number,
): Change | undefined {
  const reference = slotReference(slot);
  const state = stateOf(slot);
  const before = earlier === undefined ? plan.lastSeen[reference] : stateOf(earlier);
  const phase = slotPhase(slot);
  if (before?.status === undefined) {
    // The first state seen is news only where it asks for something or is the end.
    if (!plan.once && !isSettled(phase, plan.until) && phase !== 'answer-needed') return undefined;
  } else if (before.status === state.status && before.time === state.time) return undefined;
  const offered = phase === 'answer-needed' ? offeredTime(slot) : undefined;
  const agreed = confirmedTime(slot);
  return {
    slotReference: reference,
    previousStatus: before?.status ?? null,
    scheduleStatus: slotStatus(slot),
    ...(offered === undefined ? {} : { proposedTime: offered }),
    ...(agreed === undefined ? {} : { confirmedTime: agreed }),
    at: new Date(now).toISOString(),
    slot,
  };
}
