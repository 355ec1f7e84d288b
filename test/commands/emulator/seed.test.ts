import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LiveAccount } from '../../../src/commands/emulator/seed/live-account.ts';
import { seedOf } from '../../../src/commands/emulator/seed/live-seed.ts';
import { choicesFor } from '../../../src/emulator/conformance/assumptions.ts';
import { atOnce } from '../../../src/text/records.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { type Caller, openTestEmulator } from '../../support/emulator/emulator.ts';
import { seedOrder } from '../../support/testbed.ts';
import { openVerifyTestbed } from '../../support/verify-testbed.ts';

const person = {
  FullName: 'Jane Doe',
  Company: 'Doe & Sons',
  Address1: '7 Secret Lane',
  Town: 'Hiddenham',
  PostCode: 'HD1 2EN',
  CountryCode: 'GB',
  PhoneNumber: '07700 900123',
  EmailAddress: 'jane.doe@private.example',
};
const secrets = [
  'Jane',
  'Doe',
  'Secret',
  'Hiddenham',
  'HD1',
  '900123',
  'private',
  'driver',
  'Ann Lee',
  'Leeds',
];

/** An account in the middle of its day: everything has moved since the snapshot, and nothing is round. */
async function openAccount(varyAssumptions: number) {
  const testbed = await openVerifyTestbed({ varyAssumptions });
  const { emulator, admin } = testbed;
  const client = emulator.as('emu-acme');
  // Sold out and restocked, dispatched and received since the snapshot; allocated and cancelled.
  for (const [reference, Qty] of [
    ['D-1', 3],
    ['D-2', 1],
  ] as const) {
    const { client: _, CreatedAt: __, ...order } = seedOrder(reference);
    const OrderItems = order.OrderItems.slice(0, 1).map((line) => ({ ...line, Qty }));
    await client.post('/outbound', { ...order, OrderItems, DeliveryAddress: person });
  }
  await admin.post('/fc/orders/D-1/dispatch', {});
  await emulator.advance(90 * 60_000);
  await client.post('/inbound', {
    PO_REFERENCE: 'IN-9',
    Warehouse_Name: 'Northgate FC',
    items: [{ barcode: '2000000001012', SKU: 'AC-TENT-2', Quantity: 5 }],
  });
  const countered = await testbed.book();
  await admin.post(`/fc/slots/${countered}/counter`, {
    proposedTime: '2026-09-10T13:00:00+01:00',
    comment: 'ask the driver, Jane',
  });
  const cancelled = await testbed.book();
  await client.delete(`/inbound-slot/${cancelled}`);
  const used = await testbed.bookConfirmed();
  const { body } = await testbed.order({ slotReference: used, PO_REFERENCE: 'PO-LIVE' });
  await admin.post(`/fc/pos/${body.data.lw_po_number}/receive`, {
    lines: [{ SKU: 'AC-TENT-2', delivered: 1 }],
  });
  return testbed;
}

type Testbed = Awaited<ReturnType<typeof openAccount>>;

async function seedFrom(testbed: Testbed, ...flags: string[]) {
  const file = join(testbed.home, 'seed.json');
  const outcome = await testbed.cfi(['emulator', 'seed', '--from-live', file, ...flags]);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { ...outcome, text, seed: text === '' ? undefined : JSON.parse(text) };
}

