import { spokenDay, spokenTime, ukZone } from './spoken.ts';
import {
  dayMs,
  hourOfHalf,
  monthNames,
  parseInstant,
  twoDigits,
  utcDay,
  weekdayIndex,
  weekdayNames,
} from './time.ts';
import { instantOf, londonTime, ukDate } from './zone.ts';

/** A day as a person typed it: parsed, but not yet resolved to a date. */
export type TypedDay =
  | { readonly kind: 'day'; readonly day: string; readonly weekday?: number }
  | {
      readonly kind: 'month-day';
      readonly month: number;
      readonly date: number;
      readonly weekday?: number;
    }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'ahead'; readonly days: number; readonly weekday?: undefined };

/** How to type a day, for messages. */
export const typedDayForms = 'write it as 2026-12-18, 18 dec, 18/12, tue or tomorrow';

const longest = 60;

/** Index of a name that is typed in lower case, in full or shortened to three letters or more; undefined for any other word. */
function indexIn(names: readonly string[], word: string): number | undefined {
  const at = word.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(word));
  return at < 0 ? undefined : at;
}

/** Days from today that have a name of their own. */
const daysAhead: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The typed text in words, in lower case. */
const wordsOf = (text: string): string[] => text.trim().toLowerCase().replaceAll(',', ' ').split(/\s+/);

/** Parses a day as people type it; undefined for other text, and for a day that no calendar has. */
export const readTypedDay = (text: string): TypedDay | undefined =>
  text.length > longest ? undefined : readDayWords(wordsOf(text));

/** Parses the words of a day: `tomorrow`, `tue`, `25 nov`, `tue 25/11`, `2026-11-25`. */
function readDayWords(words: readonly string[]): TypedDay | undefined {
  const [first = '', ...rest] = words;
  const ahead = Object.hasOwn(daysAhead, first) ? daysAhead[first] : undefined;
  if (ahead !== undefined) return rest.length === 0 ? { kind: 'ahead', days: ahead } : undefined;
  const weekday = indexIn(weekdayNames, first);
  if (weekday !== undefined && rest.length === 0) return { kind: 'weekday', weekday };
  const date = readDate(weekday === undefined ? words : rest);
  return date === undefined || weekday === undefined ? date : { ...date, weekday };
}

type ReadDate = Extract<TypedDay, { kind: 'day' | 'month-day' }>;

/** A date in one to three words: `2026-11-25`, `25/11`, `25/11/2026`, `25 nov`, `nov 25`, `25 nov 2026`. */
function readDate(words: readonly string[]): ReadDate | undefined {
  const [first = '', second = '', third, ...more] = words;
  if (more.length > 0) return undefined;
  if (words.length === 1) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(first)) return existing({ kind: 'day', day: first });
    const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(first) ?? [];
    return date === undefined ? undefined : dated(Number(date), Number(month), year);
  }
  const dayFirst = /^\d{1,2}$/.test(first);
  const [date, name] = dayFirst ? [first, second] : [second, first];
  const month = indexIn(monthNames, name);
  if (month === undefined || !/^\d{1,2}$/.test(date) || (third !== undefined && !/^\d{4}$/.test(third)))
    return undefined;
  return dated(Number(date), month + 1, third);
}

const dated = (date: number, month: number, year: string | undefined): ReadDate | undefined =>
  existing(
    year === undefined
      ? { kind: 'month-day', month, date }
      : { kind: 'day', day: `${year}-${twoDigits(month)}-${twoDigits(date)}` },
  );

/** A date that some year has; undefined for 31 November. */
const existing = (date: ReadDate): ReadDate | undefined =>
  daysFitting(date, utcDay(0)).length === 0 ? undefined : date;

/** The day `days` after a day `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs);

/** Whole days from one day `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

const isDay = (day: string): boolean => !Number.isNaN(parseInstant(day));

const nearestWeekday = (weekday: number, day: string): string =>
  dayAfter(day, ((weekday - weekdayIndex(day) + 10) % 7) - 3);

/** 29 February may be up to eight years away. */
const yearsAround = 8;

/** Every day that the words allow, around today and in order. */
function daysFitting(typed: TypedDay, today: string): string[] {
  if (typed.kind === 'day') return isDay(typed.day) ? [typed.day] : [];
  if (typed.kind === 'ahead') return [dayAfter(today, typed.days)];
  if (typed.kind === 'weekday') {
    const next = weekdayFrom(typed.weekday, today);
    return next === today ? [today] : [dayAfter(next, -7), next];
  }
  const first = Number(today.slice(0, 4)) - yearsAround;
  const years = Array.from({ length: 2 * yearsAround + 1 }, (_, more) =>
    String(first + more).padStart(4, '0'),
  );
  return years.map((year) => `${year}-${twoDigits(typed.month)}-${twoDigits(typed.date)}`).filter(isDay);
}

