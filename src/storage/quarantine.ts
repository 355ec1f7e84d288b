import { existsSync, renameSync } from 'node:fs';
import { codeOf } from '../text/thrown.ts';

/**
 * Adds the time to the name of a damaged file and of its companions with a suffix; returns the new name. `now` is in
 * milliseconds. Does nothing if another process has just moved the file. Throws the file system's error.
 */
export function moveAside(file: string, now: number, suffixes: readonly string[] = ['']): string {
  const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of suffixes) {
    try {
      if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return kept;
}
