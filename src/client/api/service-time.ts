import type { SavedToken } from '../../config/file.ts';
import type { Session } from '../auth/session.ts';

/** A more precise time is not worth a longer wait. */
const longestWaitMs = 3000;

/**
 * The service's current time in ms: from its own answer or, if it does not answer, our clock plus the difference at
 * sign-in.
 */
export async function serviceTime(
  { transport, requestOptions }: Session,
  saved: SavedToken | undefined,
): Promise<number> {
  if (transport.embedded) return transport.now();
  const { signal } = requestOptions;
  const timeoutMs = Math.min(requestOptions.timeoutMs, longestWaitMs);
  try {
    const { headers } = await transport.send({
      method: 'GET',
      path: '/order',
      headers: {},
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    const said = Date.parse(headers.date ?? '');
    if (!Number.isNaN(said)) return said;
  } catch {
    // Without an answer, the local clock is used.
  }
  return transport.now() + (saved?.skew ?? 0);
}
