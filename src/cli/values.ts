import { limits } from '../contract/limits.ts';
import { type CfiError, usageError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { spokenDay, spokenTime } from '../text/time/spoken.ts';
import { parseDuration, parseInstant } from '../text/time/time.ts';
import {
  type ResolvedTime,
  readTypedDay,
  readTypedTime,
  resolveTypedDay,
  resolveTypedTime,
  type Towards,
  type TypedDay,
  type TypedTime,
  typedDayForms,
  typedTimeForms,
  weekdayFrom,
} from '../text/time/typed-time.ts';
import { londonWindow } from '../text/time/zone.ts';
import { quoteSpaces } from '../text/words.ts';
import type { CommandContext } from './settings.ts';

/** Text that is not blank: as a choice among records, a blank value, as of an unset variable, would choose none, or all. */
export function notBlank(option: string, text: string): string {
  if (text.trim() !== '') return text;
  throw usageError(`${option} must not be empty`);
}

/** The usage error for the text of an option that is not what the option takes. */
export const notA = (option: string, text: string, what: string, hint?: string): CfiError =>
  usageError(`${option} ${JSON.stringify(text)} is not ${what}`, hint);

/** Milliseconds of a duration, from an option's text; a usage error names the option. */
export function durationMs(option: string, text: string): number {
  const value = parseDuration(text.trim());
  if (value !== undefined) return value;
  throw notA(option, text, 'a duration', 'for example 500ms, 30s, 15m, 36h, 7d or PT15M');
}

/** A calendar day, `YYYY-MM-DD`, from an option's text; a usage error names the option. */
export function calendarDay(option: string, text: string): string {
  const day = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(parseInstant(day))) return day;
  throw notA(option, text, 'a day', 'write it as YYYY-MM-DD, for example 2026-11-25');
}

/** Other words that people use for a choice. */
const synonyms: Readonly<Record<string, string>> = { am: 'morning', pm: 'afternoon' };

/** The words that a text may mean: the nearest one, else those that it begins, else the one that it is a synonym of. */
function likely(text: string, words: readonly string[]): readonly string[] {
  const near = nearest(text, words);
  if (near !== undefined) return [near];
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return words.filter((word) => word.toLowerCase().startsWith(wanted) || word === synonyms[wanted]);
}

/** More than any option of ours has. */
const mostListed = 50;

/** One of a set of words, ignoring case; the usage error names the likely ones and, if the option `repeats`, how to give several. */
export function oneOf<Word extends string>(
  option: string,
  text: string,
  words: readonly Word[],
  repeats = false,
): Word {
  const match =
    words.find((word) => word === text) ?? words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (match !== undefined) return match;
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const meant = likely(text, words);
  const guess = meant.length === 0 ? undefined : `did you mean ${meant.join(' or ')}?`;
  const each = parts.map((part) => `${option} ${nearest(part, words) ?? part}`);
  const hint = repeats && parts.length > 1 ? `give it once for each: ${each.join(' ')}` : guess;
  const named = words.length > mostListed ? [...words.slice(0, mostListed), '…'] : words;
  const allowed = words.length === 1 ? words.join() : `one of ${named.join(', ')}`;
  throw usageError(`${option} must be ${allowed}; found ${JSON.stringify(text)}`, hint);
}

/** A parser of the two sides of a text such as `NAME=VALUE`; its usage error names the option and this form. */
export const nameAndValue =
  (form: string) =>
  (option: string, text: string): readonly [name: string, value: string] => {
    const at = text.indexOf('=');
    if (at < 1) throw usageError(`${option} must be ${form}; found ${JSON.stringify(text)}`);
    return [text.slice(0, at), text.slice(at + 1)];
  };

/** A parser of whole numbers within bounds; its usage error names the option and the bounds. */
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (option: string, text: string): number => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    throw usageError(`${option} must be a whole number ${range}; found ${JSON.stringify(text)}`);
  };

/** A number of either sign, from an option's text; a usage error names the option. */
export function anyNumber(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw notA(option, text, 'a number');
}

