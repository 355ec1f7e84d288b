import { usageError } from '../../errors.ts';
import { parseDuration } from '../../text/time/duration.ts';
import { dayMs } from '../../text/time/units.ts';
import { instantOf, ukDate } from '../../text/time/zone.ts';

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
