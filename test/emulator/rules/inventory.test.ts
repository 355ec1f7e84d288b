import { describe, expect, it } from 'vitest';
import { line, lot, northgate, openStock, product, stockSeed, thames } from '../../support/emulator/stock.ts';

describe('GET /inventory', () => {
  it('[INV-SHAPE] shows each location of the client with totals and SKUs', async () => {
    const { acme } = await openStock();
    const { status, body } = await acme.get('/inventory');
    expect(status).toBe(200);
    const totals = { total_inventory: 56, total_count_of_skus: 3, location_count: 2 };
    expect(body.data).toMatchObject({ client_name: 'Acme Outdoor', ...totals });
    expect(body.data.locations).toMatchObject([
      {
        ...{ location_name: 'Northgate FC', location_filter: northgate, keyword: 'AC-', total_inventory: 47 },
        ...{ total_count_of_skus: 2, sku_count_in_page: 2, has_more: false },
      },
      {
        ...{ location_name: 'Thames Reach FC', location_filter: thames, keyword: 'AC-', total_inventory: 9 },
        ...{ total_count_of_skus: 2, sku_count_in_page: 2, has_more: false },
      },
    ]);
    expect(body.pagination).toEqual({ current_page: 1, page_size: 25, has_more: false });
  });

  it('[INV-SKU] shows a SKU with dimensions, price, stock and its last update', async () => {
    const { stock } = await openStock();
    expect(await stock('AC-TENT-2')).toEqual({
      ...{ sku: 'AC-TENT-2', Height: 20, Width: 18, Depth: 60, Weight: 2.4, RetailPrice: 129 },
      ...{ StockLevel: 40, InOrderBook: 0, Available: 40 },
      ...{ LastUpdateDate: '2026-08-10T09:00:00Z', LastUpdateOperation: 'RECEIVED' },
    });
  });

  it('[INV-PRICE-NULL] a retail price may be missing', async () => {
    const { stock } = await openStock();
    expect((await stock('AC-STOVE')).RetailPrice).toBeNull();
  });

  it('[INV-AVAILABLE] Available is StockLevel minus InOrderBook, through create, cancel and dispatch', async () => {
    const { create, cancel, dispatch, stock } = await openStock();
    const figures = async () => {
      const { StockLevel, InOrderBook, Available } = await stock('AC-TENT-2');
      return [StockLevel, InOrderBook, Available];
    };
    await create('R-1', { OrderItems: [line({ Qty: 30 })] });
    await create('R-2', { OrderItems: [line({ Qty: 12 })] });
    expect(await figures()).toEqual([40, 42, -2]);
    await cancel('R-2');
    expect(await figures()).toEqual([40, 30, 10]);
    await dispatch('R-1');
    expect(await figures()).toEqual([10, 0, 10]);
  });

  it('[INV-LAST-UPDATE] stores the time and type of the last change', async () => {
    const { create, cancel, dispatch, deliver, stock, advance } = await openStock();
    const update = async () => {
      const { LastUpdateDate, LastUpdateOperation } = await stock('AC-TENT-2');
      return [LastUpdateDate.slice(11, 16), LastUpdateOperation];
    };
    const seen: unknown[] = [];
    for (const step of [
      () => create('R-1'),
      () => cancel('R-1'),
      () => deliver('IN-1'),
      () => create('R-2'),
    ]) {
      await advance('1m');
      await step();
      seen.push(await update());
    }
    await advance('1m');
    await dispatch('R-2');
    expect([...seen, await update()]).toEqual([
      ['08:01', 'ALLOCATED'],
      ['08:02', 'RELEASED'],
      ['08:03', 'RECEIVED'],
      ['08:04', 'ALLOCATED'],
      ['08:05', 'SHIPPED'],
    ]);
  });

  it('[INV-SCOPE] [AUTH-SCOPE] shows a client only its own stock, even in a shared warehouse', async () => {
    const { bluebird } = await openStock();
    const { data } = (await bluebird.get('/inventory')).body;
    expect(data).toMatchObject({ client_name: 'Bluebird Home', total_inventory: 3, location_count: 2 });
    expect(data.locations.map((held: { sku: { sku: string }[] }) => held.sku.map(({ sku }) => sku))).toEqual([
      ['BB-VASE'],
      [],
    ]);
  });

  it('[INV-UNIQUE-SKUS] counts a SKU at two locations once', async () => {
    const { deliver, inventory } = await openStock();
    expect((await inventory()).data.total_count_of_skus).toBe(3);
    await deliver('IN-1', { items: [{ barcode: '2000000001043', Quantity: 1 }] });
    await deliver('IN-2', {
      items: [{ barcode: '2000000001043', Quantity: 1 }],
      Warehouse_Name: 'Thames Reach FC',
    });
    expect((await inventory()).data).toMatchObject({ total_count_of_skus: 4, total_inventory: 58 });
  });
});

