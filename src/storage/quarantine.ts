import { existsSync, renameSync } from 'node:fs';

/**
 * Moves a damaged file, and those that belong to it by a suffix, out of the way under a name with the time, and gives
 * that name. `now` in milliseconds. Nothing is lost when another process has just moved it. Throws the file system's
 * error.
 */
export function keepAside(file: string, now: number, suffixes: readonly string[] = ['']): string {
  const aside = `${file}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of suffixes) {
    try {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return aside;
}
