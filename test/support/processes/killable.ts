import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

export type Running = Awaited<ReturnType<Awaited<ReturnType<typeof killableProgram>>['start']>>;

/**
 * A TypeScript program in its own process, without a shell or wrapper, so that a kill reaches the program itself.
 */
export async function killableProgram(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-killable-'));
  // Packages are not bundled; they are resolved from the program's location.
  symlinkSync(path('node_modules'), join(folder, 'node_modules'), 'junction');
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [path(file)],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return {
    /** What Node runs. */
    outfile,
    async start(...args: string[]) {
      const child = spawn(process.execPath, [outfile, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      return {
        /** What the program printed first. */
        line,
        child,
        /** Kills it with SIGKILL and waits until it has ended. */
        async kill(): Promise<void> {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGKILL');
          await once(child, 'exit');
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
