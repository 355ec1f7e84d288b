import { describe, expect, it } from 'vitest';
import { headerOf } from '../../../src/payload/mapping/header.ts';
import { beginsAs, detectPreset, findPreset, wrongReport } from '../../../src/payload/presets/find.ts';
import { read } from '../support.ts';

/** The columns that make a header unmistakable, by shop: one of each group. */
const marks: Readonly<Record<string, readonly (readonly string[])[]>> = {
  shopify: [['Name'], ['Financial Status'], ['Lineitem name']],
  amazon: [['order-id'], ['order-item-id'], ['purchase-date'], ['ship-address-1']],
  ebay: [
    ...[['Sales record number'], ['Order number'], ['Item number']],
    ...[['Custom label', 'Custom label (SKU)'], ['Sold for']],
  ],
  etsy: [['Sale Date'], ['Order ID'], ['Transaction ID'], ['Ship Name', 'Delivery Name'], ['Item Name']],
  woocommerce: [
    ['status', 'order_status', 'Order Status'],
    ['order_number', 'Order Number'],
    ['item_sku', 'item_name', 'Item Name'],
    ['billing_first_name', 'First Name (Billing)', 'shipping_first_name', 'First Name (Shipping)'],
  ],
  tiktok: [['Order ID'], ['Order Status'], ['Seller SKU'], ['Order Substatus', 'SKU ID']],
  shipstation: [
    ['Order - Number', 'Order Number'],
    ['Ship To - Name', 'Ship To Name'],
    ['Item - SKU', 'Item SKU'],
  ],
  linnworks: [['Reference Number'], ['Received date'], ['Shipping customer name']],
};
const shops = Object.entries(marks);
const headed = (shop: string, names: readonly string[]): string =>
  `${names.join(shop === 'amazon' ? '\t' : ',')}\n`;

describe('a header', () => {
  it.each(
    shops.flatMap(([shop, groups]) =>
      groups.flatMap((group, at) => group.map((column) => ({ shop, column, groups, at }))),
    ),
  )('of $shop is recognised with $column', ({ shop, column, groups, at }) => {
    const names = groups.map(([first = ''], index) => (index === at ? column : first));
    expect(detectPreset(headed(shop, names))?.name).toBe(shop);
  });

  it.each(
    shops.flatMap(([shop, groups]) => groups.map((group, at) => ({ shop, missing: group, groups, at }))),
  )('of $shop is not recognised without $missing', ({ shop, groups, at }) => {
    const names = groups.flatMap(([first = ''], index) => (index === at ? [] : [first]));
    expect(detectPreset(headed(shop, names))).toBeUndefined();
    expect(beginsAs(headed(shop, names), findPreset(shop, 'order'))).toBe(false);
  });

  it.each([
    ['Order Status,Order Number,SKU,First Name (Billing)', 'woocommerce'],
    ['status,order_number,sku,billing_first_name', undefined],
  ])('with a bare SKU is one of WooCommerce only beside its titles: %s', (header, shop) => {
    expect(detectPreset(`${header}\n`)?.name).toBe(shop);
  });

  it('that two shops could have is not recognised', () => {
    const both = [...(marks.shopify ?? []), ...(marks.linnworks ?? [])].map(([first = '']) => first);
    expect(detectPreset(headed('shopify', both))).toBeUndefined();
  });

  it('is found among the first twenty lines', () => {
    const header = headed('linnworks', ['Reference Number', 'Received date', 'Shipping customer name']);
    expect(detectPreset(`${'My orders\n'.repeat(19)}${header}`)?.name).toBe('linnworks');
    expect(detectPreset(`${'My orders\n'.repeat(20)}${header}`)).toBeUndefined();
  });

  it('may be quoted', () => {
    const names = marks.linnworks?.map(([first]) => `"${first}"`) ?? [];
    expect(detectPreset(headed('linnworks', names))?.name).toBe('linnworks');
  });
});

it.each([
  ['shopify', 'a Shopify orders export'],
  ['amazon', 'an Amazon orders report'],
  ['ebay', 'an eBay orders report'],
  ['etsy', 'an Etsy sold-order-items export'],
  ['woocommerce', 'a WooCommerce orders export'],
  ['tiktok', 'a TikTok Shop order export'],
  ['shipstation', 'a ShipStation orders export'],
  ['linnworks', 'a Linnworks open-orders export'],
])('is refused without the columns of %s, with what it should be', async (preset, title) => {
  const names = marks[preset]?.map(([first = '']) => first) ?? [];
  const { problems } = await read(headed(preset, names), { options: { preset } });
  expect(problems.map(({ message }) => message).join('\n')).toContain(`of ${title} is missing, which `);
});

describe('a report that cannot be used', () => {
  const reports: readonly [string, readonly string[]][] = [
    ['amazon', ['amazon-order-id', 'purchase-date', 'ship-postal-code']],
    ['etsy', ['Sale Date', 'Order ID', 'Number of Items']],
    ['woocommerce', ['order_number', 'line_item_1']],
    ['woocommerce', ['order_id', 'line_items']],
    ['woocommerce', ['order_date', 'order_items']],
  ];

  it.each(reports)('of %s has the columns %j', (shop, names) => {
    const found = wrongReport(headerOf(names), findPreset(shop, 'order'));
    expect(found).toBeDefined();
    expect(wrongReport(headerOf(names))).toBe(found);
    for (const name of names)
      expect(wrongReport(headerOf(names.filter((each) => each !== name)))).toBeUndefined();
  });

  it.each([
    ['amazon', 'ship-address-1'],
    ['etsy', 'Item Name'],
    ['etsy', 'Transaction ID'],
    ['woocommerce', 'item_sku'],
    ['woocommerce', 'item_name'],
  ])('of %s has no column %s', (shop, column) => {
    for (const [, names] of reports.filter(([each]) => each === shop))
      expect(wrongReport(headerOf([...names, column]))).toBeUndefined();
  });
});
