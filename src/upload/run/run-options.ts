import type { RetryPolicy } from '../../client/http/retry.ts';
import type { Api } from '../../client/types.ts';
import type { Book } from '../ledger/run-ledger.ts';
import type { Counts, Settled } from '../outcomes.ts';
import type { Stop } from './decisions.ts';
import type { Kind } from './document-kinds.ts';

/** Told how a run goes on; nothing depends on it. */
interface Observer {
  /** After each batch of outcomes. */
  progress(counts: Counts): void;
  note(line: string): void;
}

export interface RunOptions {
  readonly api: Api;
  readonly kind: Kind;
  readonly book: Book;
  readonly concurrency: number;
  readonly ratePerSecond?: number;
  readonly policy: RetryPolicy;
  /** Failures after which the run stops. */
  readonly maxErrors?: number;
  /** From 0 up to 1. */
  random(): number;
  /** Real time, for the patience with requests under way when the run is to end. */
  startTimer(ms: number, callback: () => void): () => void;
  /** Ends the run in order. */
  readonly interrupted: AbortSignal;
  /** Calls back when the user wants the end at once. */
  onSecondInterrupt(callback: () => void): void;
  readonly observer: Observer;
}

export interface RunEnd {
  readonly counts: Counts;
  /** Documents that were not tried; a stopped run has some. */
  readonly left: number;
  /** Why the run stopped before its end. */
  readonly stop?: Stop;
  /** How the last document ended. */
  readonly last?: Settled;
}
