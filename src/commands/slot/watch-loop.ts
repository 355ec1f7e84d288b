import type { Api } from '../../client/types.ts';
import type { KnownSlots } from '../../config/remembered.ts';
import { CfiError, exitCodes, mayPass } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { minuteMs } from '../../text/time/time.ts';
import { type Pace, readSlot, readSlotOrCancelled, readSlots, stateOf } from '../desk/read.ts';
import {
  confirmedTime,
  offeredTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
} from '../desk/slot-record.ts';

/** What a poll of watched slots needs to know. */
interface Poll {
  /** Undefined: every slot that waits for a decision, or did when it was last reported. */
  readonly refs: readonly string[] | undefined;
  /** Records read since watching began. */
  readonly known: ReadonlyMap<string, Fields>;
  /** States that an earlier call reported. */
  readonly lastReported: KnownSlots;
  /** Whether to keep watching a slot. */
  isOpen(slot: Fields): boolean;
  /** The service has answered a request of this poll. */
  onAnswer(): void;
}

const undecided = (slot: Fields): boolean => ['pending', 'answer-needed'].includes(slotPhase(slot));

/**
 * Reads the slots that are still watched: one by its reference, several with one list request. Throws `not-found`,
 * and `unavailable` for an answer that is not about them: it shows nothing.
 */
async function pollSlots(api: Api, poll: Poll): Promise<Fields[]> {
  if (poll.refs === undefined) return readUndecided(api, poll);
  const open = poll.refs.filter((reference) => {
    const slot = poll.known.get(reference);
    return slot === undefined || poll.isOpen(slot);
  });
  const byReference = open.length > 1 ? await listed(api, poll) : new Map<string, Fields>();
  const slots: Fields[] = [];
  for (const reference of open) {
    slots.push(byReference.get(reference) ?? (await readOne(api, reference, poll)));
  }
  return slots;
}

async function listed(api: Api, { onAnswer }: Poll): Promise<Map<string, Fields>> {
  const { slots } = await readSlots(api);
  onAnswer();
  return new Map(slots.map((slot) => [slotReference(slot), slot]));
}

/** Slots that wait for a decision, or did when they were last reported. */
async function readUndecided(api: Api, poll: Poll): Promise<Fields[]> {
  const all = await listed(api, poll);
  const waited = Object.entries(poll.lastReported).filter(
    ([reference, { status }]) =>
      status !== undefined && undecided({ slotReference: reference, scheduleStatus: status }),
  );
  const statuses = new Map(waited.map(([reference, { status }]) => [reference, status]));
  const slots = [...all.values()].filter((slot) => {
    const before = statuses.get(slotReference(slot));
    return undecided(slot) || (before !== undefined && slotStatus(slot) !== before);
  });
  for (const reference of statuses.keys())
    if (!all.has(reference)) slots.push(await readOne(api, reference, poll));
  return slots;
}

/** Reads one slot. A known slot that is no longer found counts as cancelled, because a service may hide cancelled ones. */
async function readOne(api: Api, reference: string, poll: Poll): Promise<Fields> {
  const known =
    poll.known.get(reference) ?? (poll.lastReported[reference]?.status === undefined ? undefined : {});
  const slot =
    known === undefined
      ? (await readSlot(api, reference)).slot
      : await readSlotOrCancelled(api, reference, known);
  poll.onAnswer();
  return slot;
}

/** The goal for a watched slot. */
type Goal = 'decision' | 'confirmed';

/** Which slots are watched, until when, and how often. */
export interface WatchPlan extends Pace {
  /** Empty: every slot that waits for a decision at the first poll. */
  readonly refs: readonly string[];
  readonly until: Goal;
  /** Maximum wait, from the first poll. */
  readonly maxWaitMs?: number | undefined;
  readonly once: boolean;
  /** States that an earlier call reported; a slot in the same state has not changed. */
  readonly lastReported: KnownSlots;
  readonly signal: AbortSignal;
  random(): number;
  /** A poll failed; the watch continues. */
  onFailedPoll(error: CfiError): void;
  /** All changes of a poll have been handled. */
  onPolled(slots: readonly Fields[]): Promise<void>;
  /** The next poll is in `ms` milliseconds. */
  onWait(ms: number, open: readonly Fields[]): void;
  /**
   * The watch ends undecided: `left` milliseconds of the maximum wait are too few for another poll. `failed` is why the
   * last poll failed.
   */
  onTimeUp(left: number, open: readonly Fields[], failed?: CfiError): void;
  /** Handles a change; returns the slot if that has changed it again. */
  onChange(change: Change): Promise<Fields | undefined>;
}

/** One change of one slot. */
export interface Change {
  readonly slotReference: string;
  readonly previousStatus: string | null;
  readonly scheduleStatus: string;
  /** The offered time, while an answer is needed. */
  readonly proposedTime: string | undefined;
  readonly confirmedTime: string | undefined;
  /** When the slot was read, ISO 8601. */
  readonly at: string;
  readonly slot: Fields;
}

