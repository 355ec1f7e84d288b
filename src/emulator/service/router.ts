import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { keysOf } from '../../text/records.ts';
import { ServiceError } from '../domain/context.ts';

/** Splits a path at its slashes and decodes each part; undefined when a part is not percent-encoded UTF-8. */
function decodePath(path: string): string[] | undefined {
  const parts = path.split('/').slice(1);
  if (!path.includes('%')) return parts;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A request's path, split and decoded, and its query. */
export type Target = Readonly<ReturnType<typeof readTarget>>;

/** Reads the target of a request line; without `parts` when one of them is not percent-encoded UTF-8. */
export function readTarget(target: string) {
  const at = target.indexOf('?');
  const parts = decodePath(at < 0 ? target : target.slice(0, at));
  // The first part names the service or the control API.
  return { parts, below: parts?.slice(1) ?? [], query: at < 0 ? '' : target.slice(at + 1) };
}

/** The values of a pattern's `{name}` parts; undefined when the path does not match. */
export function matchPath(pattern: readonly string[], parts: readonly string[]) {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const part = parts[at] ?? '';
    const isValue = expected.startsWith('{');
    if (isValue ? part === '' : part !== expected) return undefined;
    if (isValue) params[expected.slice(1, -1)] = part;
  }
  return params;
}

/** An endpoint and the values in its path. */
export interface Match {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

/** The methods as listed to clients, with HEAD wherever GET is allowed, and OPTIONS everywhere. */
export const listedMethods = (methods: readonly string[]): readonly string[] =>
  methods.length === 0
    ? []
    : [...methods.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : name)), 'OPTIONS'];

/** The refusal of a method that a path does not support. */
export const methodNotAllowed = (allowed: readonly string[]): ServiceError =>
  new ServiceError(405, 'Method not allowed', { allow: listedMethods(allowed).join(', ') });

const table = keysOf(endpoints).map((name) => ({
  name,
  method: endpoints[name].method,
  pattern: endpoints[name].path.split('/').slice(1),
}));

/** The endpoint for a method and path below the base address, or else the path's methods. HEAD counts as GET. */
export function findEndpoint(
  asked: string,
  parts: readonly string[],
): { match: Match } | { allowed: string[] } {
  const method = asked === 'HEAD' ? 'GET' : asked;
  const allowed: string[] = [];
  for (const entry of table) {
    const params = matchPath(entry.pattern, parts);
    if (params === undefined) continue;
    if (entry.method === method) return { match: { name: entry.name, params } };
    allowed.push(entry.method);
  }
  return { allowed };
}

/** The pattern that a path matches, if possible that of an endpoint with the method; undefined for an unknown path. */
export function templateOf(method: string, parts: readonly string[]): string | undefined {
  const found = findEndpoint(method, parts);
  if ('match' in found) return endpoints[found.match.name].path;
  const entry = table.find(({ pattern }) => matchPath(pattern, parts) !== undefined);
  return entry && endpoints[entry.name].path;
}

/**
 * The path of a request with its query, and the host it is for. A target in absolute form, as sent to proxies
 * (`GET http://host/path`), names the host, and the `Host` header is then ignored (RFC 9112, 3.2.2).
 */
export function hostAndTarget(url: string, host: string | undefined) {
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return { target: url, host };
  const end = url.slice(scheme.length).search(/[/?#]/);
  const pathAt = end < 0 ? url.length : scheme.length + end;
  const rest = url.slice(pathAt);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, host: url.slice(scheme.length, pathAt) };
}
