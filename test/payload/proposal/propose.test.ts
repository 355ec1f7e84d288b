import { describe, expect, it } from 'vitest';
import { needsTimezone } from '../../../src/payload/proposal/propose.ts';
import { read } from '../support.ts';
import { proposed } from './proposed.ts';

const german = [
  'Bestellungen September 2026',
  'Bestell-Nr.;Bestelldatum;Status;Vorname;Nachname;Straße;Haus-Nr.;PLZ;Ort;Land;E-Mail;Art.-Nr.;Bezeichnung;Menge;Einzelpreis',
  'B-1;28.08.2026 14:05;Bezahlt;Jörg;Groß;Ahornweg;12a;04109;Leipzig;DE;j@example.com;AC-TENT-2;Zelt;1;1.129,00 €',
  'B-1;28.08.2026 14:05;Bezahlt;Jörg;Groß;Ahornweg;12a;04109;Leipzig;DE;j@example.com;AC-GAS;Kocher;2;34,50 €',
  'B-2;29.08.2026 09:00;Storniert;Anna;Klein;Am Markt;3;60311;Frankfurt;DE;a@example.com;AC-MUG;Becher;4;9,90 €',
  'B-3;31.08.2026 22:11;Wartet auf Teile;Max;Muster;Hauptstr.;7;1010;Wien;AT;m@example.com;AC-MUG;Becher;2;9,90 €',
  'Summe;;;;;;;;;;;;;;1.237,60 €',
].join('\n');

describe('a proposal', () => {
  it('reads a file below a title, with its own names, dates, prices and statuses', async () => {
    const { map, missing, proposal } = await proposed(german);
    expect(map).toEqual({
      $skipRows: [{ column: 'Bestell-Nr.', in: ['Summe'] }],
      $leaveOut: [
        { column: 'Status', in: ['Storniert'], reason: 'cancelled' },
        { column: 'Status', in: ['Wartet auf Teile'], reason: 'on-hold' },
      ],
      $keep: [{ column: 'Status', in: ['Bezahlt'] }],
      ReferenceNumber: 'Bestell-Nr.',
      ReceivedDate: { column: 'Bestelldatum', date: 'DD.MM.YYYY HH:mm' },
      ChannelBuyerName: { join: ['Vorname', 'Nachname'], with: ' ' },
      'DeliveryAddress.FullName': { join: ['Vorname', 'Nachname'], with: ' ' },
      'DeliveryAddress.Address1': { join: ['Straße', 'Haus-Nr.'], with: ' ' },
      'DeliveryAddress.Town': 'Ort',
      'DeliveryAddress.PostCode': 'PLZ',
      'DeliveryAddress.CountryCode': 'Land',
      'DeliveryAddress.EmailAddress': 'E-Mail',
      SKU: 'Art.-Nr.',
      ItemTitle: 'Bezeichnung',
      Qty: 'Menge',
      PricePerUnit: { column: 'Einzelpreis', number: { decimal: 'comma', currency: true } },
    });
    expect(missing).toEqual(['DispatchBy', 'PaymentStatus', 'warehouse_name']);
    expect(needsTimezone(proposal)).toBe(true);
  });

  it('is a map that reads the file: the order is sent, the cancelled one and the unknown status are not', async () => {
    const { map } = await proposed(german);
    const reading = {
      map,
      warehouse: 'Northgate FC',
      dispatchWithin: 86_400_000,
      timezone: 'Europe/Berlin',
      set: [['PaymentStatus', 'PAID']] as const,
    };
    const { bodies, problems, leftOut } = await read(german, { name: 'export.csv', options: reading });
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([
      {
        ReferenceNumber: 'B-1',
        ReceivedDate: '2026-08-28T12:05:00Z',
        Currency: 'EUR',
        ChannelBuyerName: 'Jörg Groß',
        DeliveryAddress: { Address1: 'Ahornweg 12a', PostCode: '04109', CountryCode: 'DE' },
        OrderItems: [
          { SKU: 'AC-TENT-2', PricePerUnit: 1129 },
          { SKU: 'AC-GAS', Qty: 2, PricePerUnit: 34.5 },
        ],
      },
    ]);
    expect(leftOut.map(({ reason, orders }) => [reason, orders])).toEqual([
      ['cancelled', 1],
      ['on-hold', 1],
    ]);
  });

  const header =
    'Order #,Date,Customer,Ship To Address 1,Ship To City,Ship To Post Code,Ship To Country,SKU,Product,Qty';

  const row = (order: string, ...more: string[]) =>
    [
      order,
      '2026-08-28T10:00:00Z',
      'Ada',
      '1 High St',
      'Leeds',
      'LS1 4AB',
      'United Kingdom',
      'AC-1',
      'Tent',
      '2',
      ...more,
    ].join();

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

  it('recognises a column with a meaningless name by its content', async () => {
    const cells =
      'x1,x2,x3,x4,x5,x6\nA-1,2026-08-28,ada@example.com,GB,LS1 4AB,3\nA-2,2026-08-29,bo@example.com,DE,LS1 4AB,1';
    const { map, proposal } = await proposed(cells);
    expect(map).toMatchObject({
      ReferenceNumber: 'x1',
      ReceivedDate: { column: 'x2', date: 'YYYY-MM-DD' },
      'DeliveryAddress.EmailAddress': 'x3',
      'DeliveryAddress.CountryCode': 'x4',
      'DeliveryAddress.PostCode': 'x5',
      Qty: 'x6',
    });
    expect(proposal.draft.fields.get('Qty')?.confidence).toBe('guess');
  });

  it('uses a preset that reads the file', async () => {
    const { map, missing } = await proposed(
      'Sale Date,Item Name,Quantity,Price,Currency,Transaction ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,Order Type,SKU,Warehouse\n',
    );
    expect(map).toEqual({ $extends: 'etsy', warehouse_name: 'Warehouse' });
    expect(missing).toEqual(['DispatchBy']);
  });

  it('drops half a billing address', async () => {
    const { map, missing } = await proposed(
      `${header},Billing Address,Billing Name\n${row('R-1', 'x', 'y')}`,
    );
    expect(Object.keys(map).filter((name) => name.startsWith('Billing'))).toEqual([]);
    expect(map).toMatchObject({ 'DeliveryAddress.Town': 'Ship To City', SKU: 'SKU' });
    expect(missing.filter((name) => name.startsWith('Billing'))).toEqual([]);
  });

  it('reads a file that is not UTF-8 as windows-1252', async () => {
    const { map, sample } = await proposed(Buffer.from('Bestellnummer;Straße\nB-1;Königsweg\n', 'latin1'));
    expect(sample.encoding).toBe('windows-1252');
    expect(map['DeliveryAddress.Address1']).toBe('Straße');
  });

  it('refuses JSON, an empty file and a report that cannot be used', async () => {
    await expect(proposed('[{}]', {}, 'orders.json')).rejects.toThrow('is JSON, which needs no map');
    await expect(proposed('')).rejects.toThrow('is empty');
    const all = 'amazon-order-id\tpurchase-date\tship-postal-code\n';
    await expect(proposed(all, {}, 'all.txt')).rejects.toThrow('Amazon "All orders" report');
  });
});
