import {
  confirmedTime,
  offeredTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
} from '../../client/slots.ts';
import type { Api } from '../../client/types.ts';
import type { KnownSlots } from '../../config/known-slots.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { type Fields, fieldsOf, listIn } from '../../text/records.ts';
import { stateOf } from './seen.ts';

export type Goal = 'decision' | 'confirmed';

export interface WatchPlan {
  /** Empty: every slot that waits for a decision at the first poll. */
  readonly refs: readonly string[];
  readonly until: Goal;
  readonly intervalMs: number;
  /** Longest wait, from the first poll. */
  readonly maxWaitMs?: number;
  readonly once: boolean;
  /** States of an earlier call: what equals them is no change. */
  readonly lastSeen: KnownSlots;
  readonly signal: AbortSignal;
  random(): number;
  /** A poll failed; watching goes on. */
  onFailedPoll(error: CfiError): void;
  /** States were read. */
  onPoll(slots: readonly Fields[]): Promise<void>;
  /** Another poll follows after so many milliseconds. */
  onWait(ms: number, open: readonly Fields[]): void;
  /** Handles a change before watching goes on; true when the slot must be read again at once. */
  onChange(change: Change): Promise<boolean>;
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
const passing = new Set(['network', 'timeout', 'unavailable', 'rate-limited']);

const isGone = (error: unknown): boolean => error instanceof CfiError && error.code === 'not-found';

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

/** Polls until every slot has got there, time is up, or once; yields each change, and keeps `slots` up to date. */
export async function* watchSlots(
  api: Api,
  plan: WatchPlan,
  slots: Map<string, Fields>,
): AsyncGenerator<Change> {
  const { transport } = api;
  const started = transport.now();
  let refs: readonly string[] = plan.refs;
  for (;;) {
    let wait = plan.intervalMs * (1 + 0.1 * plan.random());
    try {
      const polled = await poll(api, refs, slots, plan.until);
      if (refs.length === 0) refs = polled.map(slotReference);
      const changes = polled.flatMap((slot) => changeOf(slot, slots, plan, transport.now()));
      for (const slot of polled) slots.set(slotReference(slot), slot);
      await plan.onPoll(polled);
      let again = false;
      for (const change of changes) {
        yield change;
        again = (await plan.onChange(change)) || again;
      }
      if (again) continue;
    } catch (error) {
      if (!(error instanceof CfiError) || !passing.has(error.code)) throw error;
      plan.onFailedPoll(error);
      wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
    }
    const open = [...slots.values()].filter((slot) => !isSettled(slotPhase(slot), plan.until));
    const known = slots.size > 0 && refs.every((reference) => slots.has(reference));
    if (plan.once || (known && open.length === 0)) return;
    if (known === false && refs.length === 0 && slots.size === 0 && plan.refs.length === 0) return;
    const left = plan.maxWaitMs === undefined ? wait : started + plan.maxWaitMs - transport.now();
    if (left <= 0) return;
    plan.onWait(Math.min(wait, left), open);
    await transport.wait(Math.min(wait, left), plan.signal);
  }
}

function changeOf(slot: Fields, seen: ReadonlyMap<string, Fields>, plan: WatchPlan, now: number): Change[] {
  const reference = slotReference(slot);
  const state = stateOf(slot);
  const earlier = seen.get(reference);
  const before = earlier === undefined ? plan.lastSeen[reference] : stateOf(earlier);
  const phase = slotPhase(slot);
  const first = before === undefined;
  if (first && !plan.once && !isSettled(phase, plan.until) && phase !== 'answer-needed') return [];
  if (!first && before.status === state.status && before.time === state.time) return [];
  const offered = phase === 'answer-needed' ? offeredTime(slot) : undefined;
  const agreed = confirmedTime(slot);
  return [
    {
      slotReference: reference,
      previousStatus: before?.status ?? null,
      scheduleStatus: slotStatus(slot),
      ...(offered === undefined ? {} : { proposedTime: offered }),
      ...(agreed === undefined ? {} : { confirmedTime: agreed }),
      at: new Date(now).toISOString(),
      slot,
    },
  ];
}

/** Reads the open slots: one by itself, several by one list. */
async function poll(
  api: Api,
  refs: readonly string[],
  seen: ReadonlyMap<string, Fields>,
  until: Goal,
): Promise<Fields[]> {
  const open = refs.filter((reference) => {
    const slot = seen.get(reference);
    return slot === undefined || !isSettled(slotPhase(slot), until);
  });
  if (refs.length > 0 && open.length === 1) return [await readOne(api, open[0] as string, seen)];
  const listed = listIn((await api.call('listSlots')).data, 'slots', 'items');
  if (refs.length === 0) {
    return listed.filter((slot) => ['pending', 'answer-needed'].includes(slotPhase(slot)));
  }
  const byReference = new Map(listed.map((slot) => [slotReference(slot), slot]));
  const slots: Fields[] = [];
  for (const reference of open) {
    slots.push(byReference.get(reference) ?? (await readOne(api, reference, seen)));
  }
  return slots;
}

/** A slot that was there and is gone has been cancelled: some services no longer show those. */
async function readOne(api: Api, reference: string, seen: ReadonlyMap<string, Fields>): Promise<Fields> {
  try {
    return fieldsOf((await api.call('getSlot', { params: { slotReference: reference } })).data);
  } catch (error) {
    const before = seen.get(reference);
    if (before === undefined || !isGone(error)) throw error;
    return { ...before, scheduleStatus: 'cancelled' };
  }
}
