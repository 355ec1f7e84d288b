import type { Api } from '../../client/types.ts';
import type { KnownSlots } from '../../config/remembered.ts';
import { exitCodes } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { readSlot, readSlotOrCancelled, readSlots, stateOf } from '../desk/read.ts';
import {
  confirmedTime,
  offeredTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
} from '../desk/slot-record.ts';

/** What is waited for. */
type Goal = 'decision' | 'confirmed';

/** The slots that are watched, as far as they are known. */
export interface Watched {
  readonly until: Goal;
  readonly once: boolean;
  /** States that an earlier call reported; a slot in the same state has not changed. */
  readonly lastReported: KnownSlots;
  /** Records read since watching began. */
  readonly slots: Map<string, Fields>;
}

/** Whether to keep watching a slot. */
export const isWatched = (slot: Fields, { until }: Watched): boolean => !isSettled(slotPhase(slot), until);

const undecided = (slot: Fields): boolean => ['pending', 'answer-needed'].includes(slotPhase(slot));

/**
 * Reads the slots that are still watched: one by its reference, several with one list request; without `refs`, every slot
 * that waits for a decision, or did when it was last reported. `onAnswer` is called after each answer of the service.
 * Throws `not-found`, and `unavailable` for an answer that is not about them: it shows nothing.
 */
export async function pollSlots(
  api: Api,
  refs: readonly string[] | undefined,
  watched: Watched,
  onAnswer: () => void,
): Promise<Fields[]> {
  const list = async (): Promise<Map<string, Fields>> => {
    const { slots } = await readSlots(api);
    onAnswer();
    return new Map(slots.map((slot) => [slotReference(slot), slot]));
  };
  const read = async (reference: string): Promise<Fields> => {
    const slot = await readOne(api, reference, watched);
    onAnswer();
    return slot;
  };
  if (refs === undefined) return undecidedOf(await list(), read, watched);
  const open = refs.filter((reference) => {
    const slot = watched.slots.get(reference);
    return slot === undefined || isWatched(slot, watched);
  });
  const byReference = open.length > 1 ? await list() : new Map<string, Fields>();
  const slots: Fields[] = [];
  for (const reference of open) slots.push(byReference.get(reference) ?? (await read(reference)));
  return slots;
}

/** Slots that wait for a decision, or did when they were last reported. */
async function undecidedOf(
  all: ReadonlyMap<string, Fields>,
  read: (reference: string) => Promise<Fields>,
  { lastReported }: Watched,
): Promise<Fields[]> {
  const waited = Object.entries(lastReported).filter(
    ([reference, { status }]) =>
      status !== undefined && undecided({ slotReference: reference, scheduleStatus: status }),
  );
  const statuses = new Map(waited.map(([reference, { status }]) => [reference, status]));
  const slots = [...all.values()].filter((slot) => {
    const before = statuses.get(slotReference(slot));
    return undecided(slot) || (before !== undefined && slotStatus(slot) !== before);
  });
  for (const reference of statuses.keys()) if (!all.has(reference)) slots.push(await read(reference));
  return slots;
}

/** Reads one slot. A known slot that is no longer found counts as cancelled, because a service may hide cancelled ones. */
async function readOne(api: Api, reference: string, { slots, lastReported }: Watched): Promise<Fields> {
  const known = slots.get(reference) ?? (lastReported[reference]?.status === undefined ? undefined : {});
  return known === undefined
    ? (await readSlot(api, reference)).slot
    : readSlotOrCancelled(api, reference, known);
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

/** The change that a slot, as it was read `now`, ms, shows; undefined if there is none to report. */
export function changeOf(slot: Fields, watched: Watched, now: number): Change | undefined {
  const reference = slotReference(slot);
  const earlier = watched.slots.get(reference);
  const state = stateOf(slot);
  const before = earlier === undefined ? watched.lastReported[reference] : stateOf(earlier);
  const phase = slotPhase(slot);
  if (before?.status === undefined) {
    // The first state is reported only if it needs an answer or ends the watch.
    if (!watched.once && !isSettled(phase, watched.until) && phase !== 'answer-needed') return undefined;
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
