import { isLoopback } from '../../text/host.ts';
import type { Api } from '../types.ts';

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
