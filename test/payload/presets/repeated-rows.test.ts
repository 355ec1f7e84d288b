import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { errorText } from '../../../src/render/error.ts';
import {
  type ExportedOrder,
  exportOf,
  facts,
  goodsOf,
  layout,
  readingOptionsOf,
} from '../../support/exports/shop.ts';
import { shops } from '../../support/exports/shops.ts';
import { testNow } from '../../support/time.ts';
import { mapped } from '../mapping/mapped.ts';
import { read } from '../support.ts';

type Cells = Readonly<Record<string, string>>;

const options: Partial<ReadingOptions> = {
  warehouse: 'Northgate FC',
  timezone: 'Europe/London',
  dispatchWithin: 86_400_000,
};

/** Reads an export with these rows: each is the preset's example with other cells, and more columns if need be. */
async function exported(preset: string, rows: readonly Cells[], more: Partial<ReadingOptions> = {}) {
  const delimiter = preset === 'amazon' ? '\t' : ',';
  const [names = [], values = []] = templateOf('order', 'csv', testNow, preset)
    .trimEnd()
    .split('\n')
    .map((row) => row.split(delimiter));
  const columns = [...new Set([...names, ...rows.flatMap(Object.keys)])];
  const lines = rows.map((row) =>
    columns.map((name) => row[name] ?? values[names.indexOf(name)] ?? '').join(delimiter),
  );
  const text = `${[columns.join(delimiter), ...lines].join('\n')}\n`;
  const set = preset === 'shipstation' ? ([['Currency', 'USD']] as const) : [];
  const found = await read(text, { options: { ...options, preset, set, ...more } });
  const quantities = found.bodies.map(({ ReferenceNumber, OrderItems }) => [
    ReferenceNumber,
    OrderItems.map(({ Qty }: { Qty: number }) => Qty),
  ]);
  return {
    ...found,
    quantities: Object.fromEntries(quantities),
    wrong: found.problems.map(({ line, message }) => `${line}: ${message}`),
    warned: found.warnings.map(({ line, message }) => `${line}: ${message}`),
  };
}

/** Of each shop: the column of the reference, that of its line numbers, and that of the quantity. */
const withLineIds = [
  ['etsy', 'Order ID', 'Transaction ID', 'Quantity'],
  ['amazon', 'order-id', 'order-item-id', 'quantity-to-ship'],
  ['ebay', 'Order number', 'Transaction ID', 'Quantity'],
  ['woocommerce', 'order_number', 'item_id', 'item_quantity'],
  ['woocommerce', 'order_number', 'Item #', 'item_quantity'],
] as const;

const withoutLineIds = [
  ['shopify', 'Name', 'Lineitem quantity'],
  ['shipstation', 'Order - Number', 'Item - Qty'],
  ['tiktok', 'Order ID', 'Quantity'],
  ['linnworks', 'Reference Number', 'Quantity'],
] as const;

