import { isIP } from 'node:net';
import { isLoopback, withoutBrackets } from '../../text/host.ts';
import type { HttpRequest, Listening } from './http.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

function isOwnName(name: string, listening: Listening): boolean {
  if (loopback.has(name) && (isLoopback(listening.host) || isEverywhere(listening.host))) return true;
  // DNS rebinding needs a name, so when we listen on all addresses any IP address is safe.
  if (isEverywhere(listening.host)) return isIP(withoutBrackets(name)) !== 0;
  return withoutBrackets(name) === listening.host.toLowerCase();
}

const isListed = (allowed: readonly string[] | undefined, value: string): boolean =>
  allowed !== undefined && (allowed.includes(value) || allowed.includes('*'));

/** The lower-case name in a `Host` header, without port and final dot; undefined when it is malformed. */
const hostName = (host: string): string | undefined =>
  /^(\[[0-9a-f:.]*\]|[^:/?#@\\\s[\]]+)(?::\d*)?$/.exec(host.toLowerCase())?.[1]?.replace(/(?<=.)\.$/, '');

/** Whether the emulator itself served the page of that origin, under the host that this request names. */
const isOwnOrigin = (origin: string, host: string): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;

/** `refused` is the reason in a form for programs, so that a client can tell it from a missing permission. */
function hostRefusal({ headers, listening }: HttpRequest) {
  if (listening === undefined) return undefined;
  const { host } = headers;
  if (!host) return { status: 400, error: 'The request must name exactly one host' };
  const name = hostName(host);
  if (name === undefined) return { status: 403, error: `The host ${JSON.stringify(host)} is not allowed` };
  const bare = withoutBrackets(name);
  if (isOwnName(name, listening) || isListed(listening.allowedHosts, bare)) return undefined;
  const error = `The host ${bare} is not allowed; start the emulator with --allow-host ${bare}`;
  return { status: 403, error, refused: 'host' };
}

function originRefusal({ headers, listening }: HttpRequest) {
  const { origin, host = '' } = headers;
  if (origin === undefined) return undefined;
  if (listening !== undefined && isOwnOrigin(origin, host.toLowerCase())) return undefined;
  if (isListed(listening?.allowedOrigins, origin)) return undefined;
  const shown = /^[\w:/.[\]-]+$/.test(origin) ? origin : JSON.stringify(origin);
  const error = `Web pages of ${shown} are not allowed; start the emulator with --allow-origin ${shown}`;
  return { status: 403, error, refused: 'origin' };
}

/**
 * Why a request is refused for its host or origin; undefined when it is allowed. A page of another site, or a name
 * pointed at this machine (DNS rebinding), must not reach the emulator unless the user allowed it. The port is ignored,
 * because a port mapping changes it.
 */
export const accessRefusal = (http: HttpRequest) => hostRefusal(http) ?? originRefusal(http);

/** The headers that let a browser show an answer to its page (CORS): only for an accepted request, whose origin is allowed. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  // Browsers hide all others from the page.
  'access-control-expose-headers':
    'allow, date, retry-after, www-authenticate, x-emulator, x-emulator-assumption',
  vary: 'Origin',
});

/** Whether this is a preflight, which asks whether a page may send the actual request. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The headers that a preflight gets besides `corsHeaders`: the methods and headers that the actual request may use. */
export function preflightHeaders({ headers }: HttpRequest, methods: readonly string[]) {
  const asked = headers['access-control-request-headers'];
  const fromPublicSite = headers['access-control-request-private-network'] === 'true';
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-max-age': '600',
    ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
    ...(fromPublicSite ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}
