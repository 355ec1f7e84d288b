import { describe, expect, it } from 'vitest';
import { line, northgate, openStock, product, stockSeed, thames } from '../../../support/emulator/stock.ts';

const catalogue = ['AC-LAMP', 'AC-MAT', 'AC-STOVE', 'AC-TENT-2', 'AC-TWIN-A', 'AC-TWIN-B'];
const skusOf = (entries: { sku: string }[]) => entries.map(({ sku }) => sku);
const mats = { items: [{ barcode: '2000000001043', Quantity: 6 }] };

async function open(options: Parameters<typeof openStock>[0] = {}) {
  const steps = await openStock(options);
  const list = async (query = '') => (await steps.acme.get(`/inventory/stock-age${query}`)).body;
  return { ...steps, list };
}

describe('GET /inventory/stock-age', () => {
  it('[AGE-LIST] lists the whole catalogue by SKU', async () => {
    const { list } = await open();
    const { success, data } = await list();
    expect(success).toBe(true);
    expect(skusOf(data.skus)).toEqual(catalogue);
  });

  it('[AGE-LIST-SCOPE] only of the caller', async () => {
    const { bluebird } = await open();
    expect(skusOf((await bluebird.get('/inventory/stock-age')).body.data.skus)).toEqual(['BB-VASE']);
  });

  it('[AGE-LIST-SHAPE] an entry is the record of the SKU plus its availability', async () => {
    const { list, age } = await open();
    for (const { stock_age_available, ...record } of (await list()).data.skus) {
      expect(stock_age_available).toBe(true);
      expect(record).toEqual(await age(record.sku));
    }
  });

  it('[AGE-LIST-PAGE] pages 1 to total_pages cover the catalogue', async () => {
    const { list } = await open();
    const seen: string[] = [];
    const { total_pages } = (await list('?page_size=4')).pagination;
    for (let page = 1; page <= total_pages; page++) {
      seen.push(...skusOf((await list(`?page_size=4&page=${page}`)).data.skus));
    }
    expect({ total_pages, seen }).toEqual({ total_pages: 2, seen: catalogue });
    expect((await list('?page_size=4&page=3')).data.skus).toEqual([]);
  });

  it('[AGE-LIST-STOCK] in_stock_only lists and counts only what has stock', async () => {
    const { list } = await open();
    const { data, pagination } = await list('?in_stock_only=true&page_size=2');
    expect(skusOf(data.skus)).toEqual(['AC-LAMP', 'AC-STOVE']);
    expect(pagination).toMatchObject({ total_pages: 2, total_items: 3 });
    expect(skusOf((await list('?in_stock_only=true&page_size=2&page=2')).data.skus)).toEqual(['AC-TENT-2']);
    expect(skusOf((await list('?in_stock_only=false')).data.skus)).toEqual(catalogue);
  });

  it('[AGE-LIST-STOCK] sold-out stock is gone from the next snapshot on', async () => {
    const { list, create, dispatch, advance } = await open();
    await create('R-1', { OrderItems: [line({ SKU: 'AC-STOVE', Qty: 4 })] });
    for (const reference of ['R-1', 'SPLIT-1', 'SPLIT-2']) await dispatch(reference);
    expect(skusOf((await list('?in_stock_only=true')).data.skus)).toContain('AC-STOVE');
    await advance('1d');
    expect(skusOf((await list('?in_stock_only=true')).data.skus)).toEqual(['AC-LAMP', 'AC-TENT-2']);
  });

  it('[AGE-LIST-LOCATION] [A-31] locationId restricts lots and quantities', async () => {
    const { list } = await open();
    const scoped = (await list(`?locationId=${thames}`)).data.skus;
    expect(skusOf(scoped)).toEqual(catalogue);
    expect(scoped[3]).toMatchObject({ location_id: thames, total_quantity: 4, lots: [{ quantity: 4 }] });
    expect(skusOf((await list(`?in_stock_only=true&locationId=${thames}`)).data.skus)).toEqual([
      'AC-LAMP',
      'AC-TENT-2',
    ]);
    expect(skusOf((await list(`?in_stock_only=true&locationId=${northgate}`)).data.skus)).toEqual([
      'AC-STOVE',
      'AC-TENT-2',
    ]);
  });

  it('[AGE-LIST-AS-OF] ignores as_of_date', async () => {
    const { list } = await open();
    expect(await list('?as_of_date=2026-07-01')).toEqual(await list());
  });

  it('[AGE-LIST-AVAILABLE] [A-47] marks what the snapshot does not cover yet, and shows its current state', async () => {
    const { list, age, deliver, advance } = await open();
    await deliver('IN-1', mats);
    const mat = async (query = '') =>
      (await list(query)).data.skus.find(({ sku }: { sku: string }) => sku === 'AC-MAT');
    const uncovered = {
      ...{ stock_age_available: false, source: 'live', total_quantity: 6, average_age_days: 0 },
      lots: [{ receipt_date: '2026-09-01', quantity: 6, age_days: 0 }],
    };
    expect(await mat()).toEqual({ ...(await age('AC-MAT')), stock_age_available: false });
    expect(await mat()).toMatchObject(uncovered);
    expect(await mat('?in_stock_only=true')).toMatchObject(uncovered);
    expect(await mat(`?in_stock_only=true&locationId=${thames}`)).toBeUndefined();
    await advance('1d');
    expect(await mat()).toMatchObject({ stock_age_available: true, total_quantity: 6, average_age_days: 1 });
  });

  it('[AGE-LIST-STALE] a missed snapshot covers nothing', async () => {
    const { list, admin } = await open();
    await admin.post('/faults', {
      match: { path: '/inventory/stock-age' },
      do: { domain: 'snapshot-stale' },
    });
    const { skus } = (await list('?in_stock_only=true')).data;
    expect(skusOf(skus)).toEqual(['AC-LAMP', 'AC-STOVE', 'AC-TENT-2']);
    const live = { source: 'live', stock_age_available: false };
    expect(skus).toMatchObject([5, 7, 44].map((total_quantity) => ({ ...live, total_quantity })));
  });

  const many = {
    ...stockSeed,
    orders: [],
    products: Array.from({ length: 120 }, (_, index) =>
      product('emu-acme', `AC-${String(index).padStart(3, '0')}`, `b${index}`),
    ),
  };

  it.each([
    ['', 50, 3],
    ['?page_size=100', 100, 2],
    ['?page_size=101', 100, 2],
    ['?page_size=99999999999999999999', 100, 2],
    ['?page_size=1', 1, 120],
  ])('[AGE-LIST-PAGE-SIZE] %s gives pages of %i', async (query, size, total_pages) => {
    const { list } = await open({ seed: many });
    const { data, pagination } = await list(query);
    expect(data.skus).toHaveLength(size);
    expect(pagination).toEqual({
      current_page: 1,
      page_size: size,
      total_items: 120,
      total_pages,
      has_more: true,
    });
  });

  it('[A-31] alternatively skus and pagination are both in data', async () => {
    const { list } = await open({ assume: { 'A-31': 1 } });
    const body = await list();
    expect(body.data).toMatchObject({ skus: expect.any(Array), pagination: { total_pages: 1 } });
    expect(body).not.toHaveProperty('pagination');
  });

  it('[A-31] alternatively both at the top level', async () => {
    const { list } = await open({ assume: { 'A-31': 2 } });
    const body = await list();
    expect(body).toMatchObject({ success: true, skus: expect.any(Array), pagination: { total_pages: 1 } });
    expect(body).not.toHaveProperty('data');
  });
});
