import { describe, expect, it } from 'vitest';
import { line, openStock, orderBody, thames } from '../../support/stock.ts';

describe('POST /_emulator/fc/orders/{ref}/dispatch', () => {
  it('ships an order: its record, stock and order book fall', async () => {
    const { create, dispatch, order, stock, inventory } = await openStock();
    await create('R-1');
    const { status, body } = await dispatch('R-1', { ShippingVendor: 'Swift', TrackingNumber: 'SW-1' });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: await order('R-1') });
    expect(body.data).toMatchObject({ Status: 'Shipped', ShippingVendor: 'Swift', TrackingNumber: 'SW-1' });
    expect(await stock('AC-TENT-2')).toMatchObject({ StockLevel: 38, InOrderBook: 0, Available: 38 });
    expect((await inventory()).data.total_inventory).toBe(54);
  });

  it('names a carrier and a tracking number when none is given', async () => {
    const { create, dispatch } = await openStock();
    await create('R-1');
    const { ShippingVendor, TrackingNumber } = (await dispatch('R-1')).body.data;
    expect([ShippingVendor, TrackingNumber]).toEqual([
      expect.stringMatching(/\S/),
      expect.stringMatching(/\S/),
    ]);
  });

  it('takes the oldest lots first', async () => {
    const { create, dispatch, age, advance } = await openStock();
    await create('R-1', { OrderItems: [line({ Qty: 27 })] });
    await dispatch('R-1');
    await advance('1d');
    expect((await age('AC-TENT-2')).lots).toEqual([
      { receipt_date: '2026-08-10', quantity: 13, age_days: 23 },
      { receipt_date: '2026-08-20', quantity: 4, age_days: 13 },
    ]);
  });

  it('ships from the warehouse of the order', async () => {
    const { create, dispatch, stock } = await openStock();
    await create('R-1', { warehouse_name: 'Thames Reach FC' });
    await dispatch('R-1');
    expect((await stock('AC-TENT-2')).StockLevel).toBe(40);
    expect((await stock('AC-TENT-2', thames)).StockLevel).toBe(2);
  });

  it.each(['dispatch', 'cancel'] as const)('refuses an order after its %s with 409', async (verb) => {
    const steps = await openStock();
    await steps.create('R-1');
    await steps[verb]('R-1');
    const before = await steps.inventory();
    expect((await steps.dispatch('R-1')).status).toBe(409);
    expect(await steps.inventory()).toEqual(before);
  });

  it('refuses what the warehouse does not have, wholly', async () => {
    const { create, dispatch, inventory, order } = await openStock();
    await create('R-1', { OrderItems: [line(), line({ SKU: 'AC-STOVE', Qty: 8 })] });
    const before = await inventory();
    const { status, body } = await dispatch('R-1');
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: expect.stringContaining('AC-STOVE'),
    });
    expect(await inventory()).toEqual(before);
    expect((await order('R-1')).Status).toBe('Pending');
  });

  it('ships a SKU that is not stocked without touching stock', async () => {
    const { create, dispatch, inventory } = await openStock();
    await create('R-1', { OrderItems: [line({ SKU: 'AC-UNHEARD' })] });
    const before = await inventory();
    expect((await dispatch('R-1')).status).toBe(200);
    expect(await inventory()).toEqual(before);
  });

  it.each(['NOWHERE', 'MSF-1'])('does not find %s', async (reference) => {
    const { dispatch } = await openStock();
    expect((await dispatch(reference)).status).toBe(404);
  });

  it('asks whose order is meant when several clients have the reference', async () => {
    const { create, bluebird, dispatch, order } = await openStock();
    await create('R-1');
    await bluebird.post('/outbound', orderBody('R-1', { OrderItems: [line({ SKU: 'BB-VASE', Qty: 1 })] }));
    const { status, body } = await dispatch('R-1');
    expect(status).toBe(400);
    expect(body.error).toMatch(/emu-acme.*emu-bluebird/);
    expect((await dispatch('R-1', { client: 'emu-bluebird' })).body.data.Client).toBe('Bluebird Home');
    expect((await order('R-1')).Status).toBe('Pending');
    expect((await dispatch('R-1', { client: 'nobody' })).status).toBe(404);
  });
});
