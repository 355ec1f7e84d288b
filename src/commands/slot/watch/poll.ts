import type { Api } from '../../../client/types.ts';
import type { KnownSlots } from '../../../config/remembered.ts';
import type { Fields } from '../../../text/records.ts';
import { readSlot, readSlotOrCancelled, readSlots } from '../read-slot.ts';
import { slotPhase, slotReference } from '../record.ts';
import { stateOf } from './last-reported.ts';

/** What a poll of watched slots needs to know. */
export interface Poll {
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
export async function pollSlots(api: Api, poll: Poll): Promise<Fields[]> {
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
  const unlisted = waited.map(([reference]) => reference).filter((reference) => !all.has(reference));
  const wasWaiting = new Set(waited.map(([reference]) => reference));
  const slots = [...all.values()].filter(
    (slot) =>
      undecided(slot) ||
      (wasWaiting.has(slotReference(slot)) &&
        stateOf(slot).status !== poll.lastReported[slotReference(slot)]?.status),
  );
  for (const reference of unlisted) slots.push(await readOne(api, reference, poll));
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
