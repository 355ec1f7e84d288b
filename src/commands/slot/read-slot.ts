import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf } from '../../text/records.ts';
import { shownWord } from '../../text/words.ts';
import { slotReference } from './record.ts';

/** A slot as it was read, and when. */
export interface SlotReading {
  readonly slot: Fields;
  /** Now by the service's clock (its `Date` header), milliseconds; it goes on as time passes. */
  now(): number;
}

/** Reads one slot. Throws `unavailable` for an answer that is not the record of this slot. */
export async function readSlot(api: Api, reference: string): Promise<SlotReading> {
  const { data, headers } = await api.call('getSlot', { params: { slotReference: reference } });
  const slot = fieldsOf(data);
  if (slotReference(slot) !== reference) {
    throw new CfiError('unavailable', `the service did not answer with the record of slot ${reference}`, {
      hint: `read it again: cfi slot get ${shownWord(reference)}`,
    });
  }
  const { transport } = api;
  const stated = Date.parse(headers.date ?? '');
  const start = Number.isNaN(stated) ? transport.now() : stated;
  const readAt = transport.monotonicNow();
  return { slot, now: () => start + transport.monotonicNow() - readAt };
}
