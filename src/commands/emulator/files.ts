import type { CommandContext } from '../../cli/settings.ts';
import { choicesInDocument, choicesInList, isChoiceList } from '../../emulator/domain/choices.ts';
import type { EmulatorOptions } from '../../emulator/emulator.ts';
import { builtInNames, builtInSeed } from '../../emulator/seed/first-state.ts';
import { CfiError } from '../../errors.ts';
import { readNamed } from '../../storage/read-file.ts';
import { messageOf } from '../../text/records.ts';

/**
 * The JSON in a file; `-` is standard input. Throws a `CfiError` that names the file; `hint` is for a file that cannot be
 * read.
 */
export async function readJson({ deps }: CommandContext, name: string, hint?: string): Promise<unknown> {
  if (name === '') throw new CfiError('invalid-input', 'the name of the file is empty');
  const bytes = await readNamed(name, name, deps, { code: 'invalid-input', hint });
  return parseJson(name, bytes.toString('utf8'));
}

/** Parses JSON text; errors say that it came from `name`. */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CfiError('invalid-input', `${name} is not JSON: ${messageOf(error)}`);
  }
}

/** The seed in a file. Throws a `CfiError` that names the file. */
export const readSeedFile = (context: CommandContext, name: string): Promise<unknown> =>
  readJson(context, name, `the built-in seeds are ${builtInNames.join(', ')}`);

/** The seed that `--seed` names: a built-in one, or the content of a file. */
export async function readSeed(context: CommandContext, name: string): Promise<unknown> {
  return builtInNames.includes(name) ? builtInSeed(name) : readSeedFile(context, name);
}

/** Adds the name of the seed's file to an error about the seed; returns other errors unchanged. */
export function namedSeed(name: string | undefined, error: unknown): unknown {
  if (name === undefined || builtInNames.includes(name)) return error;
  if (!(error instanceof CfiError) || error.details.subject !== 'seed') return error;
  return new CfiError(error.code, `${name}: ${error.message}`, error.details);
}

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
