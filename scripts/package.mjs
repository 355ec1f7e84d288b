// Builds the single executable of this platform from dist/: npm run package. It writes dist-bin/cfi-<platform>-<arch>,
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
import { archived, programModules } from './executable/archive.mjs';
import { nodeToEmbed, nodeVersion } from './executable/node.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { platform, arch } = process;
const name = `cfi-${platform}-${arch}`;
const fileName = platform === 'win32' ? `${name}.exe` : name;

const target = path('dist-bin');
const builtFrom = join(target, `${fileName}.built-from`);

const program = programModules(path('dist'));
const recipe = [
  'package.mjs',
  ...['loader.cjs', 'modules.cjs', 'node.mjs', 'archive.mjs'].map((file) => `executable/${file}`),
  'bundle/program-file.mjs',
  '../src/modules/loader.ts',
  '../src/modules/node-sqlite.ts',
];
const digest = createHash('sha256');
for (const { name, text } of program) digest.update(`${name}\0${text}\0`);
for (const each of recipe) digest.update(readFileSync(path(`scripts/${each}`)));
const source = digest.digest('hex');
if (process.argv.includes('--if-changed')) {
  const isThere = existsSync(builtFrom) && existsSync(join(target, fileName));
  if (isThere && readFileSync(builtFrom, 'utf8') === source) process.exit();
}

const work = mkdtempSync(join(tmpdir(), 'cfi-package-'));
const modules = join(work, 'modules');

/** Runs Node quietly with a minimal environment; throws if it fails. */
function run(binary, args) {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot, CFI_HOME: join(work, 'home'), CFI_NO_INPUT: '1' };
  return execFileSync(binary, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

/** Removes the symbols that only debuggers need, a fifth of Node, if the system has a tool for that. */
function strip(file) {
  if (platform === 'linux') spawnSync('strip', [file], { stdio: 'ignore' });
}

/** Command lines that cover what people use most; keeps what they compile, so that it is never compiled again. */
const lines = (compile) => [
  ['emulator', 'exec', '--', ...compile, 'inventory'],
  ['emulator', 'exec', '--', ...compile, 'inventory', '-o', 'json'],
  ['emulator', 'exec', '--', ...compile, 'slot', 'list'],
  ['emulator', 'exec', '--', ...compile, 'order', 'create', path('fixtures/csv/orders.csv')],
  ['--emulator', 'inventory'],
  ['--emulator', 'order', 'create', path('fixtures/csv/orders.csv'), '-o', 'json'],
  ['order', 'create', '--help'],
];

try {
  const { binary, license } = nodeToEmbed();
  mkdirSync(modules);
  for (const each of program) writeFileSync(join(modules, each.name), each.text);
  await build({
    entryPoints: ['loader', 'compile'].map((file) => path(`scripts/executable/${file}.cjs`)),
    outdir: work,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    logLevel: 'warning',
  });
  const compile = [binary, join(work, 'compile.cjs'), modules];
  for (const line of lines(compile)) run(binary, [...compile.slice(1), ...line]);
  run(binary, [...compile.slice(1), '--rest']);

  const { modules: archive, table } = archived(modules);
  writeFileSync(join(work, 'archive'), archive);
  writeFileSync(join(work, 'table.json'), JSON.stringify(table));
  const bare = join(work, 'node');
  copyFileSync(binary, bare);
  strip(bare);
  const config = {
    executable: bare,
    main: join(work, 'loader.cjs'),
    output: join(work, fileName),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: { modules: join(work, 'archive'), table: join(work, 'table.json') },
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
