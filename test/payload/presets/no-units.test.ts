import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { outcomeOf } from './outcome.ts';

describe('a line without units', () => {
  it.each([
    ['shopify', { 'Lineitem quantity': '0' }, 'refunded'],
    ['woocommerce', { item_quantity: '0' }, 'cancelled'],
    ['ebay', { Quantity: '0' }, 'cancelled'],
    ['etsy', { Quantity: '0' }, 'cancelled'],
    ['tiktok', { Quantity: '0' }, 'cancelled'],
    ['amazon', { 'quantity-purchased': '0' }, 'cancelled'],
    ['amazon', { 'quantity-purchased': '0', 'quantity-to-ship': undefined, 'item-price': '0' }, 'cancelled'],
    ['amazon', { 'quantity-purchased': '0', 'quantity-to-ship': '0', 'item-price': '' }, 'cancelled'],
    ['shipstation', { Quantity: '0' }, 'cancelled'],
    ['shipstation', { 'Item - Qty': '0' }, 'cancelled'],
    ['linnworks', { Quantity: '0.00' }, 'cancelled'],
  ] as const)('%s: is left out even with --include, because there is nothing to send', async (...given) => {
    const [preset, cells, reason] = given;
    for (const include of [[], [reason]])
      expect(await outcomeOf(preset, cells, { include })).toMatchObject({ reason, fields: [] });
  });

  it('does not keep the rest of its order from being sent', async () => {
    const rows = [
      'Name,Financial Status,Created at,Currency,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
      '#1,paid,2026-08-30 10:05:00 +0100,GBP,Tent,AC-TENT-2,1,129.00,pending,Ada,1 Mill Lane,Leeds,LS1 4AB,GB',
      '#1,,2026-08-30 10:05:00 +0100,,Stove,AC-STOVE-GAS,0,24.50,pending,,,,,',
    ];
    const { bodies, problems } = await read(rows.join('\n'), {
      options: {
        preset: 'shopify',
        warehouse: 'Northgate FC',
        dispatchWithin: 86_400_000,
        include: ['refunded'],
      },
    });
    expect(problems).toEqual([]);
    expect(bodies[0].OrderItems).toMatchObject([{ SKU: 'AC-TENT-2' }]);
  });
});

describe('a line of an Amazon report of which nothing is left to ship', () => {
  const shipped = { 'quantity-purchased': '2', 'quantity-shipped': '2', 'quantity-to-ship': '0' };

  it('is left out as fulfilled', async () => {
    expect((await outcomeOf('amazon', shipped)).reason).toBe('fulfilled');
  });

  it('is sent in full with --include fulfilled', async () => {
    const { order, fields } = await outcomeOf('amazon', shipped, { include: ['fulfilled'] });
    expect(fields).toEqual([]);
    expect(order.OrderItems).toMatchObject([{ Qty: 2, PricePerUnit: 129 }]);
  });

  it('is sent in part if a part is left, whatever is included', async () => {
    const partly = { ...shipped, 'quantity-shipped': '1', 'quantity-to-ship': '1' };
    for (const include of [[], ['fulfilled'] as const])
      expect((await outcomeOf('amazon', partly, { include })).order.OrderItems).toMatchObject([
        { Qty: 1, PricePerUnit: 129 },
      ]);
  });
});
