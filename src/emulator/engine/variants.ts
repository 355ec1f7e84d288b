/**
 * How many answers there are beside the default, for each assumption that has any. Raising a number does not compile
 * until every rule that asks for the assumption names the new answer.
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

/** An assumption for which another answer than the default is plausible. */
export type VariedAssumption = keyof typeof alternatives;

/** One answer for the default and one for each alternative, in the order of the registry. */
interface Answers {
  readonly 1: readonly [unknown, unknown];
  readonly 2: readonly [unknown, unknown, unknown];
  readonly 3: readonly [unknown, unknown, unknown, unknown];
  readonly 4: readonly [unknown, unknown, unknown, unknown, unknown];
}

/** Which answer the emulator gives where the specification is silent and another is as plausible. */
export interface Variants {
  /** Index of the answer chosen for an assumption: 0 is the default, 1 and on its alternatives. */
  choice(assumption: VariedAssumption): number;
  /** The chosen one of the answers: the default first, then every alternative. */
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
 * How many of the alternatives `--vary-assumptions` draws from, where not from all: the others go against the letter of
 * the specification, though services may well do so, and are chosen by name only.
 */
const drawn: Partial<Readonly<Record<VariedAssumption, number>>> = { 'A-06': 2, 'A-58': 0 };

function choiceOf(seed: number, assumption: VariedAssumption): number {
  if (seed === 0) return 0;
  const id = Number(assumption.slice(2));
  return scramble(seed * 1009 + id * 9176) % ((drawn[assumption] ?? alternatives[assumption]) + 1);
}

/** A number for each assumption that has alternatives: 0 is the default. Those left out are as the default has it. */
export type Choices = Readonly<Partial<Record<VariedAssumption, number>>>;

/** Every assumption that has alternatives, in the order of their ids. */
export const variedAssumptions = Object.keys(alternatives) as VariedAssumption[];

/** Whether an assumption has alternatives. */
export const isVaried = (id: string): id is VariedAssumption => Object.hasOwn(alternatives, id);

/** The choices other than the default that the number of `--vary-assumptions` stands for; none for 0. */
export const choicesFor = (seed: number): Choices =>
  Object.fromEntries(
    variedAssumptions.flatMap((id) => {
      const choice = choiceOf(seed, id);
      return choice === 0 ? [] : [[id, choice]];
    }),
  );

/** The answers that choices stand for. */
export function variantsOf(choices: Choices): Variants {
  const choice = (assumption: VariedAssumption): number => choices[assumption] ?? 0;
  return { choice, pick: (assumption, answers) => answers[choice(assumption)] };
}

/** The answers that the number of `--vary-assumptions` stands for; 0 means every default. */
export const variantsFor = (seed: number): Variants => variantsOf(choicesFor(seed));
