import { defaultClients, defaultWarehouses } from './parties.ts';
import type { Seed } from './schema.ts';

/** The default clients and warehouses, without products or orders. */
export const emptySeed = (): Seed => ({
  version: 1,
  rngSeed: 1,
  warehouses: defaultWarehouses(),
  clients: defaultClients(),
});
