import type { SlotRequest } from '../../../contract/slot.ts';
import { CfiError } from '../../../errors.ts';
import type { Fields } from '../../../text/records.ts';
import type { Api, ApiResponse } from '../../types.ts';
import { referenceOf } from '../records/find-record.ts';
import { createLateArrivals, type LostWait } from './late-arrivals.ts';
import { allSlotsIn, matchingSlots, notAList, shownReference, showsNothing, slotsIn } from './slot-list.ts';
import { type Retrying, writeOnce } from './write-once.ts';

/** The slots that an account had before a booking. */
interface SlotsBefore {
  readonly slots: ReadonlyMap<string, Fields>;
  /** False if the service says that there are more; then nothing shows which slots are new. */
  readonly areAll: boolean;
}

/** The account's slots before a booking. Throws a `CfiError` if they cannot be read; then nothing may be booked. */
export async function slotsBefore(api: Api): Promise<SlotsBefore> {
  const answer = await api.call('listSlots');
  const slots = slotsIn(answer.data);
  if (slots === undefined)
    throw new CfiError('network', `${notAList}; nothing was booked`, { retryable: true });
  return { slots, areAll: allSlotsIn(answer) !== undefined };
}

/** The name of the only booking. */
const booking = '';

/** Why a slot that matches may be an older one. */
const onlySome = 'before it, the service listed only some of the slots';

const unanswered = (): CfiError =>
  new CfiError('network', 'the service did not answer one attempt to book, and delayed the next', {
    maybeSent: true,
  });

/** A booked slot. */
export interface Booked {
  readonly answer: ApiResponse;
  /** An error for each slot that seems to be booked as well. */
  readonly twins: readonly CfiError[];
}

/**
 * Books one slot, never two: lists the slots first, and if no answer confirms the booking, reads the list again. A new
 * slot that matches the request is the booked one. While a request whose answer was lost may still arrive, no other is
 * sent; if it arrives later all the same, its slot is a twin. Throws a `CfiError` if the service refuses; `maybeSent` means
 * that the slot may be booked.
 */
export async function bookSlotOnce(
  api: Api,
  request: SlotRequest,
  retrying: Retrying,
  lostWait: LostWait,
): Promise<Booked> {
  let before = await slotsBefore(api);
  let isLost = false;
  let isRepeated = false;
  const late = createLateArrivals(api, lostWait);
  const answer = await writeOnce<ApiResponse>(api, retrying, {
    async send(retry) {
      /** After a 429 it may be minutes since the list was read, and others book slots as well. */
      const beforeRepeat = async (): Promise<void> => {
        // A new slot may be that of the earlier booking.
        if (retry > 0) throw unanswered();
        before = await slotsBefore(api);
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
      if (found.length > 0 && !before.areAll) return { kind: 'unclear', why: onlySome };
      const own = found.find(({ compared }) => compared > 0);
      if (own !== undefined)
        return {
          kind: 'done',
          value: { status: 200, received: { headers: {} }, data: own.slot, body: own.slot },
        };
      const [unclear] = found;
      if (unclear !== undefined) return { kind: 'unclear', why: showsNothing(unclear.reference) };
      const leftMs = late.leftMs(booking);
      return leftMs > 0 ? { kind: 'not-yet', leftMs } : { kind: 'not-done' };
    },
    notDone: 'no slot was booked',
    notKnown: 'a slot may or may not have been booked',
    hint: `check ${api.commandFor('slot', 'list')} before you book again, or it may be booked twice`,
  });
  if (!isRepeated) return { answer, twins: [] };
  const own = referenceOf(answer.data, 'slot');
  const isTwin = (reference: string): boolean => reference !== own && !before.slots.has(reference);
  const findTwins = async (): Promise<readonly string[] | undefined> => {
    const list = await api.call('listSlots').then(allSlotsIn, () => undefined);
    return list && matchingSlots(request, list, isTwin).flatMap(shownReference);
  };
  return { answer, twins: await late.twins([booking], findTwins, retrying.signal) };
}
