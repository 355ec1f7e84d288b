import { usageError } from '../../errors.ts';
import {
  isFarGuess,
  type ResolvedTime,
  readTypedTime,
  resolveTypedTime,
  spokenTime,
  type TypedTime,
  typedTimeExamples,
} from '../../text/time/typed-time.ts';
import type { CommandContext } from '../settings.ts';

/** The reference times for a typed time, in milliseconds. */
export interface TimeReference {
  /** Now by the service's clock. */
  readonly now: number;
  /** The time last proposed, which gives `10:00` its day. */
  readonly lastProposed?: number | undefined;
}

/** A moment, and how it is sent: ISO 8601 with its offset. */
export type Moment = Extract<ResolvedTime, { iso: string }> & {
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
