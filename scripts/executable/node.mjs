import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Node that goes into the executable; `--build-sea` came with 25.5. */
export const nodeVersion = '26.10.0';

const root = fileURLToPath(new URL('../../', import.meta.url));
const system = { win32: 'win', darwin: 'darwin', linux: 'linux' };

/** Paths of a Node and its licence. */
const placeOf = (binary, folder) => ({ binary, license: readFileSync(join(folder, 'LICENSE'), 'utf8') });

/**
 * The Node to build with: the current one, if it has the right version and its licence beside it; else the registry's
 * package, kept for the next time.
 */
export function nodeToEmbed() {
  const own =
    process.platform === 'win32' ? dirname(process.execPath) : join(dirname(process.execPath), '..');
  if (process.versions.node === nodeVersion && existsSync(join(own, 'LICENSE')))
    return placeOf(process.execPath, own);
  const name = `node-${system[process.platform] ?? process.platform}-${process.arch}`;
  const folder = join(root, 'tmp', `node-${nodeVersion}`);
  const installed = join(folder, 'node_modules', name);
  if (!existsSync(join(installed, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--silent', '--no-save', '--prefix', folder, `${name}@${nodeVersion}`];
    const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`npm could not install ${name}@${nodeVersion}`);
  }
  return placeOf(join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'), installed);
}
