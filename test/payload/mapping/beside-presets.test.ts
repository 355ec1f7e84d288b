import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportOf, facts, layout, readingOptionsOf } from '../../support/exports/shop.ts';
import { shops } from '../../support/exports/shops.ts';
import { read } from '../support.ts';

interface Order {
  readonly OrderItems: readonly { readonly SKU: string }[];
}

it.each(shops.map((each) => [each.name, each] as const))(
  '%s: a map that extends the preset changes only what it says',
  async (_, shop) => {
    const orders = fc.array(fc.tuple(facts, shop.state), { minLength: 1, maxLength: 4 });
    const own = fc.record(
      {
        PaymentStatus: fc.constant({ const: 'X' }),
        Channel_Ref: fc.constant({ const: 'C-1' }),
        $sku: fc.constant({ SKU0x0: 'Z-1' }),
        // What a preset reads decides, whatever a map does not use.
        $unused: fc.constant([...shop.columns]),
        $leaveOut: fc.constant([{ column: shop.columns[0], in: ['none of these'], reason: 'on-hold' }]),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(orders, layout, own, async (given, style, map) => {
        const exported = given.map(([ordered, state], index) => shop.order(index, ordered, state));
        const text = exportOf(shop, exported, style);
        const options = readingOptionsOf(shop);
        const usual = await read(text, { options });
        const mapped = await read(text, { options: { ...options, map: { ...map, $extends: shop.preset } } });
        const expected = (usual.bodies as Order[]).map((order) => ({
          ...order,
          ...(map.PaymentStatus && { PaymentStatus: 'X' }),
          ...(map.Channel_Ref && { Channel_Ref: 'C-1' }),
          OrderItems: order.OrderItems.map((line) =>
            map.$sku && line.SKU === 'SKU0x0' ? { ...line, SKU: 'Z-1' } : line,
          ),
        }));
        expect(mapped.bodies).toEqual(expected);
        expect([mapped.leftOut, mapped.problems]).toEqual([usual.leftOut, usual.problems]);
      }),
      { numRuns: 5 },
    );
  },
);