/** Failures that the next poll may not have. */
const isWorthAnotherPoll = (error: CfiError): boolean => mayPass(error) || error.code === 'rate-limited';

/** The exit codes of a slot in each phase that do not depend on the goal. */
const codes = {
  confirmed: exitCodes.ok,
  cancelled: exitCodes.unreachableGoal,
  pending: exitCodes.stillPending,
  other: exitCodes.stillPending,
} as const;

/** The exit codes of a slot in each phase, by what is waited for. */
const codesFor: Readonly<Record<Goal, Readonly<Record<SlotPhase, number>>>> = {
  decision: { ...codes, 'answer-needed': exitCodes.answerNeeded },
  confirmed: { ...codes, 'answer-needed': exitCodes.stillPending },
};

/** Whether a slot needs no more watching. */
export const isSettled = (phase: SlotPhase, until: Goal): boolean =>
  codesFor[until][phase] !== exitCodes.stillPending;

/** The most serious of the slots' codes: cancelled, answer needed, still pending, confirmed. */
export function watchExitCode(slots: Iterable<Fields>, until: Goal): number {
  const codes = new Set([...slots].map((slot) => codesFor[until][slotPhase(slot)]));
  const order = [exitCodes.unreachableGoal, exitCodes.answerNeeded, exitCodes.stillPending];
  return order.find((code) => codes.has(code)) ?? exitCodes.ok;
}

/**
 * A poll without a connection counts for no rule of the service, and is repeated after this time; each further one in a
 * row doubles it, up to the interval.
 */
const firstUnreachedMs = minuteMs;

/**
 * Polls once, or until every slot has reached the goal or the time is up. Yields each change and updates `slots`. Throws
 * if the service refuses, or if no poll succeeds.
 */
export async function* watchSlots(
  api: Api,
  plan: WatchPlan,
  slots: Map<string, Fields>,
): AsyncGenerator<Change> {
  const { transport } = api;
  const started = transport.monotonicNow();
  let refs: readonly string[] | undefined = plan.refs.length === 0 ? undefined : plan.refs;
  /** How many polls in a row have not reached the service. */
  let unreached = 0;
  const isOpen = (slot: Fields): boolean => !isSettled(slotPhase(slot), plan.until);
  for (;;) {
    let wait = plan.intervalMs * (1 + 0.1 * plan.random());
    let failed: CfiError | undefined;
    let hasReached = false;
    const onAnswer = (): void => {
      hasReached = true;
    };
    try {
      const { lastReported } = plan;
      const polled = await pollSlots(api, { refs, known: slots, lastReported, isOpen, onAnswer });
      unreached = 0;
      refs ??= polled.map(slotReference);
      yield* changesOf(polled, slots, plan, transport.now());
      await plan.onPolled(polled.map((slot) => slots.get(slotReference(slot)) ?? slot));
    } catch (error) {
      if (!(error instanceof CfiError) || !isWorthAnotherPoll(error) || plan.once) throw error;
      failed = error;
      wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
      unreached = error.details.unreached && !hasReached ? unreached + 1 : 0;
      if (unreached > 0) wait = Math.min(wait, firstUnreachedMs * 2 ** (unreached - 1));
    }
    const open = [...slots.values()].filter(isOpen);
    const unread = refs === undefined || refs.some((reference) => !slots.has(reference));
    if (plan.once || (!unread && open.length === 0)) return;
    const left = (plan.maxWaitMs ?? Number.POSITIVE_INFINITY) - (transport.monotonicNow() - started);
    const next = nextWait(unreached > 0 ? 0 : plan.closestMs, wait, left);
    if (next === undefined) {
      if (unread && failed !== undefined) throw failed;
      plan.onTimeUp(Math.max(0, left), open, failed);
      return;
    }
    if (failed !== undefined) plan.onFailedPoll(failed);
    plan.onWait(next, open);
    await transport.wait(next, plan.signal);
  }
}

/**
 * Milliseconds until the next poll; undefined if `left`, what is left of the maximum wait, is over or too short for one.
 * The last poll is exactly at its end.
 */
function nextWait(closestMs: number, wait: number, left: number): number | undefined {
  if (left <= 0 || left < closestMs) return undefined;
  return left - wait < closestMs ? left : wait;
}

/** Yields each change and waits until it is handled; a slot answered at the prompt changes again. */
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
  const before = earlier === undefined ? plan.lastReported[reference] : stateOf(earlier);
  const phase = slotPhase(slot);
  if (before?.status === undefined) {
    // The first state is reported only if it needs an answer or ends the watch.
    if (!plan.once && !isSettled(phase, plan.until) && phase !== 'answer-needed') return undefined;
  } else if (before.status === state.status && before.time === state.time) return undefined;
  return {
    slotReference: reference,
    previousStatus: before?.status ?? null,
    scheduleStatus: slotStatus(slot),
    proposedTime: phase === 'answer-needed' ? offeredTime(slot) : undefined,
    confirmedTime: confirmedTime(slot),
    at: new Date(now).toISOString(),
    slot,
  };
}
