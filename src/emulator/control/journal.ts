import { parseInstant } from '../../text/time/time.ts';
import { ServiceError } from '../engine/context.ts';
import { matchesPattern } from '../faults/faults.ts';
import type { KeptRequest } from '../pipeline/request-log.ts';
import { wholeNumber } from '../rules/paging.ts';

type Test = (request: KeptRequest) => boolean;

const decoded = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

/** A test for each query parameter that narrows the journal; each gets the parameter's text. */
const filters: Readonly<Record<string, (text: string) => Test>> = {
  method: (text) => (request) => request.method === text.toUpperCase(),
  // As it is shown, or as people write it.
  path: (text) => (request) =>
    matchesPattern(text, request.path) || matchesPattern(text, decoded(request.path)),
  client: (text) => (request) => request.client === text,
  status(text) {
    const status = wholeNumber(text);
    if (status === undefined || text.length !== 3) {
      throw new ServiceError(400, `status must be a status code, for example 409, not ${text}`);
    }
    return (request) => request.status === status;
  },
  since(text) {
    const since = parseInstant(text);
    if (Number.isNaN(since)) throw new ServiceError(400, `since must be an ISO 8601 time, not ${text}`);
    return (request) => parseInstant(request.at) >= since;
  },
};

/** Newest requests only, in the order of the journal. */
function lastOf(requests: readonly KeptRequest[], text: string | null): readonly KeptRequest[] {
  if (text === null) return requests;
  const limit = wholeNumber(text);
  if (limit === undefined || limit < 1) throw new ServiceError(400, 'limit must be a whole number from 1');
  return requests.slice(-limit);
}

/**
 * The requests that a query asks for, oldest first, or how many they are with `count=true`. `path` is without the
 * version segment and `*` in it matches any text; `since` is by the emulator's clock; `limit` keeps the newest. 400 for
 * a parameter that cannot be read.
 */
export function journal(requests: readonly KeptRequest[], query: URLSearchParams) {
  const tests = Object.entries(filters).flatMap(([name, test]) => {
    const text = query.get(name);
    return text === null ? [] : [test(text)];
  });
  const found = lastOf(
    requests.filter((request) => tests.every((test) => test(request))),
    query.get('limit'),
  );
  return query.get('count') === 'true' ? { count: found.length } : found;
}
