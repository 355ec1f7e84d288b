import { channel } from 'node:diagnostics_channel';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';

/** A request to the service with its final answer. */
export interface Answered {
  readonly http: HttpRequest;
  readonly answer: HttpAnswer;
}

/**
 * Publishes every answer of the service that no fault replaced. The tests subscribe to check each one against the
 * emulator's documentation; without a subscriber it costs nothing.
 */
const answered = channel('cfi:emulator:answer');

/** Publishes an answer to the subscribers. */
export function publishAnswered(exchange: Answered): void {
  if (answered.hasSubscribers) answered.publish(exchange);
}
