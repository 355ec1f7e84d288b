import { type Fields, textField } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { slotReference } from '../record.ts';

const bookedAt = (slot: Fields): number => {
  const instant = parseInstant(textField(slot, 'createdAt') ?? '');
  return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant;
};

/** The slot that was booked last: its answers are likely to be given again. Undefined when there is none. */
export function lastBooked(slots: readonly Fields[]): Fields | undefined {
  let last: Fields | undefined;
  for (const slot of slots) {
    const later = last === undefined ? 1 : bookedAt(slot) - bookedAt(last);
    // Those of one second are told apart by their references, which the service counts up.
    if (later > 0 || (!(later < 0) && slotReference(slot) > slotReference(last ?? {}))) last = slot;
  }
  return last;
}
