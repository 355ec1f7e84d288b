import type { LoggedRequest } from '../../contract/control.ts';
import { parseInstant } from '../../text/time/time.ts';
import { ServiceError } from '../domain/context.ts';
import { isPathPattern, pathPatternWords } from '../domain/fault-rule.ts';
import { matchesPattern } from '../domain/faults.ts';
import { readCount, readFlag, wholeNumber } from '../rules/query.ts';

type Test = (request: LoggedRequest) => boolean;

const decoded = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

const filters: Readonly<Record<string, (text: string) => Test>> = {
  method: (text) => (request) => request.method === text.toUpperCase(),
  path(text) {
    if (!isPathPattern(text)) throw new ServiceError(400, `path must be ${pathPatternWords}, not ${text}`);
    // People paste the encoded path from the journal, or type it decoded.
    return (request) => matchesPattern(text, request.path) || matchesPattern(text, decoded(request.path));
  },
  client: (text) => (request) => request.client === text,
  status(text) {
    const status = wholeNumber(text);
    if (status === undefined || text.length !== 3)
      throw new ServiceError(400, `status must be a status code, for example 409, not ${text}`);
    return (request) => request.status === status;
  },
  since(text) {
    const since = parseInstant(text);
    if (Number.isNaN(since)) throw new ServiceError(400, `since must be an ISO 8601 time, not ${text}`);
    return (request) => parseInstant(request.at) >= since;
  },
};

const parameters: readonly string[] = [...Object.keys(filters), 'limit', 'count'];

/**
 * The matching requests, oldest first, or their number. `path` is without the version, and `*` in it matches any text;
 * `since` is by the emulator's clock; `limit` keeps the newest. Throws a 400 for an unknown or invalid parameter.
 */
export function journal(requests: readonly LoggedRequest[], query: URLSearchParams) {
  // A mistyped name must not select every request: a test that counts them would be misled.
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw new ServiceError(400, `unknown parameter ${unknown}; use ${parameters.join(', ')}`);
  const tests = Object.entries(filters).flatMap(([name, test]) => {
    const text = query.get(name);
    return text === null ? [] : [test(text)];
  });
  const limit = readCount(query, 'limit', Number.POSITIVE_INFINITY);
  const found = requests.filter((request) => tests.every((test) => test(request))).slice(-limit);
  return readFlag(query, 'count') ? { count: found.length } : found;
}
