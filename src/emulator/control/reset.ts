import { isoUtc, parseInstant } from '../../text/time/time.ts';
import { readClock } from '../domain/clock.ts';
import { frozenKey, overridePolicy, resolveSeed, seedKey } from '../seed/first-state.ts';
import { loadSeed } from '../seed/load.ts';
import type { Engine } from '../service/engine.ts';
import { readMeta } from '../store/meta.ts';

/**
 * Replaces the whole state with a seed. Without one, restores the original seed at its original start time, with the
 * same ids. A clock that is frozen, or was at the start, is frozen afterwards. Forgets the logged requests, because a
 * clock that starts again cannot tell old ones from new ones. An invalid seed changes nothing.
 */
export async function resetState(engine: Engine, source?: unknown): Promise<{ now: string }> {
  const { db } = engine;
  const first = source === undefined;
  const seed = await resolveSeed(first ? JSON.parse(readMeta(db, seedKey) ?? '"empty"') : source);
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
