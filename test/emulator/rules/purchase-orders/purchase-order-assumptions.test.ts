import { describe, expect, it } from 'vitest';
import { openSlots, varyingTo } from '../../../support/emulator/slots.ts';

/** An emulator with the answer at that index where the specification is silent. */
const reading = (assumption: string, choice: number) =>
  openSlots(choice === 0 ? {} : { varyAssumptions: varyingTo(assumption, choice) });

describe('where the specification of purchase orders is silent', () => {
  it('[A-11] an unknown or foreign warehouse is refused by its name', async () => {
    const { order } = await openSlots();
    for (const Warehouse_Name of ['Nowhere FC', 'Foreign FC']) {
      const answer = await order({ Warehouse_Name });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(Warehouse_Name) } });
    }
  });

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
    const { order } = await reading('A-22', 1);
    expect((await order()).status).toBe(200);
  });

  it('[A-22] alternatively the number alone', async () => {
    const { order } = await reading('A-22', 2);
    const { status, body } = await order();
    expect({ status, fields: Object.keys(body.data) }).toEqual({ status: 201, fields: ['lw_po_number'] });
  });

  it('[A-23] a slot that is not confirmed, used or cancelled is a conflict, a foreign or unknown one 404', async () => {
    const { acme, book, bookConfirmed, bookOffered, order } = await openSlots();
    const used = await bookConfirmed();
    await order({ slotReference: used, PO_REFERENCE: 'PO-0' });
    const cancelled = await bookConfirmed();
    await acme.delete(`/inbound-slot/${cancelled}`);
    const offered = await bookOffered('2026-09-08T13:00:00+01:00');
    for (const slotReference of [await book(), offered, used, cancelled]) {
      expect((await order({ slotReference })).status).toBe(409);
    }
    const unknown = await order({ slotReference: 'SLOT-NOWHERE' });
    expect(unknown.status).toBe(404);
    expect(unknown.headers['x-emulator-assumption']).toContain('A-23');
  });

  it('[A-23] alternatively 400 for one that is not confirmed', async () => {
    const { book, order } = await reading('A-23', 1);
    expect((await order({ slotReference: await book() })).status).toBe(400);
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

  it("[A-26] a warehouse other than the slot's is refused and leaves the slot alone", async () => {
    const { bookConfirmed, order, read } = await openSlots();
    const slotReference = await bookConfirmed({ warehouse: 'Thames Reach FC' });
    const { status, body } = await order({ slotReference });
    expect(status).toBe(400);
    expect(body.error).toContain('Thames Reach FC');
    expect((await read(slotReference)).usedByPoReference).toBeNull();
  });

  it.each([
    [0, 500],
    [1, 502],
    [2, 503],
  ])('[A-27] a failure after the claim, reading %i, is %i', async (choice, status) => {
    const { admin, bookConfirmed, order } = await reading('A-27', choice);
    await admin.post('/faults', { match: { path: '/inbound-po' }, do: { domain: 'po-fails-after-claim' } });
    expect((await order({ slotReference: await bookConfirmed() })).status).toBe(status);
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
    const { order, acme } = await reading('A-28', 1);
    const { lw_po_number } = (await order()).body.data;
    expect((await acme.get(`/inbound-po/${lw_po_number}`)).body.data.status).toBe('PENDING');
  });

  it('[A-29] the record of a new order', async () => {
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
    const { order, acme } = await reading('A-29', 1);
    const { lw_po_number } = (await order()).body.data;
    const { data } = (await acme.get(`/inbound-po/${lw_po_number}`)).body;
    expect(data.lines[0]).toMatchObject({ SKU: 'AC-TENT-2', ordered: 12 });
    expect(data).not.toHaveProperty('items');
  });

  it('[A-29] alternatively with quantity_ordered and quantity_delivered', async () => {
    const { order, acme } = await reading('A-29', 2);
    const { lw_po_number } = (await order()).body.data;
    const { data } = (await acme.get(`/inbound-po/${lw_po_number}`)).body;
    expect(data.items[0]).toMatchObject({ quantity_ordered: 12, quantity_delivered: 0 });
    expect(data.items[0]).not.toHaveProperty('ordered');
  });

  it('[A-45] an expected date beside a slot is ignored', async () => {
    const { bookConfirmed, order } = await openSlots();
    const slotReference = await bookConfirmed();
    const { status, body } = await order({ slotReference, Expected_Arrival_Date: '2026-12-24' });
    expect(status).toBe(201);
    expect(body.data.deliveryDate).toBe('2026-09-04T09:00:00+01:00');
  });

  it('[A-49] alternatively with the delivery date in UTC', async () => {
    const { bookConfirmed, order, acme } = await reading('A-49', 1);
    const { lw_po_number } = (await order({ slotReference: await bookConfirmed() })).body.data;
    expect((await acme.get(`/inbound-po/${lw_po_number}`)).body.data.deliveryDate).toBe(
      '2026-09-04T08:00:00Z',
    );
  });

  it.each(['deliveryType', 'loadingType'])(
    '[PO-LOADING-TYPE] [A-51] without a slot %s must be declared',
    async (field) => {
      const { order } = await openSlots();
      const answer = await order({ [field]: undefined });
      expect(answer).toMatchObject({ status: 400, body: { error: `${field} is required` } });
    },
  );

  const declared = { deliveryType: 'container', containerSize: '40ft', loadingType: 'palletised' };

  it.each([
    ['deliveryType', { deliveryType: 'truck' }],
    ['loadingType', { loadingType: 'loose' }],
  ])(
    '[A-52] a %s that contradicts the slot is refused by its name, and the slot stays free',
    async (field, changes) => {
      const { bookConfirmed, order, read } = await openSlots();
      const slotReference = await bookConfirmed(declared);
      const { status, body, headers } = await order({ slotReference, deliveryType: 'container', ...changes });
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)]);
      expect(headers['x-emulator-assumption']).toContain('A-52');
      expect((await read(slotReference)).usedByPoReference).toBeNull();
    },
  );

  it.each([
    ['the same', { deliveryType: 'container', loadingType: 'palletised' }],
    ['blank', { deliveryType: '', loadingType: ' ' }],
    ['null', { deliveryType: null, loadingType: null }],
    ['absent', { deliveryType: undefined, loadingType: undefined }],
  ])("[PO-INHERIT] [A-52] the slot's declaration stands if the order says %s", async (_, changes) => {
    const { bookConfirmed, order, acme } = await openSlots();
    const slotReference = await bookConfirmed(declared);
    const { status, body } = await order({ slotReference, ...changes });
    expect([status, body.error]).toEqual([201, undefined]);
    expect((await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data).toMatchObject(declared);
  });

  it("[A-52] alternatively the slot's declaration overrides the order", async () => {
    const { bookConfirmed, order, acme } = await reading('A-52', 1);
    const slotReference = await bookConfirmed(declared);
    const { status, body, headers } = await order({
      slotReference,
      deliveryType: 'truck',
      loadingType: 'mixed',
    });
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-52')]);
    expect((await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data).toMatchObject(declared);
  });

  it.each(['', '  ', null, undefined])(
    '[PO-CORRECT] a registration of %j keeps that of the slot',
    async (given) => {
      const { bookConfirmed, order, acme } = await openSlots();
      const slotReference = await bookConfirmed({ containerTruckNumber: 'AB12 CDE' });
      const { body } = await order({ slotReference, containerTruckNumber: given });
      const record = (await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data;
      expect(record.containerTruckNumber).toBe('AB12 CDE');
    },
  );

  it('[A-57] a container without a size is accepted', async () => {
    const { order, acme } = await openSlots();
    const { status, body, headers } = await order({ deliveryType: 'container' });
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-57')]);
    const record = (await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data;
    expect(record.containerSize).toBeNull();
  });

  it('[A-57] alternatively it is refused; a truck is not', async () => {
    const { order, bookConfirmed } = await reading('A-57', 1);
    const { status, body } = await order({ deliveryType: 'container' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('containerSize')]);
    const slotReference = await bookConfirmed({ deliveryType: undefined });
    expect((await order({ slotReference, deliveryType: 'container' })).status).toBe(400);
    expect((await order({ slotReference, deliveryType: 'truck' })).status).toBe(201);
    expect((await order({ PO_REFERENCE: 'PO-2' })).status).toBe(201);
  });
});
