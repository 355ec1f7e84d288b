import { limits } from '../../contract/limits.ts';
import type { SlotRequest } from '../../contract/slot.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, isFields, textField } from '../../text/records.ts';
import type { Api, ApiResponse } from '../types.ts';
import { nextPage, rawList } from './lists.ts';
import { compareContent, referenceOf } from './records.ts';
import { createLateArrivals, type LostWait, writeOnce } from './write-once.ts';

/** Why an answer to a request for the slots proves nothing. */
export const notAList = 'the service did not answer with a list of slots';

const listed = (data: unknown): readonly unknown[] | undefined => rawList(data, 'slots', 'items');

/** The slots in an answer's `data`, by reference; undefined if it is not a list of slots and so proves nothing. */
export function slotsIn(data: unknown): ReadonlyMap<string, Fields> | undefined {
  const list = listed(data);
  if (list === undefined) return undefined;
  const slots = new Map<string, Fields>();
  for (const slot of list.filter(isFields)) {
    const reference = referenceOf(slot, 'slot');
    if (reference !== undefined) slots.set(reference, slot);
  }
  return slots.size === 0 && list.length > 0 ? undefined : slots;
}

/** Status words of a slot that can no longer be confirmed; only `cancelled` is likely. */
const ended = /^(cancell?ed|rejected|declined|expired|deleted|closed)$/i;

/** The service's word for the status of a slot that can no longer be confirmed; undefined for others. */
export function endedStatus(slot: Fields): string | undefined {
  const status = textField(slot, 'scheduleStatus');
  return status !== undefined && ended.test(status) ? status : undefined;
}

/** All slots; undefined for no list, or a part of it. An entry without a reference may be any slot, also the wanted one. */
export function allSlotsIn(answer: ApiResponse): ReadonlyMap<string, Fields> | undefined {
  if (nextPage(answer, limits.firstPage) !== undefined) return undefined;
  const isSlot = (entry: unknown): boolean => referenceOf(entry, 'slot') !== undefined;
  return listed(answer.data)?.every(isSlot) === true ? slotsIn(answer.data) : undefined;
}

/** A slot that may be the booked one. */
interface Candidate {
  readonly reference: string;
  readonly slot: Fields;
  /** How many values of the request its record shows. */
  readonly compared: number;
}

/** The slots for which `isNew` holds and whose records match the request, in the order of the list. */
export function matchingSlots(
  request: unknown,
  slots: ReadonlyMap<string, Fields>,
  isNew: (reference: string) => boolean,
): Candidate[] {
  return [...slots].flatMap(([reference, slot]) => {
    if (!isNew(reference)) return [];
    const { differing, compared } = compareContent(request, slot);
    return differing.length > 0 ? [] : [{ reference, slot, compared }];
  });
}

/** The reason if a new slot's record does not show what it was booked for. */
export const showsNothing = (reference: string): string =>
  `the list does not show what ${reference} was booked for`;

/** The reference of a slot whose record shows what it was booked for. */
export const shownReference = ({ reference, compared }: Candidate): string[] =>
  compared > 0 ? [reference] : [];

/**
 * The slots before a booking, and whether these are all: if not, nothing shows which slots are new. Throws a `CfiError` if
 * they cannot be read: then nothing may be booked.
 */
export async function slotsBefore(api: Api) {
  const answer = await api.call('listSlots');
  const slots = slotsIn(answer.data);
  if (slots === undefined)
    throw new CfiError('network', `${notAList}; nothing was booked`, { retryable: true });
  return { slots, areAll: allSlotsIn(answer) !== undefined };
}

/** The name of the only booking. */
const booking = '';

const unanswered = (): CfiError =>
  new CfiError('network', 'the service did not answer one attempt to book, and delayed the next', {
    maybeSent: true,
  });

export interface Booked {
  readonly answer: ApiResponse;
  /** An error for each slot that seems to be booked as well. */
  readonly twins: readonly CfiError[];
  /** The slots that the account had before it. */
  readonly before: ReadonlyMap<string, Fields>;
}

/**
 * Books one slot, never two: lists the slots first, and if no answer confirms the booking, reads the list again. A new
 * slot that matches the request is the booked one. While a request whose answer was lost may still arrive, no other is
 * sent; if it arrives later all the same, its slot is a twin. `check` may refuse the booking by the slots that are there
 * before it. Throws a `CfiError` if it does, or if the service refuses; `maybeSent` means that the slot may be booked.
 */
export async function bookSlotOnce(
  api: Api,
  request: SlotRequest,
  lostWait: LostWait,
  check: (before: Iterable<Fields>) => void = () => {},
): Promise<Booked> {
  const readBefore = async () => {
    const read = await slotsBefore(api);
    check(read.slots.values());
    return read;
  };
  let before = await readBefore();
  let isLost = false;
  let isRepeated = false;
  const late = createLateArrivals(api, lostWait);
  const answer = await writeOnce<ApiResponse>(api, {
    async send(retry) {
      /** After a 429 it may be minutes since the list was read, and others book slots as well. */
      const beforeRepeat = async (): Promise<void> => {
        // A new slot may be that of the earlier booking.
        if (retry > 0) throw unanswered();
        before = await readBefore();
      };
      isRepeated = isLost;
      const answer = await api.call('bookSlot', { body: request, beforeRepeat }).catch((error: unknown) => {
        if (error instanceof CfiError && error.details.mayArrive === true) {
          isLost = true;
          late.lost(booking);
        }
        throw error;
      });
      const reference = referenceOf(answer.data, 'slot');
      // A slot that was there before the booking is not the booked one.
      return reference === undefined || before.slots.has(reference) ? undefined : answer;
    },
    async lookUp() {
      const after = allSlotsIn(await api.call('listSlots'));
      // An empty list where there were slots cannot be this account's list either.
      if (after === undefined || (after.size === 0 && before.slots.size > 0))
        return { kind: 'unclear', why: notAList };
      const found = matchingSlots(request, after, (reference) => !before.slots.has(reference));
      // A slot that matches may be an older one.
      if (found.length > 0 && !before.areAll)
        return { kind: 'unclear', why: 'before it, the service listed only some of the slots' };
      const own = found.find(({ compared }) => compared > 0)?.slot;
      if (own !== undefined)
        return { kind: 'done', value: { status: 200, received: { headers: {} }, data: own, body: own } };
      const [unclear] = found;
      if (unclear !== undefined) return { kind: 'unclear', why: showsNothing(unclear.reference) };
      const leftMs = late.leftMs(booking);
      return leftMs > 0 ? { kind: 'not-yet', leftMs } : { kind: 'not-done', isSettled: true };
    },
    notDone: 'no slot was booked',
    notKnown: 'a slot may or may not have been booked',
    hint: `check ${api.commandFor('slot', 'list')} before you book again, or it may be booked twice`,
  });
  if (!isRepeated) return { answer, twins: [], before: before.slots };
  const own = referenceOf(answer.data, 'slot');
  const isTwin = (reference: string): boolean => reference !== own && !before.slots.has(reference);
  const findTwins = async (): Promise<readonly string[] | undefined> => {
    const list = await api.call('listSlots').then(allSlotsIn, () => undefined);
    return list && matchingSlots(request, list, isTwin).flatMap(shownReference);
  };
  const twins = await late.twins([booking], findTwins, api.retrying.signal);
  return { answer, twins, before: before.slots };
}
