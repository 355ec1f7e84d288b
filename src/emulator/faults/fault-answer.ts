import { parseDuration } from '../../text/duration.ts';
import type { DomainFault } from '../engine/context.ts';
import { jsonType } from '../server/answers.ts';
import type { Answer } from '../server/exchange.ts';
import type { FaultRule } from './fault-rule.ts';

const html =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

/** The effect that a fault asks a rule of the service to have; undefined for other faults. */
export const domainFault = (fault: FaultRule | undefined): DomainFault | undefined =>
  fault !== undefined && 'domain' in fault.do ? fault.do.domain : undefined;

/** How long a fault holds the answer back, in ms. */
export const faultDelay = (fault: FaultRule | undefined): number =>
  fault !== undefined && 'latency' in fault.do ? (parseDuration(fault.do.latency) ?? 0) : 0;

/** Whether a fault leaves the request without the answer of the service. */
export const replacesAnswer = ({ do: action }: FaultRule): boolean =>
  'status' in action || 'socket' in action || 'body' in action;

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * What a fault leaves of an answer. `answer` is the true one after a commit, or stands for one when the request never
 * reached the service. A failure without a body of its own gets the one that `failureOf` makes for its status.
 */
export function spoil(
  { do: action }: FaultRule,
  answer: Answer,
  failureOf: (status: number) => Answer,
): Answer {
  if ('status' in action) {
    const { status, body, headers = {} } = action;
    if (body === undefined && status >= 400) {
      const own = failureOf(status);
      return { ...own, headers: { ...own.headers, ...lowerCased(headers) }, delayMs: answer.delayMs };
    }
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : jsonType;
    return {
      status,
      headers: { ...(text === '' ? {} : { 'content-type': type }), ...lowerCased(headers) },
      body: text,
      delayMs: answer.delayMs,
    };
  }
  if ('socket' in action) return { ...answer, socket: action.socket };
  if ('body' in action && action.body === 'html') {
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
      body: html,
    };
  }
  if ('body' in action) return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
  return answer;
}
