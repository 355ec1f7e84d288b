import { describe, expect, it } from 'vitest';
import { isEnd, orderState, parcelsOf } from '../../src/tracking/order-state.ts';

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
      DispatchBy: null,
    });
  });

  it.each([
    ['text', { TrackingNumber: 'T-1' }, 'T-1'],
    ['a member', { tracking: { carrier: 'DPD', number: 'T-1' } }, 'T-1'],
    ['text in a member', { tracking: 'T-1' }, 'T-1'],
    ['a list of text', { trackings: ['T-1', 'T-2'] }, 'T-1, T-2'],
    ['a list of numbers', { tracking_numbers: ['T-1', 'T-2'] }, 'T-1, T-2'],
    ['shipments', { shipments: [{ trackingNumber: 'T-1' }, { trackingNumber: 'T-2' }] }, 'T-1, T-2'],
    ['fulfillments', { fulfillments: [{ tracking: { number: 'T-1' } }] }, 'T-1'],
    [
      'parcels of shipments',
      { shipments: [{ parcels: [{ TrackingNo: 'T-1' }, { TrackingNo: 'T-2' }] }] },
      'T-1, T-2',
    ],
    ['a delivery', { delivery: { tracking: { number: 'T-1' } } }, 'T-1'],
    ['despatches', { Despatches: [{ TrackingNumber: 'T-1' }] }, 'T-1'],
    ['packages', { Packages: [{ tracking_number: 'T-1' }] }, 'T-1'],
    [
      'both, with one number twice',
      { TrackingNumber: 'T-1', parcels: [{ TrackingCode: 'T-1' }, { TrackingCode: 'T-2' }] },
      'T-1, T-2',
    ],
    ['a list in one text', { TrackingNumber: 'JD00012345,JD00012346' }, 'JD00012345, JD00012346'],
    ['a text with a comma that is no list', { TrackingNumber: 'JD,12' }, 'JD,12'],
    ['another name, beside a blank one', { TrackingNumber: null, tracking_codes: ['T-1'] }, 'T-1'],
    ['the day of a dispatch', { dispatch: '2026-11-25 10:00:00' }, null],
    ['parcels that are only text', { parcels: ['40x30x20 cm, 1200 g'], shipments: ['2026-11-25'] }, null],
    ['a waybill', { AWB: 'T-1' }, 'T-1'],
    ['a whole number', { TrackingNumber: 15501234567890 }, '15501234567890'],
    ['a number that lost its digits', { TrackingNumber: 1.55e25 }, null],
    ['a number beyond 2^53', { TrackingNumber: 2 ** 53 }, null],
    ['a long number as it came', { TrackingNumber: 155012345678901234567n }, null],
    ['a fraction', { TrackingNumber: 15.5 }, null],
    ['the number of a shipment that is none of a parcel', { shipments: [{ Number: 1 }] }, null],
    [
      'parcels, beside the number of what they are in',
      { fulfillments: [{ number: 'F-1', parcels: [{ number: '1550-4200' }, { number: '1550-4201' }] }] },
      '1550-4200, 1550-4201',
    ],
    [
      'what is about tracking, not its own number',
      { tracking: [{ number: 'F-1', tracking_number: 'T-1' }] },
      'T-1',
    ],
    [
      'parcels with a number of their own',
      { parcels: [{ number: 'F-1', tracking: { number: 'T-1' } }] },
      'T-1',
    ],
    ['parcels that are only counted', { parcels: [{ number: 1 }, { number: 'F-2' }] }, null],
    ['blank text', { TrackingNumber: '  ' }, null],
  ])('has the tracking numbers of %s', (_, record, numbers) => {
    expect(orderState(record).TrackingNumber).toBe(numbers);
  });

  it('has the carrier of each parcel, its own or that of the order', () => {
    const record = {
      Carrier: { name: 'DPD' },
      shipments: [{ carrier: 'Evri', service: 'Next day', trackingNumber: 'T-1', trackingUrl: 'U' }],
      parcels: [{ TrackingNumber: 'T-2' }],
    };
    expect(parcelsOf(record)).toEqual([
      { number: 'T-1', vendor: 'Evri', service: 'Next day', url: 'U' },
      { number: 'T-2', vendor: 'DPD', service: null, url: null },
    ]);
  });

  it('knows a company and an address in what is about tracking, and only there', () => {
    const info = [{ company: 'DPD', number: 'T-1', url: 'U' }];
    const record = { fulfillments: [{ trackingInfo: info }], Delivery: { Company: 'A Shop', Url: 'V' } };
    expect(parcelsOf(record)).toEqual([{ number: 'T-1', vendor: 'DPD', service: null, url: 'U' }]);
    expect(orderState(record).ShippingVendor).toBe('DPD');
    expect(orderState({ ...record, fulfillments: [] }).ShippingVendor).toBeNull();
  });

  it.each([
    [{ ShippingVendor: null, carrier: 'DPD' }],
    [{ tracking_company: 'DPD' }],
    [{ courier_name: 'DPD' }],
  ])('has the carrier of %j', (record) => {
    expect(orderState(record).ShippingVendor).toBe('DPD');
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
});
