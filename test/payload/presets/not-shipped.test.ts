import { describe, expect, it } from 'vitest';
import { listOf } from '../../../src/text/words.ts';
import { read, restGiven } from '../support.ts';
import { outcomeOf } from './outcome.ts';

describe('an order that its buyer collects', () => {
  const rows = (preset: string, column: string, methods: string) =>
    listOf(methods).map((method) => [preset, column, method] as const);

  it.each([
    ...rows(
      'shopify',
      'Shipping Method',
      'Local pickup | Click & Collect | Customer collects | Collect from Leeds | Will call',
    ),
    ...rows(
      'woocommerce',
      'shipping_method',
      `Pickup (Main store) | Store pick-up | Pick up from our shop | Collect in store | Collect in person |
      Retrait local | Retrait en magasin | Recogida local | Recogida en tienda | Ritiro in sede |
      Ritiro in negozio | Afhalen in de winkel | pickup_location | Click and Collect | Collection in person |
      Abholung vor Ort | Selbstabholung | Selbstabholer | Click &amp; Collect | Click&Collect (Leeds) |
      Abholen im Laden | Collection | Collection from warehouse | Retrait sur place | Retrait au magasin |
      Ritiro a mano | Zelf ophalen`,
    ),
    ['woocommerce', 'shipping_method', ' Free collection '],
    ...rows('linnworks', 'Shipping service', 'Collection | Collection in person'),
    ...rows('shipstation', 'Carrier - Service Requested', 'Will Call | Local Pickup'),
    ...rows('ebay', 'Delivery service', 'In-store pickup | Click & Collect'),
    ...rows('ebay', 'Postage service', 'Local pickup'),
  ] as const)('%s: is left out as pickup if %s is %s', async (preset, column, method) => {
    expect((await outcomeOf(preset, { [column]: method })).reason).toBe('pickup');
  });

  it.each([
    ...rows(
      'shopify',
      'Shipping Method',
      `PostNL Pick-up point | Pickup point | DHL pickup points | Pick-up points nearby | Evri ParcelShop pickup |
      Pickup from a parcel shop | Abholung im Paketshop | Abholung in der Postfiliale |
      Abholung in der DHL-Filiale | Afhalen bij een PostNL-punt | Store collection at a Post Office |
      Afhalen bij een DHL ServicePoint | Local pickup at a collection point of InPost |
      Courier: we will call you before delivery`,
    ),
    ...rows(
      'woocommerce',
      'shipping_method',
      'Royal Mail Tracked 24 | Point relais | InPost Locker pickup | Abholung in der Packstation',
    ),
    ...rows('shipstation', 'Carrier - Service Requested', 'Pickup at a UPS Access Point'),
    ...rows('linnworks', 'Shipping service', 'DHL Parcel | DPD Collection | Collect+ Economy'),
  ])('%s: is sent if %s is %s', async (preset, column, method) => {
    expect((await outcomeOf(preset, { [column]: method })).order).toBeDefined();
  });
});

describe('cash on delivery in a Shopify export', () => {
  const cod = (method: string) =>
    outcomeOf('shopify', { 'Financial Status': 'pending', 'Payment Method': method });

  it.each([
    ...['Cash on Delivery (COD)', 'Cash-on-delivery', 'COD', 'cod payment', 'Nachnahme', 'Contrassegno'],
    ...['Contra reembolso', 'Contrareembolso', 'Contre remboursement', 'Paiement à la livraison', 'Rembours'],
  ])('ships as %s', async (method) => expect((await cod(method)).order).toBeDefined());

  it.each(['Bank Deposit', 'Discount code', 'Codice promozionale', ''])('%s does not', async (method) =>
    expect((await cod(method)).reason).toBe('unpaid'),
  );
});

it.each([
  ['woocommerce', { status: '' }],
  ['shipstation', { 'Order - Status': '' }],
  ['tiktok', { 'Order Status': '', 'Order Substatus': '' }],
])(
  'an order without a status of %s is left out, because nothing says that it is paid',
  async (preset, blank) => {
    expect((await outcomeOf(preset, blank)).reason).toBe('on-hold');
    expect((await outcomeOf(preset, blank, { include: ['on-hold'] })).order).toBeDefined();
  },
);

