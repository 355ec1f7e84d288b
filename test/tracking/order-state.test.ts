import { describe, expect, it } from 'vitest';
import { endCheck, isEnd, orderState } from '../../src/tracking/order-state.ts';

describe('what a record shows', () => {
  it.each([
    [{ status: 'Dispatched', carrier: 'DPD', tracking_number: 'T-1', shippedAt: 'S' }],
    [{ OrderStatus: 'Dispatched', Tracking: { Carrier: 'DPD', Number: 'T-1' }, DispatchedOn: 'S' }],
    [{ State: 'Dispatched', Shipment: [{ CarrierName: 'DPD', TrackingCode: 'T-1', ShippedOn: 'S' }] }],
    [{ Status: 'Dispatched', ShippingInfo: { Vendor: 'DPD', TrackingId: 'T-1', ProcessedDate: 'S' } }],
  ])('is found under any reasonable name: %j', (record) => {
    expect(orderState(record)).toEqual({
      Status: 'Dispatched',
      ShippingVendor: 'DPD',
      TrackingNumber: 'T-1',
      ProcessedOn: 'S',
    });
  });

  it('prefers a member with the exact name, wherever it stands', () => {
    const [one, other] = [{ Carrier: 'DPD' }, { Carrier: 'Evri' }];
    expect(orderState({ tracking: one, Tracking: other }).ShippingVendor).toBe('Evri');
    expect(orderState({ Tracking: other, tracking: one }).ShippingVendor).toBe('Evri');
    expect(orderState({ TRACKING: one, tracking: other }).ShippingVendor).toBe('DPD');
    expect(orderState({ Shipment: other, Tracking: one }).ShippingVendor).toBe('DPD');
  });

  it.each([
    ['Shipped', true],
    ['DESPATCHED', true],
    ['order_delivered', true],
    ['CompletedByWarehouse', true],
    ['canceled', true],
    ['Partially shipped', false],
    ['awaiting dispatch', false],
    ['NotShipped', false],
    ['Pending', false],
    [null, false],
  ])('%s is final: %s', (status, end) => expect(isEnd(status)).toBe(end));

  it('is final or not, whatever that of the one before was', () => {
    const hasEnded = endCheck();
    const statuses = [null, 'Shipped', 'Shipped', 'Pending', null, 'Shipped'];
    expect(statuses.map(hasEnded)).toEqual([false, true, true, false, false, true]);
  });
});
