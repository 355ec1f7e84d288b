// Creates the other files of a release, in the folder of its executables: checksums, manual pages, a Homebrew formula,
// a Scoop manifest and an install script. node scripts/release.mjs FOLDER HOMEPAGE [MANUAL]; MANUAL is the folder of
// the pages, dist/man by default.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formula } from './release/formula.mjs';
import { installScript } from './release/install-script.mjs';
import { scoopManifest } from './release/scoop.mjs';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'];

const root = fileURLToPath(new URL('../', import.meta.url));
const [folder, homepage, manual = join(root, 'dist/man')] = process.argv.slice(2);
const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const url = `${homepage}/releases/download/v${version}`;

const sha256 = (name) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
const fileOf = (name) => ({ name, url: `${url}/${name}`, sha256: sha256(name) });

/** The executable of a platform. Its checksum was written where it was built, and must still match. */
function executableOf(platform) {
  const name = `cfi-${platform}${platform.startsWith('win32') ? '.exe' : ''}`;
  const file = fileOf(name);
  const [built] = readFileSync(join(folder, `${name}.sha256`), 'utf8').split(' ');
  if (built !== file.sha256) throw new Error(`${name} has changed since it was built: its checksum differs`);
  return file;
}

const executables = Object.fromEntries(platforms.map((platform) => [platform, executableOf(platform)]));
execFileSync('tar', ['-czf', join(folder, 'cfi-man.tar.gz'), '-C', manual, ...readdirSync(manual)]);
const release = {
  version,
  description,
  license,
  homepage,
  url,
  executables,
  manual: fileOf('cfi-man.tar.gz'),
};

const put = (name, text) => writeFileSync(join(folder, name), text);
put('install.sh', installScript(release));
put('cfi.rb', formula(release));
put('cfi.json', scoopManifest(release));
const released = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
put('SHA256SUMS', released.map((name) => `${sha256(name)}  ${name}\n`).join(''));
