import { isoUtc } from '../../text/time/time.ts';
import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { Engine } from '../engine/engine.ts';
import { ruleContext } from '../engine/rule-context.ts';
import { readClock } from './clock.ts';
import { type Fired, runDueJobs, snapshotsBetween } from './jobs.ts';

/**
 * Runs the jobs that are due up to `until` (ms), each at its own time. The caller must have opened a write transaction
 * and, before that, loaded the warehouses' policies.
 */
export function runUpTo(
  { db, variants }: Pick<Engine, 'db' | 'variants'>,
  until: number,
  runJob: typeof import('../warehouse/policies.ts').runJob,
): Fired[] {
  const assumptions = new Set<AssumptionId>();
  return runDueJobs(db, until, (now) => ruleContext({ db, now, variants, assumptions }), runJob);
}

/** What happened while the clock moved from one time to another, in chronological order. */
export const firedBetween = (jobs: readonly Fired[], from: number, until: number) =>
  [...snapshotsBetween(from, until), ...jobs]
    .sort((a, b) => a.at - b.at)
    .map(({ at, job, ref }) => ({ at: isoUtc(at), job, ref }));

/** The clock as the control API shows it. */
export const shownClock = (db: Engine['db'], realNow: number) => {
  const { now, mode } = readClock(db, realNow);
  return { now: isoUtc(now), mode };
};
