import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { body, read } from '../support.ts';

const problemsOf = async (
  content: object,
  kind: 'order' | 'inbound' | 'purchase-order',
  options: Partial<ReadingOptions> = {},
) => {
  const { problems, bodies } = await read(JSON.stringify(content), { kind, name: 'a.json', options });
  return { fields: problems.map(({ field }) => field), problems, bodies };
};

describe('a line of a purchase order', () => {
  const order = (items: unknown) => ({ PO_REFERENCE: 'P-1', Warehouse_Name: 'W', items });

  it.each([
    ['neither', { Quantity: 2 }],
    ['blanks', { SKU: ' ', barcode: '', Quantity: 2 }],
    ['null', { SKU: null, Quantity: 2 }],
  ])('needs a SKU or a barcode, and has %s', async (_, line) => {
    const { problems, bodies } = await problemsOf(order([{ SKU: 'A', Quantity: 1 }, line]), 'purchase-order');
    expect(bodies).toEqual([]);
    expect(problems).toContainEqual(
      expect.objectContaining({
        line: 1,
        field: 'items[1].SKU',
        found: '',
        expected: 'SKU or barcode',
        message: 'items[1].SKU or barcode is required',
      }),
    );
  });

  it.each([{ SKU: 'A' }, { barcode: '2000000001012' }])('may have only %j', async (product) => {
    const { bodies } = await problemsOf(order([{ ...product, Quantity: 2 }]), 'purchase-order');
    expect(bodies).toEqual([order([{ ...product, Quantity: 2 }])]);
  });

  it.each([
    ['an object', {}, 'items', 'an object'],
    ['text', ['A'], 'items[0]', 'A'],
    ['null', [null], 'items[0]', 'null'],
    ['a list', [[]], 'items[0]', 'a list'],
  ])('cannot be %s', async (_, items, field, found) => {
    const { problems } = await problemsOf(order(items), 'purchase-order');
    expect(problems).toContainEqual(expect.objectContaining({ field, found }));
  });

  it('of an inbound delivery without a barcode is one problem', async () => {
    expect((await problemsOf(order([{ SKU: 'A', Quantity: 2 }]), 'inbound')).fields).toEqual([
      'items[0].barcode',
    ]);
  });
});

describe('the dispatch time of an order', () => {
  const { DispatchBy, ...undated } = body;
  const within = { dispatchWithin: 86_400_000 };

  it('is the one in the file, where there is one', async () => {
    expect((await problemsOf(body, 'order', within)).bodies[0].DispatchBy).toBe(DispatchBy);
  });

  it('is counted from the time of the order', async () => {
    expect((await problemsOf(undated, 'order', within)).bodies[0].DispatchBy).toBe('2026-09-02T07:30:00Z');
  });

  it.each([[undefined], ['soon'], ['2026-09-01'], [5], [null]])(
    'is not missing as well if the order was received at %j',
    async (ReceivedDate) => {
      const { fields } = await problemsOf({ ...undated, ReceivedDate }, 'order', within);
      expect(fields).toEqual(['ReceivedDate']);
    },
  );

  it('is missing if it would be after the year 9999', async () => {
    const { fields } = await problemsOf(
      { ...undated, ReceivedDate: '9999-12-31T12:00:00Z' },
      'order',
      within,
    );
    expect(fields).toEqual(['DispatchBy']);
  });

  it('is missing without --dispatch-within', async () => {
    expect((await problemsOf(undated, 'order')).fields).toEqual(['DispatchBy']);
    expect((await problemsOf({ ...undated, ReceivedDate: 'soon' }, 'order')).fields.toSorted()).toEqual([
      'DispatchBy',
      'ReceivedDate',
    ]);
  });
});
