import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { billOfMaterials, npmComponent } from './bundle/bill-of-materials.mjs';
import { asFunction, checkNoCircle, commonJs } from './bundle/common-js.mjs';
import { notices } from './bundle/notices.mjs';
import { bundledPackages } from './bundle/packages.mjs';
import { buildPage, builtPage } from './bundle/page.mjs';
import { programFile } from './bundle/program-file.mjs';
import { checkTreeShaken } from './bundle/tree-shaking.mjs';

const root = new URL('../', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const { name, version, license } = JSON.parse(await readFile(path('package.json'), 'utf8'));

// Loading a library is most of a short command's time, so parts that are never used stay out of the bundle.
const leftOut = [
  // conf: asks for a validator only with `schema`, for semver only with `migrations`, for debounce only with `watch`.
  { from: /[\\/]conf[\\/]/, module: /^(ajv\/dist\/2020\.js|ajv-formats|semver|debounce-fn)$/ },
  // undici: HTTP/2 only with `allowH2`, a web body only for FormData.
  { from: /[\\/]undici[\\/]lib[\\/]/, module: /^(\.\/client-h2\.js|\.\.\/web\/fetch\/body\.js)$/ },
  // commander: starts other programs only for subcommands that are programs of their own.
  { from: /[\\/]commander[\\/]lib[\\/]/, module: /^node:child_process$/ },
  // cli-table3: colours of its own, for borders and headings.
  { from: /[\\/]cli-table3[\\/]/, module: /^@colors\/colors\/safe$/ },
];

const spareParser = 'llhttp-wasm.cjs';

const lean = {
  name: 'lean',
  setup({ onResolve }) {
    // undici's index loads fetch, WebSocket, caches and mocks, and cannot be tree-shaken (CommonJS).
    onResolve({ filter: /^undici$/ }, () => ({ path: path('scripts/bundle/undici.cjs') }));
    // cli-table3 asks for the width of each cell four times, and the library looks for emoji even in plain words.
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      /[\\/]cli-table3[\\/]/.test(importer) ? { path: path('scripts/bundle/string-width.cjs') } : undefined,
    );
    // Listens for the signals that the program handles, and sends them again.
    onResolve({ filter: /^when-exit$/ }, () => ({ path: path('scripts/bundle/when-exit.cjs') }));
    // undici's parser for processors without vector instructions, 72 kB, stays a file of its own.
    onResolve({ filter: /^\.\.\/llhttp\/llhttp-wasm\.js$/ }, () => ({
      path: `./${spareParser}`,
      external: true,
    }));
    onResolve({ filter: /^node:(assert|http|querystring)$/ }, ({ importer, path: module }) =>
      /[\\/]undici[\\/]lib[\\/]/.test(importer)
        ? { path: path(`scripts/bundle/${module.slice('node:'.length)}.cjs`) }
        : undefined,
    );
    for (const [at, { from, module }] of leftOut.entries()) {
      // One per library, so that each stays in one file.
      const unused = { path: path('scripts/bundle/unused.cjs'), suffix: `?${at}` };
      onResolve({ filter: module }, ({ importer }) => (from.test(importer) ? unused : undefined));
    }
  },
};

// What nearly every command loads, and what every part of the emulator loads. esbuild puts modules into one file only
// when the same parts of the program load them, and each further file adds 0.2 ms to a start, so these go with each
// part.
const shared = ['start.ts', 'client/auth/session.ts', 'client/api/reads/pages.ts', 'cli/options/paging.ts'];
const sharedByEmulator = ['emulator/emulator.ts'];
const sharedByProgram = (part) =>
  /[\\/]src[\\/]emulator[\\/]/.test(part) ? [...shared, ...sharedByEmulator] : shared;

/** Makes the first part, and each that is loaded separately by `import()`, load the modules that it shares as well. */
const withShared = (sharedBy) => ({
  name: 'with shared modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path: module, resolveDir, kind }) =>
      kind === 'dynamic-import' || kind === 'entry-point'
        ? { path: resolve(resolveDir, module), namespace: 'part' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'part' }, ({ path: part }) => {
      const modules = sharedBy(part);
      const imports = modules.map((module) => `import ${JSON.stringify(path(`src/${module}`))};`);
      return {
        contents: [...imports, `export * from ${JSON.stringify(part)};`].join('\n'),
        resolveDir: path('src'),
      };
    });
  },
});

const page = await buildPage();

/** Puts the emulator page's files into the module that holds them. */
const withPage = {
  name: 'with the page',
  setup: ({ onLoad }) => onLoad({ filter: builtPage }, () => ({ contents: page.contents })),
};