/** Part `index`, from 1, of `count`, or `auto`: the part that the scheduler gave this process. */
export interface ShardOption {
  readonly index: number | 'auto';
  readonly count: number;
}

/** A part of a whole, from `I/N` or `auto/N`; a usage error names the option. */
export function shard(option: string, text: string): ShardOption {
  const [, index, count] = /^(auto|\d{1,6})\/(\d{1,6})$/i.exec(text.trim()) ?? [];
  if (index?.toLowerCase() === 'auto' && Number(count) >= 1) return { index: 'auto', count: Number(count) };
  if (Number(index) >= 1 && Number(index) <= Number(count))
    return { index: Number(index), count: Number(count) };
  const how = 'write it as I/N with I from 1 to N, for example 2/4, or as auto/N under a scheduler';
  throw notA(option, text, 'I/N', how);
}

/** Requests a second, from `10/s` or `300/m`; a usage error names the option. */
export function ratePerSecond(option: string, text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\/(s|m)$/.exec(text.trim()) ?? [];
  const perSecond = Number(count) / (unit === 'm' ? 60 : 1);
  if (perSecond > 0) return perSecond;
  throw notA(option, text, 'a rate', 'write it as N/s or N/m, for example 10/s');
}

/** Requests a minute, from `300/m` or `10/s`. */
export const ratePerMinute = (option: string, text: string): number => ratePerSecond(option, text) * 60;

/** The moment (ms) that is `36h` or `7d` ago, or begins a day in the UK, by the time it is `now`; a usage error names the option. */
export function since(option: string, text: string): (now: number) => number {
  const ago = parseDuration(text.trim());
  if (ago !== undefined) return (now) => now - ago;
  const typed = readTypedDay(text);
  const how = 'write a duration such as 36h or 7d, yesterday, or a day such as 2026-08-31, 31 aug or tue';
  const refusal = notA(option, text, 'a time in the past', `${how}; ${quoteSpaces}`);
  if (typed === undefined || (typed.kind === 'ahead' && typed.days > 0)) throw refusal;
  return (now) => {
    const found = resolveTypedDay(typed, now, 'latest');
    const midnight = 'error' in found ? Number.NaN : londonWindow(found.day, 0);
    if (midnight <= now) return midnight;
    throw refusal;
  };
}

/** `--since WHEN`. */
export const sinceOption = (help: string) =>
  ({ flags: '--since <WHEN>', help: `${help} (36h, 7d, yesterday, tue, 31 aug)`, parse: since }) as const;

/** `--interval` of a command that reads slots again and again. */
export const intervalOption = {
  flags: '--interval <DURATION>',
  help: `time between polls, default 20m, at least ${limits.minSlotPollSeconds / 60}m (not on the emulator)`,
  parse: durationMs,
} as const;

/** What was typed for an option, as far as it can be known before any request. */
interface Typed<Meaning> {
  readonly option: string;
  readonly text: string;
  readonly typed: Meaning;
}

type DayOption = Typed<TypedDay>;

/** A day from an option's text, before any request. Throws a usage error for anything else. */
export function typedDay(option: string, text: string): DayOption {
  const typed = readTypedDay(text);
  if (typed === undefined) throw notA(option, text, 'a day', `${typedDayForms}; ${quoteSpaces}`);
  const day = { option, text, typed };
  if (isWholeDate(day)) dateOf(day, 0, 'next');
  return day;
}

/** A day, by which its week is meant, or `next week`; a usage error names the option. */
export const typedWeek = (option: string, text: string): DayOption =>
  /^next(?: week)?$/i.test(text.trim())
    ? { option, text, typed: { kind: 'ahead', days: 7 } }
    : typedDay(option, text);

/** The date that an option's day means at `now`. Throws a usage error for one that is not the weekday that it names. */
function dateOf({ option, text, typed }: DayOption, now: number, towards: Towards): string {
  const found = resolveTypedDay(typed, now, towards);
  if (!('error' in found)) return found.day;
  throw usageError(
    `${option} ${JSON.stringify(text)} contradicts itself: that day is a ${spokenDay(found.day).slice(0, 3)}`,
    'leave out the weekday or the date',
  );
}

