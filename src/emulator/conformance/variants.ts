import { keysOf } from '../../text/records.ts';

/**
 * The number of alternatives to the default answer, for each assumption that has any. Raising a number breaks
 * compilation until every rule that uses the assumption covers the new answer.
 */
export const alternatives = {
  'A-03': 1,
  'A-04': 1,
  'A-05': 3,
  'A-06': 4,
  'A-07': 1,
  'A-10': 2,
  'A-12': 1,
  'A-13': 1,
  'A-14': 1,
  'A-15': 1,
  'A-16': 1,
  'A-17': 2,
  'A-18': 2,
  'A-19': 1,
  'A-20': 1,
  'A-22': 2,
  'A-23': 1,
  'A-27': 2,
  'A-28': 1,
  'A-29': 2,
  'A-30': 2,
  'A-31': 2,
  'A-33': 1,
  'A-35': 3,
  'A-38': 1,
  'A-39': 1,
  'A-40': 1,
  'A-43': 1,
  'A-44': 1,
  'A-49': 1,
  'A-50': 1,
  'A-52': 1,
  'A-53': 1,
  'A-54': 1,
  'A-55': 1,
  'A-56': 1,
  'A-57': 1,
  'A-58': 1,
  'A-59': 1,
} as const satisfies Readonly<Record<`A-${number}`, 1 | 2 | 3 | 4>>;

/** An assumption with at least one plausible alternative to the default answer. */
export type VariedAssumption = keyof typeof alternatives;

/** The default answer followed by each alternative, in the order of the registry. */
interface Answers {
  readonly 1: readonly [unknown, unknown];
  readonly 2: readonly [unknown, unknown, unknown];
  readonly 3: readonly [unknown, unknown, unknown, unknown];
  readonly 4: readonly [unknown, unknown, unknown, unknown, unknown];
}

/** The answers that the emulator gives where the specification is silent and several are plausible. */
export interface Variants {
  /** Index of the answer chosen for an assumption: 0 is the default, alternatives start at 1. */
  choice(assumption: VariedAssumption): number;
  /** Picks the chosen answer from a list: the default first, then every alternative. */
  pick<K extends VariedAssumption, const A extends Answers[(typeof alternatives)[K]]>(
    assumption: K,
    answers: A,
  ): A[number];
}

function scramble(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * How many of the alternatives `--vary-assumptions` draws from, if not all. The others contradict the letter of the
 * specification, though a service may well behave that way, so they must be chosen by name.
 */
const drawn: Partial<Readonly<Record<VariedAssumption, number>>> = { 'A-06': 2, 'A-58': 0 };

function choiceOf(seed: number, assumption: VariedAssumption): number {
  if (seed === 0) return 0;
  const id = Number(assumption.slice(2));
  return scramble(seed * 1009 + id * 9176) % ((drawn[assumption] ?? alternatives[assumption]) + 1);
}

/** The chosen answer for each assumption that has alternatives: 0, or no entry, means the default. */
export type Choices = Readonly<Partial<Record<VariedAssumption, number>>>;

/** Every assumption that has alternatives, ordered by id. */
export const variedAssumptions = keysOf(alternatives);

/** Whether a text is the id of an assumption that has alternatives. */
export const isVaried = (id: string): id is VariedAssumption => Object.hasOwn(alternatives, id);

/** The choices that `--vary-assumptions` draws for a number, without the defaults; none for 0. */
export const choicesFor = (seed: number): Choices =>
  Object.fromEntries(
    variedAssumptions.flatMap((id) => {
      const choice = choiceOf(seed, id);
      return choice === 0 ? [] : [[id, choice]];
    }),
  );

/** The variants for a set of choices. */
export function variantsOf(choices: Choices): Variants {
  const choice = (assumption: VariedAssumption): number => choices[assumption] ?? 0;
  return { choice, pick: (assumption, answers) => answers[choice(assumption)] };
}

/** The variants for a number of `--vary-assumptions`; 0 means every default. */
export const variantsFor = (seed: number): Variants => variantsOf(choicesFor(seed));