const options = {
  absWorkingDir: path('.'),
  outdir: 'dist',
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  bundle: true,
  minify: true,
  treeShaking: true,
  legalComments: 'none',
  // libsql picks its native binary by the platform when it is loaded.
  external: ['libsql'],
  define: { CFI_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
};

const program = await build({
  ...options,
  entryPoints: [{ in: './src/start.ts', out: 'start' }],
  splitting: true,
  plugins: [lean, withPage, withShared(sharedByProgram)],
});
// libsql without its search for the C library, and what replaces it where Node's own SQLite is used.
// `src/modules/program-modules.ts` loads these files instead of the package, which `package.json` names by its exact
// version: the native file in it must fit.
const sqlite = await build({
  ...options,
  format: 'cjs',
  external: [],
  entryPoints: [
    { in: 'libsql', out: 'libsql' },
    { in: 'libsql/promise', out: 'libsql-promise' },
    { in: './src/storage/node-sqlite/database.ts', out: 'node-sqlite' },
    { in: './src/storage/node-sqlite/promise.ts', out: 'node-sqlite-promise' },
  ],
  plugins: [
    {
      name: 'the C library',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^(@neon-rs\/load|detect-libc)$/ }, () => ({
          path: path('scripts/bundle/c-library.cjs'),
        })),
    },
  ],
});
const { metafile } = program;
checkNoCircle(metafile.outputs);
checkTreeShaken(metafile.outputs);

// esbuild makes every file load its runtime, even if unused.
const runtimes = Object.entries(metafile.outputs).filter(
  ([, { inputs }]) => Object.keys(inputs).length === 0,
);
const idle = runtimes.map(([file]) => `import"./${basename(file)}";`);

/** Texts of the modules that the program's own loader reads, by file name. */
const modules = new Map();
for (const { path: file, text } of program.outputFiles) {
  const needed = idle.reduce((rest, line) => rest.replace(line, ''), text);
  modules.set(basename(file), asFunction(await commonJs(needed)));
}
for (const { path: file, text } of sqlite.outputFiles) modules.set(basename(file), asFunction(text));
const parser = path('node_modules/undici/lib/llhttp/llhttp-wasm.js');
modules.set(spareParser, asFunction(await readFile(parser, 'utf8')));

// `main.ts` needs only the front page and the version, so both come from one small file.
const front = await build({
  ...options,
  entryPoints: ['src/main.ts'],
  plugins: [
    {
      name: 'the program is another file',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: './start.js', external: true })),
    },
  ],
});
// What other programs import. Built separately, so that it does not affect how the program is split into files. Each file
// takes at least a block of the disk, so there are few: every part loads what is always loaded anyway.
const library = await build({
  ...options,
  entryPoints: [{ in: './src/library/emulator.ts', out: 'emulator' }],
  splitting: true,
  plugins: [withShared(() => ['library/emulator.ts'])],
});
checkNoCircle(library.metafile.outputs);
checkTreeShaken(library.metafile.outputs);
// Built separately and moved into place, so that a running test or command never sees half a build.
const fresh = `dist.${process.pid}`;
await mkdir(path(fresh));
const main = asFunction(await commonJs(front.outputFiles[0].text));
await writeFile(path(`${fresh}/main.js`), main);
const { build: buildName, table, content } = programFile(version, modules);
await writeFile(path(`${fresh}/program-${buildName}`), content);
await writeFile(path(`${fresh}/program.json`), JSON.stringify(table));
await mkdir(path(`${fresh}/library`));
for (const { path: file, text } of library.outputFiles) {
  await writeFile(path(`${fresh}/library/${basename(file)}`), await commonJs(text));
}
await writeFile(
  path(`${fresh}/library/emulator.mjs`),
  "import library from './emulator.js';\nexport const { EmulatorError, startEmulator } = library;\n",
);
for (const types of ['emulator.d.ts', 'emulator.d.mts']) {
  await copyFile(path('src/library/types.ts'), path(`${fresh}/library/${types}`));
}
await writeFile(path(`${fresh}/package.json`), '{"type":"commonjs"}\n');
const packages = await bundledPackages(path('.'), {
  inputs: { ...metafile.inputs, ...sqlite.metafile.inputs, ...page.metafile.inputs },
});
await writeFile(path(`${fresh}/licenses.txt`), await notices(packages));
const bill = billOfMaterials(npmComponent({ name, version, license }), packages.map(npmComponent));
await writeFile(path(`${fresh}/bom.json`), `${JSON.stringify(bill, undefined, 2)}\n`);
const former = `${fresh}.former`;
await rename(path('dist'), path(former)).catch(() => {});
await rename(path(fresh), path('dist'));
await rm(path(former), { recursive: true, force: true });
