import type { Settled } from '../outcomes.ts';
import type { Stop } from './decisions.ts';

/** Tells a service that keeps failing from single documents that it fails on. */
export interface Outage {
  /** Answers so far; what a document notes when it starts. */
  readonly answers: number;
  /** The service answered a request, whatever it said. */
  answered(): void;
  /** The service took a document. */
  succeeded(): void;
  /** The service failed on a document to the end of its tries; `answers` as they were at its start. */
  failed(settled: Settled, answers: number): Stop | undefined;
}

/** Documents in a row that the service failed on, without a success between, after which it is left alone. */
const failuresInRow = 5;

/** The watch over one run. */
export function createOutage(): Outage {
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
      // Without any answer while one document used up its tries, it is the service and not the document.
      if (answers !== before && inRow < failuresInRow) return undefined;
      return {
        reason: 'unavailable',
        message: `the service keeps failing: ${error ?? 'no answer'}`,
        ...(status === undefined ? {} : { status }),
      };
    },
  };
}
