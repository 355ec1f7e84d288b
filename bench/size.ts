import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, rowOf } from './measure.ts';
import { withFolder } from './processes.ts';

/** How much an installation takes on disk, and of how many packages it consists. */
export async function* sizeRows(): AsyncGenerator<Row> {
  const limit = { mib: 22, packages: 7 };
  const { mib, packages } = await installed();
  const against = { yardstick: 'limit', ratio: ['≤', 1] } as const;
  yield rowOf(
    { what: 'installed size', unit: (figure) => `${figure.toFixed(1)} MiB`, ...against },
    { ours: mib, theirs: limit.mib, ratio: mib / limit.mib },
  );
  yield rowOf(
    { what: 'installed packages', unit: String, ...against },
    { ours: packages, theirs: limit.packages, ratio: packages / limit.packages },
  );
}

/** Installs the packed package from the registry, as users do; returns its size in MiB and the number of packages. */
function installed() {
  return withFolder(async (folder) => {
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

const blockBytes = 512;

/** The bytes on disk of a folder and everything in it, as `du` counts them. */
function bytesOnDisk(path: string): number {
  const found = lstatSync(path);
  const inside = found.isDirectory() ? readdirSync(path).map((name) => bytesOnDisk(join(path, name))) : [];
  return inside.reduce((sum, bytes) => sum + bytes, found.blocks * blockBytes);
}
