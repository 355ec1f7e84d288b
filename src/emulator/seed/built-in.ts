import { usageError } from '../../errors.ts';
import type { Seed } from './schema.ts';

/** Seeds that ship with the program, generated on demand. */
const makers: Readonly<Record<string, () => Promise<Seed>>> = {
  default: async () => (await import('./default.ts')).defaultSeed(),
  empty: async () => (await import('./other-seeds.ts')).emptySeed(),
  large: async () => (await import('./other-seeds.ts')).largeSeed(),
};

/** The names of the built-in seeds. */
export const builtInNames = Object.keys(makers);

/** The built-in seed with that name. Throws a usage error that lists the names if there is none. */
export async function builtInSeed(name: string): Promise<Seed> {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make === undefined)
    throw usageError(`there is no seed ${name}`, `the built-in seeds are ${builtInNames.join(', ')}`);
  return make();
}
