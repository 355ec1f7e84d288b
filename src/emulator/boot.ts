import { type EmulatorOptions, openEmulator } from './emulator.ts';
import { checkAddress, type ServeOptions, serve } from './server/serve.ts';

/** An emulator that is being served. */
export type Running = Awaited<ReturnType<typeof bootEmulator>>;

/** Opens an emulator and serves it. Throws a `CfiError` for anything invalid, before a state is created. */
export async function bootEmulator(options: EmulatorOptions, serving: ServeOptions) {
  const emulator = await openEmulator({ ...options, beforeNewState: () => checkAddress(serving) });
  try {
    const { origin, close } = await serve(emulator, serving);
    return {
      emulator,
      baseUrl: `${origin}/v1`,
      adminUrl: `${origin}/_emulator`,
      /** Waits for open requests and closes the state. */
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