/** Whether a day can be known without the service's clock. */
export const isWholeDate = ({ typed }: DayOption): boolean => typed.kind === 'day';

/**
 * The date that an option's day means at `now`, echoed unless typed as ISO 8601. With `from`, the first day of a range, a
 * weekday is the first one on or after it. Throws a usage error for a date that is not the weekday that it names.
 */
export function dayOf(
  context: Pick<CommandContext, 'notice'>,
  option: DayOption,
  now: number,
  towards: Towards,
  from?: string,
): string {
  const { typed } = option;
  const day =
    from !== undefined && typed.kind === 'weekday'
      ? weekdayFrom(typed.weekday, from)
      : dateOf(option, now, towards);
  if (option.text.trim() !== day) context.notice(`${option.option}: ${spokenDay(day, now)}`);
  return day;
}

/** For prompts: the date that a text means, or what to type instead. */
export function typedDate(text: string, now: number) {
  const typed = readTypedDay(text);
  const found = typed === undefined ? undefined : resolveTypedDay(typed, now, 'next');
  if (found === undefined || 'error' in found) return { problem: typedDayForms };
  return found;
}

export interface TimeReference {
  /** Now by the service's clock. */
  readonly now: number;
  /** The time last proposed, which gives `10:00` its day and `tue` its week. */
  readonly lastProposed?: number | undefined;
}

/** A moment, and how it is sent: ISO 8601 with its offset. */
export type Moment = Extract<ResolvedTime, { iso: string }>;

export type TimeOption = Typed<TypedTime>;

/** A time from an option's text, before any request. Throws a usage error for anything else. */
export function readTime(option: string, text: string): TimeOption {
  const typed = readTypedTime(text);
  if (typed !== undefined) return { option, text, typed };
  throw notA(option, text, 'a time', `${typedTimeForms}; ${quoteSpaces}`);
}

/** The moment that an option's time means, echoed as understood; a usage error for one that is past, skipped or repeated. */
export function momentOf(
  context: CommandContext,
  { option, text, typed }: TimeOption,
  reference: TimeReference,
): Moment {
  const resolved = resolveTypedTime(typed, reference.now, reference.lastProposed);
  if ('error' in resolved) {
    const { what, hint } = problemOf(resolved, reference.now);
    throw usageError(`${option} ${JSON.stringify(text)} ${what}`, hint);
  }
  context.notice(`${option}: ${spokenTime(resolved.instant, reference.now)}`);
  return resolved;
}

/** For prompts: the moment that a text means, or what to type instead. */
export function typedMoment(text: string, reference: TimeReference): Moment | { readonly problem: string } {
  const typed = readTypedTime(text);
  if (typed === undefined) return { problem: typedTimeForms };
  const resolved = resolveTypedTime(typed, reference.now, reference.lastProposed);
  if (!('error' in resolved)) return resolved;
  const { what, hint } = problemOf(resolved, reference.now);
  return { problem: `that ${what}; ${hint}` };
}

function problemOf({ error, about }: Extract<ResolvedTime, { error: unknown }>, now: number) {
  switch (error) {
    case 'past':
      return { what: `is past: ${about}`, hint: `by the service's clock it is ${spokenTime(now, now)}` };
    case 'gap':
      return {
        what: `does not exist: the clocks go forward past ${about} that night`,
        hint: 'choose a time before 01:00 or after 02:00',
      };
    case 'overlap':
      return {
        what: 'occurs twice: the clocks go back that night',
        hint: `say which you mean: ${about} BST or ${about} GMT`,
      };
    case 'weekday':
      return { what: `contradicts itself: ${about}`, hint: 'leave out the weekday or the date' };
    case 'zone':
      return { what: `contradicts itself: ${about}`, hint: 'leave out BST' };
    case 'invalid':
      return { what: 'is not a calendar day', hint: typedTimeForms };
    default:
      return error satisfies never;
  }
}
