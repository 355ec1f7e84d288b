import type { Fields } from '../../text/records.ts';
import { expectedTime, isUsed, type SlotPhase, slotPhase, slotReference } from './record.ts';

/** The order of groups: your answer, the warehouse's answer, confirmed, the rest. */
const ranks: Readonly<Record<SlotPhase, number>> = {
  'answer-needed': 0,
  pending: 1,
  confirmed: 2,
  other: 3,
  cancelled: 3,
};

const rank = (slot: Fields): number => ranks[slotPhase(slot)];

const last = Number.POSITIVE_INFINITY;

/** Sorts slots by who must act; within each group by time, then by reference. */
export const inOrder = (slots: readonly Fields[]): Fields[] =>
  slots
    .map((slot) => ({ slot, rank: rank(slot), time: expectedTime(slot) ?? last }))
    .sort(
      (a, b) =>
        a.rank - b.rank || compare(a.time, b.time) || compare(slotReference(a.slot), slotReference(b.slot)),
    )
    .map(({ slot }) => slot);

const compare = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a slot is open: not cancelled, used or past (`now` in milliseconds). */
export const isOpen = (slot: Fields, now: number): boolean =>
  slotPhase(slot) !== 'cancelled' && !isUsed(slot) && (expectedTime(slot) ?? last) >= now;
