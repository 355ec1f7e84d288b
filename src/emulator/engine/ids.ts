import type { Database } from '../store/database/database.ts';
import { countUp, readMeta } from '../store/meta.ts';
import type { Ids } from './context.ts';

let loaded: typeof import('node:crypto') | undefined;

/** Loaded when something is created, because reading needs none of it and it takes long to load. */
function crypto(): typeof import('node:crypto') {
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded;
}

/** A UUID that depends only on the seed and the name. */
export function seededUuid(rngSeed: string, name: string): string {
  const hex = crypto().hash('sha256', `${rngSeed}/uuid/${name}`);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number from 0 up to but not including 1 that depends only on the seed and the draw. */
export function seededFraction(rngSeed: string, draw: string): number {
  return crypto().createHash('sha256').update(`${rngSeed}/draw/${draw}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** The seed for all ids and random draws of this state. */
export const rngSeedOf = (db: Database): string =>
  db.cached('rng seed', () => readMeta(db, 'rng_seed') ?? '', 'orders');

/** Ids that continue the sequences of the state, within the current transaction. */
export function idsOf(db: Database): Ids {
  let rngSeed: string | undefined;
  return {
    uuid(name) {
      rngSeed ??= rngSeedOf(db);
      return seededUuid(rngSeed, name);
    },
    next: (sequence) => countUp(db, `next_${sequence}`),
  };
}
