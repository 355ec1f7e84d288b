import { usageError } from '../../errors.ts';
import { isoUtc } from '../../text/time/time.ts';
import { rememberFrozen, rememberSeed, resolveSeed } from '../control/reset.ts';
import { builtInSeed } from '../seed/built-in.ts';
import { type Database, inMemory } from '../store/database/database.ts';
import { hasStateFile, makeMemoryState, makeStateFile } from '../store/database/new-state.ts';
import { openStateFile } from '../store/database/state-file.ts';
import { moveClock, readClock } from '../time/clock.ts';
import type { EmulatorOptions } from './options.ts';

/**
 * Prepares a function that fills a new state from the seed and sets its clock. It throws a usage error for a clock that
 * would start before the seed, so that no state is created.
 */
async function seeding(options: EmulatorOptions, realNow: number): Promise<(db: Database) => void> {
  const source = options.seed ?? 'default';
  const seed = await resolveSeed({ builtIn: builtInSeed }, source);
  const { loadSeed } = await import('../seed/load.ts');
  return (db) => {
    const mode = options.freeze ? 'frozen' : 'running';
    const now = loadSeed(db, seed, { now: options.now ?? realNow, realNow, mode });
    if (options.now !== undefined && options.now < now) {
      throw usageError(
        `the seed begins at ${isoUtc(now)}, so the clock cannot start at ${isoUtc(options.now)}`,
        'choose a later time, or change the "now" of the seed',
      );
    }
    rememberSeed(db, typeof source === 'string' ? source : seed, now, realNow);
  };
}

/**
 * Opens the state, or creates it if it does not exist. Throws a usage error for a seed when the state already exists.
 */
export async function openState(options: EmulatorOptions, realNow: number): Promise<Database> {
  const { state } = options;
  if (state === inMemory) return makeMemoryState(await seeding(options, realNow));
  if (!hasStateFile(state)) {
    const fill = await seeding(options, realNow);
    await options.beforeNewState?.();
    makeStateFile(state, fill);
    return openStateFile(state);
  }
  const db = openStateFile(state);
  if (options.seed === undefined) return db;
  db.close();
  throw usageError(
    `${state} already contains a state`,
    'leave --seed out to continue with it, or replace it with: cfi emulator reset --seed NAME|FILE',
  );
}

/** Sets the clock from the options. Throws a usage error for a clock that would go back. */
export function startClock(db: Database, { now, freeze }: EmulatorOptions, real: number): void {
  const shown = readClock(db, real);
  if (now !== undefined && now < shown.now) {
    throw usageError(
      `the clock of this state shows ${isoUtc(shown.now)}, so it cannot start at ${isoUtc(now)}`,
      'the clock only goes forward; cfi emulator reset takes it back to the beginning',
    );
  }
  if (now === undefined && !freeze) return;
  if (freeze) rememberFrozen(db);
  moveClock(db, now ?? shown.now, real, freeze ? 'frozen' : shown.mode);
}
