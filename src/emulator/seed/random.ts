/** Numbers from 0 (included) to 1 (excluded), always the same for the same seed (mulberry32). */
function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random choices from such a stream. */
export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  of<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Repeatable random choices: the same seed gives the same sequence. */
export function dice(seed: number): Dice {
  const next = randomStream(seed);
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    of: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
    chance: (probability) => next() < probability,
  };
}