/** An answer without what a seed cannot say about orders: people, and what the service counts for itself. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => {
    const own = 'OrderId UpdatedAt ProcessedOn ChannelBuyerName DeliveryAddress BillingAddress'.split(' ');
    if (own.includes(name)) return undefined;
    return name === 'comment' && value !== null ? 'a comment' : value;
  });

async function readAll(client: Caller, paths: readonly string[]) {
  const answers: [string, number, unknown][] = [];
  for (const path of paths) {
    const { status, body } = await client.get(path);
    answers.push([path, status, comparable(body)]);
  }
  return answers;
}

/** Every read that an account has. */
async function readsOf(client: Caller): Promise<string[]> {
  const inventory = (await client.get('/inventory?page_size=200')).body.data;
  const skus = new Set<string>(
    inventory.locations.flatMap(({ sku }: { sku: { sku: string }[] }) => sku.map((each) => each.sku)),
  );
  const ids = inventory.locations.map(({ location_filter }: { location_filter: string }) => location_filter);
  const { data } = (await client.get('/inbound-slot')).body;
  const slots = data.map(({ slotReference }: { slotReference: string }) => slotReference);
  const pos = data.flatMap(
    ({ usedByPoReference }: { usedByPoReference: string | null }) => usedByPoReference ?? [],
  );
  return [
    ...['/inventory', '/inventory?page=2&page_size=1', '/inventory/stock-age', '/order?ship_from=MSF'],
    ...['/inventory/stock-age?in_stock_only=true', '/inbound-slot', '/inbound-slot?available=true'],
    ...ids.map((id: string) => `/inventory/stock-age?locationId=${id}`),
    ...[...skus].flatMap((sku) => [
      `/inventory/stock-age/${sku}`,
      ...ids.map((id: string) => `/inventory/stock-age/${sku}?locationId=${id}`),
    ]),
    ...slots.map((reference: string) => `/inbound-slot/${reference}`),
    ...pos.map((number: string) => `/inbound-po/${encodeURIComponent(number)}`),
  ];
}

