import { minuteMs, monthNames, parseInstant, weekdayIndex, weekdayNames } from './time.ts';
import { londonTime, ukDate } from './zone.ts';

/** A day `YYYY-MM-DD` for people: `Thu 26 Nov`, with its year unless `now` is in it. Other text unchanged. */
export function spokenDay(day: string, now?: number): string {
  const [, year = '', month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === '' || Number.isNaN(parseInstant(day))) return day;
  const weekday = weekdayNames[weekdayIndex(day)]?.slice(0, 3);
  const named = `${weekday} ${Number(date)} ${monthNames[Number(month) - 1]?.slice(0, 3)}`;
  const isCurrent = now !== undefined && ukDate(now).slice(0, 4) === year;
  return isCurrent ? named : `${named} ${year}`;
}

/** The parts of a moment, milliseconds. */
export function spokenParts(ms: number, now?: number) {
  const local = londonTime(Math.floor(ms / 1000) * 1000);
  return {
    /** `Thu 26 Nov`. */
    day: spokenDay(local.slice(0, 10), now),
    /** `13:00`. */
    clock: local.slice(11, 16),
    /** `:30`, or `:00`. */
    seconds: local.slice(16, 19),
    /** `GMT` or `BST`. */
    zone: zoneNames[local.slice(19)] ?? local.slice(19),
  };
}

const zoneNames: Readonly<Record<string, string>> = { '+00:00': 'GMT', '+01:00': 'BST' };

/** The zone of warehouse time at a moment: `GMT` or `BST`. */
export const ukZone = (ms: number): string => spokenParts(ms).zone;

/** A moment for people: `Wed 25 Nov 10:00 GMT`, in warehouse time; with seconds if there are any. */
export function spokenTime(ms: number, now?: number): string {
  const { day, clock, seconds, zone } = spokenParts(ms, now);
  return `${day} ${clock}${seconds === ':00' ? '' : seconds} ${zone}`;
}

/** The time of day for people, to the minute: `13:00`, or `13:00 GMT`. */
export function spokenClock(ms: number, withZone = false): string {
  const { clock, zone } = spokenParts(Math.floor(ms / minuteMs) * minuteMs);
  return withZone ? `${clock} ${zone}` : clock;
}

/** A day or time as it is written here, for those who must not break it. */
export const spokenPattern =
  /\b[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?(?: \d\d:\d\d(?::\d\d)?(?: (?:GMT|BST))?)?/g;
