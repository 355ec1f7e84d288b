import type { CommandContext } from '../../../cli/settings.ts';
import type { Choices } from '../../../emulator/conformance/variants.ts';
import { choicesInDocument, choicesInList, isChoiceList } from '../../../emulator/domain/choices.ts';
import { CfiError } from '../../../errors.ts';
import { readJson } from '../files.ts';

/** The choices in `--assume`: a list, or a file that `verify --save` wrote. Throws a `CfiError` that names the file. */
export async function readAssumed(context: CommandContext, text: string): Promise<Choices> {
  if (isChoiceList(text)) return choicesInList(text);
  const document = await readJson(context, text);
  try {
    return choicesInDocument(document);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    throw new CfiError(error.code, `${text}: ${error.message}`, error.details);
  }
}
