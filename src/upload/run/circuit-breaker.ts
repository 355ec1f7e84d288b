import type { Settled } from '../outcomes.ts';
import type { Stop } from './progress.ts';

/** Distinguishes a service that keeps failing from one that fails on single documents. */
export interface CircuitBreaker {
  /** The number of answers so far. A document remembers the number at its start. */
  readonly answers: number;
  /** The service answered a request, with any answer. */
  answered(): void;
  /** The service accepted a document. */
  succeeded(): void;
  /**
   * The service failed on a document after all retries. `answers` is the number at the document's start. Returns a reason to
   * stop if the service is down.
   */
  failed(settled: Settled, answers: number): Stop | undefined;
}

/** The run stops after this many failed documents in a row without a success. */
const failuresInRow = 5;

/** The circuit breaker of one run. */
export function createCircuitBreaker(): CircuitBreaker {
  let answers = 0;
  let inRow = 0;
  return {
    get answers() {
      return answers;
    },
    answered() {
      answers += 1;
    },
    succeeded() {
      inRow = 0;
    },
    failed({ error, status }, before) {
      inRow += 1;
      // There was no answer at all while a document used all its retries, so the problem is the service.
      if (answers !== before && inRow < failuresInRow) return undefined;
      return {
        reason: 'unavailable',
        message: `the service keeps failing: ${error ?? 'no answer'}`,
        ...(status === undefined ? {} : { status }),
      };
    },
  };
}
