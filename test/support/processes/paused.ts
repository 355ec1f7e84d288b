import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type SpawnedOptions, spawnCli } from './process.ts';

const hook = fileURLToPath(new URL('./pause-at.cjs', import.meta.url));

/** The moment at which a program stops: before a call of `node:fs` with a path that matches. */
export interface Moment {
  /** A name, or several between `|`. */
  readonly call: string;
  /** A regular expression. */
  readonly path: string;
  /** Which of these calls; the first by default. */
  readonly nth?: number;
}

/** Runs the built program in its own process, which stops at a moment until the test lets it continue. */
export function spawnPausing(
  args: readonly string[],
  { call, path, nth = 1 }: Moment,
  options: SpawnedOptions = {},
) {
  const env = {
    ...options.env,
    NODE_OPTIONS: `--require=${hook}`,
    CFI_TEST_PAUSE: JSON.stringify({ call, path, nth }),
  };
  const spawned = spawnCli(args, { ...options, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const pipe = spawned.child.stdio[3] as Duplex;
  pipe.on('error', () => {});
  /** Resolves when the program has stopped there; rejects if it ends before. */
  const reached: Promise<void> = Promise.race([
    once(pipe, 'data').then(() => {}),
    spawned.done.then(({ code, stdout, stderr }) => {
      throw new Error(`ended with ${code} without ${call} of ${path}: ${stdout}${stderr}`);
    }),
  ]);
  reached.catch(() => {});
  /** Lets it continue. */
  const go = (): void => void pipe.write('g');
  return { ...spawned, reached, go };
}
