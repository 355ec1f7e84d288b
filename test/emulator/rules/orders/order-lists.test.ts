import { describe, expect, it } from 'vitest';
import { openStock, stockSeed } from '../../../support/emulator/stock.ts';

const references = (orders: { ReferenceNumber: string }[]) =>
  orders.map(({ ReferenceNumber }) => ReferenceNumber);

async function list(query: string, options: Parameters<typeof openStock>[0] = {}) {
  const { acme } = await openStock(options);
  return acme.get(`/order?${query}`);
}

describe('GET /order?channel_ref', () => {
  it.each([
    [0, []],
    [1, ['SPLIT-1', 'SPLIT-2']],
  ])('[A-58] under choice %i another case finds %j', async (choice, found) => {
    const { body, headers } = await list('channel_ref=shop-77', { assume: { 'A-58': choice } });
    expect(references(body.data)).toEqual(found);
    expect(headers['x-emulator-assumption']).toContain(choice === 0 ? 'A-58' : 'A-58=1');
  });

  it('[ORD-CHANNEL] finds every order of a split order, as full records', async () => {
    const { acme, order } = await openStock();
    const { status, body } = await acme.get('/order?channel_ref=SHOP-77');
    expect(status).toBe(200);
    expect(body.data).toEqual([await order('SPLIT-1'), await order('SPLIT-2')]);
    expect(body).not.toHaveProperty('pagination');
  });

  it('[ORD-CHANNEL-SCOPE] finds only the orders of the caller', async () => {
    const { bluebird } = await openStock();
    expect(references((await bluebird.get('/order?channel_ref=SHOP-77')).body.data)).toEqual(['THEIRS']);
  });

  it('[ORD-CHANNEL-ARRAY] returns a single match as a list', async () => {
    const { create, acme } = await openStock();
    await create('R-1', { Channel_Ref: 'ALONE & only' });
    const { body } = await acme.get(`/order?channel_ref=${encodeURIComponent('ALONE & only')}`);
    expect(references(body.data)).toEqual(['R-1']);
  });

  it.each(['SHOP-7', 'SHOP-777', 'shop-77', '%', '*'])(
    '[ORD-CHANNEL-EXACT] %s matches nothing',
    async (value) => {
      const { status, body } = await list(`channel_ref=${encodeURIComponent(value)}`);
      expect({ status, body }).toEqual({ status: 200, body: { success: true, data: [] } });
    },
  );

  it('[ORD-CHANNEL-CUT-OFF] [A-09] finds orders created from the cut-off on', async () => {
    const { body, headers } = await list('channel_ref=CUT-OFF');
    expect(references(body.data)).toEqual(['AT-CUT-OFF']);
    expect(headers['x-emulator-assumption']).toContain('A-09');
  });

  it('[ORD-CHANNEL-PAGE] does not page this list', async () => {
    const { body } = await list('channel_ref=SHOP-77&page=2&page_size=1');
    expect(body.data).toHaveLength(2);
    expect(body).not.toHaveProperty('pagination');
  });

  it.each(['', 'channel_ref=', 'page=1'])('[A-08] refuses "%s" as empty: 400', async (query) => {
    const { status, body } = await list(query);
    expect({ status, body }).toEqual({ status: 400, body: { success: false, error: expect.any(String) } });
  });
});

