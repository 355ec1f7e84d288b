import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { stubService } from '../support/services/stub-service.ts';

/** What JSON can hold and JavaScript cannot make text or a number of. */
const odd = { toString: 1, valueOf: 1 };

const line = { SKU: odd, Qty: odd, PricePerUnit: odd, OrderLineNumber: odd, ItemTitle: odd };
const order = { ReferenceNumber: 'R-1', OrderItems: [line], DeliveryAddress: { Town: odd }, Currency: odd };
const slot = { slotReference: 'S-1', date: odd, window: odd, warehouse: odd, loadingType: odd };
const location = { location_name: odd, location_filter: odd, sku: [{ sku: odd, Available: odd }] };
const answers: readonly (readonly [path: RegExp, data: unknown])[] = [
  [/\/inventory\/stock-age\/./, { sku: 'A', total_quantity: odd, age_ranges: odd }],
  [/\/inventory\/stock-age/, { skus: [{ sku: odd, oldest_age_days: odd }] }],
  [/\/inventory/, { locations: [location] }],
  [/\/order\//, order],
  [/\/inbound-slot\//, slot],
  [/\/inbound-slot/, [slot]],
];

describe('an object that no text can be made of, in an answer,', () => {
  const service = stubService(({ method, target }) => {
    if (method === 'POST') return { status: 409, body: '{"success":false,"error":"exists"}' };
    const data = answers.find(([each]) => each.test(target))?.[1];
    return { body: JSON.stringify({ success: true, data }) };
  });

  it.each([
    'stock-age A --location Northgate',
    'stock-age --location Northgate',
    'inventory --location Northgate',
    'inventory --sku A',
    'inventory --pivot',
    'order get R-1',
    'order track R-1',
    'slot list',
    'slot book --like S-1',
  ])('ends no command: cfi %s', async (words) => {
    const { code, stderr } = await service.cfi(words.split(' '));
    expect(stderr).not.toContain('unexpected failure');
    expect(code).not.toBe(1);
  });
});

it('an object that no text can be made of, in a stored order, ends no upload', async () => {
  const home = makeHome();
  const address = { FullName: 'Ada', Address1: '1 Street', Town: 'Leeds', PostCode: 'LS1', Country: 'GB' };
  const ours = { SKU: 'A', ItemTitle: 'A', Qty: 1, PricePerUnit: 2, OrderLineNumber: '1' };
  const sent = {
    ...{ ReferenceNumber: 'R-1', ReceivedDate: '2026-08-31T08:00:00Z', DispatchBy: '2030-09-03T08:00:00Z' },
    ...{ Currency: 'GBP', PaymentStatus: 'PAID', ChannelBuyerName: 'Ada', warehouse_name: 'Northgate FC' },
    ...{ OrderItems: [ours], DeliveryAddress: address, BillingAddress: address },
  };
  writeFileSync(join(home, 'orders.json'), JSON.stringify(sent));
  const { cfi } = stubService(({ method }) =>
    method === 'POST'
      ? { status: 409, body: '{"success":false,"error":"exists"}' }
      : { body: JSON.stringify({ success: true, data: order }) },
  );
  const { code, stdout } = await cfi(['order', 'create', 'orders.json', '--json'], { cwd: home });
  expect([code, JSON.parse(stdout).data.existing]).toEqual([0, 1]);
});

it.each([
  ['--prices', 'prices.json'],
  ['--warehouse', 'Northgate FC'],
])('an object that no text can be made of, in a file, is a problem of it: %s %s', async (...options) => {
  const home = makeHome();
  writeFileSync(join(home, 'prices.json'), '{"A":2}');
  const document = { ...order, warehouse_name: odd, ReceivedDate: odd, OrderItems: [{ SKU: odd }] };
  writeFileSync(join(home, 'orders.json'), JSON.stringify(document));
  const { code, stderr } = await runCli(
    ['order', 'create', 'orders.json', '--dry-run', '--json', ...options],
    { cwd: home },
  );
  expect([code, JSON.parse(stderr).error.code]).toEqual([2, 'invalid-input']);
});
