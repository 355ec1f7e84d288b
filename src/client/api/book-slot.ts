import type { SlotRequest } from '../../contract/slot.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, field, isFields } from '../../text/records.ts';
import type { Api, ApiResponse } from '../types.ts';
import { compareContent } from './compare-content.ts';
import { referenceOf } from './find-record.ts';
import { type Retrying, writeOnce } from './write-once.ts';

const notAList = 'the answer of the service holds no list of slots';

/** The client's slots by reference; undefined when the answer is no list, and so says nothing. */
async function listSlots(api: Api): Promise<ReadonlyMap<string, Fields> | undefined> {
  const { data } = await api.call('listSlots');
  const list = Array.isArray(data) ? data : field(data, 'slots', 'items');
  if (!Array.isArray(list)) return undefined;
  const slots = new Map<string, Fields>();
  for (const slot of list.filter(isFields)) {
    const reference = referenceOf(slot, 'slot');
    if (reference !== undefined) slots.set(reference, slot);
  }
  return slots;
}

/**
 * Books a slot, and never two: the slots are listed before, and when no answer confirms the booking the list is read
 * again. A new slot that shows what was asked for is the one that was booked. Throws a `CfiError` when it was
 * refused; `maybeSent` says that it may be booked.
 */
export async function bookSlotOnce(api: Api, request: SlotRequest, retrying: Retrying): Promise<ApiResponse> {
  const before = await listSlots(api);
  if (before === undefined)
    throw new CfiError('network', `${notAList}; nothing was booked`, { retryable: true });
  return writeOnce<ApiResponse>(api, retrying, {
    async send() {
      const answer = await api.call('bookSlot', { body: request });
      return referenceOf(answer.data, 'slot') === undefined ? undefined : answer;
    },
    async lookUp() {
      const after = await listSlots(api);
      // Without slots where there were some, it is no list of this account either.
      if (after === undefined || (after.size === 0 && before.size > 0))
        return { kind: 'unclear', why: notAList };
      for (const [reference, slot] of after) {
        const { differing, compared } = compareContent(request, slot);
        if (before.has(reference) || differing.length > 0 || compared === 0) continue;
        return { kind: 'done', value: { status: 200, headers: {}, data: slot, body: slot } };
      }
      return { kind: 'not-done' };
    },
    notDone: 'no slot was booked',
    notKnown: 'it is not known whether a slot was booked',
    hint: 'look it up with cfi slot list before booking again, or it may be booked twice',
  });
}
