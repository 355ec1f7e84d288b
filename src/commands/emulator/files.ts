import type { CommandContext } from '../../cli/settings.ts';
import { parseJson, type ReadJson } from '../../emulator/named-files.ts';
import { builtInNames } from '../../emulator/seed/first-state.ts';
import { CfiError } from '../../errors.ts';
import { readNamed } from '../../storage/read-file.ts';

/** The JSON in a file; `-` is standard input. A `CfiError` names the file, with `hint` for one that cannot be read. */
export async function readJson({ deps }: CommandContext, name: string, hint?: string): Promise<unknown> {
  if (name === '') throw new CfiError('invalid-input', 'the name of the file is empty');
  const bytes = await readNamed(name, name, deps, { code: 'invalid-input', hint });
  return parseJson(name, bytes.toString('utf8'));
}

/** Reads what an option of the command names. */
export const readerFor =
  (context: CommandContext): ReadJson =>
  (name, _, hint) =>
    readJson(context, name, hint);

/** Adds the name of the seed's file to an error about the seed; returns other errors unchanged. */
export function namedSeed(name: string | undefined, error: unknown): unknown {
  if (name === undefined || builtInNames.includes(name)) return error;
  if (!(error instanceof CfiError && error.message.startsWith('seed: '))) return error;
  return error.with({}, `${name}: ${error.message}`);
}
