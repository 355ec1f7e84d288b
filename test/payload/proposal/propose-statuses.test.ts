import { describe, expect, it } from 'vitest';
import { header, row } from './orders.ts';
import { proposed } from './proposed.ts';

describe('a proposal', () => {
  it.each<[string, string, readonly string[], string, unknown]>([
    ['a price of one', 'Price', ['12.50'], 'PricePerUnit', 'Price'],
    [
      'a price with its currency',
      'Price',
      ['£12.50'],
      'PricePerUnit',
      { column: 'Price', number: { decimal: 'point', currency: true } },
    ],
    ['a price of them all', 'Line Total', ['25.00'], 'PricePerUnit', { column: 'Line Total', per: 'Qty' }],
    ['the currency of a header', 'Price (EUR)', ['12.50'], 'Currency', { const: 'EUR' }],
    [
      'a payment',
      'Payment status',
      ['paid'],
      'PaymentStatus',
      { column: 'Payment status', map: { paid: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'what is not paid',
      'Payment status',
      ['pending'],
      '$leaveOut',
      [{ column: 'Payment status', in: ['pending'], reason: 'unpaid' }],
    ],
    [
      'what waits for its shipment',
      'Fulfilment status',
      ['pending'],
      '$keep',
      [{ column: 'Fulfilment status', in: ['pending'] }],
    ],
    [
      'a flag',
      'Cancelled',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Cancelled', in: ['yes'], reason: 'cancelled' }],
    ],
    [
      'a day of cancelling',
      'Cancelled at',
      ['', '2026-08-29'],
      '$leaveOut',
      [{ column: 'Cancelled at', empty: false, reason: 'cancelled' }],
    ],
    [
      'a day of payment',
      'Paid on',
      ['2026-08-29', ''],
      '$leaveOut',
      [{ column: 'Paid on', empty: true, reason: 'unpaid' }],
    ],
    [
      'a day of delivery',
      'Delivered on',
      ['', '2026-08-29'],
      '$leaveOut',
      [{ column: 'Delivered on', empty: false, reason: 'fulfilled' }],
    ],
    [
      'a flag of delivery',
      'Geliefert',
      ['nein', 'ja'],
      '$leaveOut',
      [{ column: 'Geliefert', in: ['ja'], reason: 'fulfilled' }],
    ],
    [
      'what its buyer has received',
      'Delivery status',
      ['new', 'received'],
      '$leaveOut',
      [{ column: 'Delivery status', in: ['received'], reason: 'fulfilled' }],
    ],
    [
      'what its buyer collects',
      'Shipping method',
      ['Flat rate', 'Pickup (Leeds)', 'Click & Collect'],
      '$leaveOut',
      [{ column: 'Shipping method', in: ['Pickup (Leeds)', 'Click & Collect'], reason: 'pickup' }],
    ],
    [
      'no rule for other ways of delivery',
      'Shipping method',
      ['Flat rate', 'Express'],
      '$leaveOut',
      undefined,
    ],
    ['no list of the ways of delivery', 'Shipping method', ['Flat rate', 'Pickup'], '$keep', undefined],
    ['a payment that is completed', 'Payment completed on', ['2026-08-29'], '$leaveOut', undefined],
    ['a status that blank orders lack', 'Status', ['', 'Shipped', 'New'], '$keep', undefined],
    [
      'what every buyer collects',
      'Shipping method',
      ['Pickup'],
      '$leaveOut',
      [{ column: 'Shipping method', in: ['Pickup'], reason: 'pickup' }],
    ],
    [
      'no payment in the ways of delivery',
      'Shipping method',
      ['Flat rate', 'Pickup'],
      'PaymentStatus',
      undefined,
    ],
    ['no list of the answers of a flag', 'Cancelled', ['no', 'yes'], '$keep', undefined],
    [
      'an answer beside yes and no',
      'Cancelled',
      ['no', 'yes', 'partly'],
      '$keep',
      [{ column: 'Cancelled', in: ['no'] }],
    ],
    [
      'a payment of some orders',
      'Paid',
      ['yes', 'no'],
      'PaymentStatus',
      { column: 'Paid', map: { yes: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'what is not paid yet',
      'Paid',
      ['yes', 'no'],
      '$leaveOut',
      [{ column: 'Paid', in: ['no'], reason: 'unpaid' }],
    ],
    ['a state that is a part of the address', 'State', ['CA', 'NY'], 'DeliveryAddress.Region', 'State'],
    ['no status in a part of the address', 'State', ['CA', 'NY', 'New'], '$keep', undefined],
    ['a state of the order', 'State', ['New', 'Ready for us'], '$keep', [{ column: 'State', in: ['New'] }]],
    ['no status in a column of another name', 'Colour', ['New', 'Open'], '$keep', undefined],
    [
      'no payment in words that nobody knows',
      'Payment',
      ['Visa', 'Mastercard', 'paid'],
      '$leaveOut',
      undefined,
    ],
    [
      'fifteen statuses',
      'Status',
      ['New', ...Array.from({ length: 14 }, (_, at) => `S${at}`)],
      '$keep',
      [{ column: 'Status', in: ['New'] }],
    ],
    [
      'no status in more words',
      'Status',
      ['New', ...Array.from({ length: 15 }, (_, at) => `S${at}`)],
      '$keep',
      undefined,
    ],
    [
      'a day of cancelling, before an order is cancelled',
      'Cancelled at',
      ['', ''],
      '$leaveOut',
      [{ column: 'Cancelled at', empty: false, reason: 'cancelled' }],
    ],
    ['no day of payment if no order has one', 'Paid on', ['', ''], '$leaveOut', undefined],
    ['no day in words', 'Shipped on', ['DHL'], '$leaveOut', undefined],
  ])('finds %s', async (_, column, values, field, expected) => {
    const rows = values.map((value, at) => row(`R-${at}`, value));
    const { map } = await proposed([`${header},${column}`, ...rows].join('\n'));
    expect(map[field]).toEqual(expected);
  });

  it('tells how many rows have a status', async () => {
    const rows = ['New', 'Open', 'New'].map((status, at) => row(`R-${at}`, status));
    const { proposal } = await proposed([`${header},Status`, ...rows].join('\n'));
    expect(proposal.draft.statuses[0]?.values).toMatchObject([
      { value: 'New', rows: 2 },
      { value: 'Open', rows: 1 },
    ]);
  });

  it('tells nothing about ways of delivery that all ship', async () => {
    const { proposal } = await proposed(`${header},Shipping method\n${row('R-1', 'Flat rate')}`);
    expect(proposal.draft.statuses).toEqual([]);
  });

  it.each<[string, readonly string[], boolean]>([
    ['the same in all', ['Shipped', 'Shipped', 'Shipped'], false],
    ['only in the first', ['Shipped', '', ''], false],
    ['only in a later one', ['', 'Shipped', ''], true],
    ['in all but the last', ['Shipped', 'Shipped', ''], true],
    ['in all but the second', ['Shipped', '', 'Shipped'], true],
    ['another in the last', ['Shipped', 'Shipped', 'New'], true],
  ])('takes a status of its lines for one of the order or not: %s', async (_, statuses, isOfLines) => {
    const rows = [...statuses.map((status) => row('R-1', status)), row('R-2', 'New')];
    const { map } = await proposed([`${header},Status`, ...rows].join('\n'));
    const rule = [{ column: 'Status', in: ['Shipped'], reason: 'fulfilled' }];
    expect([map.$leaveOut, map.$dropLines]).toEqual(isOfLines ? [undefined, rule] : [rule, undefined]);
    expect(map.$keep).toEqual(isOfLines ? undefined : [{ column: 'Status', in: ['New'] }]);
  });

  it('leaves out lines rather than their order when the lines differ', async () => {
    const rows = [row('R-1', 'Shipped'), row('R-1', 'New'), row('R-2', 'New')];
    const { map } = await proposed([`${header},Line status`, ...rows].join('\n'));
    expect(map.$dropLines).toEqual([{ column: 'Line status', in: ['Shipped'], reason: 'fulfilled' }]);
    expect(map.$leaveOut).toBeUndefined();
  });
});
