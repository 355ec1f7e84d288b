import { type Fields, textField } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { slotReference } from '../record.ts';

const bookedAt = (slot: Fields): number => {
  const instant = parseInstant(textField(slot, 'createdAt') ?? '');
  return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant;
};

/** The last booked slot, whose values are likely to be used again; undefined if there is none. */
export function lastBooked(slots: readonly Fields[]): Fields | undefined {
  let last: Fields | undefined;
  for (const slot of slots) {
    const later = last === undefined ? 1 : bookedAt(slot) - bookedAt(last);
    // Within one second, the references decide, because the service counts them up.
    if (later > 0 || (!(later < 0) && slotReference(slot) > slotReference(last ?? {}))) last = slot;
  }
  return last;
}
