import { type Emulator, openEmulator } from './emulator.ts';

/** Opens the emulator on an existing state folder, as the embedded service of a command. */
export async function openEmbedded(options: {
  readonly state: string;
  readonly realNow: () => number;
  readonly version: string;
}): Promise<
  Omit<Emulator, 'clients' | 'stateId'> & { clients: ReturnType<Emulator['clients']>; stateId: string }
> {
  const emulator = await openEmulator(options);
  return { ...emulator, clients: emulator.clients(), stateId: emulator.stateId() };
}
