import { usageError } from '../../errors.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { isoUtc } from '../../text/time/time.ts';
import { writeMeta } from '../store/tables.ts';
import type { FcPolicy } from '../store/warehouses.ts';
import type { Seed } from './schema.ts';

/** Seeds that ship with the program, generated on demand. */
const makers: Readonly<Record<string, () => Promise<Seed>>> = {
  default: async () => (await import('./default.ts')).defaultSeed(),
  empty: async () => (await import('./built-in.ts')).emptySeed(),
  large: async () => (await import('./built-in.ts')).largeSeed(),
};

export const builtInNames = Object.keys(makers);

/** The built-in seed with that name. Throws a usage error that lists the names if there is none. */
async function builtInSeed(name: string): Promise<Seed> {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make === undefined)
    throw usageError(`there is no seed ${name}`, `the built-in seeds are ${builtInNames.join(', ')}`);
  return make();
}

/** The key under which a state stores the seed it began with, as JSON. */
export const seedKey = 'kept_seed';

/**
 * Remembers how a state began: its seed (the name of a built-in one, or the whole object) and its start time, both by
 * its own clock and in real time. Times are in ms.
 */
export function rememberSeed(db: Database, source: string | Seed, now: number, realNow: number): void {
  writeMeta(db, seedKey, JSON.stringify(source));
  writeMeta(db, 'kept_now', isoUtc(now));
  writeMeta(db, 'kept_since', String(realNow));
}

/** The key under which a state stores that its clock was frozen at its start. */
export const frozenKey = 'kept_frozen';

/** Remembers that a state was started with a frozen clock, so that a reset freezes it again. */
export const rememberFrozen = (db: Database): void => writeMeta(db, frozenKey, 'true');

/** Applies `--fc-policy`, which overrides the seed's warehouse policies. */
export const overridePolicy = (db: Database, policy: FcPolicy): number =>
  db.run('UPDATE warehouses SET fc_policy = ?', [policy]);

/**
 * Returns the seed with the given name, or validates a seed object. Throws a `CfiError` that names the invalid field, or
 * for an unknown name.
 */
export async function resolveSeed(source: unknown): Promise<Seed> {
  if (typeof source === 'string') return builtInSeed(source);
  const { parseSeed } = await import('./schema.ts');
  return parseSeed(source);
}
