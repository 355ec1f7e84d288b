import { spokenParts } from '../../../text/time/spoken.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { instantOf, londonTime } from '../../../text/time/zone.ts';

/** An instant in UK time, which all warehouses use: `Thu 3 Sep 2026` and `09:00:00`. */
export function shown(iso: string) {
  const { day, clock, seconds } = spokenParts(parseInstant(iso));
  return { day, clock: clock + seconds };
}

/** `Thu 3 Sep, 09:00` in UK time, with the year if it differs from that of `now`. Empty if there is no time. */
export function dayAndTime(iso: string | null | undefined, now: string): string {
  if (!iso || Number.isNaN(parseInstant(iso))) return '';
  const { day, clock } = spokenParts(parseInstant(iso), parseInstant(now));
  return `${day}, ${clock}`;
}

/** An instant as the value of a local time field, in UK time. */
export const fieldValue = (iso: string): string => londonTime(parseInstant(iso)).slice(0, 16);

/** The value of a local time field as an instant with its UK offset, or why it is invalid. */
export function fromField(value: string): { readonly iso: string } | { readonly problem: string } {
  const time = instantOf(value, 'Europe/London');
  if ('instant' in time) return { iso: londonTime(time.instant) };
  if (time.error === 'gap')
    return { problem: 'That time does not exist: the clocks go forward. Choose another.' };
  if (time.error === 'overlap')
    return { problem: 'That time occurs twice: the clocks go back. Choose another.' };
  return { problem: 'Choose a day and a time.' };
}
