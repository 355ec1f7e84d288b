import { isoUtc, parseInstant } from '../../text/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import type { Seed } from '../seed/schema.ts';
import type { Database } from '../store/database/database.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { readClock } from '../time/clock.ts';

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

const frozenKey = 'kept_frozen';

/** Remembers that a state was started with a frozen clock, so that a reset freezes it again. */
export const rememberFrozen = (db: Database): void => writeMeta(db, frozenKey, 'true');

/** Applies `--fc-policy`, which overrides the seed's warehouse policies. */
export function overridePolicy(db: Database, policy: string | undefined): void {
  if (policy !== undefined) db.run('UPDATE warehouses SET fc_policy = ?', policy);
}

/**
 * Returns the seed with the given name, or validates a seed object. Throws a `CfiError` that names the invalid field.
 */
export async function resolveSeed(engine: Pick<Engine, 'builtIn'>, source: unknown): Promise<Seed> {
  if (typeof source === 'string') return engine.builtIn(source);
  const { parseSeed } = await import('../seed/schema.ts');
  return parseSeed(source);
}

/**
 * Replaces the whole state with a seed. Without one, restores the original seed at its original start time, with the
 * same ids. A clock that is frozen, or was at the start, is frozen afterwards. Forgets the logged requests, because a
 * clock that starts again cannot tell old ones from new ones. An invalid seed changes nothing.
 */
export async function resetState(engine: Engine, source?: unknown): Promise<{ now: string }> {
  const { db } = engine;
  const { loadSeed } = await import('../seed/load.ts');
  const first = source === undefined;
  const seed = await resolveSeed(engine, first ? JSON.parse(readMeta(db, seedKey) ?? '"empty"') : source);
  const now = db.transaction('write', () => {
    const realNow = engine.realNow();
    const mode = readMeta(db, frozenKey) === undefined ? readClock(db, realNow).mode : 'frozen';
    const began = readMeta(db, 'kept_now');
    const at = first && began !== undefined ? parseInstant(began) : realNow;
    const loaded = loadSeed(db, seed, { now: at, realNow, mode });
    overridePolicy(db, engine.behaviour.fcPolicy);
    engine.log.clear();
    return loaded;
  });
  return { now: isoUtc(now) };
}
