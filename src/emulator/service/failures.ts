import { CfiError } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import { parseDuration } from '../../text/time/time.ts';
import type { AssumptionId, Variants } from '../conformance/assumptions.ts';
import { ServiceError } from '../domain/context.ts';
import type { BodyFaultKind, DomainFault } from '../domain/fault-names.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { stateFileError, withHint } from '../store/state-file.ts';
import { failureReply, type HttpAnswer, jsonType, toAnswer } from './http.ts';

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

type StatusAction = Extract<FaultRule['do'], { readonly status: number }>;

/** The effect of a fault inside a rule of the service; undefined for other faults. */
export const domainFault = ({ do: action }: FaultRule): DomainFault | undefined =>
  'domain' in action ? action.domain : undefined;

/** How long a fault delays the answer, in ms. */
export const faultDelay = ({ do: action }: FaultRule): number =>
  'latency' in action ? (parseDuration(action.latency) ?? 0) : 0;

/** Whether a fault replaces all or part of the service's answer. */
export const replacesAnswer = ({ do: action }: FaultRule): boolean =>
  !('latency' in action || 'domain' in action);

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The answer that a fault rule specifies. */
function statusAnswer(
  { status, body, headers = {} }: StatusAction,
  delayMs: number,
  failureOf: (status: number) => HttpAnswer,
): HttpAnswer {
  if (body === undefined && status >= 400) {
    const failure = failureOf(status);
    return { ...failure, headers: { ...failure.headers, ...lowerCased(headers) }, delayMs };
  }
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : jsonType;
  const contentType = text === '' ? {} : { 'content-type': type };
  return { status, headers: { ...contentType, ...lowerCased(headers) }, body: text, delayMs };
}

const page =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

function withBrokenBody(answer: HttpAnswer, fault: BodyFaultKind): HttpAnswer {
  switch (fault) {
    case 'malformed':
      return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
    case 'html': {
      const headers = { ...answer.headers, 'content-type': 'text/html; charset=utf-8' };
      return { ...answer, headers, body: page };
    }
    default:
      return fault satisfies never;
  }
}

/**
 * Applies a fault to an answer. `answer` is the real one after a commit, or a substitute when the request never reached
 * the service. `failureOf` builds the body of a failure for which the fault specifies only a status.
 */
export function faultyAnswer(
  fault: FaultRule,
  answer: HttpAnswer,
  failureOf: (status: number) => HttpAnswer,
): HttpAnswer {
  const { do: action } = fault;
  if ('status' in action) return statusAnswer(action, answer.delayMs, failureOf);
  if ('socket' in action) return { ...answer, socket: action.socket };
  return 'body' in action ? withBrokenBody(answer, action.body) : answer;
}
