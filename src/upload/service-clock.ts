import type { CommandContext } from '../cli/settings.ts';
import { openSession } from '../client/auth/session.ts';
import { CfiError } from '../errors.ts';

/**
 * The current time, in milliseconds since the epoch, by the clock that decides what is past: the embedded emulator's or
 * this machine's.
 */
export async function serviceNow(context: CommandContext): Promise<number> {
  const { deps, settings } = context;
  if (!settings.emulator) return deps.now();
  try {
    const { transport } = await openSession(context);
    const now = transport.now();
    await transport.close();
    return now;
  } catch (error) {
    // Problems of the emulator are reported when something is sent.
    if (error instanceof CfiError) return deps.now();
    throw error;
  }
}
