import { CfiError, usageError } from '../errors.ts';
import { jsonExcess, jsonFault } from '../text/json.ts';
import { parseInstant } from '../text/time/time.ts';
import type { Choices } from './conformance/assumptions.ts';
import { checkChoices, choicesInDocument, choicesInList, isChoiceList } from './domain/choices.ts';
import type { EmulatorOptions } from './emulator.ts';
import { builtInNames } from './seed/first-state.ts';
import { mostBodyValues } from './service/body.ts';

/** Reads the JSON file that an option names. Throws a `CfiError` that names it, with `hint` if it cannot be read. */
export type ReadJson = (name: string, option: 'seed' | 'assume', hint?: string) => Promise<unknown>;

/** Parses JSON text; errors say that it came from `name`. */
export function parseJson(name: string, text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  const excess = jsonExcess(json, { values: mostBodyValues });
  if (excess !== undefined) throw new CfiError('invalid-input', `${name} ${excess}`);
  try {
    return JSON.parse(json);
  } catch {
    throw new CfiError('invalid-input', `${name} is not JSON: ${jsonFault(json)}`);
  }
}

/** The seed to load: an object, the name of a built-in seed, or the content of the file with that name. */
export async function seedNamed(seed: string | object, read: ReadJson): Promise<unknown> {
  if (typeof seed !== 'string' || builtInNames.includes(seed)) return seed;
  return read(seed, 'seed', `the built-in seeds are ${builtInNames.join(', ')}`);
}

/** The choices in a document of `verify --save`; errors name its file. */
export function savedChoices(document: unknown, file?: string): Choices {
  try {
    return choicesInDocument(document);
  } catch (error) {
    if (file === undefined || !(error instanceof CfiError)) throw error;
    throw error.with({}, `${file}: ${error.message}`);
  }
}

const seen = (verified: Choices) => ({ assume: verified, verified });

/** Choices given directly, as a list like `A-06=1,A-22=2`, or as the document of `verify --save` or its file. */
async function choicesNamed(assume: string | object, read: ReadJson) {
  if (typeof assume !== 'string')
    return 'version' in assume ? seen(savedChoices(assume)) : { assume: checkChoices(assume) };
  if (isChoiceList(assume)) return { assume: choicesInList(assume) };
  return seen(savedChoices(await read(assume, 'assume'), assume));
}

/** What the options that may name a file or a time stand for. `now` is the name of that option in errors. */
export async function namedOptions(
  { seed, now: at, assume }: { seed?: string | object; now?: string | undefined; assume?: string | object },
  read: ReadJson,
  now: string,
): Promise<Pick<EmulatorOptions, 'seed' | 'now' | 'assume' | 'verified'>> {
  const start = at === undefined ? undefined : parseInstant(at);
  if (Number.isNaN(start))
    throw usageError(`${now} ${JSON.stringify(at)} is not a time`, 'write it as 2026-09-01T08:00:00Z');
  return {
    seed: seed === undefined ? undefined : await seedNamed(seed, read),
    now: start,
    ...(assume === undefined ? {} : await choicesNamed(assume, read)),
  };
}
