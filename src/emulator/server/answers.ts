import type { Reply } from '../engine/context.ts';
import type { HttpAnswer } from './http-message.ts';

/** The content type of JSON. */
export const jsonType = 'application/json; charset=utf-8';

/** Converts a reply to an HTTP answer. */
export function toAnswer(reply: Reply, headers?: Readonly<Record<string, string>>): HttpAnswer {
  const body = reply.json ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  const own: Record<string, string> = body === '' ? {} : { 'content-type': jsonType };
  return { status: reply.status, headers: Object.assign(own, headers), body, delayMs: 0 };
}

/** A failure in the service's envelope. */
export const failureReply = (
  status: number,
  error: string,
  extra: Readonly<Record<string, unknown>> = {},
): Reply => ({ status, body: { success: false, error, ...extra } });
