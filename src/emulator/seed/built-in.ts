import { usageError } from '../../errors.ts';
import type { Seed } from './schema.ts';

/** Seeds that come with the program, made by code when they are asked for. */
const makers: Readonly<Record<string, () => Promise<Seed>>> = {
  default: async () => (await import('./default.ts')).defaultSeed(),
  empty: async () => (await import('./empty.ts')).emptySeed(),
  large: async () => (await import('./large.ts')).largeSeed(),
};

/** The names of the built-in seeds. */
export const builtInNames = Object.keys(makers);

/** The built-in seed of that name; a usage error naming all of them for another. */
export async function builtInSeed(name: string): Promise<Seed> {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make === undefined)
    throw usageError(`there is no seed ${name}`, `Built in are ${builtInNames.join(', ')}.`);
  return make();
}
