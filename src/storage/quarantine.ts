import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../text/records.ts';

const mark = '.damaged-';

/** The name that a damaged file gets: its own with the time, in milliseconds since the epoch. */
export const asideName = (file: string, now: number): string =>
  `${file}${mark}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

/** The name that the file got when it was last damaged; undefined if there is no such file. */
export function lastAside(file: string): string | undefined {
  const prefix = basename(file) + mark;
  const names = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(prefix) && /^[\dTZ-]+$/.test(name.slice(prefix.length)),
  );
  const last = names.sort().at(-1);
  return last === undefined ? undefined : join(dirname(file), last);
}

/**
 * Renames a file and its companions with a suffix. Does nothing if another process has just moved them. Throws the file
 * system's error.
 */
export function moveAs(file: string, name: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes) {
    try {
      if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/**
 * Adds the time to the name of a damaged file, whose content was `damaged`; returns the new name. Undefined if another
 * process has replaced or renamed the file since it was read. `now` is in milliseconds. Throws the file system's error.
 */
export function moveAside(file: string, now: number, damaged: string): string | undefined {
  const name = asideName(file, now);
  try {
    if (readFileSync(file, 'utf8') !== damaged) return undefined;
    renameSync(file, name);
    return name;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
