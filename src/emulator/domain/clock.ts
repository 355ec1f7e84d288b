import type { Database } from '../../storage/sqlite/database.ts';
import { fieldsOf } from '../../text/records.ts';
import { isoUtc } from '../../text/time/time.ts';
import { damagedState, factIn, readMeta, writeMeta } from '../store/tables.ts';
import { ServiceError } from './context.ts';

/** The time that the clock shows, in ms, and whether it is running. */
export interface ClockReading {
  readonly now: number;
  readonly mode: 'running' | 'frozen';
}

/** The range of the clock: earlier and later dates have no year of four digits. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T00:00:00Z');

/** Whether a clock can show an instant, in ms. */
export const isClockTime = (ms: number): boolean =>
  Number.isInteger(ms) && ms >= firstInstant && ms <= lastInstant;

/** What a stored clock shows at a real time (ms), in whole milliseconds. Throws a `CfiError` if that is no time. */
export function readingOf(stored: string, realNow: number): ClockReading {
  const { mode, now, offset } = fieldsOf(factIn(stored));
  const shown = Math.floor(mode === 'frozen' ? Number(now) : realNow + Number(offset));
  if ((mode === 'frozen' || mode === 'running') && !Number.isNaN(new Date(shown).getTime()))
    return { mode, now: shown };
  throw damagedState('its clock shows no time');
}

/** Reads the clock of a state. */
export function readClock(db: Database, realNow: number): ClockReading {
  const text = readMeta(db, 'clock');
  if (text === undefined) throw new Error('the state has no clock');
  return readingOf(text, realNow);
}

/** Sets the clock to a time and mode, ignoring what it showed before. Only seeds, resets and imports may move it back. */
export function writeClock(db: Database, { now, mode }: ClockReading, realNow: number): void {
  // A running clock is stored as its distance from real time.
  const stored = mode === 'frozen' ? { mode, now } : { mode, offset: now - realNow };
  writeMeta(db, 'clock', JSON.stringify(stored));
}

/** Moves the clock forward to `at` (ms), keeping its mode unless one is given. Throws a 400 when `at` is in the past. */
export function moveClock(db: Database, at: number, realNow: number, mode?: ClockReading['mode']) {
  const before = readClock(db, realNow);
  // The client's waits are not whole milliseconds; rounded down, one might not be over yet.
  const to = Math.ceil(at);
  if (!(to <= lastInstant)) throw new ServiceError(400, 'the clock cannot go beyond the year 9999');
  const problem = `the clock only goes forward: ${isoUtc(to)} is before ${isoUtc(before.now)}`;
  if (to < before.now) throw new ServiceError(400, problem);
  const after = { now: to, mode: mode ?? before.mode };
  writeClock(db, after, realNow);
  return after;
}

/** The clock as the control API shows it. */
export const shownClock = (db: Database, realNow: number) => {
  const { now, mode } = readClock(db, realNow);
  return { now: isoUtc(now), mode };
};
