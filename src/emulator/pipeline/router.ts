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
  return (asked, parts) => {
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
}
