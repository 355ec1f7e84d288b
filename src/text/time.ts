const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/;

/** The instant in UTC, `2026-09-01T08:00:00Z`; milliseconds are shown only when there are any. */
export function isoUtc(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/**
 * Milliseconds since the epoch of an ISO 8601 date or time. Without a zone it is read as UTC. NaN for anything that is
 * not a time of the calendar. Fractions finer than a millisecond are cut off.
 */
export function parseInstant(text: string): number {
  const match = pattern.exec(text);
  if (match === null) return Number.NaN;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return Number.NaN;
  if (part(4) > 23 || part(5) > 59 || part(6) > 59 || part(9) > 23 || part(10) > 59) return Number.NaN;
  const clock = ((part(4) * 60 + part(5)) * 60 + part(6)) * 1000;
  const fraction = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = (part(9) * 60 + part(10)) * 60_000 * (match[8] === '-' ? -1 : 1);
  return midnight.getTime() + clock + fraction - offset;
}