const manySkus = {
  ...stockSeed,
  orders: [],
  products: Array.from({ length: 60 }, (_, index) =>
    product('emu-acme', `AC-${String(59 - index).padStart(3, '0')}`, `${3_000_000_000_000 + index}`, [
      lot(index + 1, '2026-06-01T09:00:00Z'),
      ...(index % 10 === 0 ? [lot(1, '2026-06-02T09:00:00Z', 'Thames Reach FC')] : []),
    ]),
  ),
};

describe('pages of GET /inventory', () => {
  it.each([
    ['', 25, [25, true], [6, false], { current_page: 1, page_size: 25, has_more: true, next_page: 2 }],
    ['?page=2', 25, [25, true], [0, false], { current_page: 2, page_size: 25, has_more: true, next_page: 3 }],
    ['?page=3', 25, [10, false], [0, false], { current_page: 3, page_size: 25, has_more: false }],
    ['?page=4', 25, [0, false], [0, false], { current_page: 4, page_size: 25, has_more: false }],
    [
      '?page_size=4',
      4,
      [4, true],
      [4, true],
      { current_page: 1, page_size: 4, has_more: true, next_page: 2 },
    ],
    [
      '?page_size=1',
      1,
      [1, true],
      [1, true],
      { current_page: 1, page_size: 1, has_more: true, next_page: 2 },
    ],
    [
      '?page=2&page_size=30',
      30,
      [30, false],
      [0, false],
      { current_page: 2, page_size: 30, has_more: false },
    ],
    ['?page_size=200', 200, [60, false], [6, false], { current_page: 1, page_size: 200, has_more: false }],
  ])('[INV-PAGE] %s applies to each location separately', async (query, _, north, south, pagination) => {
    const { inventory } = await openStock({ seed: manySkus });
    const { data, pagination: block } = await inventory(query);
    expect(block).toEqual(pagination);
    for (const [index, [count, more]] of [north, south].entries()) {
      expect(data.locations[index]).toMatchObject({
        ...{ sku_count_in_page: count, total_count_of_skus: count, has_more: more },
        total_inventory: index === 0 ? 1830 : 6,
      });
      expect(data.locations[index].sku).toHaveLength(Number(count));
    }
    expect(data).toMatchObject({ total_inventory: 1836, total_count_of_skus: 60 });
  });

  it('[INV-PAGE-COVER] together hold each SKU once, in SKU order', async () => {
    const { inventory } = await openStock({ seed: manySkus });
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { data } = await inventory(`?page_size=17&page=${page}`);
      seen.push(...data.locations[0].sku.map(({ sku }: { sku: string }) => sku));
    }
    expect(seen).toEqual(manySkus.products.map(({ sku }) => sku).sort());
  });

  it('[INV-PAGE] beyond the end of every list are empty', async () => {
    const { inventory } = await openStock();
    const { data, pagination } = await inventory('?page=99999999999999999999');
    expect(data.locations.map((held: { sku: unknown[] }) => held.sku)).toEqual([[], []]);
    expect(pagination.has_more).toBe(false);
  });

  it('[A-33] alternatively treats a page_size above 200 as 200, and still refuses anything but a number from 1', async () => {
    const { acme } = await openStock({ assume: { 'A-33': 1 } });
    const { status, body, headers } = await acme.get('/inventory?page_size=201');
    expect([status, body.pagination.page_size]).toEqual([200, 200]);
    expect(headers['x-emulator-assumption']).toContain('A-33');
    expect((await acme.get('/inventory?page_size=0')).status).toBe(400);
    expect((await acme.get('/inventory?page_size=x')).status).toBe(400);
  });

  it('[INV-LAST-UPDATE] is the newest change, even if an older receipt is booked later', async () => {
    const { stock } = await openStock();
    expect(await stock('AC-TENT-2')).toMatchObject({
      LastUpdateDate: '2026-08-10T09:00:00Z',
      LastUpdateOperation: 'RECEIVED',
    });
    const seed = {
      ...stockSeed,
      orders: stockSeed.orders.slice(0, 1).map((order) => ({ ...order, CreatedAt: '2026-06-15T09:00:00Z' })),
    };
    const early = await openStock({ seed });
    expect(await early.stock('AC-STOVE')).toMatchObject({
      LastUpdateDate: '2026-07-01T09:00:00Z',
      LastUpdateOperation: 'RECEIVED',
    });
  });
});
