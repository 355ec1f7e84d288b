import { parseDuration } from '../../text/time/time.ts';
import type { BodyFaultKind, DomainFault } from '../domain/fault-names.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { type HttpAnswer, jsonType } from './http.ts';

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

/** An answer with an unreadable body. */
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
