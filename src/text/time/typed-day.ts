import { dayMs, monthNames, parseInstant, twoDigits, weekdayIndex, weekdayNames } from './time.ts';
import { ukDate } from './zone.ts';

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
  | { readonly kind: 'ahead'; readonly days: number };

/** What to type for a day, for messages. */
export const typedDayExamples = '2026-12-18, 18 dec, 18/12, tue or tomorrow';

const longest = 60;
const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
const weekdays = lower(weekdayNames);
const months = lower(monthNames);

/** Index of a name, in full or shortened to three letters or more; undefined for any other word. */
function indexIn(names: readonly string[], word: string): number | undefined {
  const at = word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
  return at < 0 ? undefined : at;
}

/** Days from today that have a name of their own. */
const daysAhead: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The typed text in words, in lower case. */
export const wordsOf = (text: string): string[] =>
  text.trim().toLowerCase().replaceAll(',', ' ').split(/\s+/);

/** Parses a day as people type it; undefined for other text. */
export const readTypedDay = (text: string): TypedDay | undefined =>
  text.length > longest ? undefined : readDayWords(wordsOf(text));

/** Parses the words of a day: `tomorrow`, `tue`, `25 nov`, `tue 25/11`, `2026-11-25`. */
export function readDayWords(words: readonly string[]): TypedDay | undefined {
  const [first = '', ...rest] = words;
  const ahead = Object.hasOwn(daysAhead, first) ? daysAhead[first] : undefined;
  if (ahead !== undefined) return rest.length === 0 ? { kind: 'ahead', days: ahead } : undefined;
  const weekday = indexIn(weekdays, first);
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
    if (/^\d{4}-\d{2}-\d{2}$/.test(first)) return { kind: 'day', day: first };
    const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(first) ?? [];
    return date === undefined ? undefined : dated(Number(date), Number(month), year);
  }
  const dayFirst = /^\d{1,2}$/.test(first);
  const [date, name] = dayFirst ? [first, second] : [second, first];
  const month = indexIn(months, name);
  if (month === undefined || !/^\d{1,2}$/.test(date) || (third !== undefined && !/^\d{4}$/.test(third)))
    return undefined;
  return dated(Number(date), month + 1, third);
}

const dated = (date: number, month: number, year: string | undefined): ReadDate =>
  year === undefined
    ? { kind: 'month-day', month, date }
    : { kind: 'day', day: `${year}-${twoDigits(month)}-${twoDigits(date)}` };

/** The day `days` after a day `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Whole days from one day `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

const isDay = (day: string): boolean => !Number.isNaN(parseInstant(day));

/** The weekday nearest to a day. */
export const nearestWeekday = (weekday: number, day: string): string =>
  dayAfter(day, ((weekday - weekdayIndex(day) + 10) % 7) - 3);

/** 29 February may be up to eight years away. */
const yearsAround = 8;

/** Every day that the words allow, around today and in order. */
export function daysFitting(typed: TypedDay, today: string): string[] {
  switch (typed.kind) {
    case 'day':
      return isDay(typed.day) ? [typed.day] : [];
    case 'ahead':
      return [dayAfter(today, typed.days)];
    case 'weekday': {
      const next = dayAfter(today, (typed.weekday - weekdayIndex(today) + 7) % 7);
      return next === today ? [today] : [dayAfter(next, -7), next];
    }
    case 'month-day': {
      const year = Number(today.slice(0, 4)) - yearsAround;
      return Array.from(
        { length: 2 * yearsAround + 1 },
        (_, more) =>
          `${String(year + more).padStart(4, '0')}-${twoDigits(typed.month)}-${twoDigits(typed.date)}`,
      ).filter(isDay);
    }
    default:
      return typed satisfies never;
  }
}

/** Which of several days is meant: the next one from today on, the latest one up to today, or the nearest. */
export type Towards = 'next' | 'latest' | 'nearest';

/** The date `YYYY-MM-DD` that a typed day means at `now`, or why it means nothing. */
export function resolveTypedDay(
  typed: TypedDay,
  now: number,
  towards: Towards,
): { readonly day: string } | { readonly error: 'invalid' | 'weekday'; readonly day?: string } {
  const today = ukDate(now);
  const days = daysFitting(typed, today);
  const distance = (day: string): number => Math.abs(daysBetween(today, day));
  const isLeftOpen = days.length > 1;
  const onTheSide = days.filter(
    (day) => !isLeftOpen || towards === 'nearest' || (towards === 'next' ? day >= today : day <= today),
  );
  const [day] = onTheSide.sort((a, b) => distance(a) - distance(b));
  if (day === undefined) return { error: 'invalid' };
  const named = 'weekday' in typed ? typed.weekday : undefined;
  return named === undefined || weekdayIndex(day) === named ? { day } : { error: 'weekday', day };
}
