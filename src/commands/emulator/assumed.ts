import type { Context } from '../../cli/settings.ts';
import { checkChoices, choicesInDocument } from '../../emulator/engine/choices.ts';
import type { Choices } from '../../emulator/engine/variants.ts';
import { CfiError, usageError } from '../../errors.ts';
import { readJson } from './files.ts';

const pair = /^(A-\d{2})=(\d{1,3})$/;

/** `A-06=1,A-22=2`, each id once. Throws a usage error. */
function listed(text: string): Choices {
  const choices: Record<string, number> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, id, number] = pair.exec(part) ?? [];
    if (id === undefined)
      throw usageError(
        `--assume ${JSON.stringify(part)} is not an id and a number`,
        'write it as A-06=1,A-22=2',
      );
    if (Object.hasOwn(choices, id)) throw usageError(`--assume names ${id} twice`);
    choices[id] = Number(number);
  }
  return checkChoices(choices);
}

/**
 * What `--assume` stands for: a list of choices, else a file as `verify --save` writes it. Throws a `CfiError` that
 * names the file.
 */
export async function readAssumed(context: Context, text: string): Promise<Choices> {
  if (/^\s*A-[^/\\]*=/.test(text)) return listed(text);
  const document = await readJson(context, text);
  try {
    return choicesInDocument(document);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    throw new CfiError(error.code, `${text}: ${error.message}`, error.details);
  }
}
