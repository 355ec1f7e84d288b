import { usageError } from '../../errors.ts';
import { dayMs, parseDuration } from '../../text/time/time.ts';
import {
  isFarGuess,
  type ResolvedTime,
  readTypedTime,
  resolveTypedTime,
  spokenTime,
  type TypedTime,
  typedTimeExamples,
} from '../../text/time/typed-time.ts';
import { instantOf, ukDate } from '../../text/time/zone.ts';
import type { CommandContext } from '../settings.ts';

/** A moment in the past, by the time it is now; both ms since the epoch. */
export type Since = (now: number) => number;

/** The beginning of a day in the United Kingdom. */
function midnight(day: string): number | undefined {
  const time = instantOf(day, 'Europe/London');
  return 'instant' in time ? time.instant : undefined;
}

const startOfDay: Since = (now) => midnight(ukDate(now)) ?? now;

/** `36h` and `7d` ago, `yesterday`, or the beginning of a day in the United Kingdom; a usage error names the option. */
export function since(option: string, text: string): Since {
  const word = text.trim().toLowerCase();
  const ago = parseDuration(text.trim());
  if (ago !== undefined) return (now) => now - ago;
  if (word === 'today') return startOfDay;
  // Half a day before midnight is the day before, also when the clocks change.
  if (word === 'yesterday') return (now) => startOfDay(startOfDay(now) - dayMs / 2);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(word) ? midnight(word) : undefined;
  if (day !== undefined) return () => day;
  throw usageError(
    `${option} ${JSON.stringify(text)} is not a time in the past`,
    'write a duration (36h, 7d), yesterday, or a day such as 2026-08-31',
  );
}

/** `--since WHEN`. */
export const sinceOption = (help: string) =>
  ({ flags: '--since <WHEN>', help: `${help} (36h, 7d, yesterday, 2026-08-31)`, parse: since }) as const;

/** The reference times for a typed time, in milliseconds. */
export interface TimeReference {
  /** Now by the service's clock. */
  readonly now: number;
  /** The time last proposed, which gives `10:00` its day. */
  readonly lastProposed?: number | undefined;
}

/** A moment, and how it is sent: ISO 8601 with its offset. */
type Moment = Extract<ResolvedTime, { iso: string }> & {
  /** The moment in words, if a person should confirm that they meant it: its year was filled in, and it is far away. */
  readonly doubtful?: string;
};

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
  const spoken = spokenTime(resolved.instant);
  context.notice(`${option}: ${spoken}`);
  return isFarGuess(typed, resolved.instant, reference.now) ? { ...resolved, doubtful: spoken } : resolved;
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
      return { what: `is past: ${about}`, hint: `by the service's clock it is ${spokenTime(now)}` };
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
