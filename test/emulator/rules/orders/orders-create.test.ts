import { describe, expect, it } from 'vitest';
import { line, openStock, orderBody } from '../../../support/emulator/stock.ts';

describe('POST /outbound', () => {
  it('[ORD-CREATE] answers 201 with the reference, the client, Pending and the identifiers', async () => {
    const { create } = await openStock();
    const { status, body } = await create('R-1');
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
    expect(body.data).toEqual({
      ReferenceNumber: 'R-1',
      Client: 'Acme Outdoor',
      Status: 'Pending',
      OrderId: { UUID: expect.stringMatching(/^[0-9a-f-]{36}$/), Number: expect.any(Number) },
    });
    expect(Number.isInteger(body.data.OrderId.Number)).toBe(true);
  });

  it('[ORD-CREATE-IDS] gives each order its own UUID and number', async () => {
    const { create, order } = await openStock();
    const earlier = (await order('AT-CUT-OFF')).OrderId;
    const ids = [await create('R-1'), await create('R-2')].map(({ body }) => body.data.OrderId);
    expect(new Set([earlier, ...ids].map(({ UUID }) => UUID)).size).toBe(3);
    expect(earlier.Number).toBeLessThan(ids[0].Number);
    expect(ids[1].Number).toBe(ids[0].Number + 1);
  });

  it('[ORD-CREATE-DUPLICATE] refuses a reference the client has already used with 409', async () => {
    const { create, stock } = await openStock();
    await create('R-1');
    const again = await create('R-1', { Currency: 'EUR' });
    expect(again).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('R-1') },
    });
    expect((await stock('AC-TENT-2')).InOrderBook).toBe(2);
  });

  it('[ORD-CREATE-DUPLICATE-CANCELLED] a cancelled order keeps its reference', async () => {
    const { create, cancel } = await openStock();
    await create('R-1');
    await cancel('R-1');
    expect((await create('R-1')).status).toBe(409);
  });

  it('[ORD-CREATE-SCOPE] two clients may use the same reference', async () => {
    const { create, bluebird } = await openStock();
    await create('R-1');
    expect((await bluebird.post('/outbound', orderBody('R-1'))).body.data).toMatchObject({
      ReferenceNumber: 'R-1',
      Client: 'Bluebird Home',
    });
  });

  it('[ORD-CREATE-STATUS] ignores a submitted status', async () => {
    const { create, order } = await openStock();
    expect((await create('R-1', { Status: 'Shipped' })).body.data.Status).toBe('Pending');
    expect((await order('R-1')).Status).toBe('Pending');
  });

  it.each([
    ['2026-09-02T17:00:00+01:00', '2026-09-02T16:00:00Z'],
    ['2026-09-02T17:00:00-07:00', '2026-09-03T00:00:00Z'],
    ['2026-09-02T17:00:00Z', '2026-09-02T17:00:00Z'],
  ])('[ORD-DISPATCHBY-UTC] stores DispatchBy %s converted to UTC', async (sent, stored) => {
    const { create, order } = await openStock();
    const { body } = await create('R-1', { DispatchBy: sent });
    expect(body.warning).toBeUndefined();
    expect((await order('R-1')).DispatchBy).toBe(stored);
  });

  it.each([
    ['2026-09-01T07:30:00Z', '2026-09-01T07:30:00Z'],
    ['2026-09-01T09:30:00+02:00', '2026-09-01T07:30:00Z'],
    ['2026-08-31T23:30:00-08:00', '2026-09-01T07:30:00Z'],
  ])('[ORD-RECEIVED-UTC] writes ReceivedDate %s as UTC', async (sent, written) => {
    const { create, order } = await openStock();
    await create('R-1', { ReceivedDate: sent });
    expect((await order('R-1')).ReceivedDate).toBe(written);
  });

  it('[A-39] an unknown field is ignored, and cannot replace what the service sets', async () => {
    const { create, order } = await openStock();
    await create('R-1', { ShipFrom: 'MSF', TrackingNumber: 'X', Client: 'Bluebird Home', Unheard: 1 });
    const record = await order('R-1');
    expect(record).toMatchObject({ TrackingNumber: null, Client: 'Acme Outdoor' });
    expect(record).not.toHaveProperty('ShipFrom');
    expect(record).not.toHaveProperty('Unheard');
  });

  it('[A-12] reads a DispatchBy without a time zone as UTC, with a warning', async () => {
    const { create, order } = await openStock();
    const { status, body } = await create('R-1', { DispatchBy: '2026-09-02T17:00:00' });
    expect({ status, warning: body.warning }).toEqual({
      status: 201,
      warning: expect.stringContaining('DispatchBy'),
    });
    expect((await order('R-1')).DispatchBy).toBe('2026-09-02T17:00:00Z');
  });

  it('[A-12] alternatively refuses it', async () => {
    const { create } = await openStock({ assume: { 'A-12': 1 } });
    const { status, body } = await create('R-1', { DispatchBy: '2026-09-02T17:00:00' });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: expect.stringContaining('DispatchBy'),
    });
  });

  it('[A-03] keeps a top-level channel reference', async () => {
    const { create, order } = await openStock();
    await create('R-1', { Channel_Ref: 'SHOP-1', Notes: [{ Note: 'Channel_Ref: SHOP-2' }] });
    await create('R-2', { Notes: [{ Note: 'Channel_Ref: SHOP-2' }] });
    expect((await order('R-1')).Channel_Ref).toBe('SHOP-1');
    expect(await order('R-2')).not.toHaveProperty('Channel_Ref');
  });

  it('[A-03] alternatively in a note', async () => {
    const { create, acme } = await openStock({ assume: { 'A-03': 1 } });
    await create('R-1', { Notes: [{ Note: 'leave it at the back door' }, { Note: 'Channel_Ref: SHOP-2' }] });
    const { body } = await acme.get('/order?channel_ref=SHOP-2');
    expect(body.data).toMatchObject([{ ReferenceNumber: 'R-1', Channel_Ref: 'SHOP-2' }]);
  });

  it.each([
    [0, 201],
    [1, 400],
  ])('[A-59] under choice %i a price with three decimals is %i', async (choice, expected) => {
    const { create } = await openStock({ assume: { 'A-59': choice } });
    const { status, headers } = await create('R-1', { OrderItems: [line({ PricePerUnit: 1.005 })] });
    expect([status, headers['x-emulator-assumption']]).toEqual([expected, expect.stringContaining('A-59')]);
    expect((await create('R-2', { OrderItems: [line({ PricePerUnit: 129.1 })] })).status).toBe(201);
  });

  it('[A-10] accepts more than is in stock: Available falls below 0', async () => {
    const { create, stock } = await openStock();
    const { status, headers } = await create('R-1', { OrderItems: [line({ Qty: 45 })] });
    expect(status).toBe(201);
    expect(headers['x-emulator-assumption']).toContain('A-10');
    expect(await stock('AC-TENT-2')).toMatchObject({ StockLevel: 40, InOrderBook: 45, Available: -5 });
  });

  it('[A-10] accepts an unknown SKU, which affects no stock', async () => {
    const { create, inventory } = await openStock();
    const before = await inventory();
    expect((await create('R-1', { OrderItems: [line({ SKU: 'AC-UNHEARD' })] })).status).toBe(201);
    expect(await inventory()).toEqual(before);
  });

  it.each([0, 1])('[A-10] under choice %i accepts a SKU that was never received', async (choice) => {
    const { create, stock } = await openStock({ assume: { 'A-10': choice } });
    const { status, headers } = await create('R-1', { OrderItems: [line({ SKU: 'AC-MAT' })] });
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-10')]);
    const figures = { StockLevel: 0, InOrderBook: 2, Available: -2, LastUpdateOperation: 'ALLOCATED' };
    expect(await stock('AC-MAT')).toMatchObject(figures);
  });

  it('[A-10] alternatively refuses an unknown SKU, naming it, and books nothing', async () => {
    const { create, inventory } = await openStock({ assume: { 'A-10': 1 } });
    const before = await inventory();
    const unknown = [line(), line({ SKU: 'AC-UNHEARD' }), line({ SKU: 'AC-UNSEEN' })];
    const { status, body, headers } = await create('R-1', { OrderItems: unknown });
    expect([status, body.error]).toEqual([400, 'Unknown SKU AC-UNHEARD, AC-UNSEEN']);
    expect(headers['x-emulator-assumption']).toContain('A-10');
    expect(await inventory()).toEqual(before);
    expect((await create('R-1', { OrderItems: [line({ Qty: 45 })] })).status).toBe(201);
  });

  it('[A-10] alternatively refuses more than is in stock, naming the SKU, and accepts the rest', async () => {
    const { create, stock } = await openStock({ assume: { 'A-10': 2 } });
    const { status, body } = await create('R-1', { OrderItems: [line({ Qty: 41 })] });
    expect([status, body.error]).toEqual([400, 'Not enough stock of AC-TENT-2']);
    expect(await stock('AC-TENT-2')).toMatchObject({ StockLevel: 40, InOrderBook: 0 });
    expect((await create('R-1', { OrderItems: [line({ Qty: 40 })] })).status).toBe(201);
    expect((await create('R-2', { OrderItems: [line({ SKU: 'AC-UNHEARD' })] })).status).toBe(201);
    expect((await create('R-3', { OrderItems: [line({ Qty: 1 })] })).status).toBe(400);
  });

  it('[A-56] [ORD-CREATE-DUPLICATE-MSF] refuses the reference of an MSF order', async () => {
    const { create } = await openStock();
    const { status, headers } = await create('MSF-1');
    expect([status, headers['x-emulator-assumption']]).toEqual([409, expect.stringContaining('A-56')]);
  });

  it('[A-56] alternatively has separate name spaces: both orders are kept, and the reference is used up', async () => {
    const { create, acme } = await openStock({ assume: { 'A-56': 1 } });
    expect((await create('MSF-1')).status).toBe(201);
    expect((await create('MSF-1')).status).toBe(409);
    expect((await create('R-1')).status).toBe(201);
    expect((await create('R-1')).status).toBe(409);
    const own = (await acme.get('/order/MSF-1')).body.data;
    expect(own).toMatchObject({ ReferenceNumber: 'MSF-1', Status: expect.any(String) });
    expect(own).not.toHaveProperty('ShipFrom');
    const msf = (await acme.get('/order?ship_from=MSF')).body.data;
    expect(msf.map((order: { ReferenceNumber: string }) => order.ReferenceNumber)).toEqual([
      'MSF-1',
      'MSF-2',
      'MSF-3',
    ]);
  });
});
