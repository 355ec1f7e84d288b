import { type Emulator, type EmulatorOptions, openEmulator } from './emulator.ts';
import { checkAddress, type ServeOptions, serve } from './server/serve.ts';

/** An emulator that is being served. */
export interface Running {
  readonly emulator: Emulator;
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Waits for open requests and closes the state. */
  stop(): Promise<void>;
}

/**
 * Opens an emulator and serves it. Throws a `CfiError` if an option, the seed, the state or the address is invalid; then
 * no state is created.
 */
export async function bootEmulator(options: EmulatorOptions, serving: ServeOptions): Promise<Running> {
  const emulator = await openEmulator({ ...options, beforeNewState: () => checkAddress(serving) });
  try {
    const { origin, close } = await serve(emulator, serving);
    return {
      emulator,
      baseUrl: `${origin}/v1`,
      adminUrl: `${origin}/_emulator`,
      async stop() {
        await close();
        emulator.close();
      },
    };
  } catch (error) {
    emulator.close();
    throw error;
  }
}
