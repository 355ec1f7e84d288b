import { dayMs, minuteMs } from './units.ts';

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/;

/** The instant in UTC, `2026-09-01T08:00:00Z`; shows milliseconds only when they are not zero. */
export function isoUtc(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/** Milliseconds in 400 calendar years. */
const calendarCycle = 146_097 * dayMs;

/**
 * Milliseconds since the epoch of an ISO 8601 date or time. A time without a zone is UTC. NaN for anything that is not
 * a calendar time. Truncates fractions finer than a millisecond.
 */
export function parseInstant(text: string): number {
  const match = pattern.exec(text);
  if (match === null) return Number.NaN;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const hour = Number(match[4] ?? 0);
  const minute = Number(match[5] ?? 0);
  const second = Number(match[6] ?? 0);
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return Number.NaN;
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999; 400 years later has the same calendar.
  const midnight = Date.UTC(year + 400, month - 1, day) - calendarCycle;
  if (month < 1 || month > 12 || day < 1 || (day > 28 && new Date(midnight).getUTCDate() !== day))
    return Number.NaN;
  const clock = ((hour * 60 + minute) * 60 + second) * 1000;
  const fraction = match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3));
  const offset = (offsetHour * 60 + offsetMinute) * minuteMs * (match[8] === '-' ? -1 : 1);
  return midnight + clock + fraction - offset;
}

const isUtc = (text: string): boolean => text[text.length - 1] === 'Z';

/** Whether one ISO 8601 time is before another. UTC texts of the same form are compared directly. */
export const isBefore = (text: string, other: string): boolean =>
  text.length === other.length && text[10] === other[10] && isUtc(text) && isUtc(other)
    ? text < other
    : parseInstant(text) < parseInstant(other);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The weekday of a day `YYYY-MM-DD`, in three letters; empty for an invalid day. */
export const weekdayOf = (day: string): string => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
