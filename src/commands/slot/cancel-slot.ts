import type { Api, ApiResponse } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { readSlot } from './read-slot.ts';
import { slotPhase, slotReference } from './record.ts';

/** A slot that is cancelled: the service's answer, and the slot's record. */
export interface CancelledSlot {
  readonly answer: ApiResponse;
  readonly slot: Fields;
}

/**
 * Cancels a slot. Only a record of this slot proves it: an answer without one, such as a 204, is checked by reading the
 * slot, which a service may hide once it is cancelled. What status a cancelled slot has is not specified, so any status
 * counts that no other slot has. Throws `unavailable` if the slot is not cancelled after that.
 */
export async function cancelSlot(api: Api, reference: string): Promise<CancelledSlot> {
  const answer = await api.call('cancelSlot', { params: { slotReference: reference } });
  const replied = fieldsOf(answer.data);
  const isProof = slotReference(replied) === reference && isCancelled(replied);
  const slot = isProof ? replied : await readCancelled(api, reference);
  if (isCancelled(slot)) return { answer, slot };
  throw new CfiError(
    'unavailable',
    `the service accepted the request, but slot ${reference} is not cancelled`,
    {
      hint: 'read the slot, then decide again',
      maybeSent: true,
    },
  );
}

const isCancelled = (slot: Fields): boolean =>
  textField(slot, 'scheduleStatus') !== undefined && ['cancelled', 'other'].includes(slotPhase(slot));

async function readCancelled(api: Api, reference: string): Promise<Fields> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    return { slotReference: reference, scheduleStatus: 'cancelled' };
  }
}
