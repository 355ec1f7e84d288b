import { messageOf } from '../../text/records.ts';
import { parseDuration } from '../../text/time/time.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';
import type { BodyFaultKind, DomainFault } from '../domain/fault-names.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { stateFileError, withHint } from '../store/state-file.ts';
import { failure, type HttpAnswer, jsonType } from './http.ts';

/** The specification mentions these failures but does not publish their bodies. */
const assumedBodies = new Set([404, 429, 500, 503]);

/** The refusal of an account that exceeds its requests per minute. A-35 chooses how it says when to retry, if at all. */
export function rateLimited({ assume, decide, now }: RuleContext, seconds: number): ServiceError {
  const inSeconds = { 'retry-after': String(seconds) };
  const asDate = { 'retry-after': new Date(now + seconds * 1000).toUTCString() };
  const headers = decide('A-35', [inSeconds, asDate, {}, inSeconds]);
  assume('A-36');
  return new ServiceError(429, 'Too many requests', headers);
}

/** The answer to a refusal. Rethrows any other error. */
export function refusalAnswer({ assume }: RuleContext, error: unknown): HttpAnswer {
  if (!(error instanceof ServiceError)) throw error;
  if (assumedBodies.has(error.status)) assume('A-35');
  return failure(error.status, error.message, error.headers);
}

/** A failure of the service as chosen for A-35: a 503 may be a web page. */
function failureOf({ variants, assume }: RuleContext, status: number, message: string): HttpAnswer {
  if (assumedBodies.has(status)) assume('A-35');
  const asPage = status === 503 && variants.pick('A-35', [false, false, false, true]);
  if (!asPage) return failure(status, message);
  const body = webPage('503', 'Service Unavailable');
  return { status, headers: { 'content-type': htmlType }, body, delayMs: 0 };
}

const htmlType = 'text/html; charset=utf-8';

const webPage = (title: string, heading: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${heading}</h1></body></html>`;

/** The answer to an unexpected error, without a stack trace. */
export function failureAnswer(context: RuleContext, file: string, error: unknown): HttpAnswer {
  const known = stateFileError(file, error);
  if (known === undefined) return failureOf(context, 500, `The emulator failed: ${messageOf(error)}`);
  return { ...failureOf(context, 503, withHint(known)), failure: known };
}

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

function statusAnswer(
  context: RuleContext,
  { status, body, headers = {} }: Extract<FaultRule['do'], { readonly status: number }>,
): HttpAnswer {
  if (body === undefined && status >= 400) {
    const answer = failureOf(context, status, `Status ${status}, set by a fault rule`);
    return { ...answer, headers: { ...answer.headers, ...lowerCased(headers) } };
  }
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : jsonType;
  const contentType = text === '' ? {} : { 'content-type': type };
  return { status, headers: { ...contentType, ...lowerCased(headers) }, body: text, delayMs: 0 };
}

const brokenBodies: Readonly<Record<BodyFaultKind, (answer: HttpAnswer) => Partial<HttpAnswer>>> = {
  malformed: ({ body }) => ({ body: body.slice(0, Math.ceil(body.length / 2)) }),
  html: ({ headers }) => ({
    headers: { ...headers, 'content-type': htmlType },
    body: `${webPage('502 Bad Gateway', 'Bad Gateway')}\n`,
  }),
};

/** Applies a fault to the real answer after a commit, or to a substitute when the request never reached the service. */
export function faultyAnswer(context: RuleContext, { do: action }: FaultRule, answer: HttpAnswer) {
  if ('status' in action) return statusAnswer(context, action);
  if ('socket' in action) return { ...answer, socket: action.socket };
  return 'body' in action ? { ...answer, ...brokenBodies[action.body](answer) } : answer;
}
