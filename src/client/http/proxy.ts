import { usageError } from '../../errors.ts';
import { isLoopback } from './address.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The usual convention writes these names in either case; the lower case wins. */
const variable = (env: Env, name: string): string => env[name.toLowerCase()] || env[name] || '';

const defaultPort = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function isExempt(url: URL, noProxy: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    // Only one colon separates a port; an IPv6 address has more, or stands in brackets.
    const [, name = '', port] = /^(\[.*\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [entry, entry];
    if (port !== undefined && port !== defaultPort(url)) return false;
    const suffix = name.toLowerCase().replace(/^\*?\.|^\[|\]$/g, '');
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

function proxyAddress(value: string, name: string): URL {
  try {
    return new URL(value.includes('://') ? value : `http://${value}`);
  } catch {
    throw usageError(`${name} is not a web address`, `set ${name} as http://host:port, or unset it`);
  }
}

/**
 * The proxy to reach `url` by, or undefined for a direct connection. This machine is reached through a proxy only when
 * that runs here too: elsewhere it could not reach it, and plain http would leave the machine.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = variable(env, name);
  if (value === '' || isExempt(url, variable(env, 'NO_PROXY'))) return undefined;
  const proxy = proxyAddress(value, name);
  return isLoopback(url.hostname) && !isLoopback(proxy.hostname) ? undefined : proxy;
}
