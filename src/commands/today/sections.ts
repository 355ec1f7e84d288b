import type { Fields } from '../../text/records.ts';
import { dayMs } from '../../text/time/time.ts';
import { ukDate } from '../../text/time/zone.ts';
import { inOrder } from '../slot/order.ts';
import { agreedInstant, slotPhase, usedBy } from '../slot/record.ts';

/** A coordinator's slots by what there is to do about them, each record as the service sent it. */
export interface SlotSections {
  /** The warehouse offers another time. */
  readonly needsAnswer: readonly Fields[];
  /** The warehouse has to answer. */
  readonly waiting: readonly Fields[];
  /** Confirmed for the next days, or for earlier today; by time. */
  readonly arriving: readonly Fields[];
  /** Used slots of the last days, whose purchase orders may have come short; by time. */
  readonly arrived: readonly Fields[];
}

/** Sorts slots into sections. `now` is the service's, milliseconds; `days` count 24 hours each. */
export function slotSections(slots: readonly Fields[], now: number, days: number): SlotSections {
  const sorted = inOrder(slots);
  const today = ukDate(now);
  const timed = sorted.flatMap((slot) => {
    const time = agreedInstant(slot);
    return time === undefined ? [] : [{ slot, time }];
  });
  const isComing = (time: number): boolean =>
    time >= now ? time <= now + days * dayMs : ukDate(time) === today;
  return {
    needsAnswer: sorted.filter((slot) => slotPhase(slot) === 'answer-needed'),
    waiting: sorted.filter((slot) => slotPhase(slot) === 'pending'),
    arriving: timed.filter(({ time }) => isComing(time)).map(({ slot }) => slot),
    arrived: timed
      .filter(({ slot, time }) => usedBy(slot) !== undefined && time <= now && time >= now - days * dayMs)
      .map(({ slot }) => slot),
  };
}