describe('a ShipStation export without a column for the status', () => {
  const rows = (...names: string[]): string =>
    `${['Order - Number', 'Ship To - Name', 'Item - SKU', ...names].join(',')}\nS-1,Ada,A-1\n`;
  const noticesOf = async (text: string, map?: unknown): Promise<readonly string[]> =>
    (await read(text, { options: { preset: 'shipstation', ...(map === undefined ? {} : { map }) } })).notices;
  const notice = expect.stringContaining(
    'has no column Order - Status: orders are sent whatever their status',
  );

  it('is sent, and a notice says so', async () => {
    expect(await noticesOf(rows())).toContainEqual(notice);
  });

  it.each(['Order - Status', 'Order Status', 'order - status'])('has it in %s', async (name) => {
    expect(await noticesOf(rows(name))).not.toContainEqual(notice);
  });

  it('may leave the choice to a map', async () => {
    const keep = { $keep: [{ column: 'Tags', in: ['go'] }] };
    expect(await noticesOf(rows('Tags'), keep)).not.toContainEqual(notice);
    expect(await noticesOf(rows('Tags'), { $sku: { a: 'b' } })).toContainEqual(notice);
  });
});

describe('a line of an Amazon report that does not say what is left to ship', () => {
  const bought = { 'quantity-purchased': '5', 'item-price': '50.00' };

  it.each([
    ['', '3', 'fulfilled'],
    [undefined, '3', 'fulfilled'],
    ['', '5', 'fulfilled'],
    ['', '0', undefined],
    ['', '', undefined],
    ['2', '3', undefined],
  ])('with %j to ship and %j shipped, has the reason %j', async (left, shipped, reason) => {
    const cells = { ...bought, 'quantity-to-ship': left, 'quantity-shipped': shipped };
    const outcome = await outcomeOf('amazon', cells);
    expect(outcome.reason).toBe(reason);
    expect(outcome.order?.OrderItems[0].Qty).toBe(reason === undefined ? Number(left || 5) : undefined);
  });
});

describe('an export from which somebody removed the columns that say what has been shipped', () => {
  const shown = async (preset: string, names: string, map?: unknown): Promise<readonly string[]> => {
    const options = { preset, set: restGiven, ...(map === undefined ? {} : { map }) };
    return (await read(`${names}\n${names.replaceAll(/[^,]+/g, '1')}\n`, { options })).notices;
  };
  const shopify = 'Name,Financial Status,Lineitem name';
  const etsy = 'Sale Date,Order ID,Transaction ID,Ship Name,Item Name,Date Paid';
  const ebay = 'Sales record number,Order number,Item number,Custom label,Sold for,Paid on date';

  it.each([
    ['shopify', shopify, 'Fulfillment Status'],
    ['etsy', etsy, 'Date Shipped'],
    ['ebay', ebay, 'Dispatched on date'],
  ])('of %s is sent, and a notice says so', async (preset, names, column) => {
    const notice = `orders.csv has no column ${column}: orders are sent even if they have been shipped`;
    expect(await shown(preset, names)).toContain(notice);
  });

  it.each([
    ['etsy', `${etsy},Date Shipped`, 'Date Paid', 'even if they have not been paid'],
    ['ebay', `${ebay},Dispatched on date`, 'Paid on date', 'even if they have not been paid'],
    ['woocommerce', 'order_number,status,item_sku,shipping_first_name', 'status', 'whatever their status'],
    ['tiktok', 'Order ID,Order Status,Seller SKU,SKU ID', 'Order Status', 'whatever their status'],
    [
      ...['linnworks', 'Reference Number,Received date,Shipping customer name,Payment status'],
      ...['Payment status', 'whatever their status'],
    ],
  ])('of %s, with %s, is sent without %s, and a notice says so', async (preset, names, column, how) => {
    expect(await shown(preset, names.replace(`,${column}`, ''))).toContain(
      `orders.csv has no column ${column}: orders are sent ${how}`,
    );
    expect((await shown(preset, names)).join()).not.toContain('has no column');
  });

  it.each([
    ['shopify', `${shopify},Lineitem fulfillment status`],
    ['etsy', `${etsy},Date Posted`],
    ['ebay', `${ebay},Shipped On Date`],
  ])('of %s is not noted if one of them is there', async (preset, names) => {
    expect((await shown(preset, names)).join()).not.toContain('has no column');
  });

  it('may leave the choice to a map', async () => {
    const keep = { $keep: [{ column: 'Tags', in: ['go'] }] };
    expect((await shown('shopify', `${shopify},Tags`, keep)).join()).not.toContain('has no column');
  });
});

