import { describe, expect, it } from 'vitest';
import { recordOf, referenceOf, referencesIn } from '../../../src/client/api/records.ts';

it.each<[unknown, Parameters<typeof referenceOf>[1], string | undefined]>([
  [{ ReferenceNumber: 'R-1', Reference: 'other' }, 'order', 'R-1'],
  [{ referenceNumber: 'R-1' }, 'order', 'R-1'],
  [{ reference_number: 'R-1' }, 'order', 'R-1'],
  [{ Reference: 7 }, 'order', '7'],
  [{ OrderId: 'R-1' }, 'order', 'R-1'],
  [{ OrderId: { UUID: 'u' } }, 'order', undefined],
  [{ ReferenceNumber: null, OrderReference: 'R-1' }, 'order', 'R-1'],
  [{ ReferenceNumber: true }, 'order', undefined],
  [{ delivery_number: 'D', PO_REFERENCE: 'P' }, 'delivery', 'D'],
  [{ slotReference: 'S', id: 'x' }, 'slot', 'S'],
  [{ PO_REFERENCE: 'P', lw_po_number: 'N' }, 'purchaseOrder', 'P'],
  [{ PO_REFERENCE: 'P', lw_po_number: 'N' }, 'purchaseOrderNumber', 'N'],
  [{}, 'order', undefined],
  [undefined, 'order', undefined],
  ['R-1', 'order', undefined],
])('the reference of a record %j, as %s: %s', (record, what, reference) => {
  expect(referenceOf(record, what)).toBe(reference);
});

it('keeps all digits of a number beyond 2^53', () => {
  expect(referenceOf({ Reference: 2n ** 60n }, 'order')).toBe('1152921504606846976');
});

describe('the record of a reference', () => {
  const own = { ReferenceNumber: 'R-1', Qty: 1 };
  const other = { ReferenceNumber: 'R-2' };

  it.each<[string, unknown, unknown]>([
    ['is the answer', own, own],
    ['is in a list', [other, own], own],
    ['is in a list of the answer', { orders: [other, own] }, own],
    ['is a member of the answer', { order: own }, own],
    ['is no record of another', other, undefined],
    ['is nothing that lies deeper in a record', { ...other, previous: own }, undefined],
    ['is not text', ['R-1', null], undefined],
    ['is not in nothing', undefined, undefined],
    ['is not in text', 'R-1', undefined],
  ])('%s', (_, data, record) => {
    expect(recordOf(data, 'order', 'R-1')).toEqual(record);
  });

  it.each<[unknown, readonly string[]]>([
    [
      [own, other, {}, null],
      ['R-1', 'R-2'],
    ],
    [{ orders: [own], more: [other] }, ['R-1', 'R-2']],
    [own, ['R-1']],
    [null, []],
  ])('%j has the references %j', (data, references) => {
    expect([...referencesIn(data, 'order')]).toEqual(references);
  });
});
