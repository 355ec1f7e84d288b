import { spokenClock, spokenDay } from '../../text/time/spoken.ts';
import { dayMs, formatDuration, minuteMs } from '../../text/time/time.ts';
import { daysBetween } from '../../text/time/typed-day.ts';
import { ukDate } from '../../text/time/zone.ts';

/** How long ago that was, for people: `3h 20m`, `2d 4h`; empty if unknown. */
export function ageText(now: number, since: number | undefined): string {
  if (since === undefined) return '';
  const passed = now - since;
  if (passed < minuteMs) return 'just now';
  // Minutes do not matter after a day.
  const exact = passed >= dayMs ? 60 * minuteMs : minuteMs;
  return formatDuration(Math.floor(passed / exact) * exact);
}

/** The time of day by UK clocks, `09:00`; empty if unknown. */
export const clockText = (time: number | undefined): string => (time === undefined ? '' : spokenClock(time));

/** The UK day of a time: `today, Tue 1 Sep`, `tomorrow, …`, else `Fri 4 Sep`; empty if unknown. */
export function dayText(time: number | undefined, now: number): string {
  if (time === undefined) return '';
  const date = ukDate(time);
  const named = spokenDay(date, now);
  const away = daysBetween(ukDate(now), date);
  if (away === 0) return `today, ${named}`;
  return away === 1 ? `tomorrow, ${named}` : named;
}
