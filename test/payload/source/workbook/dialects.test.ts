import { expect, it } from 'vitest';
import { dialects, dialectWorkbook, header, numbersWorkbook } from '../../../support/workbooks/dialects.ts';
import { read } from '../../support.ts';

const map = {
  ReferenceNumber: 'Order No',
  ReceivedDate: 'Placed',
  ChannelBuyerName: 'Name',
  'DeliveryAddress.FullName': 'Name',
  'DeliveryAddress.Address1': 'Street',
  'DeliveryAddress.Town': 'Town',
  'DeliveryAddress.PostCode': 'Zip',
  'DeliveryAddress.Country': 'Country',
  SKU: 'SKU',
  ItemTitle: 'Item',
  Qty: 'Qty',
  PricePerUnit: 'Price',
  PaymentStatus: { const: 'PAID' },
};
const options = {
  map,
  timezone: 'Europe/London',
  warehouse: 'Northgate FC',
  dispatchWithin: 36 * 3_600_000,
  now: Date.UTC(2026, 10, 24, 12),
};

const summary = (bodies: readonly Record<string, unknown>[]) =>
  bodies.map((body) => {
    const { OrderItems, DeliveryAddress, ...rest } = body as never as {
      OrderItems: Record<string, unknown>[];
      DeliveryAddress: Record<string, unknown>;
    } & Record<string, unknown>;
    const { ReferenceNumber, ReceivedDate, Currency, ChannelBuyerName } = rest;
    const { SKU, ItemTitle, Qty, PricePerUnit } = OrderItems[0] ?? {};
    return [
      ReferenceNumber,
      ReceivedDate,
      Currency,
      ChannelBuyerName,
      DeliveryAddress.PostCode,
      SKU,
      ItemTitle,
      Qty,
      PricePerUnit,
    ];
  });

const expected = [
  ['D-1', '2026-11-24T10:15:00Z', 'GBP', 'Ina Muster', 'HU1 1AA', 'AC-TENT-2', 'Tent & pegs', 2, 129.5],
  ['D-2', '2026-11-24T10:15:00Z', 'GBP', 'Bo Müller', '01234', '0042', 'Stove', 1, 34],
];

it.each(dialects)('reads a workbook as %s writes it', async (name) => {
  const { bodies, problems, warnings, notices } = await read(await dialectWorkbook(name), {
    name: 'shop.xlsx',
    options,
  });
  expect({ problems, warnings, hidden: notices.filter((notice) => notice.includes('hidden')) }).toEqual({
    problems: [],
    warnings: [],
    hidden: [],
  });
  expect(summary(bodies)).toEqual(expected);
});

it('reads a workbook as Numbers exports it, with a title above the header', async () => {
  const { bodies, problems, headers } = await read(await numbersWorkbook(), { name: 'shop.xlsx', options });
  expect([problems, headers[0]?.line]).toEqual([[], 2]);
  expect(summary(bodies)).toEqual(expected);
  expect(header.length).toBe(11);
});
