import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { serve } from '../../../src/emulator/server/serve.ts';
import { startTimer } from '../../../src/timers.ts';
import { callable } from '../emulator/emulator.ts';
import { slotSeed } from '../emulator/slots.ts';
import { openClient } from '../storms/client.ts';
import type { Wire, WireFault } from './wire.ts';

/** A time limit of one request, short because stalled ones wait for it. */
export const requestMs = 1000;
/** A run that takes so long hangs, and is killed. */
export const hangingMs = 40_000;

const program = fileURLToPath(new URL('../../../bin/cfi.js', import.meta.url));
const parts = ['home', 'in', 'tmp', 'service'] as const;

/** A folder with everything that a scenario is about: the home, the input and output, temporary files, and the service's. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** What worlds share. */
export interface Ground {
  readonly node: string;
  readonly wire: Wire;
  /** Where Node keeps compiled code, so that it is no part of what is tried. */
  readonly compiled: string;
  /** How many times as long as usual a run may take, on a machine that has other work. */
  readonly patience: number;
}

/** Opens a world in a new folder, or in a copy of another world's. */
export async function openWorld(
  { node, wire, compiled, patience }: Ground,
  folder: string,
  options: { readonly copyOf?: string } = {},
) {
  rmSync(folder, { recursive: true, force: true });
  if (options.copyOf === undefined)
    for (const part of parts) mkdirSync(join(folder, part), { recursive: true });
  else cpSync(options.copyOf, folder, { recursive: true, preserveTimestamps: true });
  const emulator = await openEmulator({
    state: join(folder, 'service'),
    ...(options.copyOf === undefined ? { seed: slotSeed } : {}),
    realNow: Date.now,
  });
  const served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer });
  /** Connects the program with the service anew, with one fault on the wire or none. */
  const connect = (fault?: WireFault): void => wire.reset(served.port, fault);
  connect();
  const environment = {
    PATH: process.env.PATH ?? '',
    CFI_HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    NODE_COMPILE_CACHE: compiled,
    CFI_KEYCHAIN: '0',
    CFI_BASE_URL: `http://127.0.0.1:${wire.port}/v1`,
    CFI_CLIENT_ID: 'emu-acme',
    CFI_CLIENT_SECRET:
      emulator.clients().find(({ client_id }) => client_id === 'emu-acme')?.client_secret ?? '',
    CFI_TIMEOUT: `${requestMs}ms`,
    CFI_LOST_WAIT: `${requestMs * 3}ms`,
  };
  return {
    folder,
    service: callable(emulator),
    connect,
    /** Runs a command line, in the folder of the input. */
    run: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      openClient(
        join(folder, 'home'),
        { ...environment, ...env },
        {
          killAfterMs: () => hangingMs * patience,
          start: { copy: [node, program], cwd: join(folder, 'in'), stdio: ['ignore', 'pipe', 'pipe'] },
        },
      ).once(args),
    /** Writes a file beside the input. */
    write: (name: string, content: string): void => writeFileSync(join(folder, 'in', name), content),
    /** The names of all files of the program, without their numbers. */
    names: () => namesIn(folder),
    async close() {
      await served.close();
      emulator.close();
    },
  };
}

const withoutNumbers = (name: string): string =>
  name.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{8,}|\d+/g, '#');

function namesIn(folder: string): ReadonlySet<string> {
  const names = parts
    .filter((part) => part !== 'service' && existsSync(join(folder, part)))
    .flatMap((part) =>
      (readdirSync(join(folder, part), { recursive: true }) as string[]).map((name) => `${part}/${name}`),
    );
  return new Set(names.map(withoutNumbers));
}
