import type * as library from './types.ts';

export { EmulatorError } from './control.ts';

import { durationMs, ratePerMinute } from '../cli/values.ts';
import { type EmulatorOptions, openEmulator } from '../emulator/emulator.ts';
import { checkAddress, type Served, serve } from '../emulator/server/serve.ts';
import { usageError } from '../errors.ts';
import { inMemory } from '../storage/sqlite/database.ts';
import { parseInstant } from '../text/time/time.ts';
import { startTimer } from '../timers.ts';
import { controlOf } from './control.ts';
import { checkStartOptions, readAssumed, readSeed } from './start-options.ts';

const isoOf = (time: string | Date): string => (typeof time === 'string' ? time : time.toISOString());

function startOf(now: string | Date): number {
  const at = parseInstant(isoOf(now));
  if (!Number.isNaN(at)) return at;
  throw usageError(`now ${JSON.stringify(now)} is not a time`, 'write it as 2026-09-01T08:00:00Z');
}

const plainOrParsed = (
  name: string,
  value: number | string,
  parse: (name: string, text: string) => number,
): number => (typeof value === 'number' ? value : parse(name, value));

async function emulatorOptions(options: library.StartOptions): Promise<EmulatorOptions> {
  const { seed, now, freeze, fcPolicy, rateLimit, latency, assume, state = inMemory } = options;
  return {
    state,
    realNow: Date.now,
    version: CFI_VERSION,
    ...(seed === undefined ? {} : { seed: await readSeed(seed) }),
    ...(now === undefined ? {} : { now: startOf(now) }),
    ...(freeze === undefined ? {} : { freeze }),
    ...(fcPolicy === undefined ? {} : { fcPolicy }),
    ...(rateLimit === undefined ? {} : { rateLimit: plainOrParsed('rateLimit', rateLimit, ratePerMinute) }),
    ...(latency === undefined ? {} : { latencyMs: plainOrParsed('latency', latency, durationMs) }),
    ...(assume === undefined ? {} : await readAssumed(assume)),
  };
}

/** Starts an emulator in this process: the same as `cfi emulator start`, with its control API as functions. */
export const startEmulator: typeof library.startEmulator = async (options = {}) => {
  checkStartOptions(options);
  const address = { host: '127.0.0.1', port: options.port ?? 0 };
  const emulator = await openEmulator({
    ...(await emulatorOptions(options)),
    beforeNewState: () => checkAddress(address),
  });
  let served: Served;
  try {
    served = await serve(emulator, { ...address, startTimer });
  } catch (error) {
    emulator.close();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= served.close().then(() => emulator.close());
    return stopped;
  };
  return {
    baseUrl: `${served.origin}/v1`,
    adminUrl: `${served.origin}/_emulator`,
    get clients() {
      return emulator.clients().map(({ client_id, client_secret, client_name }) => ({
        id: client_id,
        secret: client_secret,
        name: client_name,
      }));
    },
    ...controlOf(emulator, () => stopped !== undefined),
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
