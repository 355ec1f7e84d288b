import type { SavedToken } from '../../config/settings-file.ts';
import { isLoopback } from '../../text/host.ts';
import type { RequestOptions } from '../http/request.ts';
import type { Api, Transport } from '../types.ts';

/** Header that the emulator sends with every answer. */
const emulatorHeader = 'x-emulator';

/** A longer wait is not worth it: the emulator answers at once. */
const longestWaitMs = 5000;

/** Whether the service is the emulator: the embedded one, or one on this machine that identifies itself. */
export async function isEmulator(
  api: Pick<Api, 'transport' | 'baseUrl'>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  if (api.transport.embedded) return true;
  if (!isLoopback(new URL(api.baseUrl).hostname)) return false;
  try {
    const answer = await api.transport.send({
      ...{ method: 'GET', path: '/', headers: {} },
      ...{ timeoutMs: Math.min(timeoutMs, longestWaitMs), signal },
    });
    return answer.headers[emulatorHeader] !== undefined;
  } catch {
    return false;
  }
}

/** A more precise time is not worth a longer wait. */
const longestTimeWaitMs = 3000;

/**
 * The service's current time in ms: from its own answer or, if it does not answer, our clock plus the difference at
 * sign-in.
 */
export async function serviceTime(
  { transport, requestOptions }: { readonly transport: Transport; readonly requestOptions: RequestOptions },
  saved: SavedToken | undefined,
): Promise<number> {
  if (transport.embedded) return transport.now();
  const { signal } = requestOptions;
  const timeoutMs = Math.min(requestOptions.timeoutMs, longestTimeWaitMs);
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
