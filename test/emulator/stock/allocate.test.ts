import { expect, it } from 'vitest';
import { openState } from '../../../src/emulator/engine/open-state.ts';
import { allocate } from '../../../src/emulator/stock/ledger.ts';
import { testNow } from '../../support/time.ts';

const seed = {
  version: 1,
  rngSeed: 1,
  now: new Date(testNow).toISOString(),
  warehouses: [{ name: 'North' }],
  clients: [
    {
      client_name: 'Acme',
      client_id: 'acme',
      client_secret: 's',
      role: 'full',
      warehouses: ['North'],
      skuPrefixes: ['AC-'],
    },
  ],
  products: [
    { client: 'acme', sku: 'AC-1', barcode: '1', title: 'One', stock: [{ warehouse: 'North', qty: 5 }] },
  ],
};

it.each([
  ['in sequence', [1000, 2000]],
  ['while the clock steps back', [2000, 1000]],
])('orders that are created together update the stock at the latest of their times, %s', async (_, times) => {
  const db = await openState({ state: ':memory:', seed, now: testNow, realNow: () => testNow }, testNow);
  const ids = db.get<{ client: number; warehouse: number }>(
    'SELECT client, warehouse FROM stock WHERE sku = ?',
    'AC-1',
  );
  if (ids === undefined) throw new Error('no stock');
  const demands = times.map((after) => ({ ...ids, lines: [{ SKU: 'AC-1', Qty: 3 }], at: testNow + after }));
  expect(allocate(db, demands)).toEqual([undefined, [{ sku: 'AC-1', reason: 'short' }]]);
  expect(db.get('SELECT in_order_book, updated_at FROM stock WHERE sku = ?', 'AC-1')).toEqual({
    in_order_book: 6,
    updated_at: testNow + 2000,
  });
  db.close();
});