/** Which of several days is meant: the next one from today on, the latest one up to today, or the nearest. */
export type Towards = 'next' | 'latest' | 'nearest';

/** The date `YYYY-MM-DD` that a typed day means at `now`; with `error`, it is not the weekday that was typed with it. */
export function resolveTypedDay(typed: TypedDay, now: number, towards: Towards) {
  const today = ukDate(now);
  const days = daysFitting(typed, today);
  const distance = (day: string): number => Math.abs(daysBetween(today, day));
  const isLeftOpen = days.length > 1;
  const day = days
    .filter(
      (each) => !isLeftOpen || towards === 'nearest' || (towards === 'next' ? each >= today : each <= today),
    )
    .reduce((near, each) => (distance(each) < distance(near) ? each : near));
  return isNamed(day, typed) ? { day } : { day, error: 'weekday' as const };
}

/** Whether a day has the weekday that was typed with it, if one was. */
const isNamed = (day: string, { weekday = weekdayIndex(day) }: TypedDay): boolean =>
  weekdayIndex(day) === weekday;

/** The first day on or after `from`, `YYYY-MM-DD`, that has a weekday's name. */
export const weekdayFrom = (weekday: number, from: string): string =>
  dayAfter(from, (weekday - weekdayIndex(from) + 7) % 7);

/** A time as a person typed it: parsed, but not yet resolved to a moment. */
export type TypedTime =
  | { readonly kind: 'instant'; readonly instant: number; readonly iso?: string }
  | {
      readonly kind: 'local';
      /** Undefined where only the time of day was typed. */
      readonly day?: TypedDay;
      /** Hours and minutes as typed; seconds only where ISO 8601 gave them. */
      readonly clock: string;
      readonly zone?: Zone;
    };

type Zone = 'UTC' | 'GMT' | 'BST';

interface Refused {
  readonly error: 'past' | 'gap' | 'overlap' | 'invalid' | 'weekday' | 'zone';
  readonly about?: string;
}

/** What a typed time means in warehouse time, or why it means nothing. */
export type ResolvedTime = { readonly instant: number; readonly iso: string } | Refused;

/** How to type a time, for messages. */
export const typedTimeForms =
  'write it as 2030-05-14 10:00, 14 may 10:00, 14/5 10:00, tue 10:00, tomorrow 10am or 10:00, all in warehouse time, or ISO 8601 with a time zone';

/** The zone at the end of a typed time; UK zones only. */
const zones = new Map<string, Zone>([
  ['z', 'UTC'],
  ['utc', 'UTC'],
  ['gmt', 'GMT'],
  ['bst', 'BST'],
]);

