import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

type Cells = Readonly<Record<string, string>>;

/** An order as Advanced Order Export writes it with the plug-in's default columns. */
const advanced: Cells = {
  'Order Number': '3101',
  'Order Status': 'Processing',
  'Order Date': '2026-08-30 10:05',
  'First Name (Billing)': 'Noor',
  'Last Name (Billing)': 'Muster',
  'Address 1&2 (Billing)': 'Hauptstr. 1',
  'City (Billing)': 'Köln',
  'Postcode (Billing)': '50667',
  'Country Code (Billing)': 'DE',
  'Shipping Method Title': 'Flat rate',
  SKU: 'AC-TENT-2',
  'Item #': '1',
  'Item Name': 'Zelt',
  Quantity: '2',
  'Item Cost': '119.00',
  'Coupon Code': '',
};

/** A further line of the same order. */
const mug: Cells = {
  SKU: 'AC-MUG-RED',
  'Item #': '2',
  'Item Name': 'Becher',
  Quantity: '3',
  'Item Cost': '9',
};

/** Reads such an export; each row is the order above with other cells, and more columns if need be. */
async function exported(rows: readonly Cells[]) {
  const columns = [...new Set([advanced, ...rows].flatMap(Object.keys))];
  const lines = rows.map((row) => columns.map((name) => row[name] ?? advanced[name] ?? '').join(','));
  const found = await read(`${[columns.join(','), ...lines].join('\n')}\n`, {
    options: {
      preset: 'woocommerce',
      warehouse: 'Northgate FC',
      timezone: 'Europe/Berlin',
      dispatchWithin: 86_400_000,
      set: [['Currency', 'EUR']],
    },
  });
  const items = found.bodies.map(({ ReferenceNumber, OrderItems }) => [
    ReferenceNumber,
    OrderItems.map(({ SKU, Qty }: { SKU: string; Qty: number }) => `${Qty} ${SKU}`),
  ]);
  return {
    ...found,
    sent: Object.fromEntries(items),
    wrong: found.problems.map(({ line, message }) => `${line}: ${message}`),
  };
}

describe('a row without an item, for a further coupon', () => {
  const coupon: Cells = {
    ...{ SKU: '', 'Item #': '', 'Item Name': '', Quantity: '', 'Item Cost': '' },
    'Coupon Code': 'SUMMER',
  };

  it.each([
    ['after its order', [{ 'Coupon Code': 'TEN' }, mug, coupon]],
    ['before its items', [coupon, {}, mug]],
    ['apart from its order', [{}, mug, { 'Order Number': '3102' }, coupon]],
    ['before its order, and apart', [coupon, { 'Order Number': '3102' }, {}, mug]],
  ])('is not a line: %s', async (_, rows) => {
    const { sent, wrong } = await exported(rows);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '3 AC-MUG-RED']]);
  });

  it('is no order', async () => {
    const { sent, wrong } = await exported([coupon, { 'Order Number': '3102' }]);
    expect(sent).toEqual({ '3102': ['2 AC-TENT-2'] });
    expect(wrong).toEqual(['2: OrderItems is required']);
  });

  it.each([
    ...['SKU', 'Item ID', 'Item #', 'Item Name', 'Product Name', 'Name', 'Quantity', 'Quantity (- Refund)'],
    ...['Item Cost', 'Item Price', 'item_id', 'item_sku', 'item_name', 'item_quantity', 'item_total'],
    'item_price',
  ])('is a line, with an error, if anything of an item is there: %s', async (column) => {
    const { sent, problems } = await exported([{}, { ...coupon, [column]: '7' }]);
    expect([sent, problems.length > 0]).toEqual([{}, true]);
  });
});

describe('Advanced Order Export, which numbers the lines that it exports', () => {
  it('is an error if a copy of the order has lost its first line, so that the numbers have moved', async () => {
    const left = { ...mug, 'Item #': '1' };
    for (const rows of [
      [{}, mug, { 'Order Number': '3102' }, left],
      [{}, mug, left],
    ]) {
      const { sent, wrong } = await exported(rows);
      expect(sent).not.toHaveProperty('3101');
      expect(wrong).toEqual([
        `${rows.length + 1}: Item # 1 of this order is on line 2 already, with different content; remove the outdated row`,
      ]);
    }
  });

  it('may have two lines of one SKU, and a copy of the order counts once', async () => {
    const again = { 'Item #': '2' };
    const { sent, wrong } = await exported([{}, again, { 'Order Number': '3102' }, {}, again]);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '2 AC-TENT-2']]);
  });

  it('identifies a line by the number that the shop gave it, if the file has it', async () => {
    const numbered = { 'Item ID': '71' };
    const moved = { ...mug, 'Item ID': '72' };
    const rows = [numbered, moved, { 'Order Number': '3102' }, { ...moved, 'Item #': '1' }];
    const { sent, wrong } = await exported(rows);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '3 AC-MUG-RED']]);
  });
});

it('sends what is left after refunds, if the file says so', async () => {
  const { sent } = await exported([{ 'Order Refund Amount': '119', 'Quantity (- Refund)': '1' }]);
  expect(sent).toEqual({ '3101': ['1 AC-TENT-2'] });
});

it('names the line of an error, also in a row with an apostrophe before a formula', async () => {
  const { wrong } = await exported([{ 'Phone (Billing)': "'+49 221 1", SKU: '' }]);
  expect(wrong).toEqual(['2: SKU is required']);
});

it('sends to the telephone of the delivery address', async () => {
  const { bodies } = await exported([{ 'Phone (Billing)': '0221 1', 'Phone (Shipping)': '0221 2' }]);
  expect(bodies[0].DeliveryAddress.PhoneNumber).toBe('0221 2');
});

it.each(['Shipping Method (no id)', 'Shipping Method'])(
  'leaves out what is collected by %s',
  async (column) => {
    const { documents } = await exported([{ 'Shipping Method Title': '', [column]: 'local_pickup:3' }]);
    expect(documents[0]?.leftOut).toBe('pickup');
  },
);

describe('a row for a refund, whose own status is that it is completed', () => {
  const refund = { 'Order Status': 'Completed', Quantity: '-1', 'Order Total Amount': '-119.00' };
  const withoutItem = { SKU: '', 'Item #': '', 'Item Name': '', 'Item Cost': '' };
  const other = { 'Order Number': '3102' };

  it.each([
    ['of some units', [{}, refund, other]],
    ['before its order', [refund, {}, other]],
    ['apart from its order', [{}, other, refund]],
    ['without a status', [{}, { ...refund, 'Order Status': '' }, other]],
    ['of an amount', [{}, { ...refund, ...withoutItem, Quantity: '' }, other]],
    ['by what is left of the line', [{}, { ...refund, Quantity: '', 'Quantity (- Refund)': '-1' }, other]],
  ])('leaves the order out as refunded in part, not as shipped: %s', async (_, rows) => {
    const { sent, wrong, documents } = await exported(rows);
    expect([wrong, sent]).toEqual([[], { '3102': ['2 AC-TENT-2'] }]);
    expect(documents.find(({ reference }) => reference === '3101')?.leftOut).toBe('partly-refunded');
  });

  it('does not hide that the order is cancelled or wholly refunded', async () => {
    for (const [status, reason] of [
      ['Cancelled', 'cancelled'],
      ['Refunded', 'refunded'],
    ]) {
      const { documents } = await exported([{ 'Order Status': status ?? '' }, refund]);
      expect(documents.map(({ leftOut }) => leftOut)).toEqual([reason]);
    }
  });
});