describe('GET /order?ship_from=MSF', () => {
  it('[MSF-LIST] lists all MSF orders of the caller, by reference, without paging', async () => {
    const { body } = await list('ship_from=MSF');
    expect(references(body.data)).toEqual(['MSF-1', 'MSF-2', 'MSF-3']);
    expect(body).not.toHaveProperty('pagination');
  });

  it('[MSF-SCOPE] only those of the caller', async () => {
    const { bluebird } = await openStock();
    expect(references((await bluebird.get('/order?ship_from=MSF')).body.data)).toEqual(['MSF-9']);
  });

  it.each(['FBA', 'msf', ''])('[MSF-ONLY] ship_from=%s is refused', async (value) => {
    const { status, body } = await list(`ship_from=${value}&channel_ref=SHOP-77`);
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: expect.stringContaining('ship_from'),
    });
  });

  it('[MSF-WINS] ship_from wins over channel_ref', async () => {
    const { body } = await list('channel_ref=SHOP-77&ship_from=MSF');
    expect(references(body.data)).toEqual(['MSF-1', 'MSF-2', 'MSF-3']);
  });

  it.each([
    [
      'page_size=2',
      ['MSF-1', 'MSF-2'],
      { current_page: 1, page_size: 2, total_pages: 2, has_more: true, next_page: 2 },
    ],
    ['page=2&page_size=2', ['MSF-3'], { current_page: 2, page_size: 2, total_pages: 2, has_more: false }],
    [
      'page=1',
      ['MSF-1', 'MSF-2', 'MSF-3'],
      { current_page: 1, page_size: 100, total_pages: 1, has_more: false },
    ],
    ['page=9&page_size=2', [], { current_page: 9, page_size: 2, total_pages: 2, has_more: false }],
  ])('[MSF-PAGED] %s returns the paged shape', async (query, expected, pagination) => {
    const { body } = await list(`ship_from=MSF&${query}`);
    expect(references(body.data)).toEqual(expected);
    expect(body.pagination).toEqual({ ...pagination, total_items: 3 });
  });

  it('[MSF-STABLE] the pages together are the whole list, in order', async () => {
    const { acme } = await openStock();
    const whole = (await acme.get('/order?ship_from=MSF')).body.data;
    const pages = [1, 2, 3].map((page) => acme.get(`/order?ship_from=MSF&page=${page}&page_size=1`));
    expect((await Promise.all(pages)).flatMap(({ body }) => body.data)).toEqual(whole);
  });

  it.each(['0', '201', '-1', 'many', '1.5', ''])(
    '[MSF-PAGE-SIZE] page_size=%s falls back to 100',
    async (size) => {
      const { status, body } = await list(`ship_from=MSF&page_size=${size}`);
      expect({ status, size: body.pagination.page_size }).toEqual({ status: 200, size: 100 });
    },
  );

  it.each(['1', '200'])('[MSF-PAGE-SIZE] page_size=%s is in range', async (size) => {
    expect((await list(`ship_from=MSF&page_size=${size}`)).body.pagination.page_size).toBe(Number(size));
  });

  it.each(['0', '-1', 'first'])('[MSF-PAGE] page=%s is the first', async (page) => {
    expect((await list(`ship_from=MSF&page=${page}`)).body.pagination.current_page).toBe(1);
  });

  it('[A-07] a record is an order that says where it ships from', async () => {
    const { body, headers } = await list('ship_from=MSF');
    expect(body.data[0]).toMatchObject({ ReferenceNumber: 'MSF-1', Client: 'Acme Outdoor', ShipFrom: 'MSF' });
    expect(headers['x-emulator-assumption']).toContain('A-07');
  });

  it('[A-07] alternatively a page names its list of orders', async () => {
    const options = { assume: { 'A-07': 1 } };
    expect(references((await list('ship_from=MSF&page_size=2', options)).body.data.orders)).toEqual([
      'MSF-1',
      'MSF-2',
    ]);
    expect(references((await list('ship_from=MSF', options)).body.data)).toHaveLength(3);
  });

  it.each([
    [0, ['MSF-7', 'OWN-7']],
    [1, ['OWN-7']],
  ])('[A-55] MSF orders by channel reference, reading %i: %j', async (choice, expected) => {
    const [first] = stockSeed.orders;
    const seed = {
      ...stockSeed,
      orders: [
        { ...first, ReferenceNumber: 'OWN-7', Channel_Ref: 'SHOP-7' },
        { ...first, ReferenceNumber: 'MSF-7', Channel_Ref: 'SHOP-7', ShipFrom: 'MSF' },
      ],
    };
    const options = { assume: { 'A-55': choice } };
    const { acme } = await openStock({ seed, ...options });
    const { body, headers } = await acme.get('/order?channel_ref=SHOP-7');
    const found = body.data.map((order: { ReferenceNumber: string }) => order.ReferenceNumber);
    expect(found.sort()).toEqual(expected);
    expect(headers['x-emulator-assumption']).toContain('A-55');
  });
});
