import {
  dayMs,
  hourOfHalf,
  monthNames,
  parseInstant,
  twoDigits,
  weekdayIndex,
  weekdayNames,
  weekdayOf,
} from './time.ts';
import { formatInZone, instantOf, londonTime, ukDate } from './zone.ts';

/** Hours and minutes as typed; seconds only where ISO 8601 gave them. */
type Clock = { readonly clock: string };

/** Why its words contradict each other, if they do. */
type Contradiction = { readonly contradiction?: Refused };

/** A time as a person typed it: parsed, but not yet resolved to a moment. */
export type TypedTime =
  | ({ readonly kind: 'instant'; readonly instant: number; readonly iso?: string } & Contradiction)
  | ({ readonly kind: 'day'; readonly day: string; readonly weekday?: number } & Clock)
  | ({
      readonly kind: 'month-day';
      readonly month: number;
      readonly date: number;
      readonly weekday?: number;
    } & Clock)
  | ({ readonly kind: 'weekday'; readonly weekday: number } & Clock)
  | ({ readonly kind: 'ahead'; readonly days: number } & Clock)
  | ({ readonly kind: 'clock' } & Clock);

interface Refused {
  readonly error: 'past' | 'gap' | 'overlap' | 'invalid' | 'weekday' | 'zone';
  readonly about?: string;
}

/** What a typed time means in warehouse time, or why it means nothing. */
export type ResolvedTime = { readonly instant: number; readonly iso: string } | Refused;

/** What to type, for messages. */
export const typedTimeExamples =
  '2026-11-25 10:00, 25 nov 10:00, 25/11 10:00, tue 10:00, tomorrow 10:00 or 10:00 (warehouse time), or ISO 8601 with a time zone';

const longest = 60;
const london = 'Europe/London';

/** Index of a name, in full or shortened to three letters or more; undefined for any other word. */
function indexIn(names: readonly string[], word: string): number | undefined {
  const at = word.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(word));
  return at < 0 ? undefined : at;
}

/** The offset of a zone at the end of a typed time; UK zones only. */
const offsets: Readonly<Record<string, string>> = { z: 'Z', utc: 'Z', gmt: 'Z', bst: '+01:00' };

