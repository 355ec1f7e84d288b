import { describe, expect, it } from 'vitest';
import { line, openStock, orderBody } from '../../support/emulator/stock.ts';

describe('POST /_emulator/fc/orders/{ref}/dispatch', () => {
  it('ships an order: updates its record, stock and order book', async () => {
    const { create, dispatch, order, stock, inventory, advance } = await openStock();
    await create('R-1');
    await advance('1h');
    const { status, body } = await dispatch('R-1', { ShippingVendor: 'Swift', TrackingNumber: 'SW-1' });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: await order('R-1') });
    expect(body.data).toMatchObject({ Status: 'Shipped', ShippingVendor: 'Swift', TrackingNumber: 'SW-1' });
    expect(await stock('AC-TENT-2')).toMatchObject({ StockLevel: 38, InOrderBook: 0, Available: 38 });
    expect((await inventory()).data.total_inventory).toBe(54);
  });

  it('picks a carrier and a tracking number if none is given', async () => {
    const { create, dispatch } = await openStock();
    await create('R-1');
    const { ShippingVendor, TrackingNumber } = (await dispatch('R-1')).body.data;
    expect([ShippingVendor, TrackingNumber]).toEqual([
      expect.stringMatching(/\S/),
      expect.stringMatching(/^EMU\d{10}$/),
    ]);
  });

  it('refuses an order without enough stock, shipping nothing', async () => {
    const { create, dispatch, inventory, order } = await openStock();
    await create('R-1', { OrderItems: [line(), line({ SKU: 'AC-STOVE', Qty: 8 })] });
    const before = await inventory();
    const { status, body } = await dispatch('R-1');
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: 'Order R-1 cannot be shipped: AC-STOVE (8 ordered, 7 in stock)',
    });
    expect(await inventory()).toEqual(before);
    expect((await order('R-1')).Status).toBe('Pending');
  });

  it('ships a SKU that is not stocked without changing stock', async () => {
    const { create, dispatch, inventory } = await openStock();
    await create('R-1', { OrderItems: [line({ SKU: 'AC-UNHEARD' })] });
    const before = await inventory();
    expect((await dispatch('R-1')).status).toBe(200);
    expect(await inventory()).toEqual(before);
  });

  it('does not find an unknown order', async () => {
    const { dispatch } = await openStock();
    expect(await dispatch('NOWHERE')).toMatchObject({
      status: 404,
      body: { error: 'Order NOWHERE not found' },
    });
  });

  it('asks which client is meant if several have the reference', async () => {
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

describe('marketplace orders', () => {
  const msf = async (steps: Awaited<ReturnType<typeof openStock>>) =>
    (await steps.acme.get('/order?ship_from=MSF')).body.data.find(
      (order: { ReferenceNumber: string }) => order.ReferenceNumber === 'MSF-1',
    );

  it("are dispatched without changing any warehouse's stock", async () => {
    const steps = await openStock();
    const before = await steps.inventory();
    const { status, body } = await steps.dispatch('MSF-1', { TrackingNumber: 'M-1' });
    expect([status, body.data.Status]).toEqual([200, 'Shipped']);
    expect(await msf(steps)).toMatchObject({ Status: 'Shipped', TrackingNumber: 'M-1', ShipFrom: 'MSF' });
    expect(await steps.inventory()).toEqual(before);
    expect((await steps.dispatch('MSF-1')).status).toBe(409);
  });

  it('[A-56] come second to an order with the same reference, unless requested', async () => {
    const steps = await openStock({ assume: { 'A-56': 1 } });
    expect((await steps.create('MSF-1')).status).toBe(201);
    expect((await steps.dispatch('MSF-1', { ShipFrom: 'MSF' })).body.data.ShipFrom).toBe('MSF');
    expect((await steps.dispatch('MSF-1')).body.data.ShipFrom).toBeUndefined();
    expect((await steps.dispatch('MSF-1')).status).toBe(409);
  });
});

describe('POST /_emulator/fc/orders/{ref}/status', () => {
  const setStatus = ({ admin }: Awaited<ReturnType<typeof openStock>>, reference: string, body: object) =>
    admin.post(`/fc/orders/${reference}/status`, body);

  it('starts processing an order, and reverts it', async () => {
    const steps = await openStock();
    await steps.create('R-1');
    const before = await steps.inventory();
    for (const [Status, changed] of [
      ['Processing', '09'],
      ['Processing', '09'],
      ['Pending', '11'],
    ]) {
      await steps.advance('1h');
      const { status, body } = await setStatus(steps, 'R-1', { Status });
      expect([status, body.data]).toEqual([200, await steps.order('R-1')]);
      expect(body.data).toMatchObject({ Status, UpdatedAt: `2026-09-01T${changed}:00:00Z` });
    }
    expect(await steps.inventory()).toEqual(before);
  });

  it('ships like a dispatch', async () => {
    const steps = await openStock();
    await steps.create('R-1');
    expect((await setStatus(steps, 'R-1', { Status: 'Shipped' })).body.data.TrackingNumber).toMatch(/^EMU/);
    expect(await steps.stock('AC-TENT-2')).toMatchObject({ StockLevel: 38, InOrderBook: 0 });
  });

  it.each(['Shipped', 'Dispatched'])(
    '[A-04] ships as %s where the service says Dispatched',
    async (Status) => {
      const steps = await openStock({ assume: { 'A-04': 1 } });
      await steps.create('R-1');
      expect((await setStatus(steps, 'R-1', { Status })).body.data.Status).toBe('Dispatched');
    },
  );

  it('cancels like a cancellation', async () => {
    const steps = await openStock();
    await steps.create('R-1');
    expect((await setStatus(steps, 'R-1', { Status: 'Cancelled' })).status).toBe(200);
    expect(await steps.stock('AC-TENT-2')).toMatchObject({ StockLevel: 40, InOrderBook: 0 });
    expect((await steps.order('R-1')).Status).toBe('Cancelled');
  });

  it.each(['Shipped', 'Cancelled'])('changes nothing about an order that is %s', async (Status) => {
    const steps = await openStock();
    await steps.create('R-1');
    await setStatus(steps, 'R-1', { Status });
    const before = await steps.order('R-1');
    expect((await setStatus(steps, 'R-1', { Status: 'Pending' })).status).toBe(409);
    expect(await steps.order('R-1')).toEqual(before);
  });

  it.each([
    ['an unknown status', 'SPLIT-1', { Status: 'Lost' }, 400, 'Status must be one of Pending, Processing'],
    ['no status', 'SPLIT-1', {}, 400, 'Status is required'],
    ['an unknown order', 'NOWHERE', { Status: 'Pending' }, 404, 'Order NOWHERE not found'],
    ['another client', 'SPLIT-1', { Status: 'Pending', client: 'emu-bluebird' }, 404, 'emu-bluebird'],
  ])('refuses %s', async (_, reference, body, status, error) => {
    const answer = await setStatus(await openStock(), reference, body);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(error)]);
  });
});
