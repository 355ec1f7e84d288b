import { parseDuration } from '../../text/time/duration.ts';
import { parseInstant } from '../../text/time/time.ts';

/** Parses an ISO 8601 time, or a duration from the seed's `now` such as `-P90D`, to ms; NaN if it is neither. */
export function seedInstant(text: string, now: number): number {
  const offset = parseDuration(text, { signed: true });
  return offset === undefined ? parseInstant(text) : now + offset;
}