/** `10:00`, `10.00`, `10:00:30`, `10am`, `1:30pm`; undefined for other words. */
function readClock(word: string | undefined): string | undefined {
  const [, hour, minute, second, half] =
    /^(\d{1,2})(?:(?:\.|:)(\d{2})(?::(\d{2}))?)?(am|pm)?$/.exec(word ?? '') ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half as 'am' | 'pm');
  if (!(hours <= 23) || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return undefined;
  return `${twoDigits(hours)}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}

/** Whether a word is a day as much as a time, `3.12`. */
const mayBeDay = (word: string): boolean => /^\d{1,2}\.(?:0[1-9]|1[0-2])$/.test(word);

/** Parses a typed time: a moment with a zone, else warehouse time, perhaps without its day. Undefined for other text. */
export function readTypedTime(text: string): TypedTime | undefined {
  if (text.length > longest) return undefined;
  const trimmed = text.trim();
  if (/(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(trimmed)) {
    const instant = parseInstant(trimmed.replace(/ (?=[+-]\d{2}:?\d{2}$)/, ''));
    if (!Number.isNaN(instant))
      return { kind: 'instant', instant, ...(/\s/.test(trimmed) ? {} : { iso: trimmed }) };
  }
  const words = wordsOf(
    trimmed.replace(/^(\d{4}-\d{2}-\d{2})[tT](?=\d)/, '$1 ').replace(/(\d) ([apAP][mM])\b/, '$1$2'),
  );
  const zone = zones.get(words.at(-1) ?? '');
  if (zone !== undefined) words.pop();
  const word = words.pop() ?? '';
  const clock = readClock(word);
  if (clock === undefined) return undefined;
  const rest = { clock, ...(zone === undefined ? {} : { zone }) };
  if (words.length === 0) return mayBeDay(word) ? undefined : { kind: 'local', ...rest };
  const day = readDayWords(words);
  if (day === undefined || (mayBeDay(word) && (day.kind === 'weekday' || day.kind === 'ahead')))
    return undefined;
  return { kind: 'local', day, ...rest };
}

/** Days that the words allow, earliest first; `last` is the day that was last proposed. */
function candidates(day: TypedDay | undefined, today: string, last: string | undefined): string[] {
  if (day === undefined) return last === undefined ? [today, dayAfter(today, 1)] : [last];
  if (day.kind === 'day' || day.kind === 'ahead') return daysFitting(day, today);
  if (day.kind === 'weekday' && last !== undefined) {
    const near = nearestWeekday(day.weekday, last);
    if (near > today) return [near];
  }
  const days = daysFitting(day, today).filter((each) => each >= today);
  return day.kind === 'weekday' ? days.flatMap((each) => [each, dayAfter(each, 7)]) : days;
}

/** Whether the hours that the clocks skip or repeat on that day are past at `now`. */
function isNightOver(day: string, now: number): boolean {
  const morning = instantOf(`${day}T03:00`, 'Europe/London');
  return 'instant' in morning && morning.instant <= now;
}

/** The moment of a time of day, by the zone that was typed or by UK clocks. */
function momentOn(
  day: string,
  { clock, zone }: Extract<TypedTime, { kind: 'local' }>,
  now: number,
): { readonly instant: number } | Refused {
  const spoken = `${spokenDay(day, now)} ${clock}`;
  if (zone === undefined) {
    const moment = instantOf(`${day}T${clock}`, 'Europe/London');
    return 'error' in moment ? { error: moment.error, about: spoken } : moment;
  }
  const instant = parseInstant(`${day}T${clock}${zone === 'BST' ? '+01:00' : 'Z'}`);
  if (Number.isNaN(instant)) return { error: 'invalid' };
  if (zone === 'BST' && ukZone(instant) !== zone && instant >= now)
    return { error: 'zone', about: `${spokenDay(day, now)} is in winter time, GMT` };
  return { instant };
}

/** The refusal if a day does not have the weekday that was typed with it. */
function wrongWeekday(day: string, typed: TypedDay | undefined, now: number): Refused | undefined {
  if (typed === undefined || isNamed(day, typed)) return undefined;
  const [, ...date] = spokenDay(day, now).split(' ');
  return { error: 'weekday', about: `${date.join(' ')} is a ${weekdayNames[weekdayIndex(day)]}` };
}

/**
 * The moment that a typed time means: `now` is the service's clock in milliseconds, `lastProposed` the time that was last
 * proposed, which gives a bare `10:00` its day and a weekday its week. Anything left open resolves to the next moment
 * that fits. It is an error if the moment is past, if the clocks skip it or show it twice, or if the weekday or BST is
 * wrong.
 */
export function resolveTypedTime(typed: TypedTime, now: number, lastProposed?: number): ResolvedTime {
  if (typed.kind === 'instant') {
    if (typed.instant < now) return { error: 'past', about: spokenTime(typed.instant, now) };
    return { instant: typed.instant, iso: typed.iso ?? londonTime(typed.instant) };
  }
  const days = candidates(
    typed.day,
    ukDate(now),
    lastProposed === undefined ? undefined : ukDate(lastProposed),
  );
  let refused: Refused | undefined;
  /** The past day has the weekday that was typed, so that no later one is meant. */
  let meantPast = false;
  for (const day of days) {
    const moment = momentOn(day, typed, now);
    if ('error' in moment) {
      refused ??= moment;
      if (isNightOver(day, now)) continue;
      return refused;
    }
    const wrong = wrongWeekday(day, typed.day, now);
    if (moment.instant < now) {
      refused ??= { error: 'past', about: spokenTime(moment.instant, now) };
      meantPast ||= typed.day?.weekday !== undefined && wrong === undefined;
      continue;
    }
    if (wrong !== undefined) return meantPast && refused !== undefined ? refused : wrong;
    return { instant: moment.instant, iso: londonTime(moment.instant) };
  }
  return refused ?? { error: 'invalid' };
}
