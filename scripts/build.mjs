import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { notices } from './bundle/notices.mjs';

const root = new URL('../', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const { version } = JSON.parse(await readFile(path('package.json'), 'utf8'));

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
      // One for each library, so that it is in the same file.
      const unused = { path: path('scripts/bundle/unused.cjs'), suffix: `?${at}` };
      onResolve({ filter: module }, ({ importer }) => (from.test(importer) ? unused : undefined));
    }
  },
};

// esbuild puts modules into one file when the same parts of the program load them, and each further file costs a
// start 0.2 ms. What nearly every command loads is therefore named to all parts that are loaded on their own.
const start = ['deps.ts', 'program/run.ts', 'program/report.ts'];
const together = [
  {
    parts: /[\\/]src[\\/]/,
    modules: ['program/run.ts', 'client/auth/session.ts', 'client/api/pages.ts', 'cli/paging.ts'],
  },
  { parts: /[\\/]src[\\/]emulator[\\/]/, modules: ['emulator/engine/emulator.ts'] },
];

/** Files of the program that are loaded on their own, by `import()`. */
async function loadedApart() {
  const files = await readdir(path('src'), { recursive: true });
  const apart = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => {
        const from = new URL(file, new URL('src/', root));
        const text = await readFile(from, 'utf8');
        return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, to]) =>
          fileURLToPath(new URL(to, from)),
        );
      }),
  );
  return new Set(apart.flat());
}

const fewFiles = {
  name: 'few files',
  async setup({ onLoad, onResolve }) {
    const apart = await loadedApart();
    // The first file holds the front page itself: `--help` needs no other.
    onResolve({ filter: /front-page\.ts$/ }, ({ importer, resolveDir, path: to }) =>
      /[\\/]src[\\/]main\.ts$/.test(importer)
        ? { path: resolve(resolveDir, to), suffix: '?main' }
        : undefined,
    );
    onResolve({ filter: /^\.\// }, ({ importer, kind }) =>
      kind === 'dynamic-import' && /[\\/]src[\\/]main\.ts$/.test(importer)
        ? { path: 'start', namespace: 'together' }
        : undefined,
    );
    onLoad({ filter: /^start$/, namespace: 'together' }, () => ({
      contents: start.map((module) => `export * from ${JSON.stringify(path(`src/${module}`))};`).join(''),
      resolveDir: path('src'),
    }));
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!apart.has(file)) return undefined;
      const named = together.filter(({ parts }) => parts.test(file)).flatMap(({ modules }) => modules);
      const text = await readFile(file, 'utf8');
      const imports = named.map((module) => `\nimport ${JSON.stringify(path(`src/${module}`))};`);
      return { contents: text + imports.join(''), loader: 'ts' };
    });
  },
};

// CommonJS packages call require() for Node's own modules; only another file takes createRequire(), 2 ms to load.
const withRequire =
  'const require=(name)=>process.getBuiltinModule(name)' +
  "??process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);";

const { outputFiles, metafile } = await build({
  absWorkingDir: path('.'),
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  bundle: true,
  splitting: true,
  minify: true,
  treeShaking: true,
  legalComments: 'none',
  // libsql picks its native binary by the platform when it is loaded.
  external: ['libsql'],
  define: { CFI_VERSION: JSON.stringify(version) },
  plugins: [lean, fewFiles],
  logLevel: 'warning',
});

// esbuild has every file load its runtime, even for nothing.
const runtimes = Object.entries(metafile.outputs).filter(
  ([, { inputs }]) => Object.keys(inputs).length === 0,
);
const idle = runtimes.map(([file]) => `import"./${basename(file)}";`);

// Built aside and moved into place, so that a running test or command never meets half a build.
const fresh = `dist.${process.pid}`;
await mkdir(path(fresh));
for (const { path: file, text } of outputFiles) {
  const needed = idle.reduce((rest, line) => rest.replace(line, ''), text);
  const whole = /\brequire\b/.test(needed) ? withRequire + needed : needed;
  await writeFile(path(`${fresh}/${basename(file)}`), whole);
}
await copyFile(path('node_modules/undici/lib/llhttp/llhttp-wasm.js'), path(`${fresh}/${spareParser}`));
await writeFile(path(`${fresh}/licenses.txt`), await notices(path('.'), metafile));
const former = `${fresh}.former`;
await rename(path('dist'), path(former)).catch(() => {});
await rename(path(fresh), path('dist'));
await rm(path(former), { recursive: true, force: true });
