import { catalogue } from './catalogue.ts';
import type { Seed } from './schema.ts';

/** Three warehouses, one for each policy; one of them accepts deliveries on Mondays. */
export const defaultWarehouses = (): Seed['warehouses'] => [
  {
    name: 'Northgate FC',
    location_id: '3f0c2a5e-6b1d-4c8e-9a47-1d2e5b7c9f01',
    acceptsMonday: false,
    fcPolicy: 'manual',
  },
  {
    name: 'Midlands FC',
    location_id: '8a9d4e17-2c3b-4f60-b5d8-7e1f0a6c3b02',
    acceptsMonday: false,
    fcPolicy: 'auto',
  },
  {
    name: 'Thames Reach FC',
    location_id: 'c5e71b90-4d2f-4a83-8e6c-0b9f3d5a7c03',
    acceptsMonday: true,
    fcPolicy: 'counter',
  },
];

/** Two sellers and a read-only client. */
export const defaultClients = (): Seed['clients'] => [
  {
    client_name: 'Acme Outdoor',
    client_id: 'emu-acme',
    client_secret: 'emu-acme-secret',
    role: 'full',
    warehouses: ['Northgate FC', 'Midlands FC', 'Thames Reach FC'],
    skuPrefixes: ['AC-'],
  },
  {
    client_name: 'Bluebird Home',
    client_id: 'emu-bluebird',
    client_secret: 'emu-bluebird-secret',
    role: 'full',
    warehouses: ['Midlands FC', 'Thames Reach FC'],
    skuPrefixes: ['BB-', 'HOME-'],
  },
  {
    client_name: 'Acme Auditor',
    client_id: 'emu-auditor',
    client_secret: 'emu-auditor-secret',
    role: 'read-only',
    warehouses: ['Northgate FC', 'Midlands FC'],
    skuPrefixes: ['AU-'],
  },
];

/** The default clients and warehouses, without products or orders. */
export const emptySeed = (): Seed => ({
  version: 1,
  rngSeed: 1,
  warehouses: defaultWarehouses(),
  clients: defaultClients(),
});

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
