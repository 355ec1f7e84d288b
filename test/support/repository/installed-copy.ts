import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type Copy = ReturnType<typeof copyProgram>;

/** Copies the built program, which a test may change, with `node_modules` as a link; `words` start it. */
export function copyProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-copy-'));
  for (const part of ['bin', 'dist']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, words: [process.execPath, join(folder, 'bin/cfi.js')] };
}
