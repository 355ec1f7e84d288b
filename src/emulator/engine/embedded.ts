import { type Emulator, openEmulator } from './emulator.ts';

/** The emulator as a command's embedded service: opened on its state folder as it is. */
export async function openEmbedded(options: {
  readonly state: string;
  readonly realNow: () => number;
}): Promise<
  Omit<Emulator, 'clients' | 'stateId'> & { clients: ReturnType<Emulator['clients']>; stateId: string }
> {
  const emulator = await openEmulator(options);
  return { ...emulator, clients: emulator.clients(), stateId: emulator.stateId() };
}
