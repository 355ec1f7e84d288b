import { limits } from '../../contract/limits.ts';
import type { RuleContext } from '../engine/context.ts';
import type { Database } from '../store/database/database.ts';
import { deleteJob, type Job, nextJobDue } from '../store/jobs.ts';

/** What fell due while the clock moved. */
export interface Fired {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly job: string;
  readonly ref: string;
}

/**
 * Runs what has fallen due up to `until`, in order, each at its own time; a job may add further ones. The caller has
 * opened the transaction.
 */
export function runDueJobs(
  db: Database,
  until: number,
  contextAt: (now: number) => RuleContext,
  run: (context: RuleContext, job: Job) => void,
): Fired[] {
  const fired: Fired[] = [];
  for (let job = nextJobDue(db, until); job !== undefined; job = nextJobDue(db, until)) {
    deleteJob(db, job.id);
    run(contextAt(job.due_at), job);
    fired.push({ at: job.due_at, job: job.job, ref: job.ref });
  }
  return fired;
}

const day = 86_400_000;
const snapshotTime = limits.snapshotHourUtc * 3_600_000;

/** The nightly stock-age snapshots after `from` up to `until`, both in ms; they follow from the movements. */
export function snapshotsBetween(from: number, until: number): Fired[] {
  const snapshots: Fired[] = [];
  let at = Math.floor((from - snapshotTime) / day) * day + snapshotTime + day;
  for (; at <= until; at += day) {
    snapshots.push({ at, job: 'stock-age-snapshot', ref: new Date(at).toISOString().slice(0, 10) });
  }
  return snapshots;
}
