import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withHome } from './processes.ts';
import { atMost, type Row } from './row.ts';

const limit = { mib: 22, packages: 7 };

const blockBytes = 512;

/** The bytes on disk of a folder and everything in it, as `du` counts them. */
function bytesOnDisk(path: string): number {
  const found = lstatSync(path);
  const inside = found.isDirectory() ? readdirSync(path).map((name) => bytesOnDisk(join(path, name))) : [];
  return inside.reduce((sum, bytes) => sum + bytes, found.blocks * blockBytes);
}

/** Installs the packed package from the registry, as users do; returns its size in MiB and the number of packages. */
async function installed(): Promise<{ readonly mib: number; readonly packages: number }> {
  return withHome(async (folder) => {
    // With npm's whole environment, which says how to reach the registry.
    const npm = (...args: string[]): string =>
      execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const packed = npm('pack', '--silent', '--pack-destination', folder).trim().split('\n').at(-1) ?? '';
    npm('install', '--prefix', folder, '--no-audit', '--no-fund', join(folder, packed));
    const modules = join(folder, 'node_modules');
    const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return { mib: bytesOnDisk(modules) / 2 ** 20, packages: Object.keys(lock.packages).length };
  });
}

/** How much an installation takes on disk, and of how many packages it consists. */
export async function* sizeRows(): AsyncGenerator<Row> {
  const { mib, packages } = await installed();
  yield {
    name: 'installed size',
    ours: `${mib.toFixed(1)} MiB`,
    yardstick: `limit ${limit.mib} MiB`,
    ratio: mib / limit.mib,
    goal: atMost(1),
  };
  yield {
    name: 'installed packages',
    ours: String(packages),
    yardstick: `limit ${limit.packages}`,
    ratio: packages / limit.packages,
    goal: atMost(1),
  };
}
