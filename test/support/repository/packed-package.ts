import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The exit code and output of a program in that folder. */
interface Ran {
  readonly code: number;
  readonly output: string;
}

/** A folder where the package is installed, as `npm install` would from its tarball, but without a network. */
export interface Installed {
  readonly folder: string;
  write(name: string, text: string): void;
  /** Runs a script of this project's node_modules there, or Node itself, and waits for it to end. */
  node(...args: readonly string[]): Promise<Ran>;
}

/** Packs the built package and unpacks it elsewhere, with the named packages from this project's node_modules. */
export async function installPacked(packages: readonly string[]): Promise<Installed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cfi-packed-')));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout);
  await run('tar', ['xzf', filename], { cwd: folder });
  mkdirSync(join(folder, 'node_modules'));
  renameSync(join(folder, 'package'), join(folder, 'node_modules', 'channel-fulfilment-cli'));
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write('package.json', '{ "name": "a-project", "private": true, "type": "module" }');
  return {
    folder,
    write,
    async node(...args) {
      const env = { PATH: process.env.PATH, HOME: folder, CI: '1', NO_COLOR: '1' };
      try {
        const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, env, timeout: 60_000 });
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const {
          code = 1,
          stdout = '',
          stderr = '',
        } = error as Partial<Record<'stdout' | 'stderr', string>> & {
          code?: number;
        };
        return { code, output: stdout + stderr };
      }
    },
  };
}

/** The files that a page shows: code blocks whose first line names the file, such as `// shop.mjs`. */
export function filesShownIn(page: string): Map<string, string> {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```[a-z]+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}
