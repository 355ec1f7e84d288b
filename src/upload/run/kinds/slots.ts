import {
  allSlotsIn,
  endedStatus,
  matchingSlots,
  notAList,
  shownReference,
  showsNothing,
  slotsBefore,
} from '../../../client/api/book-slot.ts';
import { compareContent, recordOf, referenceOf } from '../../../client/api/records.ts';
import { createLateArrivals, type LateArrivals } from '../../../client/api/write-once.ts';
import { backoffMs, defaultRetryPolicy, mayArriveLate } from '../../../client/retry.ts';
import { type Api, type Attempt, unreadable } from '../../../client/types.ts';
import type { CfiError } from '../../../errors.ts';
import { type Fields, isFields } from '../../../text/records.ts';
import { beginning } from '../../../text/words.ts';
import { type Finding, type Sent, type SlotBookings, singleBookingName, type Task } from '../work.ts';
import { bodyOf, isAbsent, type Kind, readRecord } from './kind.ts';

/**
 * The slots in a file. The service does not store our reference. So if an answer is lost, a slot counts as ours if it is
 * new in the list of slots, is for the same booking, and does not belong to another row.
 */
export const slots: Kind = {
  name: 'slot',
  rules: { retryableIsClean: false, conflictIsDuplicate: false },
  create: 'bookSlot',
  sent: (made) =>
    made.kind === 'answer' ? unreadable('the list of slots was not read before booking', true) : made,
  lookUp: async () => ({ kind: 'cannot-tell', error: 'the list of slots was not read before booking' }),
  async prepare(api, lostWait) {
    const { slots } = await slotsBefore(api);
    const before = [...slots.keys()];
    const ended = new Map<string, string>();
    noteEnded(slots, ended);
    const late = createLateArrivals(api, lostWait);
    return {
      slotsBefore: before,
      endedSlots: ended,
      bind: (bookings) => bound(new Set(before), bookings, late, ended),
    };
  },
};

const lookForIt = 'check cfi slot list; if the slot is missing, book it alone with --fresh';

/** Adds those of these slots that can no longer be used, with the service's word for it. */
function noteEnded(slots: Iterable<readonly [reference: string, slot: Fields]>, ended: Map<string, string>) {
  for (const [reference, slot] of slots) {
    const status = endedStatus(slot);
    if (status !== undefined) ended.set(reference, status);
  }
}

