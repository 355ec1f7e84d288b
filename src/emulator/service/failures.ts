import { CfiError } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import type { AssumptionId } from '../conformance/assumptions.ts';
import type { Variants } from '../conformance/variants.ts';
import { ServiceError } from '../domain/context.ts';
import { stateFileError, withHint } from '../store/state-file.ts';
import { failureReply, type HttpAnswer, toAnswer } from './http.ts';

/** The parts of a request that decide how a failure is answered. */
interface ServiceRequest {
  readonly now: number;
  readonly variants: Variants;
  readonly assumptions: Set<AssumptionId>;
}

/** The specification mentions these failures but does not publish their bodies. */
const assumedBodies = new Set([404, 429, 500, 503]);

/** The refusal of an account that exceeds its requests per minute. A-35 chooses how it says when to retry, if at all. */
export function rateLimited({ variants, assumptions, now }: ServiceRequest, seconds: number): ServiceError {
  assumptions.add('A-35').add('A-36');
  const inSeconds = { 'retry-after': String(seconds) };
  const asDate = { 'retry-after': new Date(now + seconds * 1000).toUTCString() };
  const headers = variants.pick('A-35', [inSeconds, asDate, {}, inSeconds]);
  return new ServiceError(429, 'Too many requests', headers);
}

/** The answer to a refusal. Rethrows any other error. */
export function refusalAnswer({ assumptions }: ServiceRequest, error: unknown): HttpAnswer {
  if (!(error instanceof ServiceError)) throw error;
  if (assumedBodies.has(error.status)) assumptions.add('A-35');
  return toAnswer(failureReply(error.status, error.message), error.headers);
}

/** A failure of the service as chosen for A-35: a 503 may be a web page. */
function failureOf({ variants, assumptions }: ServiceRequest, status: number, message: string): HttpAnswer {
  if (assumedBodies.has(status)) assumptions.add('A-35');
  const asPage = status === 503 && variants.pick('A-35', [false, false, false, true]);
  if (!asPage) return toAnswer(failureReply(status, message));
  const page =
    '<!DOCTYPE html>\n<html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>';
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page, delayMs: 0 };
}

/** A failure for which a fault specifies only the status. */
export const statusFailure = (request: ServiceRequest, status: number): HttpAnswer =>
  failureOf(request, status, `Status ${status}, set by a fault rule`);

/** The answer to an unexpected error, without a stack trace. */
export function failureAnswer(request: ServiceRequest, file: string, error: unknown): HttpAnswer {
  const message = messageOf(error);
  const known = stateFileError(file, error);
  if (!(known instanceof CfiError)) return failureOf(request, 500, `The emulator failed: ${message}`);
  return { ...failureOf(request, 503, withHint(known)), failure: known };
}
