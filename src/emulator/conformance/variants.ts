import { keysOf } from '../../text/records.ts';
import { type AssumptionId, assumptionRules, type Decisions } from './assumptions.ts';

/** How many alternatives each decision has. */
type Counts = {
  [K in AssumptionId]: Decisions[K] extends readonly [string, string, ...infer A extends string[]]
    ? A['length']
    : 0;
};

/** An assumption with at least one plausible alternative to the default answer. */
export type VariedAssumption = { [K in AssumptionId]: Counts[K] extends 0 ? never : K }[AssumptionId];

/** The number of alternatives to the default answer, for each assumption that has any, ordered by id. */
export const alternatives = Object.fromEntries(
  assumptionRules.flatMap(({ id, alternatives: others = [] }) =>
    others.length === 0 ? [] : [[id, others.length]],
  ),
) as Readonly<Record<VariedAssumption, number>>;

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
  /**
   * Picks the chosen answer from a list: the default first, then every alternative. A new alternative does not compile
   * until every rule that uses the assumption has an answer for it.
   */
  pick<K extends VariedAssumption, const A extends Answers[Counts[K] & keyof Answers]>(
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
