import { exitCodes } from '../errors.ts';

/** What became of one document; `skipped` was done in an earlier run, `invalid` was left out by `--skip-invalid`. */
export const outcomes = [
  'created',
  'existing',
  'conflict',
  'rejected',
  'failed',
  'unknown',
  'skipped',
  'invalid',
] as const;

export type Outcome = (typeof outcomes)[number];

export type Counts = Readonly<Record<Outcome, number>>;

/** The counts of a run that has just begun. */
export const noCounts = (): Record<Outcome, number> => ({
  created: 0,
  existing: 0,
  conflict: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  invalid: 0,
});

/** Outcomes that mean that the service holds the document as it was given. */
export const isSuccess = (outcome: Outcome): boolean =>
  outcome === 'created' || outcome === 'existing' || outcome === 'skipped';

/** Documents in all, whatever they came to. */
export const totalOf = (counts: Counts): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** Documents that did not succeed; invalid ones, never sent, do not count. */
export const failuresIn = (counts: Counts): number =>
  counts.conflict + counts.rejected + counts.failed + counts.unknown;

/** How one document ended. */
export interface Settled {
  readonly outcome: 'created' | 'existing' | 'conflict' | 'rejected' | 'failed' | 'unknown';
  readonly uuid?: string | undefined;
  /** The service's number of it: an integer for orders, text for purchase orders. */
  readonly number?: number | string | undefined;
  /** HTTP status of the last answer; absent when there was none. */
  readonly status?: number;
  readonly error?: string;
  /** Fields that differ from what the service holds. */
  readonly fields?: readonly string[];
  /** What the service said of it on creation; not kept in the ledger. */
  readonly answer?: Readonly<Record<string, unknown>> | undefined;
}

/** The exit code of a single document that ended so. */
export function exitCodeOf(outcome: Outcome, status: number | undefined): number {
  switch (outcome) {
    case 'conflict':
      return exitCodes.conflict;
    case 'rejected':
    case 'invalid':
      return exitCodes.invalid;
    case 'failed':
      if (status === 404) return exitCodes.notFound;
      return status === 429 ? exitCodes.rateLimited : exitCodes.network;
    case 'unknown':
      return exitCodes.network;
    default:
      return exitCodes.ok;
  }
}
