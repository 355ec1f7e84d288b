import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { attempt, keysOf } from '../../text/records.ts';
import { ServiceError } from '../domain/context.ts';

/** Splits a path at its slashes and decodes each part; undefined when a part is not percent-encoded UTF-8. */
function decodePath(path: string): string[] | undefined {
  const parts = path.split('/').slice(1);
  return path.includes('%') ? attempt(() => parts.map(decodeURIComponent), undefined) : parts;
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
function matchPath(pattern: readonly string[], parts: readonly string[]) {
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

/** A method and a path, in which `{name}` stands for a value. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/** Finds the routes that have a path, each with the values in it. */
export function routeFinder<Found extends Route>(routes: readonly Found[]) {
  const table = routes.map((route) => ({ route, pattern: route.path.split('/').slice(1) }));
  return (parts: readonly string[]) => {
    const found: (Found & { readonly params: Readonly<Record<string, string>> })[] = [];
    for (const { route, pattern } of table) {
      const params = matchPath(pattern, parts);
      if (params !== undefined) found.push({ params, ...route });
    }
    return found;
  };
}

/** An endpoint that a path names, and the values in the path. */
export interface EndpointCall extends Endpoint {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoints of the service that have a path below the base address. */
export const endpointsAt: (parts: readonly string[]) => EndpointCall[] = routeFinder(
  keysOf(endpoints).map((name) => ({ name, ...endpoints[name] })),
);

/** The route with that method; HEAD counts as GET. */
export const withMethod = <Found extends Route>(method: string, routes: readonly Found[]) =>
  routes.find((route) => route.method === (method === 'HEAD' ? 'GET' : method));

/** The methods as listed to clients, with HEAD wherever GET is allowed, and OPTIONS everywhere. */
export const listedMethods = (methods: readonly string[]): readonly string[] =>
  methods.length === 0
    ? []
    : [...methods.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : name)), 'OPTIONS'];

/** The refusal of a method that a path does not support. */
export const methodNotAllowed = (allowed: readonly string[]): ServiceError =>
  new ServiceError(405, 'Method not allowed', { allow: listedMethods(allowed).join(', ') });

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
