import { checkChoices, choicesInDocument, choicesInList, isChoiceList } from '../emulator/domain/choices.ts';
import type { EmulatorOptions } from '../emulator/emulator.ts';
import { builtInNames } from '../emulator/seed/first-state.ts';
import { fcPolicies } from '../emulator/store/warehouses.ts';
import { usageError } from '../errors.ts';
import { unreadableFile } from '../storage/file-errors.ts';
import { readText } from '../storage/read-file.ts';
import { inMemory } from '../storage/sqlite/database.ts';
import { nearest } from '../text/nearest.ts';
import { isFields, keysOf, messageOf } from '../text/records.ts';
import type * as library from './types.ts';

/** What an option may be, as a test and in words. */
interface Rule {
  accepts(value: unknown): boolean;
  readonly words: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const rules: Readonly<Record<keyof library.StartOptions, Rule>> = {
  seed: {
    accepts: (value) => isText(value) || isFields(value),
    words: 'the name of a seed, the path of a seed file, or a seed object',
  },
  now: {
    accepts: (value) => isText(value) || (value instanceof Date && !Number.isNaN(value.getTime())),
    words: 'a valid Date or a time such as 2026-09-01T08:00:00Z',
  },
  freeze: { accepts: (value) => typeof value === 'boolean', words: 'true or false' },
  port: {
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
    words: 'a whole number from 0 to 65535',
  },
  state: { accepts: (value) => isText(value) && value !== '', words: `the path of a folder, or ${inMemory}` },
  fcPolicy: {
    accepts: (value) => fcPolicies.some((policy) => policy === value),
    words: `one of ${fcPolicies.join(', ')}`,
  },
  rateLimit: {
    accepts: (value) => isText(value) || (Number.isFinite(value) && Number(value) > 0),
    words: 'a number above 0, or a text such as 60/m',
  },
  latency: {
    accepts: (value) => isText(value) || (Number.isFinite(value) && Number(value) >= 0),
    words: 'a number of milliseconds, or a text such as 2s',
  },
  assume: {
    accepts: (value) => isText(value) || isFields(value),
    words: 'choices such as { "A-22": 1 }, or the path of a file that cfi verify --save wrote',
  },
};

/**
 * Checks the options of a caller whose compiler does not. Throws a usage error that names an unknown option, or what an
 * option must be.
 */
export function checkStartOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) {
      const meant = nearest(name, keysOf(rules));
      const hint =
        meant === undefined ? `the options are ${keysOf(rules).join(', ')}` : `did you mean ${meant}?`;
      throw usageError(`${name} is not an option of startEmulator; ${hint}`);
    }
    const { accepts, words } = rules[name as keyof typeof rules];
    if (value !== undefined && !accepts(value)) throw usageError(`${name} must be ${words}`);
  }
}

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
 * Choices given directly, as a list like `A-06=1,A-22=2`, or as what `verify --save` wrote, the document or its path,
 * whose choices were seen at the service. Throws a usage error for an unknown choice.
 */
export async function readAssumed(
  assume: string | object,
): Promise<Pick<EmulatorOptions, 'assume' | 'verified'>> {
  if (typeof assume === 'string' && isChoiceList(assume)) return { assume: choicesInList(assume) };
  const document = typeof assume === 'string' ? await readJson('assume', assume) : assume;
  if (typeof assume !== 'string' && !('version' in assume)) return { assume: checkChoices(assume) };
  const choices = choicesInDocument(document);
  return { assume: choices, verified: choices };
}
