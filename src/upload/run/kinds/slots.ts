import { compareContent, recordOf, referenceOf } from '../../../client/api/records.ts';
import { allSlotsIn, endedStatus, matchingSlots, notAList, slotsIn } from '../../../client/api/slot-list.ts';
import { mayArriveLate } from '../../../client/retry.ts';
import { type Api, type ApiResponse, type Attempt, unreadable } from '../../../client/types.ts';
import { CfiError } from '../../../errors.ts';
import { type Fields, isFields } from '../../../text/records.ts';
import { beginning } from '../../../text/words.ts';
import { turns } from '../../../timers.ts';
import type { LateArrivals } from '../late-arrivals.ts';
import type { Finding, Progress, Sent, SlotBookings, Task, UncertainBooking } from '../work.ts';
import { bodyOf, creatingAt, isAbsent, type Kind, readRecord } from './kind.ts';

const unprepared = 'the list of slots was not read before booking';

/**
 * Slots. The service does not store our reference. So if an answer is lost, a slot counts as ours if no list had shown it
 * before the first attempt, if it is for the same booking, and if it does not belong to another document. `forBooking`
 * adds what a run must know for that.
 */
export const slots: Kind<'slot'> = {
  name: 'slot',
  rules: {
    retryableIsClean: false,
    conflictIsDuplicate: false,
    remedy: 'check cfi slot list; if the slot is missing, book it alone with --fresh',
  },
  oneByOne: true,
  send: creatingAt('bookSlot'),
  sent: (made) => (made.kind === 'answer' ? unreadable(unprepared, true) : made),
  lookUp: async () => ({ kind: 'cannot-tell', error: unprepared }),
};

/** Throws a `CfiError` if it is no list of slots: then nothing may be booked. */
function listBefore({ data }: ApiResponse): ReadonlyMap<string, Fields> {
  const found = slotsIn(data);
  if (found !== undefined) return found;
  throw new CfiError('network', `${notAList}; nothing was booked`, { retryable: true });
}

/** May refuse a booking, with a `CfiError`, by the slots that there are before it. */
export type RefuseBooking = (slots: Iterable<Fields>) => void;

/** Reads the account's slots before anything is booked. Throws a `CfiError` if they cannot be read. */
export async function slotsBeforeBooking(api: Api, late: LateArrivals, refuse: RefuseBooking = () => {}) {
  const answer = await api.call('listSlots');
  const before = listBefore(answer);
  refuse(before.values());
  return {
    before,
    /** What the kind does by what this run and earlier ones know of the account's slots. */
    forBooking: (bookings: SlotBookings) =>
      forBooking({ bookings, late, refuse }, before, allSlotsIn(answer) !== undefined),
  };
}

interface Booking {
  readonly bookings: SlotBookings;
  readonly late: LateArrivals;
  readonly refuse: RefuseBooking;
}

/** `lacking`: a slot that the list should show. */
type LookedUp = Finding & { readonly lacking?: string };

