import { existsSync, renameSync } from 'node:fs';

/**
 * Renames a damaged file, and those that belong to it by a suffix, so that the time is in the name; returns the new
 * name. `now` is in milliseconds. Another process may have just moved it: then nothing happens. Throws the file
 * system's error.
 */
export function moveAside(file: string, now: number, suffixes: readonly string[] = ['']): string {
  const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of suffixes) {
    try {
      if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return kept;
}
