import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { address, cancelOrderRequest, outboundOrder } from '../../src/contract/order.ts';
import { withoutAbsentFields } from '../../src/contract/problems.ts';
import { purchaseOrder } from '../../src/contract/purchase-order.ts';
import { slotRequest, slotResponseRequest } from '../../src/contract/slot.ts';

const order = {
  PO_REFERENCE: 'PO-1',
  Warehouse_Name: 'Northgate FC',
  items: [{ SKU: 'AC-TENT-2', Quantity: 1 }],
};

const whole = { FullName: 'Ada', Address1: '1 High Street', Town: 'York', PostCode: 'YO1 7HU' };

describe('optional fields that count as absent', () => {
  it.each([
    ['null', purchaseOrder, { ...order, slotReference: null, palletCount: null }, order],
    ['null in an item', purchaseOrder, { ...order, items: [{ ...order.items[0], barcode: null }] }, order],
    ['blank where blank text is refused', purchaseOrder, { ...order, slotReference: ' ' }, order],
    ['blank where a value of a list is expected', slotRequest, { deliveryType: '' }, {}],
    [
      'null in an address',
      outboundOrder,
      { DeliveryAddress: { Town: 'York', Region: null } },
      { DeliveryAddress: { Town: 'York' } },
    ],
    [
      'null where another field asks for it',
      slotRequest,
      { deliveryType: 'container', containerSize: null },
      { deliveryType: 'container' },
    ],
    [
      'blank where another field asks for it',
      slotResponseRequest,
      { action: 'counter', proposedTime: '' },
      { action: 'counter' },
    ],
    ['no body at all', z.optional(cancelOrderRequest), null, undefined],
  ])('%s', (_, schema, value, expected) => {
    const before = structuredClone(value);
    expect(withoutAbsentFields(schema, value)).toEqual(expected);
    expect(value).toEqual(before);
  });

  it.each([
    ['required fields', purchaseOrder, { ...order, PO_REFERENCE: null, Warehouse_Name: '' }],
    ['fields that the schema does not know', purchaseOrder, { ...order, Colour: null }],
    ['blank text where it is accepted', purchaseOrder, { ...order, containerTruckNumber: '' }],
    ['blank text that another field asks for', address, { ...whole, Country: '' }],
    ['null in a list', purchaseOrder, { ...order, items: [null] }],
    ['values of another type', purchaseOrder, { ...order, slotReference: 7, items: 'none' }],
    ['values that are no object', purchaseOrder, 'text'],
  ])('leaves %s unchanged', (_, schema, value) => {
    expect(withoutAbsentFields(schema, value)).toBe(value);
  });
});
