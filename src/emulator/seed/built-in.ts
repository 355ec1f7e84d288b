import { capital } from '../../text/words.ts';
import type { Seed, SeedProduct } from './schema.ts';

/** Repeatable random choices: the same seed gives the same sequence (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0;
  /** A number from 0 (included) to 1 (excluded). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from `min` to `max`, both included. */
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    of: <T>(choices: readonly T[]): T => choices[between(0, choices.length - 1)] as T,
    chance: (probability: number): boolean => next() < probability,
  };
}

interface CatalogueOptions {
  readonly count: number;
  readonly rngSeed: number;
  readonly kinds: readonly string[];
  readonly variants: readonly string[];
  readonly firstBarcode: number;
}

/** Ages in days, chosen so that every range of the stock-age report has lots. */
const agesInDays = [1, 4, 12, 25, 38, 55, 72, 88, 110, 150, 210, 300, 380, 520] as const;

/** Appends the check digit to make a thirteen-digit barcode. */
function ean13(number: number): string {
  const digits = String(number).padStart(12, '0').slice(-12);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A client's products with lots of many ages; some have no stock or no price, some are in one warehouse only. */
export function catalogue(client: Client, options: CatalogueOptions): SeedProduct[] {
  const { client_id, skuPrefixes = [], warehouses } = client;
  const { between, of, chance } = dice(options.rngSeed);
  const { kinds, variants } = options;
  return Array.from({ length: options.count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? '';
    const variant = variants[Math.floor(index / kinds.length) % variants.length] ?? '';
    const series = Math.floor(index / (kinds.length * variants.length)) + 1;
    const held = warehouses.filter((_, position) => position === index % warehouses.length || chance(0.5));
    const stock = chance(0.06)
      ? []
      : held.flatMap((warehouse) =>
          Array.from({ length: between(1, 3) }, () => ({
            warehouse,
            qty: between(5, 60),
            receivedAt: `-P${of(agesInDays)}DT${between(0, 12)}H`,
          })),
        );
    return {
      client: client_id,
      sku: `${skuPrefixes[index % skuPrefixes.length]}${kind}-${variant}-${series}`,
      barcode: ean13(options.firstBarcode + index),
      title: `${capital(kind.toLowerCase())} ${variant.toLowerCase()} ${series}`,
      Height: between(2, 40),
      Width: between(5, 60),
      Depth: between(5, 90),
      Weight: between(1, 120) / 10,
      RetailPrice: chance(0.08) ? null : between(299, 24_999) / 100,
      stock,
    };
  });
}

type Client = Seed['clients'][number];

export const acme: Client = {
  client_name: 'Acme Outdoor',
  client_id: 'emu-acme',
  client_secret: 'emu-acme-secret',
  warehouses: ['Northgate FC', 'Midlands FC', 'Thames Reach FC'],
  skuPrefixes: ['AC-'],
};

export const bluebird: Client = {
  client_name: 'Bluebird Home',
  client_id: 'emu-bluebird',
  client_secret: 'emu-bluebird-secret',
  warehouses: ['Midlands FC', 'Thames Reach FC'],
  skuPrefixes: ['BB-', 'HOME-'],
};

export const auditor: Client = {
  client_name: 'Acme Auditor',
  client_id: 'emu-auditor',
  client_secret: 'emu-auditor-secret',
  role: 'read-only',
  warehouses: ['Northgate FC', 'Midlands FC'],
  skuPrefixes: ['AU-'],
};

/** The default clients and warehouses, one for each policy, without products or orders. */
export const emptySeed = (): Seed => ({
  version: 1,
  rngSeed: 1,
  warehouses: [
    { name: 'Northgate FC', location_id: '3f0c2a5e-6b1d-4c8e-9a47-1d2e5b7c9f01' },
    { name: 'Midlands FC', location_id: '8a9d4e17-2c3b-4f60-b5d8-7e1f0a6c3b02', fcPolicy: 'auto' },
    {
      name: 'Thames Reach FC',
      location_id: 'c5e71b90-4d2f-4a83-8e6c-0b9f3d5a7c03',
      acceptsMonday: true,
      fcPolicy: 'counter',
    },
  ],
  clients: [acme, bluebird, auditor],
});

/** Kinds of products. */
export const outdoor = ['TENT', 'PACK', 'STOVE', 'LAMP', 'ROPE', 'BOOT', 'MAT', 'FLASK', 'POLE', 'TARP'];
const variants = ['RED', 'BLUE', 'GREEN', 'GREY', 'BLACK'];

/** Like `default` but without orders, and with five thousand SKUs of one client in one warehouse. */
export const largeSeed = (): Seed => ({
  ...emptySeed(),
  rngSeed: 5000,
  products: catalogue(
    { ...acme, warehouses: ['Northgate FC'] },
    { count: 5000, rngSeed: 5000, kinds: outdoor, variants, firstBarcode: 200_100_000_000 },
  ),
});
