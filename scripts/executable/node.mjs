import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Node that goes into the executable; `--build-sea` came with 25.5. */
export const nodeVersion = '26.10.0';

const root = fileURLToPath(new URL('../../', import.meta.url));
const system = { win32: 'win', darwin: 'darwin', linux: 'linux' };

/** Where a Node and its licence are. */
const placeOf = (binary, folder) => ({ binary, license: readFileSync(join(folder, 'LICENSE'), 'utf8') });

/**
 * The Node to build with: the one that runs this, where it is of the right version and its licence lies with it; else
 * the one that the registry has as a package, kept for the next time.
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
