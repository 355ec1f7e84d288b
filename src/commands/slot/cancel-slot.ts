import type { Api, ApiResponse } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { shownWord } from '../../text/words.ts';
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
 * counts that no other slot has. Throws `unavailable` if the slot is not cancelled after that; `maybeSent` means that the
 * slot may be cancelled.
 */
export async function cancelSlot(api: Api, reference: string): Promise<CancelledSlot> {
  const answer = await orUnsure(reference, api.call('cancelSlot', { params: { slotReference: reference } }));
  const replied = fieldsOf(answer.data);
  const isProof = slotReference(replied) === reference && isCancelled(replied);
  const slot = isProof ? replied : await orUnsure(reference, readCancelled(api, reference));
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

const isUnsure = (error: unknown): error is CfiError =>
  error instanceof CfiError && ['network', 'timeout', 'unavailable'].includes(error.code);

/** The result of a request; a failure that proves nothing says so, because an earlier attempt may have arrived. */
async function orUnsure<Value>(reference: string, request: Promise<Value>): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    if (!isUnsure(error)) throw error;
    throw new CfiError(error.code, `${error.message}; slot ${reference} may or may not be cancelled`, {
      ...error.details,
      hint: `check it: cfi slot get ${shownWord(reference)}`,
      maybeSent: true,
    });
  }
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
