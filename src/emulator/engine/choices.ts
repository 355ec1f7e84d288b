import { usageError } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import type { Database } from '../store/database/database.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import {
  alternatives,
  type Choices,
  isVaried,
  type Variants,
  variantsOf,
  variedAssumptions,
} from './variants.ts';

const where = 'cfi emulator conformance lists the alternatives with their numbers';

const numbersOf = (id: keyof typeof alternatives): string => `0 to ${alternatives[id]}`;

/**
 * The choices that an object of ids and numbers stands for. Throws a usage error for an id that has no alternatives and
 * for a number that names none, saying which there are.
 */
export function checkChoices(value: unknown): Choices {
  if (!isFields(value)) throw usageError('the assumptions must be an object, for example {"A-22": 1}', where);
  for (const [id, number] of Object.entries(value)) {
    if (!isVaried(id)) {
      const known = variedAssumptions.map((each) => `${each} (${numbersOf(each)})`).join(', ');
      throw usageError(`${id} is not an assumption with alternatives; these are: ${known}`, where);
    }
    if (!Number.isInteger(number) || Number(number) < 0 || Number(number) > alternatives[id])
      throw usageError(`${id}=${JSON.stringify(number)}: ${id} takes ${numbersOf(id)}`, where);
  }
  return value as Choices;
}

/** The choices in a document as `verify --save` writes it. Throws a usage error for anything else. */
export function choicesInDocument(document: unknown): Choices {
  if (!isFields(document) || document.version !== 1 || !isFields(document.assume))
    throw usageError(
      'a file of assumptions must hold {"version":1,"assume":{"A-22":1}}',
      'cfi verify --save FILE writes one',
    );
  return checkChoices(document.assume);
}

const pair = /^(A-\d{2})=(\d{1,3})$/;

/** Whether a text is a list of choices rather than the name of a file. */
export const isChoiceList = (text: string): boolean => /^\s*A-[^/\\]*=/.test(text);

/** The choices in a list, `A-06=1,A-22=2`, each id once. Throws a usage error. */
export function choicesInList(text: string): Choices {
  const choices: Record<string, number> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, id, number] = pair.exec(part) ?? [];
    if (id === undefined)
      throw usageError(`${JSON.stringify(part)} is not an id and a number`, 'write it as A-06=1,A-22=2');
    if (Object.hasOwn(choices, id)) throw usageError(`the assumptions name ${id} twice`);
    choices[id] = Number(number);
  }
  return checkChoices(choices);
}

/** Choices without those that are the default, in the order of their ids. */
const significant = (choices: Choices): Choices =>
  Object.fromEntries(
    variedAssumptions.flatMap((id) => {
      const choice = choices[id] ?? 0;
      return choice === 0 ? [] : [[id, choice]];
    }),
  );

/** Where a state keeps its choices, as JSON; missing while they are all the default. */
export const choicesKey = 'kept_choices';

const parseChoices = (json: string | undefined | null): Choices => JSON.parse(json ?? '{}') as Choices;

/** The choices other than the default under which a state answers. */
export const choicesOfState = (db: Database): Choices => parseChoices(readMeta(db, choicesKey));

/** The answers that the choices kept in a state, given as they are kept, stand for. */
export const variantsKept = (json: string | undefined | null): Variants => variantsOf(parseChoices(json));

/**
 * Changes the choices of a state: `all` replaces them, `some` are then set over what is there. They are part of the
 * state: an export has them, and they outlast a reset.
 */
export function chooseForState(
  db: Database,
  { all, some }: { readonly all?: Choices | undefined; readonly some?: Choices | undefined },
): void {
  if (all === undefined && some === undefined) return;
  writeMeta(db, choicesKey, JSON.stringify(significant({ ...(all ?? choicesOfState(db)), ...some })));
}
