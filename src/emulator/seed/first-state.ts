import { usageError } from '../../errors.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { entryOf } from '../../text/records.ts';
import { isoUtc } from '../../text/time/time.ts';
import type { FcPolicy } from '../store/clients.ts';
import { writeMeta } from '../store/tables.ts';
import type { Seed } from './schema.ts';

/** Seeds that ship with the program, generated on demand. */
const makers: Readonly<Record<string, () => Promise<Seed>>> = {
  default: async () => (await import('./default.ts')).defaultSeed(),
  empty: async () => (await import('./built-in.ts')).emptySeed(),
  large: async () => (await import('./built-in.ts')).largeSeed(),
};

export const builtInNames = Object.keys(makers);

/** The key under which a state stores the seed it began with, as JSON. */
export const seedKey = 'kept_seed';

/** The key under which a state stores the real time at which it began, in ms. */
export const sinceKey = 'kept_since';

/** Remembers how a state began: its seed, named or whole, and its start time by its own clock and in real time (ms). */
export function rememberSeed(db: Database, source: string | Seed, now: number, realNow: number): void {
  writeMeta(db, seedKey, JSON.stringify(source));
  writeMeta(db, 'kept_now', isoUtc(now));
  writeMeta(db, sinceKey, String(realNow));
}

/** The key under which a state stores that its clock was frozen at its start, so that a reset freezes it again. */
export const frozenKey = 'kept_frozen';

/** Applies `--fc-policy`, which overrides the seed's warehouse policies. */
export const overridePolicy = (db: Database, policy: FcPolicy): number =>
  db.run('UPDATE warehouses SET fc_policy = ?', [policy]);

/** The seed with that name, or a seed object, checked. Throws a `CfiError` for an unknown name or an invalid field. */
export async function resolveSeed(source: unknown): Promise<Seed> {
  if (typeof source !== 'string') return (await import('./schema.ts')).parseSeed(source);
  const make = entryOf(makers, source);
  if (make === undefined)
    throw usageError(`there is no seed ${source}`, `the built-in seeds are ${builtInNames.join(', ')}`);
  return make();
}
