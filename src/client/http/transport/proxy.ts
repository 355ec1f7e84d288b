import { usageError } from '../../../errors.ts';
import { isLoopback } from '../../../text/host.ts';

/** The proxy itself refused what it should have passed on. */
export class ProxyRefusal extends Error {
  constructor(status: number, cause?: unknown) {
    super(`the proxy refused the connection (${status})`, { cause });
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** A proxy from the environment. */
export interface HttpProxy {
  /** Address without credentials. */
  readonly origin: string;
  /** The environment variable that names it. */
  readonly variable: string;
  /** Value of the `Proxy-Authorization` header, where the variable holds a user name. */
  readonly authorization?: string;
}

/** The variable that is set and its value. By convention these names come in either case; the lower case wins. */
function variable(env: Env, name: string): { readonly name: string; readonly value: string } {
  const lower = name.toLowerCase();
  return env[lower] ? { name: lower, value: env[lower] } : { name, value: env[name] ?? '' };
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function isExempt(url: URL, noProxy: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    // A single colon separates the port; an IPv6 address has more colons, or is in brackets.
    const [, name = '', port] = /^(\[[^[\]]*\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [entry, entry];
    if (port !== undefined && port !== portOf(url)) return false;
    const suffix = name.toLowerCase().replace(/^\*?\.|^\[|\]$/g, '');
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

/** Throws a usage error that names the variable, but never its value, which may hold a password. */
function readAddress(name: string, value: string): URL {
  const how = `set ${name} to http://host:port or https://host:port, or unset it`;
  const text = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(text)) throw usageError(`${name} is not a web address`, how);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw usageError(`${name} names a ${url.protocol}// proxy, which is not supported`, how);
  return url;
}

function authorizationOf({ username, password }: URL, name: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw usageError(
      `the user name or password in ${name} is not percent-encoded correctly`,
      `write % as %25 in ${name}`,
    );
  }
}

/**
 * The proxy for `url`, or undefined for a direct connection. A service on this machine is reached only through a proxy on
 * this machine: another one could not reach it, and plain http would leave the machine. Throws a usage error (exit 2) for
 * an invalid variable.
 */
export function proxyFor(url: URL, env: Env): HttpProxy | undefined {
  const { name, value } = variable(env, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (value === '' || isExempt(url, variable(env, 'NO_PROXY').value)) return undefined;
  const proxy = readAddress(name, value);
  const authorization = authorizationOf(proxy, name);
  if (isLoopback(url.hostname) && !isLoopback(proxy.hostname)) return undefined;
  return { origin: proxy.origin, variable: name, ...(authorization === undefined ? {} : { authorization }) };
}
