import { describe, expect, it } from 'vitest';
import { lot, openStock, product, stockSeed } from '../../support/emulator/stock.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// biome-ignore lint/suspicious/noExplicitAny: an answer is read as the caller would, without our types
type Location = any;

describe('what GET /inventory says of a location', () => {
  it("[INV-KEYWORD] has the client's configured SKU prefix", async () => {
    const { acme, bluebird } = await openStock();
    for (const [client, prefix] of [
      [acme, 'AC-'],
      [bluebird, 'BB-'],
    ] as const) {
      const { locations } = (await client.get('/inventory')).body.data;
      for (const { keyword, sku } of locations as Location[]) {
        expect(keyword).toBe(prefix);
        for (const item of sku) expect(item.sku.startsWith(keyword)).toBe(true);
      }
    }
  });

  it('[INV-LOCATION-ID] is a UUID, unique and stable', async () => {
    const bare = stockSeed.warehouses.map(({ location_id: _, ...warehouse }) => warehouse);
    const { inventory } = await openStock({ seed: { ...stockSeed, warehouses: bare } });
    const ids = (await inventory()).data.locations.map((held: Location) => held.location_filter);
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(2);
    expect((await inventory()).data.locations.map((held: Location) => held.location_filter)).toEqual(ids);
  });

  it('[INV-LOCATION-COUNT] counts a location without stock', async () => {
    const { inventory } = await openStock({ seed: { ...stockSeed, products: [], orders: [] } });
    const { location_count, locations, total_inventory } = (await inventory()).data;
    expect({ location_count, total_inventory }).toEqual({ location_count: 2, total_inventory: 0 });
    expect(locations.map((held: Location) => [held.total_inventory, held.sku])).toEqual([
      [0, []],
      [0, []],
    ]);
  });
});

const products = Array.from({ length: 230 }, (_, index) =>
  product('emu-acme', `AC-${String(index).padStart(3, '0')}`, `${4_000_000_000_000 + index}`, [
    lot(2, '2026-06-01T09:00:00Z'),
    ...(index < 30 ? [lot(1, '2026-06-01T09:00:00Z', 'Thames Reach FC')] : []),
  ]),
);

describe('the figures on a page of GET /inventory', () => {
  it('[INV-TOTAL] [INV-LOCATION-TOTAL] count all stock on every page', async () => {
    const { inventory } = await openStock({ seed: { ...stockSeed, products, orders: [] } });
    for (const query of ['', '?page=2', '?page=9&page_size=200', '?page_size=1']) {
      const { data } = await inventory(query);
      expect(data.total_inventory).toBe(490);
      expect(data.total_count_of_skus).toBe(230);
      expect(data.locations.map((held: Location) => held.total_inventory)).toEqual([460, 30]);
    }
  });

  it('[INV-PAGE-SKUS] count the SKUs of a location on this page', async () => {
    const { inventory } = await openStock({ seed: { ...stockSeed, products, orders: [] } });
    const counts = async (query: string) =>
      (await inventory(query)).data.locations.map((held: Location) => {
        expect(held.sku_count_in_page).toBe(held.sku.length);
        return held.total_count_of_skus;
      });
    expect(await counts('?page_size=20')).toEqual([20, 20]);
    expect(await counts('?page_size=20&page=2')).toEqual([20, 10]);
    expect(await counts('?page_size=20&page=3')).toEqual([20, 0]);
  });

  it('[INV-PAGE-SIZE] cover 25 SKUs by default, at most 200', async () => {
    const { acme } = await openStock({ seed: { ...stockSeed, products, orders: [] } });
    const size = async (query: string) => {
      const { status, body } = await acme.get(`/inventory${query}`);
      return [status, body.data?.locations[0].sku.length];
    };
    expect(await size('')).toEqual([200, 25]);
    expect(await size('?page_size=1')).toEqual([200, 1]);
    expect(await size('?page_size=200')).toEqual([200, 200]);
    expect(await size('?page_size=201')).toEqual([400, undefined]);
    expect(await size('?page_size=0')).toEqual([400, undefined]);
  });
});

describe('the page', () => {
  it.each(['/inventory', '/inventory/stock-age', '/order?ship_from=MSF&page_size=2'])(
    '[LIMIT-PAGE] of GET %s defaults to the first',
    async (path) => {
      const { acme } = await openStock();
      const page = async (query: string) =>
        (await acme.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)).body;
      expect((await page('x=1')).pagination.current_page).toBe(1);
      expect(await page('page=1')).toEqual(await page('x=1'));
      expect((await page('page=2')).pagination.current_page).toBe(2);
      const zero = await page('page=0');
      expect(zero.success === false || zero.pagination.current_page === 1).toBe(true);
    },
  );
});
