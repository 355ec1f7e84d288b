import { dayMs } from './units.ts';

/** Another rule applied before; zone databases list no single years after. */
const years = { from: 1996, to: 2037 };

/**
 * Minutes by which clocks in the United Kingdom are ahead of UTC at an instant: by the rule that holds since 1996, with
 * summer from the last Sunday of March to that of October, 01:00 UTC each. Undefined outside 1996 to 2037.
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
