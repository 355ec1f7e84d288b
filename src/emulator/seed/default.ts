import { catalogue } from './catalogue.ts';
import { defaultOrders } from './default-orders.ts';
import { defaultClients, defaultWarehouses } from './parties.ts';
import type { Seed, SeedProduct } from './schema.ts';

const outdoor = ['TENT', 'PACK', 'STOVE', 'LAMP', 'ROPE', 'BOOT', 'MAT', 'FLASK', 'POLE', 'TARP'];
const home = ['CUSHION', 'THROW', 'VASE', 'CANDLE', 'MIRROR', 'RUG', 'BASKET', 'TRAY'];
const sizes = ['2', '3', 'S', 'M', 'L'];
const colours = ['OAK', 'SAND', 'NAVY', 'RUST', 'SAGE'];

/** Products that the examples and lessons mention. */
const known: SeedProduct[] = [
  {
    client: 'emu-acme',
    sku: 'AC-TENT-2',
    barcode: '2000000001012',
    title: 'Two-person tent',
    Height: 20,
    Width: 18,
    Depth: 60,
    Weight: 2.4,
    RetailPrice: 129,
    stock: [
      { warehouse: 'Northgate FC', qty: 40, receivedAt: '-P92D' },
      { warehouse: 'Northgate FC', qty: 25, receivedAt: '-P20D' },
      { warehouse: 'Midlands FC', qty: 12, receivedAt: '-P45D' },
    ],
  },
  {
    client: 'emu-acme',
    sku: 'AC-STOVE-GAS',
    barcode: '2000000001029',
    title: 'Gas stove',
    Height: 12,
    Width: 12,
    Depth: 14,
    Weight: 0.6,
    RetailPrice: 34.5,
    stock: [{ warehouse: 'Northgate FC', qty: 150, receivedAt: '-P200D' }],
  },
  // Two products share a barcode, so an inbound line with only the barcode is ambiguous.
  {
    client: 'emu-acme',
    sku: 'AC-MUG-BLUE',
    barcode: '2000000001999',
    title: 'Enamel mug, blue',
    Height: 9,
    Width: 9,
    Depth: 12,
    Weight: 0.2,
    RetailPrice: 9.99,
    stock: [{ warehouse: 'Northgate FC', qty: 300, receivedAt: '-P400D' }],
  },
  {
    client: 'emu-acme',
    sku: 'AC-MUG-RED',
    barcode: '2000000001999',
    title: 'Enamel mug, red',
    Height: 9,
    Width: 9,
    Depth: 12,
    Weight: 0.2,
    RetailPrice: 9.99,
    stock: [{ warehouse: 'Northgate FC', qty: 80, receivedAt: '-P12D' }],
  },
  // Has the same barcode as the other client's tent: each client must see only its own product.
  {
    client: 'emu-bluebird',
    sku: 'BB-LANTERN',
    barcode: '2000000001012',
    title: 'Garden lantern',
    Height: 30,
    Width: 15,
    Depth: 15,
    Weight: 1.1,
    RetailPrice: 24.99,
    stock: [{ warehouse: 'Midlands FC', qty: 60, receivedAt: '-P33D' }],
  },
];

/**
 * The data set for learning: two clients with colliding references and barcodes, a read-only third client, a few
 * hundred SKUs with lots of many ages, and orders of every kind. It sets no `now`, so its times are relative to
 * loading.
 */
export const defaultSeed = (): Seed => ({
  version: 1,
  rngSeed: 42,
  warehouses: defaultWarehouses(),
  clients: defaultClients(),
  products: [
    ...known,
    ...catalogue({
      client: 'emu-acme',
      prefixes: ['AC-'],
      warehouses: ['Northgate FC', 'Midlands FC', 'Thames Reach FC'],
      count: 180,
      rngSeed: 42,
      kinds: outdoor,
      variants: sizes,
      firstBarcode: 200_000_100_000,
    }).filter((product) => product.sku !== 'AC-TENT-2'),
    ...catalogue({
      client: 'emu-bluebird',
      prefixes: ['BB-', 'HOME-'],
      warehouses: ['Midlands FC', 'Thames Reach FC'],
      count: 120,
      rngSeed: 43,
      kinds: home,
      variants: colours,
      // Overlaps the other client's numbers on purpose.
      firstBarcode: 200_000_100_100,
    }),
    ...catalogue({
      client: 'emu-auditor',
      prefixes: ['AU-'],
      warehouses: ['Northgate FC', 'Midlands FC'],
      count: 20,
      rngSeed: 44,
      kinds: outdoor,
      variants: sizes,
      firstBarcode: 200_000_900_000,
    }),
  ],
  orders: defaultOrders(),
});
