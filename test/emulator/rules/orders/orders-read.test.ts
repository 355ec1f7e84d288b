import { describe, expect, it } from 'vitest';
import { line, openStock, orderBody } from '../../../support/emulator/stock.ts';

describe('GET /order/{referenceNumber}', () => {
  it('[ORD-GET] shows the whole order: lines, prices, addresses, status, client', async () => {
    const { create, acme } = await openStock();
    const more = { OrderItems: [line({ TaxRate: 20 }), line({ SKU: 'AC-STOVE', OrderLineNumber: '2' })] };
    await create('R-1', more);
    const { status, body } = await acme.get('/order/R-1');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...orderBody('R-1', more), Client: 'Acme Outdoor', Status: 'Pending' });
  });

  it('[ORD-GET-UPDATES] shows what happened after creation', async () => {
    const { create, order, dispatch, advance } = await openStock();
    await create('R-1');
    await advance('36h');
    await dispatch('R-1', { ShippingVendor: 'Swift', TrackingNumber: 'SW-1' });
    expect(await order('R-1')).toMatchObject({
      Status: 'Shipped',
      ShippingVendor: 'Swift',
      TrackingNumber: 'SW-1',
      CreatedAt: '2026-09-01T08:00:00Z',
      UpdatedAt: '2026-09-02T20:00:00Z',
      ProcessedOn: '2026-09-02T20:00:00Z',
    });
  });

  it.each([
    ['[ORD-GET-UNKNOWN] an unknown order', 'NOWHERE'],
    ['[ORD-GET-SCOPE] [AUTH-SCOPE] an order of another client', 'THEIRS'],
    ['[ORD-GET-MSF] an MSF order', 'MSF-1'],
  ])('%s is not found', async (_, reference) => {
    const { acme } = await openStock();
    const { status, body } = await acme.get(`/order/${reference}`);
    expect({ status, body }).toEqual({ status: 404, body: { success: false, error: expect.any(String) } });
  });

  it('[ORD-GET-ENCODED] finds a reference with any characters', async () => {
    const { create, acme } = await openStock();
    await create('R 1/2 #é');
    const { body } = await acme.get(`/order/${encodeURIComponent('R 1/2 #é')}`);
    expect(body.data.ReferenceNumber).toBe('R 1/2 #é');
  });

  it('[A-05] the record: the request, the identifiers, times in UTC, tracking that is still empty', async () => {
    const { create, acme } = await openStock();
    const { OrderId } = (await create('R-1')).body.data;
    const { body, headers } = await acme.get('/order/R-1');
    expect(body.data).toEqual({
      ...orderBody('R-1'),
      ...{ Client: 'Acme Outdoor', Status: 'Pending', OrderId },
      ...{ CreatedAt: '2026-09-01T08:00:00Z', UpdatedAt: '2026-09-01T08:00:00Z' },
      ...{ ShippingVendor: null, TrackingNumber: null, ProcessedOn: null },
    });
    expect(headers['x-emulator-assumption']).toBe('A-05');
  });

  const { OrderItems: lines, ...rest } = orderBody('R-1');
  const tracking = { ShippingVendor: 'Swift', TrackingNumber: 'SW-1' };
  it.each<[string, number, object]>([
    ['the lines under Items', 1, { Items: lines, ...tracking }],
    ['the tracking as an object', 2, { OrderItems: lines, Tracking: { Vendor: 'Swift', Number: 'SW-1' } }],
    [
      'unknown fields',
      3,
      { OrderItems: lines, ...tracking, Folder: 'Default', Priority: 0, CustomData: { Source: 'API' } },
    ],
  ])('[A-05] alternatively with %s', async (_, choice, changed) => {
    const { create, order, dispatch } = await openStock({ assume: { 'A-05': choice } });
    const { OrderId } = (await create('R-1')).body.data;
    await dispatch('R-1', tracking);
    const time = '2026-09-01T08:00:00Z';
    expect(await order('R-1')).toEqual({
      ...{ ...rest, ...changed, Client: 'Acme Outdoor', Status: 'Shipped', OrderId },
      ...{ CreatedAt: time, UpdatedAt: time, ProcessedOn: time },
    });
  });

  it.each([
    [0, 'Shipped'],
    [1, 'Dispatched'],
  ])('[A-04] answer %i: a shipped order is %s', async (choice, status) => {
    const { create, order, dispatch } = await openStock({ assume: { 'A-04': choice } });
    await create('R-1');
    await dispatch('R-1');
    expect((await order('R-1')).Status).toBe(status);
  });
});
