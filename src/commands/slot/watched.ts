import type { CommandContext } from '../../cli/settings.ts';
import { pathOf } from '../../client/http.ts';
import type { Api } from '../../client/types.ts';
import type { KnownSlots } from '../../config/remembered.ts';
import {
  isSameState,
  type Pace,
  readSlot,
  readSlotOrCancelled,
  readSlots,
  stateOf,
} from '../../desk/read.ts';
import { confirmedTime, offeredTime, slotPhase, slotReference, slotStatus } from '../../desk/slot-record.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { attempt, type Fields } from '../../text/records.ts';
import { counted } from '../../text/words.ts';

type Goal = 'decision' | 'confirmed';

/** A watch: the slots, how often they are polled, and what is done about a change. */
export interface Watch extends Pace {
  readonly context: CommandContext;
  readonly api: Api;
  /** Empty: every slot that waits for a decision at the first poll. */
  readonly refs: readonly string[];
  readonly until: Goal;
  /** This command has just booked them: a replica may not show them yet. */
  readonly isBooked: boolean;
  readonly once: boolean;
  /** Maximum wait, from the first poll. */
  readonly maxWaitMs: number | undefined;
  /** The program of `--exec` and its arguments. */
  readonly command: readonly string[] | undefined;
  /** States that an earlier call reported; a slot in the same state has not changed. */
  readonly lastReported: KnownSlots;
  /** Records read since watching began. */
  readonly slots: Map<string, Fields>;
  /** Those that have changed. */
  readonly changed: Set<string>;
  /** Slots with whose change the program of `--exec` failed: `--once` reports them again. */
  readonly failed: Set<string>;
}

const undecided = (slot: Fields): boolean => ['pending', 'answer-needed'].includes(slotPhase(slot));

/** Whether the service can be asked for the slot by its reference. */
const isNamed = (slot: Fields): boolean =>
  attempt(() => pathOf('getSlot', { params: { slotReference: slotReference(slot) } }) !== '', false);

/**
 * Reads the slots that are still watched: one by its reference, several with one list request; without `refs`, every slot
 * that waits for a decision, or did when it was last reported. `onAnswer` is called after each answer of the service.
 * Throws `not-found`, and `unavailable` for an answer that is not about them: it shows nothing.
 */
export async function pollSlots(watch: Watch, refs: readonly string[] | undefined, onAnswer: () => void) {
  const { api, lastReported, slots: known } = watch;
  const list = async (): Promise<Map<string, Fields>> => {
    const { slots } = await readSlots(api);
    onAnswer();
    return new Map(slots.map((slot) => [slotReference(slot), slot]));
  };
  const before = (reference: string): string | undefined => lastReported[reference]?.status;
  const read = async (reference: string): Promise<Fields> => {
    const earlier = known.get(reference) ?? (before(reference) === undefined ? undefined : {});
    // A known slot that is no longer found counts as cancelled, because a service may hide cancelled ones.
    const slot =
      earlier === undefined
        ? (await readSlot(api, reference)).slot
        : await readSlotOrCancelled(api, reference, earlier);
    onAnswer();
    return slot;
  };
  if (refs === undefined) {
    const all = await list();
    const wasOpen = (reference: string): boolean => undecided({ scheduleStatus: before(reference) });
    const slots = [...all.values()].filter((slot) => {
      const reference = slotReference(slot);
      return undecided(slot) || (wasOpen(reference) && slotStatus(slot) !== before(reference));
    });
    const named = slots.filter(isNamed);
    const unnamed = slots.length - named.length;
    if (unnamed > 0) {
      const lack = `the service lists ${counted(unnamed, 'undecided slot')} without a usable reference`;
      if (named.length === 0) throw new CfiError('unavailable', lack, { hint: 'try again in a moment' });
      watch.context.warn(`${lack}; only the others are watched`);
    }
    const gone = Object.keys(lastReported).filter((reference) => wasOpen(reference) && !all.has(reference));
    for (const reference of gone) named.push(await read(reference));
    return named;
  }
  const open = refs.filter((reference) => {
    const slot = known.get(reference);
    return slot === undefined || !isDecided(slot, watch.until);
  });
  const byReference = open.length > 1 ? await list() : new Map<string, Fields>();
  const slots: Fields[] = [];
  for (const reference of open) slots.push(byReference.get(reference) ?? (await read(reference)));
  return slots;
}

/** The exit code of a slot: an offer is a decision, but no confirmation. */
function codeOf(slot: Fields, until: Goal): number {
  const phase = slotPhase(slot);
  if (phase === 'confirmed') return exitCodes.ok;
  if (phase === 'cancelled') return exitCodes.unreachableGoal;
  return phase === 'answer-needed' && until === 'decision' ? exitCodes.answerNeeded : exitCodes.stillPending;
}

/** Whether a slot needs no more watching. */
export const isDecided = (slot: Fields, until: Goal): boolean =>
  codeOf(slot, until) !== exitCodes.stillPending;

/** The most serious of the slots' codes: cancelled, answer needed, still pending, confirmed. */
export function watchExitCode(slots: readonly Fields[], until: Goal): number {
  const found = slots.map((slot) => codeOf(slot, until));
  const order = [exitCodes.unreachableGoal, exitCodes.answerNeeded, exitCodes.stillPending];
  return order.find((code) => found.includes(code)) ?? exitCodes.ok;
}

/** The change that a slot, just read, shows; undefined if there is none to report. */
export function changeOf(slot: Fields, watch: Watch) {
  const reference = slotReference(slot);
  const earlier = watch.slots.get(reference);
  const state = stateOf(slot);
  const before = earlier === undefined ? watch.lastReported[reference] : stateOf(earlier);
  const phase = slotPhase(slot);
  if (before?.status === undefined) {
    // The first state is reported only if it needs an answer or ends the watch.
    if (!watch.once && !isDecided(slot, watch.until) && phase !== 'answer-needed') return undefined;
  } else if (isSameState(before, state)) return undefined;
  return {
    slotReference: reference,
    previousStatus: before?.status ?? null,
    scheduleStatus: slotStatus(slot),
    /** The offered time, while an answer is needed. */
    proposedTime: phase === 'answer-needed' ? offeredTime(slot) : undefined,
    confirmedTime: confirmedTime(slot),
    /** When the slot was read, ISO 8601. */
    at: new Date(watch.context.clock.now()).toISOString(),
    slot,
  };
}

export type Change = NonNullable<ReturnType<typeof changeOf>>;
