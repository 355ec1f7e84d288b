import type { HttpAnswer, HttpRequest } from './http.ts';
import { type Target, templateOf } from './router.ts';

/** What an endpoint was asked, and what it answered. */
export interface UsedEndpoint {
  readonly method: string;
  /** The template of the OpenAPI document, without the version segment; an unknown path as it was sent. */
  readonly path: string;
  readonly requests: number;
  /** How many answers had each status; an answer that never arrived has none. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** An assumption on which answers rested. */
export interface UsedAssumption {
  readonly id: string;
  /** The number of the answer that the emulator gave. */
  readonly choice: number;
  readonly requests: number;
}

/** Counts the requests of the service that this process answers, across resets. */
export interface Usage {
  add(http: HttpRequest, target: Target, answer: HttpAnswer): void;
  endpoints(): UsedEndpoint[];
  assumptions(): UsedAssumption[];
}

/** The header that names the assumptions an answer rests on. */
const assumptionHeader = 'x-emulator-assumption';

/** How many unknown paths are told apart, so that a process that runs for weeks does not grow with them. */
const mostUnknownPaths = 1000;

interface Counts extends UsedEndpoint {
  requests: number;
  readonly statuses: Record<string, number>;
}

const sooner = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The assumptions in the header of an answer: `A-07, A-22=1`. */
const namedIn = (header: string): { id: string; choice: number }[] =>
  header.split(', ').map((name) => {
    const [id = '', choice = '0'] = name.split('=');
    return { id, choice: Number(choice) };
  });

/** An empty count. */
export function usageCount(): Usage {
  const counted = new Map<string, Counts>();
  // By the whole header, which only takes a few values.
  const headers = new Map<string, number>();
  const unknown = new Set<string>();

  const pathOf = ({ method, target }: HttpRequest, { below }: Target): string => {
    const known = templateOf(method, below);
    if (known !== undefined) return known;
    const [path = ''] = target.split('?');
    const sent = path.replace(/^\/v1/, '') || '/';
    if (unknown.size < mostUnknownPaths) unknown.add(sent);
    return unknown.has(sent) ? sent : '*';
  };
  const countsOf = (http: HttpRequest, target: Target): Counts => {
    const { method } = http;
    const path = pathOf(http, target);
    const key = `${method} ${path}`;
    const found = counted.get(key);
    if (found !== undefined) return found;
    const made: Counts = { method, path, requests: 0, statuses: {} };
    counted.set(key, made);
    return made;
  };
  return {
    add(http, target, { status, headers: { [assumptionHeader]: rested }, socket }) {
      if (target.parts?.[0] !== 'v1') return;
      const counts = countsOf(http, target);
      counts.requests += 1;
      const arrived = socket === undefined || socket === 'truncate';
      if (arrived) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
      if (rested !== undefined) headers.set(rested, (headers.get(rested) ?? 0) + 1);
    },
    endpoints: () =>
      structuredClone([...counted.values()]).sort(
        (a, b) => sooner(a.path, b.path) || sooner(a.method, b.method),
      ),
    assumptions() {
      const found = new Map<string, UsedAssumption>();
      for (const [header, requests] of headers)
        for (const { id, choice } of namedIn(header)) {
          const key = `${id}=${choice}`;
          found.set(key, { id, choice, requests: requests + (found.get(key)?.requests ?? 0) });
        }
      return [...found].sort(([a], [b]) => sooner(a, b)).map(([, used]) => used);
    },
  };
}