function forBooking(
  { bookings, late, refuse }: Booking,
  first: ReadonlyMap<string, Fields>,
  isWhole: boolean,
) {
  /** What any list has shown, in this run or an earlier one: a slot exists even if a later list lacks it. */
  const seen = new Map<string, Fields>(bookings.seen());
  /** What this run has been shown: a list without one of these is not up to date. */
  const shown = new Set<string>();
  /** The service's words for slots that can no longer be used. */
  const ended = new Map<string, string>();
  /** Slots of documents in this run, which may not be in the ledger yet. */
  const taken = new Set<string>();
  /** The slots that were taken for a document because of their content. */
  const byContent = new Map<string, string>();
  /** The documents that were sent again after a lost answer. */
  const repeated = new Set<string>();
  /** Documents that an earlier run sent again and booked, and of which it did not look for duplicates. */
  const earlier = new Map<string, { readonly known: UncertainBooking; readonly slot: string }>();
  for (const [reference, known, slot] of bookings.unchecked()) {
    earlier.set(reference, { known, slot });
    repeated.add(reference);
    late.lostBefore(reference, known.sentBeforeMs);
  }

  function note(list: Iterable<readonly [reference: string, slot: Fields]>): void {
    const added: (readonly [string, Fields])[] = [];
    for (const [reference, slot] of list) {
      shown.add(reference);
      const status = endedStatus(slot);
      if (status !== undefined) ended.set(reference, status);
      if (!seen.has(reference)) added.push([reference, slot]);
      seen.set(reference, slot);
    }
    if (added.length > 0) bookings.saw(added);
  }
  note(first);

  const take = (reference: string): string => {
    taken.add(reference);
    return reference;
  };

  /** Others may have booked since the list was read, while the service has certainly not taken this booking. */
  async function beforeSending(
    api: Api,
    { reference, start, document }: Task,
    progress: { maybeSent: boolean; isRepeated: boolean },
  ) {
    if (progress.maybeSent) {
      repeated.add(reference);
      bookings.repeated(reference);
      return undefined;
    }
    if (progress.isRepeated) {
      const list = listBefore(await api.call('listSlots'));
      note(list);
      refuse(list.values());
    }
    // After a loss, no slot that there is can be this one: each was looked at.
    const isKnown = progress.isRepeated || start === 'check';
    if (isWhole && isKnown) bookings.begin(reference, document.body, seen.keys());
    return undefined;
  }

  function sent(made: Attempt, { reference: name }: Task): Sent {
    const said = saidBy(made);
    // A success that cannot be read may have booked a slot, which a list from a replica does not show yet.
    if (mayArriveLate(made) || (said.kind === 'failure' && said.maybeSent)) late.lost(name);
    return said;
  }

  function saidBy(made: Attempt): Sent {
    if (made.kind !== 'answer') return made;
    const { data, status } = made.answer;
    const reference = referenceOf(data, 'slot');
    if (reference === undefined || !isFields(data)) {
      const doubt = 'the service accepted the booking without showing a slot';
      return { ...unreadable(doubt, true), seen: { doubt } };
    }
    if (shown.has(reference))
      return unreadable(`the answer is about ${beginning(reference, 80)}, which was booked before`, true);
    note([[reference, data]]);
    return { kind: 'done', status, number: take(reference), answer: data };
  }

  /** While a lost request may still arrive, a list without the slot proves nothing. */
  async function lookUp(api: Api, task: Task, signal: AbortSignal, progress?: Progress): Promise<Finding> {
    const { reference, start } = task;
    // It was refused, and no other request can have arrived: a new slot for the same is somebody else's.
    if (progress?.duplicate && !progress.maybeSent) return { kind: 'absent' };
    // What an earlier run sent may still arrive as well.
    if (start === 'look-up') late.lostBefore(reference, bookings.uncertain(reference)?.sentBeforeMs ?? 0);
    const look = () => lookUpOnce(api, task, signal, progress?.maybeSent === true);
    const looked: LookedUp = await late.whileAbsent(reference, signal, look);
    const { lacking, ...found } = looked;
    if (found.kind !== 'absent' || lacking === undefined) return found;
    return unreadable(`the list of slots does not show ${lacking}, as it did before`, false);
  }

  async function lookUpOnce(api: Api, task: Task, signal: AbortSignal, isSent: boolean): Promise<LookedUp> {
    const { reference, start } = task;
    if (start === 'compare') return lookUpBooked(api, task, signal);
    // An earlier run found the slot, which was booked for other content.
    if (start === 'look-up' && bookings.slotOf(reference) !== undefined)
      return lookUpBooked(api, task, signal);
    const made = await api.attempt('listSlots', { signal });
    if (made.kind !== 'answer') return made;
    const list = allSlotsIn(made.answer);
    if (list !== undefined) note(list);
    // After a loss, what the ledger says is true of what was sent since.
    const isKnown = start !== 'check' || (isSent && isWhole);
    const known = isKnown ? bookings.uncertain(reference) : undefined;
    const found = candidates(reference, known, known?.bodies ?? [bodyOf(task)]);
    const [first] = found;
    if (known === undefined && first !== undefined)
      return {
        kind: 'cannot-tell',
        error: `the run ledger no longer knows whether slot ${first.reference} belongs to this row`,
      };
    const ours = found.filter(({ compared }) => compared > 0);
    // It was perhaps booked twice, and one of the two cancelled since.
    const usable = known?.isRepeated ? ours.find(({ reference: slot }) => !ended.has(slot)) : undefined;
    const own = usable ?? ours[0];
    if (own !== undefined) {
      if (known?.isRepeated) repeated.add(reference);
      byContent.set(reference, own.reference);
      const comparison = compareContent(bodyOf(task), own.slot);
      return { kind: 'found', comparison, number: take(own.reference), record: own.slot };
    }
    // An empty list where there were slots cannot be this account's list.
    if (list === undefined || (list.size === 0 && shown.size > 0)) return unreadable(notAList, false);
    if (first !== undefined)
      return unreadable(`the list does not show what ${first.reference} was booked for`, false);
    const lacking = lackingIn(list);
    return { kind: 'absent', ...(lacking === undefined ? {} : { lacking }) };
  }

  /** A slot that this run has been shown and that a list lacks: the list is not up to date, and proves nothing. */
  const lackingIn = (list: ReadonlyMap<string, Fields>): string | undefined =>
    [...shown].find((slot) => !list.has(slot) && !ended.has(slot));

  /** The slots that may be that of a document, among all that were ever shown. */
  function candidates(reference: string, known: UncertainBooking | undefined, bodies: readonly unknown[]) {
    const isNew = (slot: string): boolean =>
      known?.before.has(slot) !== true && !taken.has(slot) && !bookings.isTaken(slot, { other: reference });
    return bodies.flatMap((body) => matchingSlots(body, seen, isNew));
  }

  /** The slots, besides its own, that may have been booked for a document, and that are still to be cancelled. */
  function duplicatesOf(reference: string): string[] {
    const { known, slot } = earlier.get(reference) ?? {
      known: bookings.uncertain(reference),
      slot: bookings.slotOf(reference),
    };
    return candidates(reference, known, known?.bodies ?? []).flatMap((found) =>
      found.compared > 0 && found.reference !== slot && !ended.has(found.reference) ? [found.reference] : [],
    );
  }

  /** Reads the slot that an earlier run booked for a document that now has different content. */
  async function lookUpBooked(api: Api, task: Task, signal: AbortSignal): Promise<Finding> {
    const slotReference = bookings.slotOf(task.reference);
    if (slotReference === undefined) return { kind: 'cannot-tell', error: 'its slot is unknown' };
    const made = await readRecord(api, 'getSlot', { slotReference }, signal);
    // What a list has shown is there, whoever says that it is not.
    const listed = isAbsent(made) && shown.has(slotReference) ? seen.get(slotReference) : undefined;
    if (isAbsent(made) && made.foreign !== true && listed === undefined) return { kind: 'absent' };
    if (made.kind !== 'answer' && listed === undefined) return made;
    const slot = made.kind === 'answer' ? recordOf(made.answer.data, 'slot', slotReference) : listed;
    if (slot === undefined) return unreadable('the answer has no record of this slot', false);
    note([[slotReference, slot]]);
    return {
      kind: 'found',
      comparison: compareContent(bodyOf(task), slot),
      number: slotReference,
      record: slot,
    };
  }

  /** Whether a list shows the slots of earlier bookings, unless they are no longer there. */
  async function hasEarlier(api: Api, list: ReadonlyMap<string, Fields>, signal: AbortSignal) {
    for (const { slot: slotReference } of earlier.values()) {
      if (list.has(slotReference)) continue;
      const made = await readRecord(api, 'getSlot', { slotReference }, signal);
      const slot = made.kind === 'answer' ? recordOf(made.answer.data, 'slot', slotReference) : undefined;
      if (!isAbsent(made) && (slot === undefined || endedStatus(slot) === undefined)) return false;
    }
    return true;
  }

  /** An error for each second slot of a document that was sent again. */
  async function findDuplicates(api: Api, signal: AbortSignal): Promise<readonly CfiError[]> {
    if (repeated.size === 0) return [];
    const find = async (): Promise<readonly string[] | undefined> => {
      const made = await api.attempt('listSlots', { signal });
      const list = made.kind === 'answer' ? allSlotsIn(made.answer) : undefined;
      if (list !== undefined) note(list);
      const found = new Set<string>();
      const turn = turns();
      for (const reference of repeated) {
        await turn();
        if (signal.aborted) return undefined;
        for (const slot of duplicatesOf(reference)) found.add(slot);
      }
      // A duplicate that any list has shown is reported, also without a list now.
      if (found.size > 0) return [...found];
      const isUsable =
        list !== undefined && lackingIn(list) === undefined && (await hasEarlier(api, list, signal));
      return isUsable ? [] : undefined;
    };
    const { isChecked, errors } = await late.findDuplicates(repeated, find, signal);
    if (isChecked) bookings.checked(repeated);
    return errors;
  }

  return {
    kind: { beforeSending, sent, lookUp, findDuplicates } satisfies Partial<Kind<'slot'>>,
    /** The references of all slots that any list has shown; undefined if a part of the slots is all that it showed. */
    before: (): readonly string[] | undefined => (isWhole ? [...seen.keys()] : undefined),
    ended: ended as ReadonlyMap<string, string>,
    byContent: byContent as ReadonlyMap<string, string>,
  };
}
