import { describe, expect, it } from 'vitest';
import { compareContent } from '../../../src/client/api/records.ts';

const sent = {
  ReferenceNumber: 'R-1',
  ReceivedDate: '2026-09-01T08:00:00Z',
  DispatchBy: '2026-09-03T17:00:00+01:00',
  Status: 'Whatever',
  Currency: 'GBP',
  PostalServiceCost: 4.5,
  DeliveryAddress: { FullName: 'Ada', Town: 'London', PostCode: 'SW1A 1AA' },
  OrderItems: [
    { SKU: 'A', Qty: 1, PricePerUnit: 12.5, OrderLineNumber: '1' },
    { SKU: 'B', Qty: 2, PricePerUnit: 3, OrderLineNumber: '2' },
  ],
  _line: 7,
};
type Order = Record<string, unknown>;
const { OrderItems, DeliveryAddress } = sent;

describe('the same content', () => {
  it.each<[string, Order]>([
    ['as it was sent', {}],
    ['with the service’s own fields and status', { Status: 'Pending', Client: 'Acme', CreatedAt: 'x' }],
    [
      'times as instants',
      { DispatchBy: '2026-09-03T16:00:00Z', ReceivedDate: '2026-09-01T09:00:00.000+01:00' },
    ],
    ['numbers as text', { PostalServiceCost: '4.50' }],
    ['lines under another name', { OrderItems: undefined, Items: OrderItems }],
    ['lines in another order', { OrderItems: [...OrderItems].reverse() }],
    [
      'lines under other numbers',
      { OrderItems: OrderItems.map((line, at) => ({ ...line, OrderLineNumber: String(2 - at) })) },
    ],
    [
      'lines without numbers and prices, in another order',
      {
        OrderItems: undefined,
        Lines: [
          { PartNumber: 'B', quantity: '2' },
          { PartNumber: 'A', quantity: '1.0' },
        ],
      },
    ],
    ['names in another case', { OrderItems: undefined, order_items: OrderItems }],
    [
      'fields of a line under other names',
      { OrderItems: undefined, Items: OrderItems.map(({ Qty, ...line }) => ({ ...line, quantity: Qty })) },
    ],
    ['an address the record does not show', { DeliveryAddress: undefined }],
    ['a field that is null there', { PostalServiceCost: null }],
    ['accents composed differently', { DeliveryAddress: { ...DeliveryAddress, Town: 'London ' } }],
  ])('%s', (_, changes) => {
    const { differing, compared } = compareContent(sent, { ...sent, ...changes });
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(5);
  });

  it.each<[string, Order, string[]]>([
    ['a currency', { Currency: 'EUR' }, ['Currency']],
    ['an instant', { DispatchBy: '2026-09-03T17:00:00Z' }, ['DispatchBy']],
    [
      'a quantity, whatever the order of lines',
      { OrderItems: [OrderItems[1], { ...OrderItems[0], Qty: 3 }] },
      ['OrderItems[0].Qty'],
    ],
    [
      'a price in text',
      { Items: undefined, OrderItems: [{ ...OrderItems[0], PricePerUnit: '12.51' }, OrderItems[1]] },
      ['OrderItems[0].PricePerUnit'],
    ],
    ['the number of lines', { OrderItems: OrderItems.slice(0, 1) }, ['OrderItems']],
    ['a nested field', { DeliveryAddress: { ...DeliveryAddress, Town: 'Leeds' } }, ['DeliveryAddress.Town']],
    [
      'a reference in capitals that only looks like a number',
      { DeliveryAddress: { ...DeliveryAddress, PostCode: '0123' } },
      ['DeliveryAddress.PostCode'],
    ],
  ])('differs in %s', (_, changes, differing) => {
    expect(compareContent(sent, { ...sent, ...changes }).differing).toEqual(differing);
  });

  it('compares nothing if the record shows none of the content', () => {
    expect(compareContent(sent, { ReferenceNumber: 'R-1', Client: 'Acme' })).toMatchObject({
      differing: [],
      compared: 0,
    });
  });

  const longer = { ...DeliveryAddress, Address2: 'Flat 9' };
  it.each<[string, Order, Order, string[] | undefined]>([
    ['a field of an address', { DeliveryAddress: longer }, { DeliveryAddress }, ['DeliveryAddress.Address2']],
    [
      'a field that is null there',
      { DeliveryAddress: longer },
      { DeliveryAddress: { ...longer, Address2: null } },
      ['DeliveryAddress.Address2'],
    ],
    ['an address', { DeliveryAddress }, {}, ['DeliveryAddress']],
    [
      'a field of a line',
      { OrderItems: [{ SKU: 'A', TaxRate: 20 }] },
      { Items: [{ SKU: 'A' }] },
      ['OrderItems[0].TaxRate'],
    ],
    [
      'what was blank',
      { DeliveryAddress: { ...longer, Address2: '' }, Note: null },
      { DeliveryAddress },
      undefined,
    ],
    ['what the service adds', { DeliveryAddress }, { DeliveryAddress: longer }, undefined],
  ])('names what the record does not show: %s', (_, ours, theirs, unshown) => {
    expect(compareContent(ours, theirs).unshown).toEqual(unshown);
  });

  const duplicates = [
    { SKU: 'A', Qty: 1, PricePerUnit: 5 },
    { SKU: 'A', Qty: 2, PricePerUnit: 5 },
  ];
  it.each<[string, unknown, string[]]>([
    ['as they are', duplicates, []],
    ['in another order', duplicates.toReversed(), []],
    ['one of them twice', [duplicates[1], duplicates[1]], ['OrderItems[0].Qty']],
    [
      'with other SKUs',
      duplicates.map((line) => ({ ...line, SKU: 'B' })),
      ['OrderItems[0].SKU', 'OrderItems[1].SKU'],
    ],
  ])('compares lines without numbers: %s', (_, lines, differing) => {
    expect(compareContent({ OrderItems: duplicates }, { OrderItems: lines }).differing).toEqual(differing);
  });

  it('never takes a line that the service does not have for the same', () => {
    const line = (OrderLineNumber: string, SKU: string): object => ({ OrderLineNumber, SKU });
    const ours = { OrderItems: [line('1', 'A'), line('2', 'B')] };
    const { differing } = compareContent(ours, { OrderItems: [line('1', 'A'), line('3', 'C')] });
    expect(differing).toEqual(['OrderItems[1].OrderLineNumber', 'OrderItems[1].SKU']);
  });

  it('does not compare text with an object', () => {
    const record = { Currency: 'GBP', Town: { name: 'London' } };
    expect(compareContent({ Currency: 'GBP', Town: 'London' }, record)).toEqual({
      differing: [],
      compared: 1,
      unshown: ['Town'],
    });
  });

  it('takes a day for the same as its first instant', () => {
    const sameDay = { date: '2026-09-08T00:00:00Z' };
    expect(compareContent({ date: '2026-09-08' }, sameDay).differing).toEqual([]);
    expect(compareContent({ date: '2026-09-09' }, sameDay).differing).toEqual(['date']);
  });

  it.each([['text'], [7], [{ count: 2 }]])('does not compare lines with %j', (lines) => {
    expect(compareContent({ OrderItems: duplicates }, { OrderItems: lines })).toEqual({
      differing: [],
      compared: 0,
      unshown: ['OrderItems'],
    });
  });

  it('compares a status inside an address or a line, but none of the fields that are yours', () => {
    const ours = { DeliveryAddress: { Status: 'a', _note: 'x' }, _line: 7, Status: 'new' };
    const theirs = { DeliveryAddress: { Status: 'b', _note: 'y' }, _line: 8, Status: 'old' };
    expect(compareContent(ours, theirs)).toEqual({ differing: ['DeliveryAddress.Status'], compared: 1 });
  });

  it('compares long text as text, and never as a number or time', () => {
    const long = `2026-09-01T08:00:00Z${' '.repeat(60)}x`;
    expect(compareContent({ Note: long }, { Note: long }).differing).toEqual([]);
    expect(compareContent({ Note: long }, { Note: `${long}y` }).differing).toEqual(['Note']);
    expect(compareContent({ Note: '2026-09-01T08:00:00Z' }, { Note: long }).differing).toEqual(['Note']);
    expect(compareContent({ Cost: 1 }, { Cost: `1${'0'.repeat(80)}` }).differing).toEqual(['Cost']);
  });

  it('treats text that looks like a number as text: leading zeros count', () => {
    expect(compareContent({ barcode: '0200000000011' }, { barcode: '200000000011' }).differing).toEqual([
      'barcode',
    ]);
  });
});