describe('a line that is in an export twice', () => {
  it.each(withLineIds)('%s: is sent once, with a warning', async (preset, reference, id, quantity) => {
    const [line, other] = [
      { [reference]: 'R-1', [id]: '71', [quantity]: '2' },
      { [reference]: 'R-2', [id]: '72', [quantity]: '2' },
    ];
    for (const rows of [
      [line, line, other],
      [line, other, line],
    ]) {
      const { quantities, wrong, warned } = await exported(preset, rows);
      expect([quantities, wrong]).toEqual([{ 'R-1': [2], 'R-2': [2] }, []]);
      expect(warned).toEqual([
        `${rows.lastIndexOf(line) + 2}: ${id} 71 of this order is on line 2 already; this row is not counted again`,
      ]);
    }
  });

  it.each(withLineIds)(
    '%s: is an error if it has changed meanwhile',
    async (preset, reference, id, quantity) => {
      const line = { [reference]: 'R-1', [id]: '71', [quantity]: '2' };
      const changed = { ...line, [quantity]: '1' };
      const other = { [reference]: 'R-2', [id]: '72' };
      for (const rows of [
        [line, changed, other],
        [line, other, changed],
      ]) {
        const { quantities, wrong } = await exported(preset, rows);
        expect(Object.keys(quantities)).toEqual(['R-2']);
        expect(wrong).toEqual([
          `${rows.indexOf(changed) + 2}: ${id} 71 of this order is on line 2 already, with different content; remove the outdated row`,
        ]);
      }
    },
  );

  it('is the same line if only a column that is not read differs, such as that of a promotion', async () => {
    const rows = ['P-1', 'P-2'].map((promotion) => ({
      'order-item-id': '71',
      'item-promotion-id': promotion,
    }));
    const { bodies, wrong } = await exported('amazon', rows);
    expect([wrong, bodies[0].OrderItems.length]).toEqual([[], 1]);
  });

  it('is not sent if the earlier row says that it has been shipped', async () => {
    const line = { 'Order ID': '1', 'Transaction ID': '71' };
    const shipped = { ...line, 'Date Shipped': '09/02/2026' };
    const { documents, problems } = await exported('etsy', [shipped, { 'Order ID': '2' }, line]);
    expect([documents[0]?.leftOut, problems]).toEqual(['fulfilled', []]);
  });

  it('is an error if it has been shipped meanwhile', async () => {
    const line = { 'Order ID': '1', 'Transaction ID': '71' };
    const shipped = { ...line, 'Date Shipped': '09/02/2026' };
    for (const rows of [
      [line, shipped],
      [line, { 'Order ID': '2' }, shipped],
    ]) {
      const { quantities, wrong } = await exported('etsy', rows);
      expect(quantities).not.toHaveProperty('1');
      expect(wrong).toEqual([expect.stringContaining('with different content')]);
    }
  });

  it.each(withLineIds)('%s: is two lines with two numbers', async (preset, reference, id, quantity) => {
    const rows = ['71', '72'].map((number) => ({ [reference]: 'R-1', [id]: number, [quantity]: '2' }));
    const { quantities, wrong, warned } = await exported(preset, rows);
    expect([quantities, wrong, warned]).toEqual([{ 'R-1': [2, 2] }, [], []]);
  });

  it('is two lines of an eBay order if two auctions have no transaction', async () => {
    for (const transaction of ['0', '']) {
      const rows = ['110', '111'].map((item) => ({
        'Order number': 'R-1',
        'Item number': item,
        'Transaction ID': transaction,
      }));
      const { quantities, wrong } = await exported('ebay', rows);
      expect([quantities, wrong]).toEqual([{ 'R-1': [2, 2] }, []]);
    }
  });

  it('is two lines of an eBay order if one listing was bought twice without transactions', async () => {
    const row = { 'Order number': 'R-1', 'Item number': '110', 'Transaction ID': '' };
    const { quantities, warned } = await exported('ebay', [row, row]);
    expect([quantities, warned]).toEqual([
      { 'R-1': [2, 2] },
      ['3: this row is the same as line 2; both are sent'],
    ]);
  });

  it('is two lines if a spreadsheet has rounded their numbers', async () => {
    const row = { 'order-id': 'R-1', 'order-item-id': '5.23365E+13' };
    const { quantities, warned } = await exported('amazon', [row, row]);
    expect([quantities, warned]).toEqual([
      { 'R-1': [2, 2] },
      ['3: this row is the same as line 2; both are sent'],
    ]);
  });

  it.each(withLineIds.slice(0, -1))('%s: is two lines with two SKUs', async (preset, reference, id) => {
    const sku = { etsy: 'SKU', amazon: 'sku', ebay: 'Custom label', woocommerce: 'item_sku' }[preset];
    const rows = ['A', 'B'].map((code) => ({ [reference]: 'R-1', [id]: '71', [sku]: code }));
    const { quantities, wrong, warned } = await exported(preset, rows);
    expect([quantities['R-1'], wrong, warned]).toEqual([[2, 2], [], []]);
  });
});

