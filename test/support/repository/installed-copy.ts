import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A copy of the built program that a test may change. */
export interface Copy {
  /** Its own `bin`, `dist` and `node_modules`. */
  readonly folder: string;
  /** The words that start it. */
  readonly words: readonly string[];
}

/** Copies the built program, with `node_modules` as a link. */
export function copyProgram(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-copy-'));
  for (const part of ['bin', 'dist']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, words: [process.execPath, join(folder, 'bin/cfi.js')] };
}
