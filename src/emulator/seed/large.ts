import { catalogue } from './catalogue.ts';
import { defaultClients, defaultWarehouses } from './parties.ts';
import type { Seed } from './schema.ts';

const kinds = ['TENT', 'PACK', 'STOVE', 'LAMP', 'ROPE', 'BOOT', 'MAT', 'FLASK', 'POLE', 'TARP'];
const variants = ['RED', 'BLUE', 'GREEN', 'GREY', 'BLACK'];

/** Like `default` but without orders, and with five thousand SKUs of one client in one warehouse. */
export const largeSeed = (): Seed => ({
  version: 1,
  rngSeed: 5000,
  warehouses: defaultWarehouses(),
  clients: defaultClients(),
  products: catalogue({
    client: 'emu-acme',
    prefixes: ['AC-'],
    warehouses: ['Northgate FC'],
    count: 5000,
    rngSeed: 5000,
    kinds,
    variants,
    firstBarcode: 200_100_000_000,
  }),
});
