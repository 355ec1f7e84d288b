// Builds the single executable of this platform: npm run package. It writes dist-bin/cfi-<platform>-<arch>,
// its checksum, its bill of materials, and the licences of what is in it. With --if-changed, it does nothing if the
// executable was built from the same program.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { billOfMaterials } from './bundle/bill-of-materials.mjs';
import { buildPage, builtPage } from './bundle/page.mjs';
import { nodeToEmbed, nodeVersion } from './executable/node.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { platform, arch } = process;
const name = `cfi-${platform}-${arch}`;
const fileName = platform === 'win32' ? `${name}.exe` : name;

const target = path('dist-bin');
const builtFrom = join(target, `${fileName}.built-from`);

const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));
const page = await buildPage();
const { outputFiles } = await build({
  absWorkingDir: path('.'),
  entryPoints: ['scripts/executable/main.ts'],
  bundle: true,
  write: false,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node26',
  legalComments: 'none',
  // The Node in the executable has SQLite.
  external: ['libsql', 'libsql/promise'],
  define: { CFI_VERSION: JSON.stringify(version), 'import.meta.url': '__filename' },
  // Node loads its own parts several times faster for require() than for import().
  supported: { 'dynamic-import': false },
  plugins: [
    {
      name: 'with the page',
      setup: ({ onLoad }) => onLoad({ filter: builtPage }, () => ({ contents: page.contents })),
    },
  ],
  logLevel: 'warning',
});
const [{ contents: program }] = outputFiles;
const digest = createHash('sha256').update(program);
for (const each of ['package.mjs', 'executable/node.mjs'])
  digest.update(readFileSync(path(`scripts/${each}`)));
const source = digest.digest('hex');
if (process.argv.includes('--if-changed')) {
  const isThere = existsSync(builtFrom) && existsSync(join(target, fileName));
  if (isThere && readFileSync(builtFrom, 'utf8') === source) process.exit();
}

const work = mkdtempSync(join(tmpdir(), 'cfi-package-'));
/** Runs Node quietly with a minimal environment; throws if it fails. */
function run(binary, args) {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot };
  return execFileSync(binary, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

/** Removes the symbols that only debuggers need, a fifth of Node, if the system has a tool for that. */
function strip(file) {
  if (platform === 'linux') spawnSync('strip', [file], { stdio: 'ignore' });
}

try {
  const { binary, license } = nodeToEmbed();
  writeFileSync(join(work, 'main.cjs'), program);
  const bare = join(work, 'node');
  copyFileSync(binary, bare);
  strip(bare);
  const config = {
    executable: bare,
    main: join(work, 'main.cjs'),
    output: join(work, fileName),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  run(binary, ['--build-sea', join(work, 'sea.json')]);
  // The system refuses to run a program whose signature does not match.
  if (platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', config.output]);

  mkdirSync(target, { recursive: true });
  const put = (file, text) => writeFileSync(join(target, file), text);
  const hash = createHash('sha256').update(readFileSync(config.output)).digest('hex');
  // Moved into place in one step: the file before it may be running.
  const aside = join(target, `.${fileName}.${process.pid}`);
  copyFileSync(config.output, aside);
  renameSync(aside, join(target, fileName));
  put(`${fileName}.sha256`, `${hash}  ${fileName}\n`);

  const { metadata, components } = JSON.parse(readFileSync(path('dist/bom.json'), 'utf8'));
  const versions = JSON.parse(run(binary, ['-p', 'JSON.stringify(process.versions)']));
  const node = Object.entries(versions).map(([library, version]) =>
    library === 'node'
      ? { type: 'platform', name: 'node', version, purl: `pkg:generic/node@${version}` }
      : { type: 'library', name: library, version },
  );
  const bill = billOfMaterials({ ...metadata.component, hashes: [{ alg: 'SHA-256', content: hash }] }, [
    ...components,
    ...node,
  ]);
  put(`${fileName}.bom.json`, `${JSON.stringify(bill, undefined, 2)}\n`);
  const licenses = [readFileSync(path('LICENSE'), 'utf8'), readFileSync(path('dist/licenses.txt'), 'utf8')];
  const line = `\n${'-'.repeat(80)}\n\n`;
  put(`${fileName}.licenses.txt`, [...licenses, `Node ${nodeVersion}\n\n${license}`].join(line));
  writeFileSync(builtFrom, source);
  console.log(join('dist-bin', fileName));
} finally {
  rmSync(work, { recursive: true, force: true });
}
