import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  line,
  lot,
  northgate,
  openStock,
  product,
  stockSeed,
  thames,
} from '../../../support/emulator/stock.ts';
import { testTime } from '../../../support/time.ts';

const skus = ['AC-A', 'AC-B'] as const;
const places = [
  ['Northgate FC', northgate],
  ['Thames Reach FC', thames],
] as const;

const seed = {
  ...stockSeed,
  orders: [],
  products: skus.map((sku, index) =>
    product('emu-acme', sku, `400000000000${index}`, [
      lot(10, '2026-07-01T09:00:00Z'),
      lot(5, '2026-08-01T09:00:00Z'),
    ]),
  ),
};

type Steps = Awaited<ReturnType<typeof openStock>>;
interface Line {
  readonly sku: number;
  readonly quantity: number;
}
interface ModelOrder {
  status: 'Pending' | 'Cancelled' | 'Shipped';
  readonly place: number;
  readonly lines: readonly Line[];
}

/** What the service should hold: orders by reference, and stock by place and SKU. */
interface Model {
  deliveries: number;
  /** Days by which the clock has advanced. */
  days: number;
  readonly orders: Map<string, ModelOrder>;
  readonly stock: Map<string, { level: number; book: number }>;
}

const key = (place: number, sku: number) => `${place}/${sku}`;

function held(model: Model, place: number, sku: number) {
  const known = model.stock.get(key(place, sku)) ?? { level: 0, book: 0 };
  model.stock.set(key(place, sku), known);
  return known;
}

const amounts = (lines: readonly Line[]): [sku: number, quantity: number][] =>
  [0, 1].flatMap((sku) => {
    const quantity = lines.filter((each) => each.sku === sku).reduce((sum, each) => sum + each.quantity, 0);
    return quantity === 0 ? [] : [[sku, quantity] as [number, number]];
  });

type Command = fc.AsyncCommand<Model, Steps>;
const command = (name: string, run: (model: Model, real: Steps) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
});

const create = (reference: string, place: number, lines: readonly Line[]): Command =>
  command(`create ${reference} at ${place} of ${JSON.stringify(lines)}`, async (model, real) => {
    const OrderItems = lines.map(({ sku, quantity }, index) =>
      line({ SKU: skus[sku], Qty: quantity, OrderLineNumber: String(index + 1) }),
    );
    const { status } = await real.create(reference, { warehouse_name: places[place]?.[0], OrderItems });
    expect(status).toBe(model.orders.has(reference) ? 409 : 201);
    if (status !== 201) return;
    model.orders.set(reference, { status: 'Pending', place, lines });
    for (const [sku, quantity] of amounts(lines)) held(model, place, sku).book += quantity;
  });

const cancel = (reference: string): Command =>
  command(`cancel ${reference}`, async (model, real) => {
    const order = model.orders.get(reference);
    const { status } = await real.cancel(reference);
    expect(status).toBe(order === undefined ? 404 : order.status === 'Shipped' ? 409 : 200);
    if (order?.status !== 'Pending') return;
    order.status = 'Cancelled';
    for (const [sku, quantity] of amounts(order.lines)) held(model, order.place, sku).book -= quantity;
  });

const dispatch = (reference: string): Command =>
  command(`dispatch ${reference}`, async (model, real) => {
    const order = model.orders.get(reference);
    const enough =
      order &&
      amounts(order.lines).every(([sku, quantity]) => held(model, order.place, sku).level >= quantity);
    const { status } = await real.dispatch(reference);
    expect(status).toBe(order === undefined ? 404 : order.status === 'Pending' && enough ? 200 : 409);
    if (order === undefined || status !== 200) return;
    order.status = 'Shipped';
    for (const [sku, quantity] of amounts(order.lines)) {
      held(model, order.place, sku).level -= quantity;
      held(model, order.place, sku).book -= quantity;
    }
  });

const deliver = (place: number, sku: number, quantity: number): Command => {
  const run = async (model: Model, real: Steps) => {
    const items = [{ barcode: `400000000000${sku}`, Quantity: quantity }];
    const { status } = await real.deliver(`IN-${model.stock.size}-${Math.random()}`, {
      items,
      Warehouse_Name: places[place]?.[0],
    });
    expect(status).toBe(201);
    held(model, place, sku).level += quantity;
  };
  return command(`deliver ${quantity} of ${sku} to ${place}`, run);
};

const advance = (): Command =>
  command('advance a day', async (model, real) => {
    model.days += 1;
    await real.advance('1d');
  });

/** A day after the last change, when the snapshot covers everything. */
const dayAfter = ({ days }: Model) =>
  new Date(Date.parse(testTime) + (days + 1) * 86_400_000).toISOString().slice(0, 10);

/** Orders match the model; stock, totals and lots agree with it and with each other. */
async function agree(model: Model, real: Steps): Promise<void> {
  const tomorrow = dayAfter(model);
  await real.advance('1d');
  for (const [reference, { status }] of model.orders)
    expect((await real.order(reference)).Status).toBe(status);
  const { data } = await real.inventory();
  let total = 0;
  const seen = new Set<string>();
  for (const [place, [, id]] of places.entries()) {
    const location = data.locations[place];
    let there = 0;
    for (const item of location.sku) {
      const { level, book } = held(model, place, skus.indexOf(item.sku));
      expect(item).toMatchObject({ StockLevel: level, InOrderBook: book, Available: level - book });
      there += level;
      seen.add(item.sku);
    }
    for (const [index, sku] of skus.entries()) {
      const { lots, total_quantity } = await real.age(sku, `?locationId=${id}&as_of_date=${tomorrow}`);
      const units = lots.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
      expect([units, total_quantity]).toEqual([
        held(model, place, index).level,
        held(model, place, index).level,
      ]);
    }
    expect(location.total_inventory).toBe(there);
    total += there;
  }
  expect(data).toMatchObject({ total_inventory: total, total_count_of_skus: seen.size });
}

const reference = fc.constantFrom('R-1', 'R-2', 'R-3', 'R-4');
const place = fc.nat(1);
const sku = fc.nat(1);
const lines = fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 3,
});

const commands = fc.commands(
  [
    fc.tuple(reference, place, lines).map((given) => create(...given)),
    reference.map(cancel),
    reference.map(dispatch),
    fc.tuple(place, sku, fc.integer({ min: 1, max: 9 })).map((given) => deliver(...given)),
    fc.constant(advance()),
  ],
  { maxCommands: 25 },
);

describe('orders and stock', () => {
  it('[ORD-STATES] agree after any sequence of events', async () => {
    const property = fc.asyncProperty(commands, async (steps) => {
      const real = await openStock({ seed });
      const model: Model = { deliveries: 0, days: 0, orders: new Map(), stock: new Map() };
      for (const index of skus.keys()) held(model, 0, index).level = 15;
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await agree(model, real);
      real.emulator.close();
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
