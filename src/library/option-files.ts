import { readFile } from 'node:fs/promises';
import { checkChoices, choicesInDocument } from '../emulator/engine/choices.ts';
import type { Choices } from '../emulator/engine/variants.ts';
import { builtInNames } from '../emulator/seed/built-in.ts';
import { usageError } from '../errors.ts';
import { readReason } from '../storage/file-errors.ts';

async function readJson(option: string, file: string, hint?: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw usageError(`${option} ${file}: ${readReason(error)}`, hint);
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw usageError(`${option} ${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** A seed as the emulator takes it: the name of a built-in one, or an object, read from a file where it is a path. */
export async function readSeed(seed: string | object): Promise<unknown> {
  if (typeof seed !== 'string' || builtInNames.includes(seed)) return seed;
  return readJson('seed', seed, `Built in are ${builtInNames.join(', ')}.`);
}

/** Choices as they are given, or from a file that `verify --save` wrote. Throws a usage error for an unknown one. */
export async function readAssumed(assume: string | object): Promise<Choices> {
  return typeof assume === 'string'
    ? choicesInDocument(await readJson('assume', assume))
    : checkChoices(assume);
}
