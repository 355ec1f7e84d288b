import { dayMs } from '../../text/time/units.ts';
import type { RuleContext } from '../engine/context.ts';
import { latestSnapshot } from '../stock/snapshot.ts';
import type { Database } from '../store/database/database.ts';
import { type Job, takeDueJob } from '../store/jobs.ts';

/** Something that happened while the clock moved. */
export interface Fired {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly job: string;
  readonly ref: string;
}

/**
 * Runs the jobs that are due up to `until`, in order, each at its own time; a job may add more. The caller must have
 * opened the transaction.
 */
export function runDueJobs(
  db: Database,
  until: number,
  contextAt: (now: number) => RuleContext,
  run: (context: RuleContext, job: Job) => void,
): Fired[] {
  const fired: Fired[] = [];
  for (let job = takeDueJob(db, until); job !== undefined; job = takeDueJob(db, until)) {
    run(contextAt(job.due_at), job);
    fired.push({ at: job.due_at, job: job.job, ref: job.ref });
  }
  return fired;
}

/** The nightly stock-age snapshots after `from` up to `until`, both in ms; they are derived from the movements. */
export function snapshotsBetween(from: number, until: number): Fired[] {
  const snapshots: Fired[] = [];
  for (let at = latestSnapshot(from) + dayMs; at <= until; at += dayMs) {
    snapshots.push({ at, job: 'stock-age-snapshot', ref: new Date(at).toISOString().slice(0, 10) });
  }
  return snapshots;
}
