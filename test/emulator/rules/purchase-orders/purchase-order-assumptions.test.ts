import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

describe('where the specification of purchase orders is silent', () => {
  it('[A-22] 201 with number, reference, slot, state, date and count', async () => {
    const { bookConfirmed, order } = await openSlots();
    const slotReference = await bookConfirmed();
    const { status, body } = await order({ slotReference });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      lw_po_number: expect.stringMatching(/\S/),
      PO_REFERENCE: 'PO-1',
      slotReference,
      status: 'OPEN',
      deliveryDate: '2026-09-04T09:00:00+01:00',
      items_count: 1,
    });
  });

  it('[A-22] alternatively 200', async () => {
    const { order } = await openSlots({ assume: { 'A-22': 1 } });
    expect((await order()).status).toBe(200);
  });

  it('[A-22] alternatively the number alone', async () => {
    const { order } = await openSlots({ assume: { 'A-22': 2 } });
    const { status, body } = await order();
    expect({ status, fields: Object.keys(body.data) }).toEqual({ status: 201, fields: ['lw_po_number'] });
  });

  it('[A-24] without slot and date the order is created without a delivery date', async () => {
    const { order, acme } = await openSlots();
    const { status, body } = await order();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ deliveryDate: null, slotReference: null });
    const stored = await acme.get(`/inbound-po/${body.data.lw_po_number}`);
    expect(stored.body.data).toMatchObject({ deliveryDate: null, slotReference: null, schedule: null });
  });

  it('[A-25] a PO_REFERENCE that exists is a conflict and leaves the slot alone', async () => {
    const { bookConfirmed, order, read } = await openSlots();
    await order();
    const slotReference = await bookConfirmed();
    expect((await order({ slotReference })).status).toBe(409);
    expect((await read(slotReference)).usedByPoReference).toBeNull();
  });

  it('[A-28] states go from OPEN through PARTIAL to DELIVERED', async () => {
    const { order, receive } = await openSlots();
    const { body } = await order();
    const { lw_po_number, status } = body.data;
    const partial = await receive(lw_po_number, { complete: false });
    const complete = await receive(lw_po_number);
    expect([status, partial.body.data.status, complete.body.data.status]).toEqual([
      'OPEN',
      'PARTIAL',
      'DELIVERED',
    ]);
  });

  it('[A-28] alternatively from PENDING', async () => {
    const { order, acme } = await openSlots({ assume: { 'A-28': 1 } });
    const { lw_po_number } = (await order()).body.data;
    expect((await acme.get(`/inbound-po/${lw_po_number}`)).body.data.status).toBe('PENDING');
  });

  it('[PO-GET] [PO-READ-SCHEDULE] [A-29] the record of a new order', async () => {
    const { bookOffered, respond, order, acme } = await openSlots();
    const slotReference = await bookOffered('2026-09-08T13:00:00+01:00', { palletCount: 6 });
    await respond(slotReference, { action: 'accept' });
    const { lw_po_number } = (await order({ slotReference })).body.data;
    expect((await acme.get(`/inbound-po/${lw_po_number}`)).body.data).toEqual({
      lw_po_number,
      PO_REFERENCE: 'PO-1',
      Warehouse_Name: 'Northgate FC',
      slotReference,
      status: 'OPEN',
      deliveryDate: '2026-09-08T13:00:00+01:00',
      deliveryType: 'truck',
      containerSize: null,
      loadingType: 'palletised',
      palletCount: 6,
      containerTruckNumber: null,
      items: [
        { SKU: 'AC-TENT-2', barcode: '2000000001012', title: 'Product AC-TENT-2', ordered: 12, delivered: 0 },
      ],
      schedule: {
        requestedTime: '2026-09-04T09:00:00+01:00',
        confirmedTime: '2026-09-08T13:00:00+01:00',
        proposals: [
          {
            proposedBy: 'ops',
            proposedTime: '2026-09-08T13:00:00+01:00',
            comment: null,
            createdAt: '2026-09-01T08:00:00Z',
          },
        ],
      },
      inboundReport: null,
    });
  });

  it('[A-29] alternatively with lines instead of items', async () => {
    const { order, acme } = await openSlots({ assume: { 'A-29': 1 } });
    const { lw_po_number } = (await order()).body.data;
    const { data } = (await acme.get(`/inbound-po/${lw_po_number}`)).body;
    expect(data.lines[0]).toMatchObject({ SKU: 'AC-TENT-2', ordered: 12 });
    expect(data).not.toHaveProperty('items');
  });

  it('[A-29] alternatively with quantity_ordered and quantity_delivered', async () => {
    const { order, acme } = await openSlots({ assume: { 'A-29': 2 } });
    const { lw_po_number } = (await order()).body.data;
    const { data } = (await acme.get(`/inbound-po/${lw_po_number}`)).body;
    expect(data.items[0]).toMatchObject({ quantity_ordered: 12, quantity_delivered: 0 });
    expect(data.items[0]).not.toHaveProperty('ordered');
  });

  it('[A-57] a container without a size is accepted', async () => {
    const { order, acme } = await openSlots();
    const { status, body, headers } = await order({ deliveryType: 'container' });
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-57')]);
    const record = (await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data;
    expect(record.containerSize).toBeNull();
  });

  it('[A-57] alternatively it is refused; a truck is not', async () => {
    const { order, bookConfirmed } = await openSlots({ assume: { 'A-57': 1 } });
    const { status, body } = await order({ deliveryType: 'container' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('containerSize')]);
    const slotReference = await bookConfirmed({ deliveryType: undefined });
    expect((await order({ slotReference, deliveryType: 'container' })).status).toBe(400);
    expect((await order({ slotReference, deliveryType: 'truck' })).status).toBe(201);
    expect((await order({ PO_REFERENCE: 'PO-2' })).status).toBe(201);
  });
});
