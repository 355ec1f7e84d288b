import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const { version } = JSON.parse(await readFile(path('package.json'), 'utf8'));

// Loading a library is most of a short command's time, so parts that are never used stay out of the bundle.
const leftOut = [
  // conf: asks for a validator only with `schema`, for semver only with `migrations`, for debounce only with `watch`.
  { from: /[\\/]conf[\\/]/, module: /^(ajv\/dist\/2020\.js|ajv-formats|semver|debounce-fn)$/ },
  // undici: HTTP/2 only with `allowH2`, a web body only for FormData.
  { from: /[\\/]undici[\\/]lib[\\/]/, module: /^(\.\/client-h2\.js|\.\.\/web\/fetch\/body\.js)$/ },
];

const lean = {
  name: 'lean',
  setup({ onResolve }) {
    // undici's index loads fetch, WebSocket, caches and mocks, and cannot be tree-shaken (CommonJS).
    onResolve({ filter: /^undici$/ }, () => ({ path: path('scripts/bundle/undici.js') }));
    // cli-table3 asks for the width of each cell four times, and the library looks for emoji even in plain words.
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      /[\\/]cli-table3[\\/]/.test(importer) ? { path: path('scripts/bundle/string-width.cjs') } : undefined,
    );
    for (const { from, module } of leftOut) {
      onResolve({ filter: module }, ({ importer }) =>
        from.test(importer) ? { path: path('scripts/bundle/unused.cjs') } : undefined,
      );
    }
  },
};

// Built aside and moved into place, so that a running test or command never meets half a build.
const fresh = `dist.${process.pid}`;
await build({
  absWorkingDir: path('.'),
  entryPoints: ['src/main.ts'],
  outdir: fresh,
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
  // CommonJS packages call require() for Node's own modules.
  banner: {
    js: "import{createRequire as cfiCreateRequire}from'node:module';const require=cfiCreateRequire(import.meta.url);",
  },
  plugins: [lean],
  logLevel: 'warning',
});
const former = `${fresh}.former`;
await rename(path('dist'), path(former)).catch(() => {});
await rename(path(fresh), path('dist'));
await rm(path(former), { recursive: true, force: true });
