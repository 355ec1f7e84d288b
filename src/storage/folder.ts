import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes one folder, which its owner can use whatever the umask takes away. */
function makeOne(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Makes the folder, and missing ones above it, for the owner alone. It makes them one by one because Node's recursive
 * option never returns where none can be made, for example under /proc. Throws the file system's error.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    makeOne(folder);
  }
}
