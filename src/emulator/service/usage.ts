import { type Choices, isVaried, questionOf } from '../conformance/assumptions.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { endpointsAt, type Target, withMethod } from './router.ts';

interface UsedEndpoint {
  readonly method: string;
  /** The template of the OpenAPI document, without the version segment; an unknown path as it was sent. */
  readonly path: string;
  requests: number;
  /** How many answers had each status; an answer that never arrived has none. */
  readonly statuses: Record<string, number>;
}

/** What a run asked of the emulator, and the assumptions that its answers rested on. */
export type Report = ReturnType<ReturnType<typeof usageCount>['report']>;

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Counts the requests of the service that this process answers, across resets. */
export function usageCount() {
  const endpoints = new Map<string, UsedEndpoint>();
  /** By id and choice: `A-07`, `A-22=1`. */
  const assumptions = new Map<string, number>();

  return {
    add({ method, target }: HttpRequest, { parts, below }: Target, answer: HttpAnswer): void {
      const [sent = ''] = target.split('?');
      // A path that is not percent-encoded UTF-8 has no parts.
      if ((parts?.[0] ?? sent.split('/')[1]) !== 'v1') return;
      const { status, headers, socket } = answer;
      const found = endpointsAt(below);
      const template = (withMethod(method, found) ?? found[0])?.path;
      const path = template ?? (sent.replace(/^\/v1/, '') || '/');
      const counts = endpoints.get(`${path} ${method}`) ?? { method, path, requests: 0, statuses: {} };
      endpoints.set(`${path} ${method}`, counts);
      counts.requests += 1;
      const arrived = socket === undefined || socket === 'truncate';
      if (arrived) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
      for (const name of headers['x-emulator-assumption']?.split(', ') ?? [])
        assumptions.set(name, (assumptions.get(name) ?? 0) + 1);
    },
    /** `verified` are the choices that were seen at the real service. */
    report: (verified: Choices) => ({
      endpoints: structuredClone([...endpoints].sort(byText).map(([, counts]) => counts)),
      assumptions: [...assumptions].sort(byText).map(([name, requests]) => {
        const [id = '', number = '0'] = name.split('=');
        const choice = Number(number);
        // Whether the real service was seen to answer like this.
        const service: 'same' | 'unknown' = isVaried(id) && verified[id] === choice ? 'same' : 'unknown';
        return { id, question: questionOf(id), choice, requests, service };
      }),
    }),
  };
}

/** The assumptions that could be otherwise at the real service, as far as is known. */
export const unverified = ({ assumptions }: Report) =>
  assumptions.filter(({ id, service }) => isVaried(id) && service === 'unknown');
