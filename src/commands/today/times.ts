import { dayMs, formatDuration, minuteMs, weekdayOf } from '../../text/time/time.ts';
import { londonTime, ukDate } from '../../text/time/zone.ts';

/** How long ago that was, for people: `3h 20m`, `2d 4h`; empty if unknown. */
export function ageText(now: number, since: number | undefined): string {
  if (since === undefined) return '';
  const passed = now - since;
  if (passed < minuteMs) return 'just now';
  // Minutes do not matter after a day.
  const exact = passed >= dayMs ? 60 * minuteMs : minuteMs;
  return formatDuration(Math.floor(passed / exact) * exact);
}

/** The time of day by UK clocks with its offset, `09:00 +01:00`. */
export function clockText(time: number | undefined): string {
  if (time === undefined) return '';
  const text = londonTime(Math.floor(time / minuteMs) * minuteMs);
  return `${text.slice(11, 16)} ${text.slice(19)}`;
}

/** The UK day of a time: `today, Tue 2026-09-01`, `tomorrow, …`, else `Fri 2026-09-04`. */
export function dayText(time: number | undefined, now: number): string {
  if (time === undefined) return '';
  const date = ukDate(time);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const named = `${weekdayOf(date)} ${date}`;
  const away = Math.round((midnight - Date.parse(`${ukDate(now)}T00:00:00Z`)) / dayMs);
  if (away === 0) return `today, ${named}`;
  return away === 1 ? `tomorrow, ${named}` : named;
}
