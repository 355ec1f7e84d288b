import { isoUtc, parseInstant } from '../../text/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import type { Seed } from '../seed/schema.ts';
import type { Database } from '../store/database/database.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { readClock } from '../time/clock.ts';

/**
 * Remembers the seed a state began with: the name of a built-in one, or the whole object; the time it began at, by its
 * own clock and in real time. All times are in ms.
 */
export function rememberSeed(db: Database, source: string | Seed, now: number, realNow: number): void {
  writeMeta(db, 'kept_seed', JSON.stringify(source));
  writeMeta(db, 'kept_now', isoUtc(now));
  writeMeta(db, 'kept_since', String(realNow));
}

/** `--fc-policy` overrides what a seed says about its warehouses. */
export function overridePolicy(db: Database, policy: string | undefined): void {
  if (policy !== undefined) db.run('UPDATE warehouses SET fc_policy = ?', policy);
}

/** The seed of a name, or a seed object, checked for its form. Throws a `CfiError` naming the place that is wrong. */
export async function resolveSeed(engine: Pick<Engine, 'builtIn'>, source: unknown): Promise<Seed> {
  if (typeof source === 'string') return engine.builtIn(source);
  const { parseSeed } = await import('../seed/schema.ts');
  return parseSeed(source);
}

/**
 * Replaces the whole state by a seed; without one by the seed it began with, at the time it began, with the same ids.
 * The clock keeps its mode. A bad seed changes nothing.
 */
export async function resetState(engine: Engine, source?: unknown): Promise<{ now: string }> {
  const { db } = engine;
  const { loadSeed } = await import('../seed/load.ts');
  const first = source === undefined;
  const seed = await resolveSeed(engine, first ? JSON.parse(readMeta(db, 'kept_seed') ?? '"empty"') : source);
  const now = db.transaction('write', () => {
    const realNow = engine.realNow();
    const { mode } = readClock(db, realNow);
    const began = readMeta(db, 'kept_now');
    const at = first && began !== undefined ? parseInstant(began) : realNow;
    const loaded = loadSeed(db, seed, { now: at, realNow, mode });
    overridePolicy(db, engine.behaviour.fcPolicy);
    return loaded;
  });
  return { now: isoUtc(now) };
}
