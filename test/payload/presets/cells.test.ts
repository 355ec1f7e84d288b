import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

it.each([
  ['shopify', 'Created at', '2026-09-01 09:12:44 +0100', '2026-09-01T08:12:44Z'],
  ['shopify', 'Created at', '2026-09-01 09:12 +0100', '2026-09-01T08:12:00Z'],
  ['shopify', 'Created at', '2026-09-01T09:12:44+01:00', '2026-09-01T08:12:44Z'],
  ['amazon', 'purchase-date', '2026-09-01T09:12:44+01:00', '2026-09-01T08:12:44Z'],
  ['ebay', 'Paid on date', '02-Sep-26', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', 'Sep-02-26', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', '2 Sep 26', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', '2-Sep-2026', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', 'Sep-02-2026', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', '2 Sep 2026', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', '"Sep 2, 2026"', '2026-09-01T23:00:00Z'],
  ['ebay', 'Paid on date', 'Sep-02-26 23:45:10', '2026-09-02T22:45:10Z'],
  ['ebay', 'Paid on date', '02-Sep-26 08:05:00', '2026-09-02T07:05:00Z'],
  ['ebay', 'Paid on date', '"Sep 2, 2026 08:05:00"', '2026-09-02T07:05:00Z'],
  ['etsy', 'Sale Date', '09/02/26', '2026-09-01T23:00:00Z'],
  ['etsy', 'Sale Date', '9/2/26', '2026-09-01T23:00:00Z'],
  ['etsy', 'Sale Date', '09/02/2026', '2026-09-01T23:00:00Z'],
  ['etsy', 'Sale Date', '9/2/2026', '2026-09-01T23:00:00Z'],
  ['woocommerce', 'date', '2026-09-01 09:12:44', '2026-09-01T08:12:44Z'],
  ['woocommerce', 'date', '2026-09-01T09:12:44+00:00', '2026-09-01T09:12:44Z'],
  ['woocommerce', 'date', '2026-09-01T09:12:44', '2026-09-01T08:12:44Z'],
  ['woocommerce', 'date', '2026-09-01 09:12', '2026-09-01T08:12:00Z'],
  ['woocommerce', 'date', '2026-09-02', '2026-09-01T23:00:00Z'],
  ['woocommerce', 'date', '22/09/2026 09:12', '2026-09-22T08:12:00Z'],
  ['woocommerce', 'date', '09/22/2026 09:12', '2026-09-22T08:12:00Z'],
  ['tiktok', 'Paid Time', '02/09/2026 09:12:44', '2026-09-02T08:12:44Z'],
  ['tiktok', 'Paid Time', '02/09/2026 09:12', '2026-09-02T08:12:00Z'],
  ['tiktok', 'Paid Time', '09/02/2026 09:12:44 PM', '2026-09-02T20:12:44Z'],
  ['tiktok', 'Paid Time', '09/02/2026 9:12:44 AM', '2026-09-02T08:12:44Z'],
  ['tiktok', 'Paid Time', '2026-09-02 09:12:44', '2026-09-02T08:12:44Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026 9:12:44 PM', '2026-09-02T20:12:44Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026 9:12 PM', '2026-09-02T20:12:00Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026 21:12:44', '2026-09-02T20:12:44Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026 9:12:44', '2026-09-02T08:12:44Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026 9:12', '2026-09-02T08:12:00Z'],
  ['shipstation', 'Date - Order Date', '9/2/2026', '2026-09-01T23:00:00Z'],
  ['shipstation', 'Date - Order Date', '2026-09-02T09:12:44Z', '2026-09-02T09:12:44Z'],
  ['shipstation', 'Date - Order Date', '2026-09-02T09:12:44', '2026-09-02T08:12:44Z'],
  ['shipstation', 'Date - Order Date', '2026-09-02 09:12:44', '2026-09-02T08:12:44Z'],
  ['shipstation', 'Date - Order Date', '2026-09-02', '2026-09-01T23:00:00Z'],
  ['linnworks', 'Received date', '2/9/2026 09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '02/09/2026 09:12', '2026-09-02T08:12:00Z'],
  ['linnworks', 'Received date', '02/09/2026', '2026-09-01T23:00:00Z'],
  ['linnworks', 'Received date', '02-09-2026 09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '02-09-2026 09:12', '2026-09-02T08:12:00Z'],
  ['linnworks', 'Received date', '02-09-2026', '2026-09-01T23:00:00Z'],
  ['linnworks', 'Received date', '02.09.2026 09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '02.09.2026 09:12', '2026-09-02T08:12:00Z'],
  ['linnworks', 'Received date', '02.09.2026', '2026-09-01T23:00:00Z'],
  ['linnworks', 'Received date', '02/09/2026 9:12:44 PM', '2026-09-02T20:12:44Z'],
  ['linnworks', 'Received date', '2 Sep 2026 09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '2 Sep 2026', '2026-09-01T23:00:00Z'],
  ['linnworks', 'Received date', '2026-09-02T09:12:44Z', '2026-09-02T09:12:44Z'],
  ['linnworks', 'Received date', '2026-09-02T09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '2026-09-02 09:12:44', '2026-09-02T08:12:44Z'],
  ['linnworks', 'Received date', '2026-09-02 09:12', '2026-09-02T08:12:00Z'],
  ['linnworks', 'Received date', '2026-09-02', '2026-09-01T23:00:00Z'],
])('the date of an order %s: %s %s is %s', async (shop, column, cell, received) => {
  const { order, fields } = await outcomeOf(shop, { [column]: cell });
  expect(fields).toEqual([]);
  expect(order.ReceivedDate).toBe(received);
});

it.each([
  ['woocommerce', 'date'],
  ['shopify', 'Created at'],
  ['ebay', 'Paid on date'],
])('a date that a spreadsheet has changed in a file of %s is not guessed', async (shop, column) => {
  const cells = { [column]: '02/09/2026 09:12' };
  expect((await outcomeOf(shop, cells)).fields).toEqual(['ReceivedDate']);
  const { order } = await outcomeOf(shop, cells, { dates: 'mdy', timezone: 'UTC' });
  expect(order.ReceivedDate).toMatch('2026-02-09T');
});

it.each([
  ['ebay', 'Post by date', '04-Sep-26', '2026-09-04T23:59:59'],
  ['shipstation', 'Date - Ship By Date', '9/4/2026', '2026-09-04T23:59:59'],
  ['linnworks', 'Dispatch By', '04/09/2026', '2026-09-04T23:59:59'],
])('the dispatch time %s: a day in %s means its end', async (shop, column, cell, dispatchBy) => {
  const { order } = await outcomeOf(shop, { [column]: cell }, { timezone: 'UTC' });
  expect(order.DispatchBy).toMatch(dispatchBy);
});

describe('an address', () => {
  it.each([
    ['amazon', ['ship-address-2', 'ship-address-3']],
    ['tiktok', ['Additional address information', 'House Name or Number']],
    ['shipstation', ['Ship To - Address 2', 'Ship To - Address 3']],
    ['shipstation', ['Ship To Address 2', 'Ship To Address 3']],
    ['shipstation', ['Address Line 2', 'Address Line 3']],
    ['shipstation', ['Address 2', 'Address 3']],
    ['linnworks', ['Shipping address 2', 'Shipping address 3']],
    ['linnworks', ['Shipping address line 2', 'Shipping address line 3']],
    ['linnworks', ['Shipping Address2', 'Shipping Address3']],
  ])('%s: %j are its second line together', async (shop, [second = '', third = '']) => {
    const { order } = await outcomeOf(shop, { [second]: 'Flat 2', [third]: 'Block C' });
    expect(order.DeliveryAddress.Address2).toBe('Flat 2, Block C');
  });

  it.each([
    ['1 Mill Lane', 'Flat 2', 'Block C', '1 Mill Lane', 'Flat 2, Block C'],
    ['1 Mill Lane', '', 'Block C', '1 Mill Lane', 'Block C'],
    ['', 'Musterweg 1', '', 'Musterweg 1', undefined],
    ['', 'Musterweg 1', 'Hof', 'Musterweg 1', 'Hof'],
    ['', '', 'Musterweg 1', 'Musterweg 1', undefined],
  ])('of an Amazon order with the lines %j, %j, %j has no blank first line', async (...given) => {
    const [one, two, three, first, second] = given;
    const cells = { 'ship-address-1': one, 'ship-address-2': two, 'ship-address-3': three };
    const { order, fields } = await outcomeOf('amazon', cells);
    expect(fields).toEqual([]);
    expect([order.DeliveryAddress.Address1, order.DeliveryAddress.Address2]).toEqual([first, second]);
  });

  it('of an Amazon order with no line at all is an error', async () => {
    const cells = { 'ship-address-1': '', 'ship-address-2': '', 'ship-address-3': '' };
    expect((await outcomeOf('amazon', cells)).fields).toContain('DeliveryAddress.Address1');
  });

  it('of an Etsy order has quotes and ampersands, not the codes for them', async () => {
    const { order } = await outcomeOf('etsy', {
      Buyer: 'Ada &amp; Bo',
      'Ship Name': 'Ada &quot;Ace&quot; Example',
      'Ship Address1': '1 Smith&#39;s Yard',
      'Ship Address2': 'Flat 2 &amp; 3',
      'Ship City': 'King&#39;s Lynn',
      'Ship State': 'Tyne &amp; Wear',
      SKU: 'A&amp;B',
      'Item Name': 'Salt &amp; pepper',
    });
    expect(order).toMatchObject({
      ChannelBuyerName: 'Ada & Bo',
      DeliveryAddress: {
        FullName: 'Ada "Ace" Example',
        Address1: "1 Smith's Yard",
        Address2: 'Flat 2 & 3',
        Town: "King's Lynn",
        Region: 'Tyne & Wear',
      },
      OrderItems: [{ SKU: 'A&B', ItemTitle: 'Salt & pepper' }],
    });
  });

  it('of a Shopify order has no apostrophe before its numbers', async () => {
    const { order } = await outcomeOf('shopify', {
      'Shipping Zip': "'07102",
      'Shipping Phone': "'+44 113 496 0001",
      'Billing Zip': "'07103",
      'Billing Phone': "'+44 113 496 0002",
    });
    expect(order).toMatchObject({
      DeliveryAddress: { PostCode: '07102', PhoneNumber: '+44 113 496 0001' },
      BillingAddress: { PostCode: '07103', PhoneNumber: '+44 113 496 0002' },
    });
  });

  it('of a WooCommerce order has the first and last name where the full name is blank', async () => {
    const names = { shipping_full_name: '', shipping_first_name: '', shipping_last_name: '' };
    for (const cells of [
      { shipping_first_name: 'Ada', shipping_last_name: 'Example' },
      { ...names, 'First Name (Shipping)': 'Ada', 'Last Name (Shipping)': 'Example' },
      { ...names, 'Full Name (Shipping)': 'Ada Example' },
      { ...names, shipping_full_name: 'Ada Example', shipping_first_name: 'A.' },
    ])
      expect((await outcomeOf('woocommerce', cells)).order.DeliveryAddress.FullName).toBe('Ada Example');
  });

  it('without an e-mail address or phone number is sent if the marketplace has masked them', async () => {
    const { order } = await outcomeOf('tiktok', { Email: 'a***@example.com', 'Phone #': '(+44)7*****01' });
    expect(order.DeliveryAddress).not.toHaveProperty('EmailAddress');
    expect(order.DeliveryAddress).not.toHaveProperty('PhoneNumber');
  });
});

describe('the buyer of a WooCommerce order', () => {
  const none = {
    billing_first_name: '',
    billing_last_name: '',
    shipping_first_name: '',
    shipping_last_name: '',
  };
  it.each([
    [{ billing_first_name: 'Bo', billing_last_name: 'Muster' }, 'Bo Muster'],
    [
      { ...none, shipping_full_name: 'A', 'First Name (Billing)': 'Bo', 'Last Name (Billing)': 'Muster' },
      'Bo Muster',
    ],
    [{ ...none, shipping_first_name: 'Ada', shipping_last_name: 'Example' }, 'Ada Example'],
    [
      { ...none, shipping_full_name: 'A', 'First Name (Shipping)': 'Ada', 'Last Name (Shipping)': 'Example' },
      'Ada Example',
    ],
    [{ billing_full_name: 'Bo M. Muster' }, 'Bo M. Muster'],
  ])('%j is %s', async (cells, buyer) => {
    expect((await outcomeOf('woocommerce', cells)).order.ChannelBuyerName).toBe(buyer);
  });
});

describe('a price', () => {
  it.each([
    ['ebay', { 'Sold for': '"£1,129.00"' }, 1129, 'GBP'],
    ['ebay', { 'Sold for': '$45.99' }, 45.99, 'USD'],
    ['tiktok', { 'SKU Unit Original Price': 'EUR 45.99' }, 45.99, 'EUR'],
    ['tiktok', { 'SKU Unit Original Price': '45.99', 'Sku Quantity of return': '1' }, 45.99, 'GBP'],
    ['etsy', { Currency: 'eur' }, 129, 'EUR'],
    ['etsy', { Price: '"1,129.00"' }, 1129, 'GBP'],
    ['etsy', { Price: '$5.00', Currency: 'USD', 'Order Shipping': '$4.50' }, 5, 'USD'],
    ['woocommerce', { order_currency: 'eur' }, 129, 'EUR'],
    ['shipstation', { 'Amount - Currency': 'usd' }, 129, 'USD'],
    ['amazon', { 'item-price': '30.00', 'quantity-purchased': '3', 'quantity-to-ship': '2' }, 10, 'GBP'],
    ['amazon', { 'item-price': '30.00', 'quantity-purchased': undefined }, 15, 'GBP'],
    ['woocommerce', { item_price: '', item_total: '30.00', item_quantity: '3' }, 10, 'GBP'],
  ] as const)('%s: %j is %d %s', async (shop, cells, price, currency) => {
    const set = currency === 'GBP' ? ([['Currency', 'GBP']] as const) : [];
    const { order, fields } = await outcomeOf(shop, cells, { set });
    expect(fields).toEqual([]);
    expect([order.OrderItems[0].PricePerUnit, order.Currency]).toEqual([price, currency]);
  });

  it.each([
    ['amazon', { 'item-price': '258,00' }, 129],
    ['amazon', { 'item-price': '25,00' }, 12.5],
    ['woocommerce', { item_price: '', item_total: '"25,00"' }, 12.5],
  ])('%s: of the whole quantity may have a decimal comma: %j', async (shop, cells, price) => {
    const comma = {
      decimal: 'comma',
      set: [
        ['Currency', 'GBP'],
        ['PostalServiceCost', '1'],
      ],
    } as const;
    const { order, fields } = await outcomeOf(shop, cells, comma);
    expect(fields).toEqual([]);
    expect(order.OrderItems[0].PricePerUnit).toBe(price);
  });

  it('of the whole quantity has no point if decimals have a comma', async () => {
    const comma = { decimal: 'comma', set: [['Currency', 'GBP']] } as const;
    expect((await outcomeOf('amazon', { 'item-price': '258.00' }, comma)).fields).toEqual(['PricePerUnit']);
  });

  it('of the post on an eBay order may have its currency too', async () => {
    expect((await outcomeOf('ebay', { 'Postage and packaging': '£4.95' })).order.PostalServiceCost).toBe(
      4.95,
    );
  });
});

it('every order that is sent has been paid, except where the file says how', async () => {
  for (const shop of ['amazon', 'ebay', 'etsy', 'woocommerce', 'tiktok', 'shipstation'])
    expect([shop, (await outcomeOf(shop, {})).order.PaymentStatus]).toEqual([shop, 'PAID']);
  expect((await outcomeOf('shopify', { 'Financial Status': 'authorized' })).order.PaymentStatus).toBe(
    'AUTHORIZED',
  );
  expect((await outcomeOf('linnworks', { 'Order status': 'resend' })).order.PaymentStatus).toBe('RESEND');
});

describe('dates that a spreadsheet has rewritten', () => {
  it.each([
    ['etsy', 'Sale Date', '12/11/2026', 'dmy', '2026-11-12T00:00:00Z'],
    ['ebay', 'Paid on date', '12.11.2026', 'dmy', '2026-11-12T00:00:00Z'],
    ['linnworks', 'Received date', '11/12/2026 09:30', 'mdy', '2026-11-12T09:30:00Z'],
    ['shopify', 'Created at', '12.11.2026 09:30', 'dmy', '2026-11-12T09:30:00Z'],
    ['tiktok', 'Paid Time', '11/12/2026 09:30', 'mdy', '2026-11-12T09:30:00Z'],
    ['woocommerce', 'date', '11/12/2026 9:30', 'mdy', '2026-11-12T09:30:00Z'],
  ] as const)('%s: %s %s is read as --dates %s says', async (shop, column, date, dates, expected) => {
    const { order } = await outcomeOf(shop, { [column]: date }, { dates });
    expect(order?.ReceivedDate).toBe(expected);
  });

  it('are read as the shop writes them where the profile alone says otherwise', async () => {
    const profile = { dates: 'dmy', fromProfile: { dates: 'dmy' } } as const;
    const { order } = await outcomeOf('etsy', { 'Sale Date': '12/11/2026' }, profile);
    expect(order?.ReceivedDate).toBe('2026-12-11T00:00:00Z');
  });
});

it.each([
  ['shipstation', 'Ship To - Address 2', 'Address 2'],
  ['shipstation', 'Ship To - Address 2', 'Address Line 2'],
  ['linnworks', 'Shipping address 2', 'Shipping Address2'],
])('%s: the second line of an address is in %s, and not in %s too', async (shop, column, other) => {
  const { order } = await outcomeOf(shop, { [column]: 'Flat 2', [other]: 'Suite 9' });
  expect(order?.DeliveryAddress.Address2).toBe('Flat 2');
});
