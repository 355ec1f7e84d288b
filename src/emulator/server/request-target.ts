/** A request's path with its query, and the host it is for. */
export interface RequestTarget {
  readonly target: string;
  readonly host: string | undefined;
}

/**
 * Parses the target of a request line. A target in absolute form, as sent to proxies (`GET http://host/path`), names
 * the host, and the `Host` header is then ignored (RFC 9112, 3.2.2).
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
