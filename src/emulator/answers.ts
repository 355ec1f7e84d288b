import type { Reply } from './context.ts';
import type { Answer } from './exchange.ts';

export const jsonType = 'application/json; charset=utf-8';

/** A reply as it goes over the wire. */
export function toAnswer(reply: Reply, headers: Readonly<Record<string, string>> = {}): Answer {
  if (reply.body === undefined) return { status: reply.status, headers, body: '', delayMs: 0 };
  return {
    status: reply.status,
    headers: { 'content-type': jsonType, ...headers },
    body: JSON.stringify(reply.body),
    delayMs: 0,
  };
}

export const failureReply = (
  status: number,
  error: string,
  extra: Readonly<Record<string, unknown>> = {},
): Reply => ({ status, body: { success: false, error, ...extra } });
