import { usageError } from '../errors.ts';
import { spokenDay, spokenTime } from '../text/time/spoken.ts';
import { parseDuration } from '../text/time/time.ts';
import {
  type ResolvedTime,
  readTypedDay,
  readTypedTime,
  resolveTypedDay,
  resolveTypedTime,
  type Towards,
  type TypedDay,
  type TypedTime,
  typedDayExamples,
  typedTimeExamples,
} from '../text/time/typed-time.ts';
import { instantOf } from '../text/time/zone.ts';
import type { CommandContext } from './settings.ts';

/** A moment in the past, by the time it is now; both ms since the epoch. */
export type Since = (now: number) => number;

/** `36h` and `7d` ago, or the beginning of a day in the United Kingdom; a usage error names the option. */
export function since(option: string, text: string): Since {
  const ago = parseDuration(text.trim());
  if (ago !== undefined) return (now) => now - ago;
  const typed = readTypedDay(text);
  const refusal = usageError(
    `${option} ${JSON.stringify(text)} is not a time in the past`,
    'write a duration (36h, 7d), yesterday, or a day such as 2026-08-31, 31 aug or tue',
  );
  if (typed === undefined || (typed.kind === 'ahead' && typed.days > 0)) throw refusal;
  return (now) => {
    const found = resolveTypedDay(typed, now, 'latest');
    const midnight = 'error' in found ? undefined : instantOf(found.day, 'Europe/London');
    if (midnight === undefined || 'error' in midnight) throw refusal;
    return midnight.instant;
  };
}

/** `--since WHEN`. */
export const sinceOption = (help: string) =>
  ({ flags: '--since <WHEN>', help: `${help} (36h, 7d, yesterday, tue, 31 aug)`, parse: since }) as const;

/** A day as it was typed for an option, and how. */
export interface DayOption {
  readonly option: string;
  readonly text: string;
  readonly typed: TypedDay;
}

/** A day from an option's text, before any request. Throws a usage error for anything else. */
export function typedDay(option: string, text: string): DayOption {
  const typed = readTypedDay(text);
  const day = { option, text, typed: typed ?? { kind: 'day', day: '' } } as const;
  if (typed === undefined || (typed.kind === 'day' && 'error' in resolveTypedDay(typed, 0, 'next')))
    throw notADay(day, typed === undefined ? undefined : resolveTypedDay(typed, 0, 'next'));
  return day;
}

function notADay({ option, text }: DayOption, found?: ReturnType<typeof resolveTypedDay>) {
  const said = `${option} ${JSON.stringify(text)}`;
  if (found !== undefined && 'error' in found && found.error === 'weekday')
    return usageError(
      `${said} contradicts itself: that day is a ${spokenDay(found.day ?? '').slice(0, 3)}`,
      'leave out the weekday or the date',
    );
  return usageError(`${said} is not a day`, `write it as ${typedDayExamples}`);
}

/** Whether a day can be known without the service's clock. */
export const isWholeDate = ({ typed }: DayOption): boolean => typed.kind === 'day';

/**
 * The date that an option's day means at `now`; one that was not typed in full is echoed on standard error as understood.
 * Throws a usage error for a day that does not exist.
 */
export function dayOf(
  context: Pick<CommandContext, 'notice'>,
  option: DayOption,
  now: number,
  towards: Towards,
): string {
  const found = resolveTypedDay(option.typed, now, towards);
  if ('error' in found) throw notADay(option, found);
  if (!isWholeDate(option)) context.notice(`${option.option}: ${spokenDay(found.day, now)}`);
  return found.day;
}

/** For prompts: the date that a text means, or what to type instead. */
export function typedDate(
  text: string,
  now: number,
): { readonly day: string } | { readonly problem: string } {
  const typed = readTypedDay(text);
  const found = typed === undefined ? undefined : resolveTypedDay(typed, now, 'next');
  if (found === undefined || 'error' in found) return { problem: `write it as ${typedDayExamples}` };
  return found;
}

/** The reference times for a typed time, in milliseconds. */
export interface TimeReference {
  /** Now by the service's clock. */
  readonly now: number;
  /** The time last proposed, which gives `10:00` its day and `tue` its week. */
  readonly lastProposed?: number | undefined;
}

/** A moment, and how it is sent: ISO 8601 with its offset. */
type Moment = Extract<ResolvedTime, { iso: string }>;

/** A time from an option's text, before any request. Throws a usage error for anything else. */
export function readTime(option: string, text: string): TypedTime {
  const typed = readTypedTime(text);
  if (typed !== undefined) return typed;
  throw usageError(`${option} ${JSON.stringify(text)} is not a time`, `write it as ${typedTimeExamples}`);
}

/**
 * The moment that an option's time means, echoed on standard error as understood. Throws a usage error for one that is
 * past, or that does not exist or occurs twice.
 */
export function momentOf(
  context: CommandContext,
  option: string,
  { typed, text }: { readonly typed: TypedTime; readonly text: string },
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

/** For prompts: the problem of a typed time, or true. */
export function checkTime(text: string, reference: TimeReference): true | string {
  const typed = readTypedTime(text);
  if (typed === undefined) return `write it as ${typedTimeExamples}`;
  const resolved = resolveTypedTime(typed, reference.now, reference.lastProposed);
  if (!('error' in resolved)) return true;
  const { what, hint } = problemOf(resolved, reference.now);
  return `that ${what}; ${hint}`;
}

function problemOf(
  { error, about }: Extract<ResolvedTime, { error: unknown }>,
  now: number,
): { readonly what: string; readonly hint: string } {
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
      return { what: 'is not a calendar day', hint: `write it as ${typedTimeExamples}` };
    default:
      return error satisfies never;
  }
}
