/** A number with a leading zero, as in clock times and dates: `07`. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The longest delay of a timer in Node, almost 25 days; a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/;

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether an instant (ms since the epoch) is in the years 0001 to 9999, UTC: others have no four-digit year. */
export const hasFourDigitYear = (ms: number): boolean => ms >= firstInstant && ms <= lastInstant;

/** Whether a value that was stored is an instant, ms since the epoch. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

/** The instant in UTC, `2026-09-01T08:00:00Z`; shows milliseconds only when they are not zero. */
export function isoUtc(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Milliseconds in 400 calendar years. */
const calendarCycle = 146_097 * dayMs;

/** Ms since the epoch of an ISO 8601 time, UTC without a zone; NaN for none in the years 0001 to 9999. Truncates below a millisecond. */
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
  const at = midnight + clock + fraction - offset;
  return hasFourDigitYear(at) ? at : Number.NaN;
}

const isUtc = (text: string): boolean => text[text.length - 1] === 'Z';

/** Whether one ISO 8601 time is before another. UTC texts of the same form are compared directly. */
export const isBefore = (text: string, other: string): boolean =>
  text.length === other.length && text[10] === other[10] && isUtc(text) && isUtc(other)
    ? text < other
    : parseInstant(text) < parseInstant(other);

/** The names of the weekdays, from Sunday. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The names of the months. */
export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The weekday of a day `YYYY-MM-DD`, 0 for Sunday; NaN for an invalid day. */
export const weekdayIndex = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The hour of the day from a 12-hour clock: 12 am is midnight, 12 pm is noon. NaN for an hour that is not on its face. */
export const hourOfHalf = (hour: number, half: 'am' | 'pm'): number =>
  hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === 'pm' ? 12 : 0);

const unitMs = { ms: 1, s: 1000, m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const;

const shortPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const isoPattern =
  /^P(?=\d|T\d)(?:(\d{1,15})W)?(?:(\d{1,15})D)?(?:T(?=\d)(?:(\d{1,15})H)?(?:(\d{1,15})M)?(?:(\d{1,15}(?:[.,]\d{1,15})?)S)?)?$/;

/**
 * Milliseconds in `500ms`, `30s`, `15m`, `36h`, `7d` or ISO 8601 (`PT15M`, `P90D`); undefined for anything else. Years
 * and months have no fixed length and are not accepted. With `signed`, a leading minus makes the duration negative.
 */
export function parseDuration(text: string, options: { signed?: boolean } = {}): number | undefined {
  if (options.signed && text.startsWith('-')) {
    const size = parseDuration(text.slice(1));
    return size === undefined ? undefined : -size;
  }
  const short = shortPattern.exec(text);
  if (short !== null) return inRange(Number(short[1]) * unitMs[short[2] as keyof typeof unitMs]);
  const iso = isoPattern.exec(text);
  if (iso === null) return undefined;
  const part = (index: number): number => Number((iso[index] ?? '0').replace(',', '.'));
  return inRange(
    part(1) * unitMs.w + part(2) * unitMs.d + part(3) * unitMs.h + part(4) * unitMs.m + part(5) * unitMs.s,
  );
}

/** Whole milliseconds; undefined when too large for a clock. */
function inRange(ms: number): number | undefined {
  const whole = Math.round(ms);
  return whole <= 8.64e15 ? whole : undefined;
}

/** For people: the units that are not zero, largest first, for example `1d 2h`, `15m`, `500ms`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < unitMs.s) return `${Math.round(ms)}ms`;
  let rest = Math.round(ms / unitMs.s) * unitMs.s;
  const parts: string[] = [];
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const count = Math.floor(rest / unitMs[unit]);
    rest -= count * unitMs[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ');
}

/** In a form that `parseDuration` accepts, in the largest unit that divides it: `36h`, `90m`. */
export function exactDuration(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((each) => ms > 0 && ms % unitMs[each] === 0) ?? 'ms';
  return `${ms / unitMs[unit]}${unit}`;
}

/** Times of others are believed between these: a date reckoned from them still has a year of four digits. */
const believed = { from: Date.parse('1000-01-01T00:00:00Z'), to: Date.parse('9990-01-01T00:00:00Z') };

/** Ms of a time that somebody else states, as text or ms: the only way in. Undefined for none, and for one no clock shows. */
export function foreignTime(stated: string | number | undefined): number | undefined {
  const at = typeof stated === 'number' ? stated : Date.parse(stated ?? '');
  return at >= believed.from && at < believed.to ? at : undefined;
}

export type ServiceClock = ReturnType<typeof createServiceClock>;

/** The service's time by its answers, before them as expected. `warn` is called once, of a `Date` that is no time. */
export function createServiceClock(
  local: { now(): number; monotonicNow(): number },
  warn?: (line: string) => void,
) {
  let said: { readonly text: string; readonly at: number; readonly heard: number } | undefined;
  let warned = false;
  return {
    /** Milliseconds since the epoch. */
    now: (): number => (said === undefined ? local.now() : said.at + local.monotonicNow() - said.heard),
    /** Takes how far it was ahead of this machine earlier, until there is an answer. */
    expect(ahead: number): void {
      const at = foreignTime(local.now() + ahead);
      if (at !== undefined) said ??= { text: '', at, heard: local.monotonicNow() };
    },
    /** Takes the `Date` header of an answer. */
    learn(text: string | undefined): void {
      if (text === undefined || text === said?.text) return;
      const at = foreignTime(text);
      if (at !== undefined) said = { text, at, heard: local.monotonicNow() };
      else if (!warned) {
        warned = true;
        const named = JSON.stringify(text.slice(0, 40));
        warn?.(
          `the service's answer says that it is ${named}, which is not a time; this machine's clock counts`,
        );
      }
    },
  };
}