/** `10:00`, `10:00:30`, `10am`, `1:30pm`; undefined for other words. */
function readClock(word: string | undefined): string | undefined {
  const [, hour, minute, second, half] =
    /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?(am|pm)?$/.exec(word ?? '') ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return;
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half === 'pm' ? 'pm' : 'am');
  if (!(hours <= 23) || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return;
  return `${twoDigits(hours)}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}

interface ReadDay {
  readonly day?: string;
  readonly month?: number;
  readonly date?: number;
}

/** A date in one to three words: `2026-11-25`, `25/11`, `25/11/2026`, `25 nov`, `nov 25`, `25 nov 2026`. */
function readDate(words: readonly string[]): ReadDay | undefined {
  const [first = '', second = '', third, ...more] = words;
  if (more.length > 0) return undefined;
  if (words.length === 1) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(first)) return { day: first };
    const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(first) ?? [];
    return date === undefined ? undefined : dated(Number(date), Number(month), year);
  }
  const dayFirst = /^\d{1,2}$/.test(first);
  const [date, name] = dayFirst ? [first, second] : [second, first];
  const month = indexIn(monthNames, name);
  if (month === undefined || !/^\d{1,2}$/.test(date) || (third !== undefined && !/^\d{4}$/.test(third)))
    return;
  return dated(Number(date), month + 1, third);
}

const dated = (date: number, month: number, year: string | undefined): ReadDay =>
  year === undefined ? { month, date } : { day: `${year}-${twoDigits(month)}-${twoDigits(date)}` };

/**
 * Parses a time as people type it; undefined for other text. ISO 8601 with a zone is one moment; anything else is in
 * warehouse time (Europe/London) and may leave the day open.
 */
export function readTypedTime(text: string): TypedTime | undefined {
  if (text.length > longest) return undefined;
  const trimmed = text.trim();
  if (/(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(trimmed)) {
    const instant = parseInstant(trimmed.replace(/ (?=[+-]\d{2}:?\d{2}$)/, ''));
    if (!Number.isNaN(instant))
      return { kind: 'instant', instant, ...(/\s/.test(trimmed) ? {} : { iso: trimmed }) };
  }
  const words = trimmed
    .toLowerCase()
    .replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 ')
    .replaceAll(',', ' ')
    .replace(/(\d) ([ap]m)\b/, '$1$2')
    .split(/\s+/);
  const zone = words.at(-1) ?? '';
  const offset = offsets[zone];
  if (offset !== undefined) words.pop();
  const clock = readClock(words.pop());
  if (clock === undefined) return undefined;
  const read = readDay(words, clock);
  if (offset === undefined || read === undefined) return read;
  if (read.kind !== 'day') return undefined;
  const instant = parseInstant(`${read.day}T${clock}${offset}`);
  if (Number.isNaN(instant)) return undefined;
  const isWinter = zone === 'bst' && !spokenTime(instant).endsWith('BST');
  const wrongZone: Refused = { error: 'zone', about: `${read.day} is in winter time, GMT` };
  const contradiction = wrongWeekday(read.day, read.weekday) ?? (isWinter ? wrongZone : undefined);
  return { kind: 'instant', instant, ...(contradiction === undefined ? {} : { contradiction }) };
}

function wrongWeekday(day: string, named: number | undefined): Refused | undefined {
  if (named === undefined || weekdayIndex(day) === named) return undefined;
  return { error: 'weekday', about: `${day} is a ${weekdayNames[weekdayIndex(day)] ?? ''}` };
}

function readDay(words: readonly string[], clock: string): TypedTime | undefined {
  const [first = '', ...rest] = words;
  if (words.length === 0) return { kind: 'clock', clock };
  if (words.length === 1 && first === 'today') return { kind: 'ahead', days: 0, clock };
  if (words.length === 1 && first === 'tomorrow') return { kind: 'ahead', days: 1, clock };
  const weekday = indexIn(weekdayNames, first);
  if (weekday !== undefined && rest.length === 0) return { kind: 'weekday', weekday, clock };
  const date = readDate(weekday === undefined ? words : rest);
  if (date === undefined) return undefined;
  const named = weekday === undefined ? {} : { weekday };
  if (date.day !== undefined) return { kind: 'day', day: date.day, clock, ...named };
  return { kind: 'month-day', month: date.month ?? 0, date: date.date ?? 0, clock, ...named };
}

/** The day `days` after a day `YYYY-MM-DD`. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const isDay = (day: string): boolean => !Number.isNaN(parseInstant(day));

/** Days that the words allow, earliest first. */
function candidates(
  typed: Exclude<TypedTime, { kind: 'instant' }>,
  today: string,
  lastDay?: string,
): string[] {
  switch (typed.kind) {
    case 'day':
      return [typed.day];
    case 'ahead':
      return [dayAfter(today, typed.days)];
    case 'clock':
      return lastDay === undefined ? [today, dayAfter(today, 1)] : [lastDay];
    case 'weekday': {
      const next = dayAfter(today, (typed.weekday - weekdayIndex(today) + 7) % 7);
      return [next, dayAfter(next, 7)];
    }
    case 'month-day': {
      const year = Number(today.slice(0, 4));
      // 29 February may be up to eight years away.
      return Array.from({ length: 9 }, (_, ahead) => {
        return `${String(year + ahead).padStart(4, '0')}-${twoDigits(typed.month)}-${twoDigits(typed.date)}`;
      }).filter(isDay);
    }
    default:
      return typed satisfies never;
  }
}

/** Whether the hours that the clocks skip or repeat on that day are past at `now`. */
function isNightOver(day: string, now: number): boolean {
  const morning = instantOf(`${day}T03:00`, london);
  return 'instant' in morning && morning.instant <= now;
}

/**
 * The moment that a typed time means: `now` is the service's clock in milliseconds, `lastProposed` the last proposed
 * time, which gives a bare `10:00` its day. Anything left open resolves to the next moment that fits. It is an error if
 * the moment is past, if the clocks skip it or show it twice, or if the weekday or BST is wrong.
 */
export function resolveTypedTime(typed: TypedTime, now: number, lastProposed?: number): ResolvedTime {
  if (typed.kind === 'instant') {
    if (typed.instant < now) return { error: 'past', about: spokenTime(typed.instant) };
    if (typed.contradiction !== undefined) return typed.contradiction;
    return { instant: typed.instant, iso: typed.iso ?? londonTime(typed.instant) };
  }
  const days = candidates(typed, ukDate(now), lastProposed === undefined ? undefined : ukDate(lastProposed));
  const named = 'weekday' in typed ? typed.weekday : undefined;
  let refused: Refused | undefined;
  /** The past day has the weekday that was typed, so that no later one is meant. */
  let meantPast = false;
  for (const day of days) {
    const moment = instantOf(`${day}T${typed.clock}`, london);
    if ('error' in moment) {
      refused ??= { error: moment.error, about: `${day} ${typed.clock}` };
      if (isNightOver(day, now)) continue;
      return refused;
    }
    if (moment.instant < now) {
      refused ??= { error: 'past', about: spokenTime(moment.instant) };
      meantPast ||= weekdayIndex(day) === named;
      continue;
    }
    const wrong = wrongWeekday(day, named);
    if (wrong !== undefined) return meantPast && refused !== undefined ? refused : wrong;
    return { instant: moment.instant, iso: londonTime(moment.instant) };
  }
  return refused ?? { error: 'invalid' };
}

/** Half a year: a day of the year that is further ahead was nearer in the past. */
const farMs = 183 * dayMs;

/**
 * Whether the year of a typed time was filled in, and the day was nearer last year: `25 nov 09:00`, typed at ten on 25
 * November, is almost a year away.
 */
export const isFarGuess = (typed: TypedTime, instant: number, now: number): boolean =>
  typed.kind === 'month-day' && instant - now > farMs;

/** A moment as echoed to the person who typed it: `Wed 25 Nov 2026 10:00 GMT`, in warehouse time. */
export function spokenTime(ms: number): string {
  const [, year, month, date, clock, seconds, offset] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}):(\d{2})(?:\.\d{3})?([+-]\d{2}:\d{2})$/.exec(
      formatInZone(ms, london),
    ) ?? [];
  const weekday = weekdayOf(`${year}-${month}-${date}`);
  const name = monthNames[Number(month) - 1]?.slice(0, 3) ?? '';
  const zone = offset === '+00:00' ? 'GMT' : offset === '+01:00' ? 'BST' : offset;
  return `${weekday} ${Number(date)} ${name} ${year} ${clock}${seconds === '00' ? '' : `:${seconds}`} ${zone}`;
}
