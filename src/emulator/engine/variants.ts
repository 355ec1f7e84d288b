/** Which answer the emulator gives where the specification is silent and another is as plausible. */
export interface Variants {
  /** The number picked by `--vary-assumptions`; 0 is the default everywhere. */
  readonly seed: number;
  /** Index of the answer chosen for an assumption: 0 is the default, 1 and on its alternatives. */
  choice(assumption: string): number;
}

/** How many answers there are beside the default, for each assumption that has any. */
export const alternatives: Readonly<Record<string, number>> = {
  'A-03': 1,
  'A-04': 1,
  'A-05': 3,
  'A-06': 2,
  'A-07': 1,
  'A-12': 1,
  'A-13': 1,
  'A-14': 1,
  'A-15': 1,
  'A-16': 1,
  'A-17': 2,
  'A-18': 2,
  'A-19': 1,
  'A-22': 2,
  'A-23': 1,
  'A-27': 2,
  'A-28': 1,
  'A-29': 2,
  'A-30': 2,
  'A-31': 2,
  'A-35': 3,
  'A-38': 1,
  'A-40': 1,
  'A-43': 1,
  'A-49': 1,
  'A-50': 1,
};

function scramble(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The choices a number stands for; 0 means every default. */
export function variantsFor(seed: number): Variants {
  return {
    seed,
    choice(assumption) {
      const count = alternatives[assumption] ?? 0;
      if (seed === 0 || count === 0) return 0;
      const id = Number(assumption.slice(2));
      return scramble(seed * 1009 + id * 9176) % (count + 1);
    },
  };
}
