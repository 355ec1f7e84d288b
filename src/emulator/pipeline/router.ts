import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { keysOf } from '../../text/records.ts';

/** Splits a path at its slashes and decodes each part; undefined when a part is not percent-encoded UTF-8. */
export function decodePath(path: string): string[] | undefined {
  const parts = path.split('/').slice(1);
  if (!path.includes('%')) return parts;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A request's path, split and decoded, and its query. */
export interface Target {
  /** Undefined when a part is not percent-encoded UTF-8. */
  readonly parts: readonly string[] | undefined;
  /** The parts after the first, which names the service or the control API. */
  readonly below: readonly string[];
  readonly query: string;
}

/** Reads the target of a request line. Most requests repeat the target of the one before, which is read only once. */
export function targetReader(): (target: string) => Target {
  let last = '';
  let read: Target | undefined;
  return (target) => {
    if (target === last && read !== undefined) return read;
    const at = target.indexOf('?');
    const parts = decodePath(at < 0 ? target : target.slice(0, at));
    last = target;
    read = { parts, below: parts?.slice(1) ?? [], query: at < 0 ? '' : target.slice(at + 1) };
    return read;
  };
}

/** The values of a pattern's `{name}` parts; undefined when the path does not match. */
export function matchPath(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (let i = 0; i < pattern.length; i++) {
    const expected = pattern[i] as string;
    const part = parts[i] as string;
    if (expected.startsWith('{')) {
      if (part === '') return undefined;
      params[expected.slice(1, -1)] = part;
    } else if (expected !== part) return undefined;
  }
  return params;
}

/** An endpoint and the values in its path. */
export interface Match {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoint for a method and path, or else the methods that the path allows; none for an unknown path. */
export type Routing = { readonly match: Match } | { readonly allowed: readonly string[] };

/** The methods as listed to clients, with HEAD wherever GET is allowed, and OPTIONS everywhere. */
export const listedMethods = (methods: readonly string[]): readonly string[] =>
  methods.length === 0
    ? []
    : [...methods.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : name)), 'OPTIONS'];

/** Finds endpoints of the service by method and decoded path below the base address; HEAD counts as GET. */
export function serviceRouter(): (method: string, parts: readonly string[]) => Routing {
  const table = keysOf(endpoints).map((name) => ({
    name,
    method: endpoints[name].method,
    pattern: endpoints[name].path.split('/').slice(1),
  }));
  const find = (asked: string, parts: readonly string[]): Routing => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    const allowed: string[] = [];
    for (const entry of table) {
      const params = matchPath(entry.pattern, parts);
      if (params === undefined) continue;
      if (entry.method === method) return { match: { name: entry.name, params } };
      allowed.push(entry.method);
    }
    return { allowed };
  };
  let last: { method: string; parts: readonly string[]; routing: Routing } | undefined;
  return (method, parts) => {
    // The same target has the same list of parts.
    if (last !== undefined && last.parts === parts && last.method === method) return last.routing;
    last = { method, parts, routing: find(method, parts) };
    return last.routing;
  };
}
