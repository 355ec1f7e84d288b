// Runs a TypeScript file with the project's own esbuild: node scripts/run-ts.mjs FILE ARGS...
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

/** Files locate others from their own path, not from the bundle's. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const define = { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) };
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: 'ts',
        target: 'node20',
        define,
        sourcefile: path,
      });
      return { contents: code, loader: 'js' };
    });
  },
};

const [file, ...args] = process.argv.slice(2);
const tmp = fileURLToPath(new URL('../tmp/', import.meta.url));
mkdirSync(tmp, { recursive: true });
const folder = mkdtempSync(join(tmp, 'run-'));
try {
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    plugins: [ownAddress],
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  process.exitCode = spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