describe('emulator seed --from-live', () => {
  it.each([0, 1, 5, 17])(
    'makes an emulator answer alike, read by read, under --vary-assumptions %i',
    async (number) => {
      const account = await openAccount(number);
      const { code, seed, stderr } = await seedFrom(account);
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('left out')]);
      const live = account.emulator.as('emu-acme');
      const paths = await readsOf(live);
      expect(paths.length).toBeGreaterThan(20);
      const now = account.emulator.now();
      const emulator = await openTestEmulator({ seed, now, realNow: () => now, assume: choicesFor(number) });
      expect(await readAll(emulator.as('emu-acme'), paths)).toEqual(await readAll(live, paths));
    },
  );

  it('makes an emulator answer as one with the built-in data does', async () => {
    const source = await openTestEmulator();
    const home = makeHome();
    const service = { ...source, stateId: () => 'built-in', close: () => {} };
    const args = ['--emulator', 'emulator', 'seed', '--from-live', 'seed.json'];
    const { code } = await runCli(args, { home, deps: { openEmulator: async () => service } });
    expect(code).toBe(0);
    const now = source.now();
    const seed = JSON.parse(readFileSync(join(home, 'seed.json'), 'utf8'));
    const live = source.as('emu-acme');
    // It has hundreds of products, and all of them are in the lists at the beginning.
    const paths = (await readsOf(live)).filter((_, at) => at < 20 || at % 16 === 0);
    const emulator = await openTestEmulator({ seed, now, realNow: () => now });
    expect(await readAll(emulator.as('emu-acme'), paths)).toEqual(await readAll(live, paths));
  });

  it('understands a service with other names, states and members, and takes no person from any of them', async () => {
    const account = await openAccount(0);
    const { handle } = account.service;
    const odd = (name: string, value: unknown): unknown => {
      if (name === 'scheduleStatus') return value === 'cancelled' ? 'Canceled' : String(value).toUpperCase();
      if (name === 'receipt_date') return `${value}T00:00:00.000Z`;
      if (name === 'Status') return 'Awaiting Jane';
      if (name === 'LastUpdateDate' || name === 'pagination') return undefined;
      if (name === 'containerTruckNumber') return 'ask the driver, Jane Doe';
      if (name === 'OrderItems')
        return (value as object[]).map((line) => ({ ...line, Gift: 'for Jane Doe' }));
      return value;
    };
    const service = {
      ...account.service,
      async handle(http: Parameters<typeof handle>[0]) {
        const answer = await handle(http);
        if (http.method !== 'GET') return answer;
        const body = JSON.parse(answer.body, (name, value) => odd(name, value));
        const { data } = body;
        if (http.target.endsWith('/inbound-slot')) body.data = { slots: data, contact: person };
        const { date: _, ...headers } = answer.headers;
        return { ...answer, headers, body: JSON.stringify({ ...body, contact: person }) };
      },
    };
    const file = join(account.home, 'odd.json');
    const args = ['emulator', 'seed', '--from-live', file];
    const { code } = await account.cfi(args, { deps: { openEmulator: async () => service } });
    const text = readFileSync(file, 'utf8');
    expect(code).toBe(0);
    for (const secret of secrets) expect(text).not.toContain(secret);
    const live = account.emulator.as('emu-acme');
    const now = account.emulator.now();
    const emulator = await openTestEmulator({ seed: JSON.parse(text), now, realNow: () => now });
    const client = emulator.as('emu-acme');
    const figures = async (caller: Caller) =>
      (await caller.get('/inventory')).body.data.locations.map(
        ({ sku, ...location }: Record<string, unknown>) => ({
          ...location,
          sku: (sku as Record<string, unknown>[]).map(
            ({ LastUpdateDate: _, LastUpdateOperation: __, ...item }) => item,
          ),
        }),
      );
    expect(await figures(client)).toEqual(await figures(live));
    const states = async (caller: Caller) =>
      (await caller.get('/inbound-slot')).body.data.map(
        ({ slotReference, scheduleStatus, usedByPoReference }: Record<string, unknown>) => [
          slotReference,
          scheduleStatus,
          usedByPoReference,
        ],
      );
    expect(await states(client)).toEqual(await states(live));
  });

  it('replaces people and keeps references', async () => {
    const account = await openVerifyTestbed();
    await account.admin.post('/reset', {
      seed: {
        ...(await currentSeed(account)),
        orders: [
          seedOrder('M-9', {
            ...{
              ShipFrom: 'MSF',
              ChannelBuyerName: 'Jane Doe',
              Channel_Ref: 'AMZ-77',
              TrackingNumber: 'T-5',
            },
            ...{ DeliveryAddress: person, BillingAddress: person },
          }),
        ],
      },
    });
    const { text, seed } = await seedFrom(account as Testbed);
    for (const secret of secrets) expect(text).not.toContain(secret);
    const [order] = seed.orders;
    expect(order).toMatchObject({
      ReferenceNumber: 'M-9',
      Channel_Ref: 'AMZ-77',
      ChannelBuyerName: 'Buyer 1',
    });
    expect(Object.keys(order.DeliveryAddress).sort()).toEqual(Object.keys(person).sort());
    expect(order.OrderItems[0]).toMatchObject({ SKU: 'AC-TENT-2', PricePerUnit: 129 });
    expect(text).not.toContain('emu-acme-secret-real');
  });

  it.each(['constructor', '__proto__'])('puts nothing of its own in place of a status %s', (status) => {
    const slot = {
      ...{ slotReference: 'S-1', date: '2026-09-01', window: 'morning', scheduleStatus: status },
      ...{ warehouse: 'Northgate FC', loadingType: 'Palletised', numberOfSkus: 'lt_10' },
    };
    const order = { ...seedOrder('M-9', {}), Status: status };
    const lists = { locations: [], inventory: [], ages: [], agesAt: new Map(), purchaseOrders: new Map() };
    const account = { ...lists, now: 0, slots: [slot], orders: [order], clientName: undefined };
    const { seed, leftOut } = atOnce(seedOf(account as unknown as LiveAccount, 'acme'));
    expect(seed.orders?.map(({ Status }) => Status)).toEqual(['Processing']);
    expect(leftOut).toEqual(['slot S-1']);
  });

  it('takes stock whose lots have no day that can be read for received at the last change', () => {
    const item = { sku: 'A-1', StockLevel: 3, LastUpdateDate: '2026-09-01T07:00:00Z' };
    const ages = [{ sku: 'A-1', lots: [{ receipt_date: 'soon', quantity: 3 }] }];
    const locations = [{ location_name: 'Northgate FC', location_filter: 'id', sku: [item] }];
    const lists = { locations, ages, agesAt: new Map([['id', ages]]), purchaseOrders: new Map() };
    const now = Date.parse('2026-09-01T08:00:00Z');
    const account = { ...lists, now, slots: [], orders: [], clientName: undefined };
    const { seed } = atOnce(seedOf(account as unknown as LiveAccount, 'acme'));
    expect(seed.products?.[0]?.stock?.at(-1)).toMatchObject({ receivedAt: '2026-09-01T07:00:00Z' });
  });

  it('makes a seed of a purchase order of very many lines step by step', () => {
    const items = Array.from({ length: 50_000 }, (_, at) => ({ SKU: `K-${at}`, ordered: 1 }));
    const record = {
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'W',
      deliveryType: 'truck',
      loadingType: 'bulk',
      items,
    };
    const lists = { locations: [], ages: [], agesAt: new Map(), slots: [], orders: [] };
    const account = { ...lists, now: 0, clientName: undefined, purchaseOrders: new Map([['P-1', record]]) };
    const steps = seedOf(account as unknown as LiveAccount, 'acme');
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(step.value.seed.products).toHaveLength(items.length);
    expect(count).toBeGreaterThan(items.length);
  });

  it.each(['/inventory', '/inventory/stock-age', '/order', '/inbound-slot'])(
    'writes nothing where %s is answered without a list',
    async (path) => {
      const account = await openAccount(0);
      await account.admin.post('/faults', { match: { path }, do: { body: 'html' } });
      const { code, stderr, text } = await seedFrom(account);
      expect([code, text]).toEqual([10, '']);
      expect(stderr).toContain('did not answer with a list of');
    },
  );

  it('only reads, one slot list, at most two requests a second, and says how many it needs', async () => {
    const account = await openAccount(0);
    await account.requests();
    account.waits.length = 0;
    const { stdout, stderr } = await seedFrom(account, '--json');
    const sent = await account.requests();
    expect(sent.every((request) => request.startsWith('GET '))).toBe(true);
    expect(sent.filter((request) => request === 'GET /inbound-slot')).toHaveLength(1);
    expect(JSON.parse(stdout).data).toMatchObject({ requests: sent.length, purchaseOrders: 2 });
    const waited = account.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual((sent.length - 1) * 500 - 100);
    for (const list of ['inventory', 'stock ages', 'marketplace orders'])
      expect(stderr).toMatch(new RegExp(`^${list}: (no more requests|up to \\d+ more requests?)$`, 'm'));
    expect(stderr).toContain('slots and purchase orders: up to 2 more requests');
    expect(stderr).toContain('purchase orders without a slot and legacy deliveries cannot be listed');
  });

  it('stops at once if an account would need more than 10,000 reads', async () => {
    const account = await openAccount(0);
    const { handle } = account.service;
    const service = {
      ...account.service,
      async handle(http: Parameters<typeof handle>[0]) {
        const answer = await handle(http);
        return { ...answer, body: answer.body.replace(/"total_pages":\d+/, '"total_pages":10002') };
      },
    };
    await account.requests();
    const file = join(account.home, 'seed.json');
    const args = ['emulator', 'seed', '--from-live', file];
    const { code, stderr } = await account.cfi(args, { deps: { openEmulator: async () => service } });
    expect([code, existsSync(file)]).toEqual([10, false]);
    expect(stderr).toContain('takes more than 10000 requests');
    expect((await account.requests()).length).toBeLessThan(10);
  });

  it('writes nothing if a read fails, and leaves an older file', async () => {
    const account = await openAccount(0);
    const file = join(account.home, 'seed.json');
    writeFileSync(file, 'older');
    await account.admin.post('/faults', { match: { path: '/order' }, do: { status: 403 } });
    const { code, stderr } = await account.cfi(['emulator', 'seed', '--from-live', file]);
    expect([code, readFileSync(file, 'utf8')]).toEqual([10, 'older']);
    expect(stderr).toContain('status 403');
  });

  it('needs the name of the file', async () => {
    const account = await openVerifyTestbed();
    const { code, stderr } = await account.cfi(['emulator', 'seed']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--from-live')]);
  });
});

/** The seed that a testbed began with. */
async function currentSeed({ admin }: Pick<Testbed, 'admin'>): Promise<object> {
  const { tables } = (await admin.get('/state')).body.data;
  const at = tables.meta.columns.indexOf('key');
  const row = tables.meta.rows.find((each: unknown[]) => each[at] === 'kept_seed');
  return JSON.parse(row[tables.meta.columns.indexOf('value')]);
}
