import type { Database } from '../../storage/sqlite/database.ts';
import { dayMs, isoUtc, utcDay } from '../../text/time/time.ts';
import { type Job, takeDueJob } from '../store/jobs.ts';
import { variantsOfState } from './choices.ts';
import { ruleContext } from './context.ts';
import { runJob } from './negotiation.ts';
import { latestSnapshot } from './stock-ages.ts';

/** A job, or another thing that happened while the clock moved. */
type Fired = Omit<Job, 'job'> & { readonly job: string };

/** Runs the jobs due up to `until` (ms), each at its own time; one may add more. The caller has opened a transaction. */
export function runDueJobs(db: Database, until: number): Job[] {
  const done: Job[] = [];
  const variants = variantsOfState(db);
  for (let job = takeDueJob(db, until); job !== undefined; job = takeDueJob(db, until)) {
    runJob(ruleContext({ db, now: job.due_at, variants }), job);
    done.push(job);
  }
  return done;
}

/** Nobody reads more; the nights until the last year of the clock are three millions. */
const mostNights = 10_000;

/** The last nightly stock-age snapshots after `from` up to `until`, both in ms; they are derived from the movements. */
function snapshotsBetween(from: number, until: number): Fired[] {
  const snapshots: Fired[] = [];
  const first = latestSnapshot(Math.max(from, until - mostNights * dayMs));
  for (let at = first + dayMs; at <= until; at += dayMs)
    snapshots.push({ due_at: at, job: 'stock-age-snapshot', ref: utcDay(at) });
  return snapshots;
}

/** What happened while the clock moved from one time to another, in chronological order. */
export const firedBetween = (jobs: readonly Fired[], from: number, until: number) =>
  [...snapshotsBetween(from, until), ...jobs]
    .sort((a, b) => a.due_at - b.due_at)
    .map(({ due_at, job, ref }) => ({ at: isoUtc(due_at), job, ref }));
