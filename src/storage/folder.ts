import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../text/thrown.ts';

/** Creates one folder that its owner can use under any umask. */
function makeOne(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Creates the folder and any missing parents, for the owner only. It creates them one by one because Node's recursive
 * option never returns where none can be created, for example under /proc. Throws the file system's error.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    makeOne(folder);
  }
}
