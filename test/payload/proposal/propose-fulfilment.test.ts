import { describe, expect, it } from 'vitest';
import { later, proposedFor } from './proposed.ts';

describe('a proposal for what is shipped', () => {
  it.each<[string, string, readonly string[], string, unknown]>([
    [
      'what waits for its shipment',
      'Fulfilment status',
      ['pending'],
      '$keep',
      [{ column: 'Fulfilment status', in: ['pending'] }],
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
      [{ column: 'Delivery status', in: ['received'], reason: 'fulfilled' }, ...later('Delivery status')],
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
    [
      'lines that need no shipping',
      'Requires shipping',
      ['true', 'false'],
      '$dropLines',
      [{ column: 'Requires shipping', in: ['false'], reason: 'not-goods' }],
    ],
    [
      'lines that need no shipping, before there is one',
      'Requires shipping',
      ['yes', 'yes'],
      '$dropLines',
      [{ column: 'Requires shipping', in: ['no'], reason: 'not-goods' }],
    ],
    [
      'no reason to leave out what waits for its shipment',
      'Fulfilment status',
      ['pending'],
      '$leaveOut',
      later('Fulfilment status'),
    ],
    ['no need of shipping in some other words', 'Requires shipping', ['yes', 'Bag'], '$dropLines', undefined],
    ['no need of shipping in other words', 'Requires shipping', ['Crate', 'Bag'], '$dropLines', undefined],
    [
      'lines that are not goods',
      'Downloadable',
      ['0', '1'],
      '$dropLines',
      [{ column: 'Downloadable', in: ['1'], reason: 'not-goods' }],
    ],
    [
      'a status of lines that do not differ yet',
      'Item status',
      ['New', 'New'],
      '$dropLines',
      later('Item status'),
    ],
    ['a status of the order that some lines lack', 'Item status', ['New', ''], '$dropLines', undefined],
    [
      'the status of the delivery in one word',
      'Lieferstatus',
      ['Offen', 'Versandt'],
      '$keep',
      [{ column: 'Lieferstatus', in: ['Offen'] }],
    ],
    [
      'what its buyer collects, as a kind of fulfilment',
      'Fulfillment type',
      ['Shipment', 'Pickup'],
      '$leaveOut',
      [{ column: 'Fulfillment type', in: ['Pickup'], reason: 'pickup' }],
    ],
    [
      'what every buyer collects',
      'Shipping method',
      ['Pickup'],
      '$leaveOut',
      [{ column: 'Shipping method', in: ['Pickup'], reason: 'pickup' }],
    ],
    [
      'what has been received, by the shop or by the buyer',
      'Status',
      ['Processing', 'Received'],
      '$leaveOut',
      [{ column: 'Status', in: ['Received'], reason: 'on-hold' }, ...later('Status')],
    ],
    [
      'what a marketplace ships',
      'Fulfilled by',
      ['Merchant', 'Amazon', 'Northgate'],
      '$leaveOut',
      [
        { column: 'Fulfilled by', in: ['Amazon'], reason: 'fulfilled' },
        { column: 'Fulfilled by', in: ['Northgate'], reason: 'on-hold' },
      ],
    ],
    ['no status in who ships, if nobody is known', 'Fulfilled by', ['Ann', 'Bob'], '$leaveOut', undefined],
    [
      'lines that are no goods',
      'Line type',
      ['product', 'shipping', 'kit'],
      '$dropLines',
      [{ column: 'Line type', in: ['shipping', 'discount', 'gift card', 'fee'], reason: 'not-goods' }],
    ],
    ['no lines in kinds that nobody knows', 'Product type', ['Tents', 'Pegs'], '$dropLines', undefined],
  ])('finds %s', async (_, column, values, field, expected) => {
    expect(await proposedFor(column, values, field)).toEqual(expected);
  });
});
