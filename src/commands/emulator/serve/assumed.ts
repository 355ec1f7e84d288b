import type { CommandContext } from '../../../cli/settings.ts';
import { choicesInDocument, choicesInList, isChoiceList } from '../../../emulator/domain/choices.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { CfiError } from '../../../errors.ts';
import { readJson } from '../files.ts';

/**
 * The choices in `--assume`: a list, or a file that `verify --save` wrote, whose choices were seen at the service.
 * Throws a `CfiError` that names the file.
 */
export async function readAssumed(
  context: CommandContext,
  text: string,
): Promise<Pick<EmulatorOptions, 'assume' | 'verified'>> {
  if (isChoiceList(text)) return { assume: choicesInList(text) };
  const document = await readJson(context, text);
  try {
    const assume = choicesInDocument(document);
    return { assume, verified: assume };
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    throw new CfiError(error.code, `${text}: ${error.message}`, error.details);
  }
}
