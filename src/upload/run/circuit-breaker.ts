import type { Settled } from '../outcomes.ts';
import type { Stop } from './progress.ts';

/** Tells a service that keeps failing from one that fails on single documents. */
export interface CircuitBreaker {
  /** Answers so far. A document remembers the number at its start. */
  readonly answers: number;
  /** The service answered a request, whatever it said. */
  answered(): void;
  /** The service accepted a document. */
  succeeded(): void;
  /**
   * The service failed on a document to the last retry. `answers` is the number at the document's start. Returns a
   * reason to stop when the service is down.
   */
  failed(settled: Settled, answers: number): Stop | undefined;
}

/** So many failed documents in a row, without a success between them, stop the run. */
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
      // No answer at all while one document used up its retries: it is the service, not the document.
      if (answers !== before && inRow < failuresInRow) return undefined;
      return {
        reason: 'unavailable',
        message: `the service keeps failing: ${error ?? 'no answer'}`,
        ...(status === undefined ? {} : { status }),
      };
    },
  };
}
