import type { Database } from '../../storage/sqlite/database.ts';
import { insertRow } from './tables.ts';

export const jobNames = ['slot-confirm', 'slot-counter', 'token-expiry'] as const;

/** Work that falls due at a time on the emulator's clock (ms since the epoch); `ref` names its subject. */
export interface Job {
  readonly due_at: number;
  readonly job: (typeof jobNames)[number];
  readonly ref: string;
}

/** Adds a job; jobs with the same time run in the order they were added. */
export const insertJob = (db: Database, job: Job): number => insertRow(db, 'jobs', { ...job });

/** Removes all jobs for one subject. */
export const deleteJobsAbout = (db: Database, ref: string): number =>
  db.run('DELETE FROM jobs WHERE ref = ?', [ref]);

const firstDue = 'FROM jobs WHERE due_at <= ? ORDER BY due_at, id LIMIT 1';

/**
 * Removes and returns the first job due at or before `until` (ms). In one statement: an imported state may have ids too
 * large for a number, and a job that stayed would fall due again forever.
 */
export const takeDueJob = (db: Database, until: number): Job | undefined =>
  db.get<Job>(`DELETE FROM jobs WHERE id = (SELECT id ${firstDue}) RETURNING due_at, job, ref`, [until]);

/** Whether a job is due at or before `now` (ms). */
export const isJobDue = (db: Database, now: number): boolean =>
  db.get(`SELECT 1 ${firstDue}`, [now]) !== undefined;
