import type { Api, ApiResponse, Attempt } from '../../../src/client/types.ts';
import type { Start, Task } from '../../../src/upload/run/work.ts';
import { refusal } from './upload-steps.ts';

/** A signal that never fires. */
export const signal = new AbortController().signal;

/** A success with this `data`. */
export const answer = (data: unknown, status = 200, more: Partial<ApiResponse> = {}): Attempt => ({
  kind: 'answer',
  answer: { status, received: { headers: {} }, data, body: { data }, ...more },
});

/** A service that gives these answers in turn, and the requests that it received. */
export function serviceWith(...answers: readonly Attempt[]) {
  const asked: [string, unknown][] = [];
  const left = [...answers];
  const api = {
    transport: { monotonicNow: () => 0 },
    attempt: async (endpoint: string, { params, query }: { params?: unknown; query?: unknown }) => {
      asked.push([endpoint, params ?? query]);
      return left.shift() ?? refusal(404);
    },
    call: async () => (left.shift() as Extract<Attempt, { kind: 'answer' }>).answer,
    commandFor: (...words: string[]) => ['cfi', ...words].join(' '),
  } as unknown as Api;
  return { api, asked };
}

/** The task to send, or to look up, a document with this body. */
export const taskOf = (body: object, reference = 'R-1', start: Start = 'look-up'): Task => ({
  reference,
  start,
  document: { body: JSON.stringify(body), leftOutLines: [] },
});
