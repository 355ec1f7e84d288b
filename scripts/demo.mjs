import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cfi = fileURLToPath(new URL('../bin/cfi.js', import.meta.url));
process.exitCode = spawnSync(process.execPath, [cfi, '--help'], { stdio: 'inherit' }).status ?? 1;