describe('an order that is in an export twice, without numbers of its lines', () => {
  it.each(withoutLineIds)('%s: is an error if its rows are apart', async (preset, reference, quantity) => {
    const order = { [reference]: 'R-1', [quantity]: '2' };
    const there = '4: SKU AC-TENT-2 of this order is on line 2 already, so the order';
    for (const again of [order, { ...order, [quantity]: '1' }]) {
      const { quantities, wrong, problems } = await exported(preset, [order, { [reference]: 'R-2' }, again]);
      expect(Object.keys(quantities)).toEqual(['R-2']);
      expect(problems).toMatchObject([{ field: 'SKU', found: 'AC-TENT-2', expected: 'each order once' }]);
      expect(wrong).toEqual([
        preset === 'shopify'
          ? `${there} is in the file twice; remove one copy`
          : `${there} seems to be in the file twice; remove one copy, or put its rows next to each other`,
      ]);
    }
  });

  it.each(withoutLineIds.slice(1))(
    '%s: gets a warning if its rows are next to each other',
    async (preset, reference, quantity) => {
      const order = { [reference]: 'R-1', [quantity]: '2' };
      const { quantities, wrong, warned } = await exported(preset, [order, order]);
      expect([quantities, wrong]).toEqual([{ 'R-1': [2, 2] }, []]);
      expect(warned).toEqual(['3: this row is the same as line 2; both are sent']);
      const strict = await exported(preset, [order, order], { strict: true });
      expect(strict.quantities).toEqual({});
      const others = await exported(preset, [order, { ...order, [quantity]: '1' }]);
      expect([others.quantities, others.warned]).toEqual([{ 'R-1': [2, 1] }, []]);
      const engraved = await exported(preset, [order, { ...order, Choice: 'Ada' }]);
      expect([engraved.quantities, engraved.warned]).toEqual([{ 'R-1': [2, 2] }, []]);
    },
  );

  it.each(withoutLineIds.slice(1))(
    '%s: is an error if the header comes between its rows, as in exports that were put together',
    async (preset, reference, quantity) => {
      const [names = ''] = templateOf('order', 'csv', testNow, preset).split('\n');
      const header = Object.fromEntries(names.split(',').map((name) => [name, name]));
      const order = { [reference]: 'R-1' };
      for (const again of [order, { ...order, [quantity]: '1' }]) {
        const { quantities, wrong } = await exported(preset, [order, header, again]);
        expect(quantities).toEqual({});
        expect(wrong).toEqual([
          expect.stringContaining('4: SKU AC-TENT-2 of this order is on line 2 already'),
        ]);
      }
    },
  );

  it('of eBay is not sent if one of its rows says that it has been shipped', async () => {
    const number = { 'Order number': '12-1', 'Transaction ID': '' };
    const order = { ...number, 'Item number': '', 'Item title': '', 'Custom label': '', 'Sold for': '' };
    const item = { ...number, 'Paid on date': '', 'Sale date': '' };
    const shipped = { ...item, 'Dispatched on date': '02-Sep-26' };
    const rows = [order, shipped, { 'Order number': '12-2' }, order, item];
    const before = await exported('ebay', rows);
    expect([Object.keys(before.quantities), before.documents[0]?.leftOut]).toEqual([['12-2'], 'fulfilled']);
    const after = await exported('ebay', rows.toReversed());
    expect(Object.keys(after.quantities)).toEqual(['12-2']);
    expect(after.wrong).toEqual([expect.stringContaining('of this order is on line 2 already')]);
  });

  const own = { 'Financial Status': '', Currency: '', 'Created at': '', Shipping: '' };
  const line = { Name: '#1', ...own, 'Lineitem sku': 'B' };

  it('of Shopify is an error next to itself, because only its first row has its status', async () => {
    const { quantities, wrong } = await exported('shopify', [{ Name: '#1' }, line, { Name: '#1' }, line]);
    expect(quantities).toEqual({});
    expect(wrong).toEqual([
      '4: SKU AC-TENT-2 of this order is on line 2 already, so the order is in the file twice; remove one copy',
    ]);
  });

  it('of Shopify may have two lines of one SKU', async () => {
    const like = { ...line, 'Lineitem sku': 'AC-TENT-2' };
    const { quantities, wrong, warned } = await exported('shopify', [{ Name: '#1' }, line, line, like]);
    expect([quantities, wrong, warned]).toEqual([{ '#1': [2, 2, 2, 2] }, [], []]);
  });
});

