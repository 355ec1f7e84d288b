import { dayMs } from './units.ts';

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
