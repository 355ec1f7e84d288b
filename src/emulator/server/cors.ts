import type { HttpRequest } from './http-message.ts';

/** Headers that a page may read; browsers hide all others. */
const exposed = 'allow, date, retry-after, www-authenticate, x-emulator, x-emulator-assumption';

/** How long a browser may cache a preflight, in seconds. */
const preflightAgeSeconds = 600;

/**
 * The headers that let a browser show an answer to the page that requested it (CORS). Use them only for an accepted
 * request: its origin is then an allowed one.
 */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
  vary: 'Origin',
});

/** Whether this is a preflight, which asks whether a page may send the actual request. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The headers that a preflight gets besides `corsHeaders`: the methods and headers that the actual request may use. */
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
