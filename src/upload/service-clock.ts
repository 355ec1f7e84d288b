import type { CommandContext } from '../cli/settings.ts';
import { openSession } from '../client/auth/session.ts';
import { CfiError } from '../errors.ts';

/**
 * The present, by the clock that decides what is past: the embedded emulator's, which may show another time, or else
 * this machine's. Milliseconds since the epoch.
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
    // Whatever is wrong with the emulator is told when something is sent.
    if (error instanceof CfiError) return deps.now();
    throw error;
  }
}
