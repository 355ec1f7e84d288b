import { timeText } from '../../render/cell.ts';
import { parseInstant } from '../../text/time/time.ts';
import { withUkOffset } from '../../text/time/zone.ts';

/**
 * A time of a slot with its zone: one without a zone is warehouse time, like the windows and the times that people type.
 * Other values unchanged.
 */
export const slotTime = (value: unknown): unknown =>
  typeof value === 'string' ? withUkOffset(value) : value;

/** A time of a slot in milliseconds; NaN for anything that is not a calendar time. */
export const slotInstant = (time: string): number => parseInstant(withUkOffset(time));

/** A time of a slot for people. */
export const slotTimeText = (value: unknown): string => timeText(slotTime(value));