describe('refunds in a WooCommerce export that states both quantities', () => {
  const quantities = (ordered: string, left: string) => ({
    item_quantity: '',
    item_refunded_qty: '',
    Quantity: ordered,
    'Quantity (- Refund)': left,
  });

  it('sends only what is left', async () => {
    const { order } = await outcomeOf('woocommerce', quantities('3', '1'));
    expect(order.OrderItems[0].Qty).toBe(1);
  });

  it('leaves out a line of which nothing is left', async () => {
    expect((await outcomeOf('woocommerce', quantities('2', '0'))).reason).toBe('refunded');
  });

  it('sends everything with --include refunded', async () => {
    const include = ['refunded'] as const;
    for (const left of ['0', '1']) {
      const { order } = await outcomeOf('woocommerce', quantities('3', left), { include });
      expect(order.OrderItems[0].Qty).toBe(3);
    }
  });

  it.each([
    ['blank', ''],
    ['missing', undefined],
  ])('reads a file that states only what is left, with other quantities %s', async (_, none) => {
    const left = (quantity: string) =>
      outcomeOf('woocommerce', {
        item_quantity: none,
        item_refunded_qty: none,
        Quantity: none,
        'Quantity (- Refund)': quantity,
      });
    expect((await left('2')).order.OrderItems[0].Qty).toBe(2);
    expect((await left('0')).reason).toBe('refunded');
  });
});

it('a German eBay report that does not say what has been shipped is not read by the preset', async () => {
  const names =
    'Verkaufsprotokollnummer;Bestellnummer;Artikelnummer;Angebotstitel;Bestandseinheit;Anzahl;Verkauft für;Zahlungsdatum';
  const row = '101;23-1;11;Zelt;AC-A;1;45,00 €;10-Mai-26';
  await expect(read(`${names}\n${row}\n`)).rejects.toThrow('there is no column ReferenceNumber');
  const { notices } = await read(`${names};Verschickt am - Datum\n${row};\n`);
  expect(notices).toContainEqual(expect.stringContaining('read with --preset ebay'));
});

describe('a TikTok Shop export', () => {
  it.each([
    ['Post Town', 'DeliveryAddress.Town'],
    ['Zipcode', 'DeliveryAddress.PostCode'],
    ['Detail Address', 'DeliveryAddress.Address1'],
    ['Additional address information', 'DeliveryAddress.Address2'],
  ])('refuses an address with a masked %s', async (column, field) => {
    const { order, fields } = await outcomeOf('tiktok', { [column]: 'L***' });
    expect([order, fields]).toEqual([undefined, [field]]);
  });

  it('keeps the number of the house, which may have a column of its own', async () => {
    const { order } = await outcomeOf('tiktok', { 'House Name or Number': 'Flat 7' });
    expect(order.DeliveryAddress.Address2).toContain('Flat 7');
  });
});

