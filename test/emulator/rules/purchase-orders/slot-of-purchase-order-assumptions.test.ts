import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

describe('where the specification of purchase orders is silent', () => {
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

  it('[A-23] alternatively 400 for one that is not confirmed, but still 409 for a cancelled one', async () => {
    const { acme, book, order } = await openSlots({ assume: { 'A-23': 1 } });
    const slotReference = await book();
    expect((await order({ slotReference })).status).toBe(400);
    await acme.delete(`/inbound-slot/${slotReference}`);
    expect((await order({ slotReference })).status).toBe(409);
  });

  it.each([0, 1])(
    '[A-23] a used slot is a conflict that names its purchase order, as alternative %i',
    async (choice) => {
      const { bookConfirmed, order } = await openSlots({ assume: { 'A-23': choice } });
      const slotReference = await bookConfirmed();
      const first = await order({ slotReference });
      const second = await order({ slotReference, PO_REFERENCE: 'PO-2' });
      expect([second.status, second.body.error]).toEqual([
        409,
        `Slot ${slotReference} is already used by ${first.body.data.lw_po_number}`,
      ]);
    },
  );

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
    const { admin, bookConfirmed, order } = await openSlots({ assume: { 'A-27': choice } });
    await admin.post('/faults', { match: { path: '/inbound-po' }, do: { domain: 'po-fails-after-claim' } });
    expect((await order({ slotReference: await bookConfirmed() })).status).toBe(status);
  });

  it('[A-45] an expected date beside a slot is ignored', async () => {
    const { bookConfirmed, order } = await openSlots();
    const slotReference = await bookConfirmed();
    const { status, body } = await order({ slotReference, Expected_Arrival_Date: '2026-12-24' });
    expect(status).toBe(201);
    expect(body.data.deliveryDate).toBe('2026-09-04T09:00:00+01:00');
  });

  it('[A-49] alternatively with the delivery date in UTC', async () => {
    const { bookConfirmed, order, acme } = await openSlots({ assume: { 'A-49': 1 } });
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
    const { bookConfirmed, order, acme } = await openSlots({ assume: { 'A-52': 1 } });
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
});
