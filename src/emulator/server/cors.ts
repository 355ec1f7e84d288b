import type { HttpRequest } from './http-message.ts';

/** Headers that a page may read; all others a browser keeps to itself. */
const exposed = 'allow, date, retry-after, www-authenticate, x-emulator, x-emulator-assumption';

/** How long a browser need not ask again, in seconds. */
const preflightAgeSeconds = 600;

/**
 * What lets a browser show an answer to the page that asked (CORS). Only for a request that was let in: the origin is
 * then an allowed one.
 */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
  vary: 'Origin',
});

/** Whether a browser asks, before the request proper, whether a page may send it. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** What a preflight is told beside `corsHeaders`: which methods and headers the request proper may have. */
export function preflightHeaders(
  { headers }: HttpRequest,
  methods: readonly string[],
): Record<string, string> {
  const asked = headers['access-control-request-headers'];
  const fromPublicSite = headers['access-control-request-private-network'] === 'true';
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-max-age': String(preflightAgeSeconds),
    ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
    ...(fromPublicSite ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}
