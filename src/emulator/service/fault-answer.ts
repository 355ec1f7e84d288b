import { parseDuration } from '../../text/time/time.ts';
import type { BodyFaultKind, DomainFault, SocketFaultKind } from '../domain/fault-names.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { type HttpAnswer, jsonType } from './http.ts';

type Action = FaultRule['do'];
type StatusAction = Extract<Action, { readonly status: number }>;

/** The effect of a fault rule, tagged with its kind. */
type Effect =
  | { readonly kind: 'status'; readonly action: StatusAction }
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'socket'; readonly socket: SocketFaultKind }
  | { readonly kind: 'body'; readonly body: BodyFaultKind }
  | { readonly kind: 'domain'; readonly domain: DomainFault };

function effectOf(action: Action): Effect {
  if ('status' in action) return { kind: 'status', action };
  if ('latency' in action) return { kind: 'latency', ms: parseDuration(action.latency) ?? 0 };
  if ('socket' in action) return { kind: 'socket', socket: action.socket };
  if ('body' in action) return { kind: 'body', body: action.body };
  return { kind: 'domain', domain: action.domain };
}

/** The effect of a fault inside a rule of the service; undefined for other faults. */
export function domainFault(fault: FaultRule | undefined): DomainFault | undefined {
  const effect = fault === undefined ? undefined : effectOf(fault.do);
  return effect?.kind === 'domain' ? effect.domain : undefined;
}

/** How long a fault delays the answer, in ms. */
export function faultDelay(fault: FaultRule | undefined): number {
  const effect = fault === undefined ? undefined : effectOf(fault.do);
  return effect?.kind === 'latency' ? effect.ms : 0;
}

/** Whether a fault replaces all or part of the service's answer. */
export function replacesAnswer(fault: FaultRule): boolean {
  const { kind } = effectOf(fault.do);
  switch (kind) {
    case 'status':
    case 'socket':
    case 'body':
      return true;
    case 'latency':
    case 'domain':
      return false;
    default:
      return kind satisfies never;
  }
}

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
  const effect = effectOf(fault.do);
  switch (effect.kind) {
    case 'status':
      return statusAnswer(effect.action, answer.delayMs, failureOf);
    case 'socket':
      return { ...answer, socket: effect.socket };
    case 'body':
      return withBrokenBody(answer, effect.body);
    case 'latency':
    case 'domain':
      return answer;
    default:
      return effect satisfies never;
  }
}
