import { defaultClients, defaultWarehouses } from './parties.ts';
import type { Seed } from './schema.ts';

/** The usual clients and warehouses, without a single product or order. */
export const emptySeed = (): Seed => ({
  version: 1,
  rngSeed: 1,
  warehouses: defaultWarehouses(),
  clients: defaultClients(),
});