describe('a WooCommerce delivery address without a street', () => {
  const blank = { shipping_address_1: '', shipping_city: '', shipping_postcode: '' };
  const billing = {
    billing_address_1: '9 Rue Exemple',
    billing_city: 'Paris',
    billing_postcode: '75001',
    billing_country: 'FR',
  };

  it('is not the billing address if it names another country', async () => {
    const { order, fields } = await outcomeOf('woocommerce', {
      ...blank,
      ...billing,
      shipping_country: 'GB',
    });
    expect([order, fields]).toEqual([undefined, expect.arrayContaining(['DeliveryAddress.Address1'])]);
  });

  it('is the billing address if it names the same or none', async () => {
    for (const shipping_country of ['FR', '']) {
      const { order } = await outcomeOf('woocommerce', { ...blank, ...billing, shipping_country });
      expect(order.DeliveryAddress).toMatchObject({ Address1: '9 Rue Exemple', CountryCode: 'FR' });
    }
  });
});

describe('a column that a preset knows, and that says what became of an order', () => {
  it.each([
    ['shopify', { 'Fulfilled at': '2026-08-30 10:00:00 +0000', 'Fulfillment Status': '' }, 'fulfilled'],
    [
      'shopify',
      { 'Fulfilled at': '2026-08-30 10:00:00 +0000', 'Fulfillment Status': undefined },
      'fulfilled',
    ],
    ['ebay', { 'Tracking number': 'JD000000000001' }, 'fulfilled'],
    ['linnworks', { 'Tracking number': 'JD000000000001' }, 'fulfilled'],
    ['amazon', { 'buyer-requested-cancel-reason': 'No longer needed' }, 'on-hold'],
    ['tiktok', { 'Cancel Reason': 'Changed my mind' }, 'on-hold'],
    ['tiktok', { 'Cancel By': 'Buyer' }, 'on-hold'],
    ['woocommerce', { refunds: 'id:7|amount:20.00' }, 'partly-refunded'],
    [
      'woocommerce',
      { 'Order Total Amount': '261.95', 'Order Total Amount (- Refund)': '132.95' },
      'partly-refunded',
    ],
    ['ebay', { 'Click and collect reference number': 'CC-1' }, 'pickup'],
    ['linnworks', { 'Is service': 'True' }, 'not-goods'],
    ['etsy', { 'Listings Type': 'Digital Download' }, 'not-goods'],
  ] as const)('%s: leaves it out with %j as %s', async (preset, cells, reason) => {
    expect((await outcomeOf(preset, cells)).reason).toBe(reason);
  });

  it.each([
    ['shopify', { 'Fulfilled at': '2026-08-30 10:00:00 +0000', 'Fulfillment Status': 'unfulfilled' }],
    ['amazon', { 'buyer-requested-cancel-reason': '' }],
    ['woocommerce', { refunds: 'id:7|amount:129.00', item_refunded_qty: '-1' }],
    ['linnworks', { 'Is service': 'False', 'Tracking number': '' }],
    ['linnworks', { 'Tracking number': 'N/A' }],
    ['ebay', { 'Tracking number': 'N/A' }],
    ['ebay', { 'Tracking number': '-' }],
    ['woocommerce', { 'Order Total Amount': '261.95', 'Order Total Amount (- Refund)': '261.95' }],
    ['woocommerce', { 'Order Total Amount (- Refund)': '132.95' }],
    ['etsy', { 'Listings Type': 'physical' }],
  ] as const)('%s: sends it with %j', async (preset, cells) => {
    expect((await outcomeOf(preset, cells)).order).toBeDefined();
  });
});

it.each<[preset: string, column: string, masked?: string]>([
  ['amazon', 'recipient-name'],
  ['ebay', 'Post to name'],
  ['ebay', 'Post to address 1'],
  ['etsy', 'Ship Name'],
  ['linnworks', 'Shipping postcode'],
  ['shipstation', 'Ship To - Name'],
  ['shopify', 'Shipping City', 'L*'],
  ['shopify', 'Shipping Address2'],
])('%s: nobody can ship to asterisks in %s', async (preset, column, masked = 'A*** E***') => {
  const { order, fields } = await outcomeOf(preset, { [column]: masked });
  expect(order).toBeUndefined();
  expect(fields).toEqual([expect.stringContaining('DeliveryAddress.')]);
});
