import { describe, expect, it } from 'vitest';
import { header, row } from './orders.ts';
import { proposed } from './proposed.ts';

/** The rules for the words that a later file may have. */
const later = (column: string) => [
  { column, in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
  { column, in: ['refunded', 'returned', 'fully refunded'], reason: 'refunded' },
];

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
      [{ column: 'Payment status', in: ['pending'], reason: 'unpaid' }, ...later('Payment status')],
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
    ['a payment that is completed', 'Payment completed on', ['2026-08-29'], '$leaveOut', undefined],
    [
      'a status that some orders lack',
      'Status',
      ['', 'Shipped', 'New'],
      '$keep',
      [{ column: 'Status', in: ['New', ''] }],
    ],
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
    ['no refund in words beside nothing', 'Refunded', ['0.00', 'n/a'], '$keep', undefined],
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
    ['no status yet', 'Status', ['', ''], '$keep', [{ column: 'Status', in: [''] }]],
    ['no status yet, and what may come', 'Status', ['', ''], '$leaveOut', later('Status')],
    ['no day of a status yet', 'Status date', ['', ''], '$keep', undefined],
    ['no note about a status yet', 'Status note', ['', ''], '$keep', undefined],
    ['no state of a country yet', 'State', ['', ''], '$keep', undefined],
    ['no hold yet', 'On hold', ['', ''], '$keep', [{ column: 'On hold', in: [''] }]],
    ['only what is not sent', 'Status', ['Shipped'], '$keep', [{ column: 'Status', in: ['Shipped'] }]],
    [
      'a flag that no order has yet',
      'Cancelled',
      ['no', 'No'],
      '$leaveOut',
      [{ column: 'Cancelled', in: ['yes', 'si', 'sí', 'sì'], reason: 'cancelled' }],
    ],
    [
      'a flag that is blank',
      'Shipped',
      ['', ''],
      '$leaveOut',
      [
        {
          column: 'Shipped',
          in: ['x', 'yes', 'si', 'sí', 'sì', 'y', 'true', '1', 'ja', 'oui', 'tak', 'sim', 'ano'],
          reason: 'fulfilled',
        },
      ],
    ],
    ['a flag of some orders', 'Cancelled', ['', 'x'], '$keep', [{ column: 'Cancelled', in: [''] }]],
    [
      'quantities that are cancelled',
      'Qty cancelled',
      ['0', '2', '10'],
      '$dropLines',
      [{ column: 'Qty cancelled', in: ['2', '10'], reason: 'cancelled' }],
    ],
    [
      'amounts that are refunded, however many',
      'Refunded amount',
      ['£0.00', ...Array.from({ length: 20 }, (_, at) => `-£${at + 1}.50`)],
      '$keep',
      [{ column: 'Refunded amount', in: ['£0.00'] }],
    ],
    [
      'amounts that are refunded, beside blanks',
      'Refund',
      ['', '5.00'],
      '$leaveOut',
      [{ column: 'Refund', in: ['5.00'], reason: 'refunded' }],
    ],
    ['no refund yet', 'Rückerstattung', ['', ''], '$keep', [{ column: 'Rückerstattung', in: [''] }]],
    ['nothing in a weight beside blanks', 'Delivered weight', ['', '5.00'], '$leaveOut', undefined],
    [
      'the status of the order in one word',
      'Bestellstatus',
      ['Offen', 'Storniert', 'Abgeschlossen'],
      '$keep',
      [{ column: 'Bestellstatus', in: ['Offen'] }],
    ],
    [
      'the status of the delivery in one word',
      'Lieferstatus',
      ['Offen', 'Versandt'],
      '$keep',
      [{ column: 'Lieferstatus', in: ['Offen'] }],
    ],
    [
      'no part of an address in a status',
      'Lieferstatus',
      ['xyz', 'abc'],
      'DeliveryAddress.Region',
      undefined,
    ],
    [
      'an open payment',
      'Zahlungsstatus',
      ['Bezahlt', 'Offen'],
      '$keep',
      [{ column: 'Zahlungsstatus', in: ['Bezahlt'] }],
    ],
    [
      'a completed payment',
      'Payment status',
      ['completed', 'open'],
      'PaymentStatus',
      { column: 'Payment status', map: { completed: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'what its buyer collects, as a kind of fulfilment',
      'Fulfillment type',
      ['Shipment', 'Pickup'],
      '$leaveOut',
      [{ column: 'Fulfillment type', in: ['Pickup'], reason: 'pickup' }],
    ],
    [
      'a request to cancel',
      'Cancellation requested',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Cancellation requested', in: ['yes'], reason: 'on-hold' }],
    ],
    [
      'a request to cancel in another language',
      'Annuleringsverzoek',
      ['Nee', 'Ja'],
      '$leaveOut',
      [{ column: 'Annuleringsverzoek', in: ['Ja'], reason: 'on-hold' }],
    ],
    [
      'a status by its words, whatever its name',
      'osname',
      ['Paiement accepté', 'Livré', 'Sur mesure'],
      '$keep',
      [{ column: 'osname', in: ['Paiement accepté'] }],
    ],
    ['no status in words that stop no order', 'Condition', ['New', 'Open'], '$keep', undefined],
    ['no status in few words that stop one', 'Memo', ['Sent', 'Blue', 'Green'], '$keep', undefined],
    ['no status in a note', 'Note', ['Sent', 'Shipped'], '$keep', undefined],
    ['no status in a known field', 'Company', ['Sent', 'Shipped'], '$keep', undefined],
    ['no status in the numbers of one', 'Status ID', ['5.0', '7.0'], '$leaveOut', undefined],
    [
      'a status in numbers, which must be explained',
      'Status',
      ['5', '7'],
      '$leaveOut',
      [{ column: 'Status', in: ['5', '7'], reason: 'on-hold' }, ...later('Status')],
    ],
    [
      'a status in numbers and words that nobody knows',
      'Status ID',
      ['5', 'Waiting room'],
      '$leaveOut',
      [{ column: 'Status ID', in: ['5', 'Waiting room'], reason: 'on-hold' }, ...later('Status ID')],
    ],
    [
      'a status in words, beside its number',
      'Status ID',
      ['5 open', 'Shipped'],
      '$leaveOut',
      [
        { column: 'Status ID', in: ['5 open'], reason: 'on-hold' },
        { column: 'Status ID', in: ['Shipped'], reason: 'fulfilled' },
        ...later('Status ID'),
      ],
    ],
    ['nothing in what an order paid', 'Order Paid', ['0', '45.00'], '$leaveOut', undefined],
    ['no payment in what an order paid', 'Order Paid', ['0', '45.00'], 'PaymentStatus', undefined],
    ['no refund in an amount that every order has', 'Returned value', ['4.99', '5.99'], '$keep', undefined],
    [
      'why an order is cancelled',
      'Cancellation reason',
      ['', 'Changed their mind'],
      '$leaveOut',
      [{ column: 'Cancellation reason', empty: false, reason: 'cancelled' }],
    ],
    ['nothing in a reason that every order has', 'Cancellation reason', ['-', '-'], '$leaveOut', undefined],
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
    ['what is not cancelled', 'Cancelled', ['no', 'yes'], '$keep', [{ column: 'Cancelled', in: ['no'] }]],
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
    [
      'what has been received, by the shop or by the buyer',
      'Status',
      ['Processing', 'Received'],
      '$leaveOut',
      [{ column: 'Status', in: ['Received'], reason: 'on-hold' }, ...later('Status')],
    ],
    [
      'what is refunded where it is closed',
      'Status',
      ['processing', 'complete', 'closed'],
      '$leaveOut',
      [
        { column: 'Status', in: ['complete'], reason: 'fulfilled' },
        { column: 'Status', in: ['closed', 'refunded', 'returned', 'fully refunded'], reason: 'refunded' },
        { column: 'Status', in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
      ],
    ],
    [
      'what is not marked as paid',
      'Paid',
      ['x', ''],
      '$leaveOut',
      [{ column: 'Paid', in: [''], reason: 'unpaid' }],
    ],
    [
      'a mark for a payment',
      'Paid',
      ['x', ''],
      'PaymentStatus',
      { column: 'Paid', map: { x: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'a word in a note',
      'Notes',
      ['Cancelled', 'leave it at the door'],
      '$leaveOut',
      [{ column: 'Notes', in: ['Cancelled'], reason: 'cancelled' }],
    ],
    ['no status in other notes', 'Notes', ['Cancelled', 'leave it'], '$keep', undefined],
    [
      'an order for a test',
      'Test order',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Test order', in: ['yes'], reason: 'on-hold' }],
    ],
    ['no reason in a score', 'Fraud score', ['0', '12'], '$leaveOut', undefined],
    [
      'a day until which it is held',
      'Hold until',
      ['', '2026-12-01'],
      '$leaveOut',
      [{ column: 'Hold until', empty: false, reason: 'on-hold' }],
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

  it('tells how many rows have a way of delivery', async () => {
    const rows = ['Post', 'Pickup', 'Post'].map((way, at) => row(`R-${at}`, way));
    const { proposal } = await proposed([`${header},Shipping method`, ...rows].join('\n'));
    expect(proposal.draft.statuses[0]?.values).toMatchObject([
      { value: 'Post', rows: 2 },
      { value: 'Pickup', rows: 1 },
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
    const rules = [{ column: 'Status', in: ['Shipped'], reason: 'fulfilled' }, ...later('Status')];
    expect([map.$leaveOut, map.$dropLines]).toEqual(isOfLines ? [undefined, rules] : [rules, undefined]);
    const known = ['Shipped', 'New', ...later('Status').flatMap(({ in: words }) => words)];
    const [keep] = map.$keep as [{ in: string[] }];
    expect(keep.in.toSorted()).toEqual((isOfLines ? known : ['New']).toSorted());
  });

  it('leaves out lines rather than their order when the lines differ', async () => {
    const rows = [row('R-1', 'Shipped'), row('R-1', 'New'), row('R-2', 'New')];
    const { map } = await proposed([`${header},Line status`, ...rows].join('\n'));
    expect(map.$dropLines).toEqual([
      { column: 'Line status', in: ['Shipped'], reason: 'fulfilled' },
      ...later('Line status'),
    ]);
    expect(map.$leaveOut).toBeUndefined();
  });
});
