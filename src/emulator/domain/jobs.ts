import type { Database } from '../../storage/sqlite/database.ts';
import { dayMs, isoUtc, utcDay } from '../../text/time/time.ts';
import { takeDueJob } from '../store/jobs.ts';
import { variantsOfState } from './choices.ts';
import { ruleContext } from './context.ts';
import { runJob } from './negotiation.ts';
import { latestSnapshot } from './stock-ages.ts';

/** Something that happened while the clock moved. */
interface Fired {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly job: string;
  readonly ref: string;
}

/** Runs the jobs due up to `until` (ms), each at its own time; one may add more. The caller has opened a transaction. */
export function runDueJobs(db: Database, until: number): Fired[] {
  const fired: Fired[] = [];
  const variants = variantsOfState(db);
  for (let job = takeDueJob(db, until); job !== undefined; job = takeDueJob(db, until)) {
    runJob(ruleContext({ db, now: job.due_at, variants }), job);
    fired.push({ at: job.due_at, job: job.job, ref: job.ref });
  }
  return fired;
}

/** The nightly stock-age snapshots after `from` up to `until`, both in ms; they are derived from the movements. */
function snapshotsBetween(from: number, until: number): Fired[] {
  const snapshots: Fired[] = [];
  for (let at = latestSnapshot(from) + dayMs; at <= until; at += dayMs) {
    snapshots.push({ at, job: 'stock-age-snapshot', ref: utcDay(at) });
  }
  return snapshots;
}

/** What happened while the clock moved from one time to another, in chronological order. */
export const firedBetween = (jobs: readonly Fired[], from: number, until: number) =>
  [...snapshotsBetween(from, until), ...jobs]
    .sort((a, b) => a.at - b.at)
    .map(({ at, job, ref }) => ({ at: isoUtc(at), job, ref }));
