import { listOf } from '../../client/api/lists.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf } from '../../text/records.ts';
import { slotReference } from './record.ts';

/** The service's current time in milliseconds, from its `Date` header plus the time since. */
type ServiceClock = () => number;

/** A slot, and when it was read. */
export interface SlotReading {
  readonly slot: Fields;
  readonly now: ServiceClock;
}

/** The account's slots, and when they were read. */
export interface SlotListReading {
  readonly slots: readonly Fields[];
  readonly answer: ApiResponse;
  readonly now: ServiceClock;
}

/** Reads one slot. Throws `unavailable` for an answer that is not the record of this slot. */
export async function readSlot(api: Api, reference: string): Promise<SlotReading> {
  const { data, received } = await api.call('getSlot', { params: { slotReference: reference } });
  const slot = fieldsOf(data);
  if (slotReference(slot) !== reference) {
    throw new CfiError('unavailable', `the service did not answer with the record of slot ${reference}`, {
      hint: 'try again in a moment',
    });
  }
  return { slot, now: serviceClock(api, received) };
}

/**
 * Like `readSlot`, for a slot that the service has had: it may hide a cancelled one, which then is a record with that
 * status. Throws `unavailable` if only something in front of the service, such as a proxy's page, says that there is none.
 */
export async function readSlotOrCancelled(api: Api, reference: string, known: Fields = {}): Promise<Fields> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    if (!error.details.foreign) return { slotReference: reference, ...known, scheduleStatus: 'cancelled' };
    throw new CfiError('unavailable', error.message, {
      ...error.details,
      hint: 'the answer is not from the service itself; try again in a moment',
      retryable: true,
    });
  }
}

/** Reads all slots with one request. Throws `unavailable` for an answer without a list. */
export async function readSlots(
  api: Api,
  query: { readonly available?: true } = {},
): Promise<SlotListReading> {
  const answer = await api.call('listSlots', { query });
  const slots = listOf(answer, 'slots', 'slots', 'items');
  return { slots, answer, now: serviceClock(api, answer.received) };
}

/** The service's clock, from an answer of it. */
export function serviceClock({ transport }: Api, { headers }: ApiResponse['received']): ServiceClock {
  const stated = Date.parse(headers.date ?? '');
  const start = Number.isNaN(stated) ? transport.now() : stated;
  const readAt = transport.monotonicNow();
  return () => start + transport.monotonicNow() - readAt;
}