describe('a row that is in a file of a map twice', () => {
  const warned = async (rows: readonly Cells[], more: Partial<ReadingOptions> = {}) => {
    const { bodies, warnings, problems } = await mapped({}, rows, more);
    return {
      lines: bodies.map((order) => order.OrderItems.length),
      reported: [...warnings, ...problems].map(({ line, message }) => `${line}: ${message}`),
    };
  };
  const reported = (line: number) => [`${line}: this row is the same as line 2; both are sent`];

  it('is sent next to the other, with a warning', async () => {
    expect(await warned([{}, {}])).toEqual({ lines: [2], reported: reported(3) });
    expect(await warned([{}, {}], { strict: true })).toEqual({ lines: [], reported: reported(3) });
  });

  it.each([{}, { 'Exported at': '2026-09-01' }])('is an error after another order, as %j', async (more) => {
    const rows = [{ 'Exported at': '' }, { ReferenceNumber: 'R-2', 'Exported at': '' }, more];
    expect(await warned(rows)).toEqual({
      lines: [1],
      reported: [
        '4: this line is the same as on line 2, so the order seems to be in the file twice; remove one copy, or put its rows next to each other',
      ],
    });
    // Another line of the order.
    expect(await warned([...rows.slice(0, 2), { SKU: 'AC-STOVE-GAS' }])).toEqual({
      lines: [2, 1],
      reported: [],
    });
  });

  it('is not the same if any cell differs', async () => {
    const rows = [{ Choice: 'Ada' }, { Choice: 'Bo' }];
    expect(await warned(rows)).toEqual({ lines: [2], reported: [] });
  });
});

it.each([
  ['woocommerce', 'order_number', 'item_sku', { refunded_total: '5' }, { item_refunded_qty: '1' }],
  ['tiktok', 'Order ID', 'Seller SKU', { 'Order Refund Amount': '5' }, { 'Sku Quantity of return': '1' }],
] as const)(
  '%s: a refund that one line explains does not leave out the others, wherever they are',
  async (preset, reference, sku, refund, units) => {
    const line = { [reference]: 'R-1', ...refund };
    const rows = [
      { ...line, ...units },
      { ...line, [sku]: 'B' },
    ] as const;
    for (const [one, two] of [rows, rows.toReversed()] as const) {
      const { quantities } = await exported(preset, [one as Cells, { [reference]: 'R-2' }, two as Cells]);
      expect(quantities).toEqual({ 'R-1': one === rows[0] ? [1, 2] : [2, 1], 'R-2': [2] });
    }
  },
);

it.each([
  ['woocommerce', 'order_number', 'item_sku', 'refunded_total'],
  ['tiktok', 'Order ID', 'Seller SKU', 'Order Refund Amount'],
] as const)(
  '%s: a refund that only later rows have leaves the order out',
  async (preset, reference, sku, refund) => {
    const order = { [reference]: 'R-1', item_refunded_qty: '' };
    const rows = [order, { [reference]: 'R-2' }, { ...order, [sku]: 'B', [refund]: '5' }];
    const { quantities, leftOut } = await exported(preset, rows);
    expect(quantities).toEqual({ 'R-2': [2] });
    expect(leftOut).toEqual([expect.objectContaining({ reason: 'partly-refunded', orders: 1 })]);
  },
);

it('what is said of a row that comes twice does not repeat the SKU', async () => {
  const row = { 'Order ID': '1', 'Transaction ID': '71' };
  const { problems } = await exported('etsy', [row, { ...row, Quantity: '9' }]);
  expect(errorText(new CfiError('invalid-input', 'wrong', { errors: problems }))).toContain(
    '1, row 3: Transaction ID 71 of this order is on line 2 already, with different content; remove the outdated row\n',
  );
});

it.each(shops.map((each) => [each.name, each] as const))(
  '%s: an order that comes again later in the file is never sent with more than was ordered',
  async (_, shop) => {
    const day = fc.record({ facts, states: fc.tuple(shop.state, shop.state), other: shop.state, layout });
    await fc.assert(
      fc.asyncProperty(day, async ({ facts: ordered, states, other, layout: style }) => {
        const [first, again] = states.map((state) => shop.order(1, ordered, state)) as [
          ExportedOrder,
          ExportedOrder,
        ];
        const text = exportOf(shop, [first, shop.order(2, ordered, other), again], {
          ...style,
          scattered: false,
        });
        const { bodies } = await read(text, { options: readingOptionsOf(shop) });
        const sent = bodies.find(({ ReferenceNumber }) => ReferenceNumber === first.reference);
        // Only a payment may be in the later rows alone.
        if ([...first.against, ...again.against].some((reason) => reason !== 'unpaid'))
          expect(sent, text).toBeUndefined();
        for (const { sku, qty } of goodsOf(1, ordered)) {
          const lines = (sent?.OrderItems ?? []).filter(({ SKU }: { SKU: string }) => SKU === sku);
          const units = lines.reduce((sum: number, { Qty }: { Qty: number }) => sum + Qty, 0);
          expect(units, text).toBeLessThanOrEqual(Math.min(qty, first.ships[sku] ?? qty));
        }
      }),
      { numRuns: 8 },
    );
  },
);
