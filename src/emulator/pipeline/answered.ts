import { channel } from 'node:diagnostics_channel';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';

/** A request of the service with its answer, as it leaves. */
export interface Answered {
  readonly http: HttpRequest;
  readonly answer: HttpAnswer;
}

/**
 * Tells of every answer of the service that no fault replaced. The tests listen here, to hold each one to what the
 * emulator documents; while nobody listens it costs nothing.
 */
const answered = channel('cfi:emulator:answer');

/** Tells whoever listens of an answer. */
export function tellAnswered(told: Answered): void {
  if (answered.hasSubscribers) answered.publish(told);
}
