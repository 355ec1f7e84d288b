import { tzOffset } from '@date-fns/tz/tzOffset';
import { dayMs, minuteMs, parseInstant, twoDigits } from './time.ts';

/** The first and last years of the rule: another applied before, and zone databases list no single years after. */
const years = { from: 1996, to: 2037 };

/**
 * Minutes by which UK clocks are ahead of UTC at an instant, by the rule in force since 1996: summer time runs from the
 * last Sunday of March to the last of October, 01:00 UTC each. Undefined outside 1996 to 2037.
 */
export function ukOffset(ms: number): number | undefined {
  const year = new Date(ms).getUTCFullYear();
  if (!(year >= years.from && year <= years.to)) return undefined;
  return ms >= lastSunday(year, 2) && ms < lastSunday(year, 9) ? 60 : 0;
}

/** 01:00 UTC on the last Sunday of a month with 31 days. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.getTime() - last.getUTCDay() * dayMs;
}

/** The zone in which warehouses read and publish times. */
export const warehouseZone = 'Europe/London';

/** What a local time without a zone means: one instant (ms since the epoch), or why there is not exactly one. */
type LocalTime = { readonly instant: number } | { readonly error: 'gap' | 'overlap' | 'invalid' };

/** The database has these names of three letters; ICU knows more, and takes `BST` for the time in Dhaka. */
const short = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];

/** Whether `name` is a zone of the IANA database, for example `Europe/London`. */
export function isZone(name: string): boolean {
  // Opening the zone database is slow.
  if (name === warehouseZone) return true;
  if (!/^[A-Za-z]/.test(name) || (name.length === 3 && !short.includes(name.toUpperCase()))) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The UTC offset of `zone` in minutes at the instant `ms`; NaN for an unknown zone. */
export const offsetAt = (zone: string, ms: number): number =>
  (zone === warehouseZone ? ukOffset(ms) : undefined) ?? tzOffset(zone, new Date(ms));

/** The local time as if it were UTC; NaN for an impossible date or time, and for one with a zone. */
const readLocal = (text: string): number => parseInstant(text.includes(':') ? `${text}Z` : text);

/** The instant of a local time (a bare day: its midnight); a `gap` if the clocks skip it, an `overlap` if they repeat it. */
export function instantOf(text: string, zone: string): LocalTime {
  const local = readLocal(text);
  if (Number.isNaN(local)) return { error: 'invalid' };
  const before = offsetAt(zone, local - dayMs);
  const after = offsetAt(zone, local + dayMs);
  if (Number.isNaN(before)) return { error: 'invalid' };
  if (before === after) return { instant: local - before * minuteMs };
  const fits = [before, after].filter((offset) => offsetAt(zone, local - offset * minuteMs) === offset);
  if (fits.length === 0) return { error: 'gap' };
  if (fits.length === 2) return { error: 'overlap' };
  return { instant: local - Number(fits[0]) * minuteMs };
}

/** The instant in local time of that zone, with its offset: `2026-09-04T09:00:00+01:00`. */
export function formatInZone(ms: number, zone: string): string {
  const offset = Math.trunc(offsetAt(zone, ms));
  const shown = new Date(ms + offset * minuteMs).toISOString();
  const clock = shown.endsWith('.000Z') ? shown.slice(0, -5) : shown.slice(0, -1);
  const size = Math.abs(offset);
  return `${clock}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** The instant in warehouse time, as the service publishes slot times. */
export const londonTime = (ms: number): string => formatInZone(ms, warehouseZone);

/** A local time without a zone as UK time, with its offset; other text, and times in a gap or overlap, unchanged. */
export function withUkOffset(text: string): string {
  const moment = text.includes(':') ? instantOf(text, warehouseZone) : undefined;
  return moment !== undefined && 'instant' in moment ? londonTime(moment.instant) : text;
}

/** The UK date at that instant, `YYYY-MM-DD`. */
export const ukDate = (ms: number): string => londonTime(ms).slice(0, 10);

/** The instant of a full hour in UK time on a day `YYYY-MM-DD`, where a window opens; NaN if there is no such hour. */
export function londonWindow(date: string, hour: number): number {
  const time = instantOf(`${date}T${twoDigits(hour)}:00:00`, warehouseZone);
  return 'instant' in time ? time.instant : Number.NaN;
}
