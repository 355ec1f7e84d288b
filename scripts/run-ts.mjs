// Runs a TypeScript file with the project's own esbuild: node scripts/run-ts.mjs FILE ARGS...
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  process.exitCode = spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
