import type { Choices } from '../emulator/conformance/variants.ts';
import { checkChoices, choicesInDocument, choicesInList, isChoiceList } from '../emulator/domain/choices.ts';
import { builtInNames } from '../emulator/seed/first-state.ts';
import { usageError } from '../errors.ts';
import { unreadableFile } from '../storage/file-errors.ts';
import { readText } from '../storage/read-file.ts';
import { messageOf } from '../text/records.ts';

async function readJson(option: string, file: string, hint?: string): Promise<unknown> {
  const text = await readText(file).catch((error) => {
    throw unreadableFile(`${option} ${file}`, error, { hint });
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw usageError(`${option} ${file} is not JSON: ${messageOf(error)}`);
  }
}

/** The seed to load: the name of a built-in seed, an object, or the contents of the file at a path. */
export async function readSeed(seed: string | object): Promise<unknown> {
  if (typeof seed !== 'string' || builtInNames.includes(seed)) return seed;
  return readJson('seed', seed, `the built-in seeds are ${builtInNames.join(', ')}`);
}

/**
 * Choices given directly, as a list like `A-06=1,A-22=2`, or as what `verify --save` wrote: the document, or its path.
 * Throws a usage error for an unknown choice.
 */
export async function readAssumed(assume: string | object): Promise<Choices> {
  if (typeof assume !== 'string')
    return 'version' in assume ? choicesInDocument(assume) : checkChoices(assume);
  return isChoiceList(assume) ? choicesInList(assume) : choicesInDocument(await readJson('assume', assume));
}
