import { usageError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { parseDuration, parseInstant } from '../text/time/time.ts';

/**
 * Text that is not blank, from an option's text; a usage error names the option. For options that choose among records: a
 * blank value, as of a variable that is not set, would choose none, or all.
 */
export function notBlank(option: string, text: string): string {
  if (text.trim() !== '') return text;
  throw usageError(`${option} must not be empty`);
}

/** Milliseconds of a duration, from an option's text; a usage error names the option. */
export function durationMs(option: string, text: string): number {
  const value = parseDuration(text.trim());
  if (value !== undefined) return value;
  throw usageError(
    `${option} ${JSON.stringify(text)} is not a duration`,
    'for example 500ms, 30s, 15m, 36h, 7d or PT15M',
  );
}

/** A calendar day, `YYYY-MM-DD`, from an option's text; a usage error names the option. */
export function calendarDay(option: string, text: string): string {
  const day = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(parseInstant(day))) return day;
  throw usageError(
    `${option} ${JSON.stringify(text)} is not a day`,
    'write it as YYYY-MM-DD, for example 2026-11-25',
  );
}

/** One of a set of words, ignoring case. Throws a usage error that names the option and the nearest word. */
export function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const match =
    words.find((word) => word === text) ?? words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (match !== undefined) return match;
  const near = nearest(text, words);
  throw usageError(
    `${option} must be one of ${words.join(', ')}; found ${JSON.stringify(text)}`,
    near === undefined ? undefined : `did you mean ${near}?`,
  );
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
  throw usageError(`${option} ${JSON.stringify(text)} is not a number`);
}

/** Part `index`, from 1, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A part of a whole, or `auto`: the part that the scheduler gave this process, of `count`. */
export type ShardOption = Shard | { readonly index: 'auto'; readonly count: number };

/** A part of a whole, from `I/N` or `auto/N`; a usage error names the option. */
export function shard(option: string, text: string): ShardOption {
  const [, index, count] = /^(auto|\d{1,6})\/(\d{1,6})$/i.exec(text.trim()) ?? [];
  if (index?.toLowerCase() === 'auto' && Number(count) >= 1) return { index: 'auto', count: Number(count) };
  if (Number(index) >= 1 && Number(index) <= Number(count))
    return { index: Number(index), count: Number(count) };
  throw usageError(
    `${option} ${JSON.stringify(text)} is not I/N`,
    'write it as I/N with I from 1 to N, for example 2/4, or as auto/N under a scheduler',
  );
}

/** Requests a second, from `10/s` or `300/m`; a usage error names the option. */
export function ratePerSecond(option: string, text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\/(s|m)$/.exec(text.trim()) ?? [];
  const perSecond = Number(count) / (unit === 'm' ? 60 : 1);
  if (perSecond > 0) return perSecond;
  throw usageError(
    `${option} ${JSON.stringify(text)} is not a rate`,
    'write it as N/s or N/m, for example 10/s',
  );
}

/** Requests a minute, from `300/m` or `10/s`. */
export const ratePerMinute = (option: string, text: string): number => ratePerSecond(option, text) * 60;
