import { usageError } from '../../errors.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { isFields } from '../../text/records.ts';
import {
  alternatives,
  type Choices,
  isVaried,
  type Variants,
  variantsOf,
  withoutDefaults,
} from '../conformance/assumptions.ts';
import { choicesKey } from '../store/clients.ts';
import { damagedState, factIn, readMeta, writeMeta } from '../store/tables.ts';

const where = 'cfi emulator conformance lists the alternatives with their numbers';

const numbersOf = (id: keyof typeof alternatives): string => `0 to ${alternatives[id]}`;

/** Checks choices by assumption. Throws a usage error that says where they are listed, or the numbers of an id. */
export function checkChoices(value: unknown): Choices {
  if (!isFields(value)) throw usageError('the assumptions must be an object, for example {"A-22": 1}', where);
  for (const [id, number] of Object.entries(value)) {
    if (!isVaried(id)) throw usageError(`${id} is not an assumption with alternatives`, where);
    if (!Number.isInteger(number) || Number(number) < 0 || Number(number) > alternatives[id])
      throw usageError(`${id}=${JSON.stringify(number)}: ${id} takes ${numbersOf(id)}`, where);
  }
  return value as Choices;
}

/** The choices in a document written by `verify --save`. Throws a usage error for any other document. */
export function choicesInDocument(document: unknown): Choices {
  if (!isFields(document) || document.version !== 1 || !isFields(document.assume))
    throw usageError(
      'a file of assumptions must hold {"version":1,"assume":{"A-22":1}}',
      'cfi verify --save FILE writes one',
    );
  return checkChoices(document.assume);
}

/** Whether a text is a list of choices, if perhaps an incomplete one, rather than a file name. */
export const isChoiceList = (text: string): boolean => /^\s*A-\d{2}\s*(?:[=,]|$)/.test(text);

/** Parses a list of choices such as `A-06=1,A-22=2`. Throws a usage error when it is malformed or repeats an id. */
export function choicesInList(text: string): Choices {
  const choices: Record<string, number> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, id, number] = /^(A-\d{2})=(\d{1,3})$/.exec(part) ?? [];
    if (id === undefined)
      throw usageError(`${JSON.stringify(part)} is not an id and a number`, 'write it as A-06=1,A-22=2');
    if (Object.hasOwn(choices, id)) throw usageError(`the assumptions name ${id} twice`);
    choices[id] = Number(number);
  }
  return checkChoices(choices);
}

/** The choices of a state that differ from the default, given as the stored JSON. Throws a `CfiError` if they are none. */
export function choicesKept(json: string | undefined | null): Choices {
  const choices = factIn(json ?? '{}');
  if (isFields(choices)) return choices as Choices;
  throw damagedState('its assumptions cannot be read');
}

/** The choices of a state that differ from the default. */
export const choicesOfState = (db: Database): Choices => choicesKept(readMeta(db, choicesKey));

/** The answers that a state has chosen where the specification is silent. */
export const variantsOfState = (db: Database): Variants => variantsOf(choicesOfState(db));

/** Replaces a state's choices by `all`, then single ones by `some`. Throws a `CfiError` if its own cannot be read. */
export function chooseForState(db: Database, all: Choices | undefined, some: Choices | undefined): void {
  const kept = choicesOfState(db);
  if (all === undefined && some === undefined) return;
  const choices: Choices = { ...(all ?? kept), ...some };
  writeMeta(db, choicesKey, JSON.stringify(withoutDefaults((id) => choices[id] ?? 0)));
}
