import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../text/records.ts';

/** Creates one folder that its owner can use under any umask, unless it is there, perhaps made by another process just now. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return;
    throw error;
  }
  chmodSync(folder, 0o700);
}

/**
 * Creates the folder and any missing parents, for the owner only; several processes may do so at the same time. It
 * creates them one by one because Node's recursive option never returns where none can be created, for example under
 * /proc. Throws the file system's error.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    makeFolder(above);
    makeOne(folder);
  }
}
