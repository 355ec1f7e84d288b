/** A request's target as a path with its query, and the host that it is for. */
export interface RequestTarget {
  readonly target: string;
  readonly host: string | undefined;
}

/**
 * Reads the target of a request line. One in absolute form, as proxies get it (`GET http://host/path`), names the host
 * itself, and then the `Host` header does not count (RFC 9112, 3.2.2).
 */
export function readTarget(url: string, host: string | undefined): RequestTarget {
  if (url.startsWith('/') || url === '*') return { target: url, host };
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return { target: url, host };
  const end = url.slice(scheme.length).search(/[/?#]/);
  const pathAt = end < 0 ? url.length : scheme.length + end;
  const rest = url.slice(pathAt);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, host: url.slice(scheme.length, pathAt) };
}