/** Adds to `ended` which slots that it reads can no longer be used. */
function bound(
  now: ReadonlySet<string>,
  bookings: SlotBookings,
  late: LateArrivals,
  ended: Map<string, string>,
): Kind {
  /** Slots of documents in this run, which may not be in the ledger yet. */
  const taken = new Set<string>();

  /** The rows that were sent again after a lost answer. */
  const repeated = new Map<string, unknown>();
  const lost = new Set<string>();

  const take = (reference: string): string => {
    taken.add(reference);
    return reference;
  };

  function sent(made: Attempt, task: Task): Sent {
    if (lost.has(task.reference)) repeated.set(task.reference, bodyOf(task));
    if (mayArriveLate(made)) {
      lost.add(task.reference);
      late.lost(task.reference);
    }
    if (made.kind !== 'answer') return made;
    const { data, status } = made.answer;
    const reference = referenceOf(data, 'slot');
    if (reference === undefined || !isFields(data)) {
      bookings.accepted(task.reference);
      return unreadable('the service accepted the booking without showing a slot', true);
    }
    if (now.has(reference) || taken.has(reference) || bookings.isTaken(reference))
      return unreadable(`the answer is about ${beginning(reference, 80)}, which was booked before`, true);
    return { kind: 'done', status, number: take(reference), answer: data };
  }

  /** While a lost request may still arrive, that there is no slot says nothing. */
  async function lookUp(api: Api, task: Task, signal: AbortSignal): Promise<Finding> {
    // What an earlier run sent may still arrive as well.
    if (task.start === 'look-up' && !lost.has(task.reference)) {
      lost.add(task.reference);
      late.lostBefore(task.reference, bookings.uncertain(task.reference)?.sentBeforeMs ?? 0);
    }
    for (let looks = 0; ; looks++) {
      const found = await lookUpOnce(api, task, signal);
      const left = found.kind === 'absent' ? late.leftMs(task.reference) : 0;
      if (left === 0) return found;
      try {
        await api.transport.wait(Math.min(left, backoffMs(defaultRetryPolicy, looks, 1)), signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        return { kind: 'failure', reason: 'aborted', message: 'the request was cancelled', maybeSent: true };
      }
    }
  }

  async function lookUpOnce(api: Api, task: Task, signal: AbortSignal): Promise<Finding> {
    if (task.start === 'compare') return lookUpBooked(api, task, signal);
    // An earlier run found the slot, which was booked for other content.
    if (task.start === 'look-up' && bookings.slotOf(task.reference) !== undefined) {
      const booked = await lookUpBooked(api, task, signal);
      if (booked.kind !== 'absent') return booked;
    }
    const made = await api.attempt('listSlots', { signal });
    if (made.kind !== 'answer') return made;
    const list = allSlotsIn(made.answer);
    const known = task.start === 'check' ? undefined : bookings.uncertain(task.reference);
    // An empty list where there were slots cannot be this account's list.
    if (list === undefined || (list.size === 0 && (known?.before ?? now).size > 0))
      return unreadable(notAList, false);
    noteEnded(list, ended);
    // A slot that an earlier run found for this row, before an interruption, is still its own.
    const isNew = (slot: string): boolean =>
      known?.before.has(slot) !== true &&
      !taken.has(slot) &&
      !bookings.isTaken(slot, { other: task.reference });
    const found = (known?.bodies ?? [bodyOf(task)]).flatMap((body) =>
      matchingSlots(body, list, isNew).map((candidate) => ({ ...candidate, body })),
    );
    const own = found.find(({ compared }) => compared > 0);
    const [first] = found;
    if (known === undefined && first !== undefined)
      return {
        kind: 'cannot-tell',
        error: `the run ledger no longer knows whether slot ${first.reference} belongs to this row; ${lookForIt}`,
      };
    if (own !== undefined) {
      const single =
        task.start === 'look-up' ? bookings.unsureSingle(singleBookingName(own.body)) : undefined;
      if (single !== undefined)
        return {
          kind: 'cannot-tell',
          error: `slot ${own.reference} may belong to this row or to the booking of run ${single}; ${lookForIt}`,
        };
      const comparison = compareContent(bodyOf(task), own.slot);
      return { kind: 'found', comparison, number: take(own.reference) };
    }
    if (first !== undefined) return unreadable(showsNothing(first.reference), false);
    if (known?.accepted === true)
      return unreadable(`the service accepted the booking without showing a slot; ${lookForIt}`, false);
    return { kind: 'absent' };
  }

  /** Reads the slot that an earlier run booked for a document that now has different content. */
  async function lookUpBooked(api: Api, task: Task, signal: AbortSignal): Promise<Finding> {
    const slotReference = bookings.slotOf(task.reference);
    if (slotReference === undefined) return { kind: 'cannot-tell', error: 'its slot is unknown' };
    const made = await readRecord(api, 'getSlot', { slotReference }, signal);
    if (isAbsent(made)) return { kind: 'absent' };
    if (made.kind !== 'answer') return made;
    const slot = recordOf(made.answer.data, 'slot', slotReference);
    if (slot === undefined) return unreadable('the answer has no record of this slot', false);
    noteEnded([[slotReference, slot]], ended);
    return { kind: 'found', comparison: compareContent(bodyOf(task), slot), number: slotReference };
  }

  async function twins(api: Api, signal: AbortSignal): Promise<readonly CfiError[]> {
    if (repeated.size === 0) return [];
    const isTwin = (slot: string): boolean => !now.has(slot) && !taken.has(slot) && !bookings.isTaken(slot);
    return late.twins(
      repeated.keys(),
      async () => {
        const made = await api.attempt('listSlots', { signal });
        const list = made.kind === 'answer' ? allSlotsIn(made.answer) : undefined;
        if (list === undefined) return undefined;
        const found = [...repeated.values()].flatMap((body) =>
          matchingSlots(body, list, isTwin).flatMap(shownReference),
        );
        return [...new Set(found)];
      },
      signal,
    );
  }

  return { ...slots, sent, lookUp, twins };
}
