import type { SlotRequest } from '../../../contract/slot.ts';
import { CfiError } from '../../../errors.ts';
import type { Fields } from '../../../text/records.ts';
import type { Api, ApiResponse } from '../../types.ts';
import { referenceOf } from '../records/find-record.ts';
import { allSlotsIn, matchingSlots, notAList, showsNothing, slotsIn } from './slot-list.ts';
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

/** Why a slot that matches may be an older one. */
const onlySome = 'before it, the service listed only some of the slots';

const unanswered = (): CfiError =>
  new CfiError('network', 'the service did not answer one attempt to book, and delayed the next', {
    maybeSent: true,
  });

/**
 * Books one slot, never two: lists the slots first, and if no answer confirms the booking, reads the list again. A new
 * slot that matches the request is the booked one. Throws a `CfiError` if the service refuses; `maybeSent` means that the
 * slot may be booked.
 */
export async function bookSlotOnce(api: Api, request: SlotRequest, retrying: Retrying): Promise<ApiResponse> {
  let before = await slotsBefore(api);
  return writeOnce<ApiResponse>(api, retrying, {
    async send(retry) {
      /** After a 429 it may be minutes since the list was read, and others book slots as well. */
      const beforeRepeat = async (): Promise<void> => {
        // A new slot may be that of the earlier booking.
        if (retry > 0) throw unanswered();
        before = await slotsBefore(api);
      };
      const answer = await api.call('bookSlot', { body: request, beforeRepeat });
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
      return unclear === undefined
        ? { kind: 'not-done' }
        : { kind: 'unclear', why: showsNothing(unclear.reference) };
    },
    notDone: 'no slot was booked',
    notKnown: 'a slot may or may not have been booked',
    hint: `check ${api.commandFor('slot', 'list')} before you book again, or it may be booked twice`,
  });
}
