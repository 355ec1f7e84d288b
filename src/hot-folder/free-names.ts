import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import { beginning } from '../text/trim.ts';

const longestEnding = 20;
const longestName = 255;
/** More than any folder has; a name that is taken in the meantime is rare. */
const mostNames = 1_000_000;

/** Whether anything has this name, even a link to nothing. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * The names that a file can have in a folder: `orders.csv`, `orders-2.csv`, `orders-3.csv`, …, without those that
 * exist, or exist with one of the endings.
 */
export function* freeNames(folder: string, name: string, endings: readonly string[] = []): Generator<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  // Shortens a name that leaves no room for a number and an ending; UTF-8 takes at most three bytes per UTF-16 unit.
  const isLong = Buffer.byteLength(name) + longestEnding > longestName;
  const short = isLong ? beginning(stem, 60) : stem;
  for (let number = 1; number <= mostNames; number++) {
    const tried = number === 1 && !isLong ? name : `${short}${number === 1 ? '' : `-${number}`}${extension}`;
    if (['', ...endings].every((ending) => !isThere(join(folder, tried + ending)))) yield tried;
  }
}
