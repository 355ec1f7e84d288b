import { parseDuration } from '../../text/time/duration.ts';
import { parseInstant } from '../../text/time/time.ts';

/** The instant (ms) of a seed's time: an ISO 8601 time, or a duration from the seed's `now`, for example `-P90D`; NaN for anything else. */
export function seedInstant(text: string, now: number): number {
  const offset = parseDuration(text, { signed: true });
  return offset === undefined ? parseInstant(text) : now + offset;
}
