import { orderStatuses } from '../store/orders.ts';
import { acme, auditor, bluebird, catalogue, dice, emptySeed, outdoor } from './built-in.ts';
import type { Seed, SeedOrder, SeedProduct } from './schema.ts';

const people = ['Jane Doe', 'Amir Khan', 'Zoë Müller', "Niamh O'Brien", 'Chen Wei', 'Ola Nordmann'];
const towns = ['York', 'Leeds', 'Bath', 'Truro', 'Perth', 'Cardiff'];

/** An order for one SKU; `placed` is an ISO 8601 time, or a duration from the seed's `now`. */
type Wanted = readonly [
  client: string,
  reference: string,
  warehouse: string,
  sku: string,
  placed: string,
  rest?: Partial<SeedOrder>,
];

function orderOf([client, reference, warehouse, sku, placed, rest]: Wanted, index: number): SeedOrder {
  const { of, between } = dice(7000 + index);
  const name = of(people);
  const town = of(towns);
  const address = {
    FullName: name,
    Address1: `${between(1, 90)} High Street`,
    Town: town,
    PostCode: `${town.charAt(0)}O${between(1, 30)} ${between(1, 9)}AB`,
    Country: 'United Kingdom',
    CountryCode: 'GB',
  };
  return {
    client,
    ReferenceNumber: reference,
    ReceivedDate: placed,
    DispatchBy: 'P2D',
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: name,
    warehouse_name: warehouse,
    PostalServiceCost: 3.99,
    OrderItems: [
      {
        SKU: sku,
        ItemTitle: sku,
        Qty: between(1, 3),
        PricePerUnit: between(499, 9999) / 100,
        OrderLineNumber: '1',
        TaxRate: 20,
      },
    ],
    DeliveryAddress: address,
    BillingAddress: address,
    CreatedAt: placed,
    ...rest,
  };
}

const web = { Channel_Ref: 'WEB-1000' };
const sent: Partial<SeedOrder> = {
  ...web,
  Status: 'Shipped',
  ShippingVendor: 'Royal Mail',
  TrackingNumber: 'RM100000001GB',
};

/** Both sellers use the same references, and one of them has orders on both sides of the channel-ref cut-off. */
const wanted: readonly Wanted[] = [
  ['emu-acme', 'SHARED-1', 'Northgate FC', 'AC-TENT-2', '-P3D'],
  ['emu-bluebird', 'SHARED-1', 'Midlands FC', 'BB-LANTERN', '-P2D'],
  ['emu-acme', 'AC-OLD-1', 'Northgate FC', 'AC-STOVE-GAS', '2026-08-04T23:59:59Z', sent],
  ['emu-acme', 'AC-NEW-1', 'Northgate FC', 'AC-STOVE-GAS', '2026-08-05T00:00:00Z', web],
  ['emu-acme', 'AC-SPLIT-1A', 'Northgate FC', 'AC-MUG-BLUE', '-P1D', { Channel_Ref: 'WEB-2000' }],
  ['emu-acme', 'AC-SPLIT-1B', 'Midlands FC', 'AC-TENT-2', '-P1D', { Channel_Ref: 'WEB-2000' }],
];

/** Orders that share references, are split, belong to the MSF programme or fall on either side of the cut-off. */
function defaultOrders(): SeedOrder[] {
  const sold = [
    ['emu-acme', 'AC-TENT-2'],
    ['emu-bluebird', 'BB-LANTERN'],
  ] as const;
  const marketplace = sold.flatMap(([client, sku]) =>
    Array.from({ length: 12 }, (_, index): Wanted => {
      const reference = `MSF-${String(index + 1).padStart(3, '0')}`;
      const Status = index % 3 === 0 ? 'Shipped' : 'Processing';
      return [client, reference, 'Midlands FC', sku, `-P${index + 1}D`, { ShipFrom: 'MSF', Status }];
    }),
  );
  const recent = Array.from({ length: 20 }, (_, index): Wanted => {
    const [client, sku] = sold[index % 2 === 0 ? 0 : 1];
    const pair = Math.floor(index / 2);
    const Status = orderStatuses[pair % orderStatuses.length] ?? 'Pending';
    return [client, `R-${1001 + pair}`, 'Midlands FC', sku, `-PT${index + 1}H`, { Status }];
  });
  return [...wanted, ...marketplace, ...recent].map(orderOf);
}

const home = ['CUSHION', 'THROW', 'VASE', 'CANDLE', 'MIRROR', 'RUG', 'BASKET', 'TRAY'];
const camping = { kinds: outdoor, variants: ['2', '3', 'S', 'M', 'L'] };
const colours = ['OAK', 'SAND', 'NAVY', 'RUST', 'SAGE'];

/** Two products share a barcode, so an inbound line with only the barcode is ambiguous. */
const mug = {
  client: 'emu-acme',
  barcode: '2000000001999',
  Height: 9,
  Width: 9,
  Depth: 12,
  Weight: 0.2,
  RetailPrice: 9.99,
};

/** Products that the examples and lessons mention. */
export const knownProducts: SeedProduct[] = [
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
  {
    ...mug,
    sku: 'AC-MUG-BLUE',
    title: 'Enamel mug, blue',
    stock: [{ warehouse: 'Northgate FC', qty: 300, receivedAt: '-P400D' }],
  },
  {
    ...mug,
    sku: 'AC-MUG-RED',
    title: 'Enamel mug, red',
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
 * The data set for learning: two clients with colliding references and barcodes, a read-only third one, and orders of
 * every kind. It sets no `now`, so its times are relative to loading.
 */
export const defaultSeed = (): Seed => ({
  ...emptySeed(),
  rngSeed: 42,
  products: [
    ...knownProducts,
    ...catalogue(acme, { ...camping, count: 180, rngSeed: 42, firstBarcode: 200_000_100_000 }).filter(
      (product) => product.sku !== 'AC-TENT-2',
    ),
    ...catalogue(bluebird, {
      count: 120,
      rngSeed: 43,
      kinds: home,
      variants: colours,
      // Overlaps the other client's numbers on purpose.
      firstBarcode: 200_000_100_100,
    }),
    ...catalogue(auditor, { ...camping, count: 20, rngSeed: 44, firstBarcode: 200_000_900_000 }),
  ],
  orders: defaultOrders(),
});
