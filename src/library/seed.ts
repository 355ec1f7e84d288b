import { readFile } from 'node:fs/promises';
import { builtInNames } from '../emulator/seed/built-in.ts';
import { usageError } from '../errors.ts';
import { readReason } from '../storage/file-errors.ts';

/** A seed as the emulator takes it: the name of a built-in one, or an object, read from a file where it is a path. */
export async function readSeed(seed: string | object): Promise<unknown> {
  if (typeof seed !== 'string' || builtInNames.includes(seed)) return seed;
  const text = await readFile(seed, 'utf8').catch((error) => {
    throw usageError(`seed ${seed}: ${readReason(error)}`, `Built in are ${builtInNames.join(', ')}.`);
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw usageError(`seed ${seed} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
