import { describe, expect, it } from 'vitest';
import { openSlots, poBody, slotSeed } from '../../../support/emulator/slots.ts';

const tent = { SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 12 };

describe('creating a purchase order', () => {
  it('[PO-CREATE] stores the order before it answers, with its own number, at the time of its slot', async () => {
    const { bookConfirmed, order, acme } = await openSlots();
    const slotReference = await bookConfirmed();
    const { body } = await order({ slotReference });
    expect(body).toMatchObject({ success: true, data: { lw_po_number: expect.stringMatching(/\S/) } });
    const stored = await acme.get(`/inbound-po/${body.data.lw_po_number}`);
    expect(stored.status).toBe(200);
    expect(Date.parse(stored.body.data.deliveryDate)).toBe(Date.parse('2026-09-04T08:00:00Z'));
  });

  it('orders a product that has no barcode', async () => {
    const [bare] = slotSeed.products;
    const { barcode: _, ...product } = { ...bare, sku: 'AC-BARE' };
    const seed = { ...slotSeed, products: [...slotSeed.products, product] };
    const { order, acme } = await openSlots({ seed });
    const { body } = await order({ items: [{ SKU: 'AC-BARE', Quantity: 1 }] });
    const stored = await acme.get(`/inbound-po/${body.data.lw_po_number}`);
    expect(stored.body.data.items).toMatchObject([{ SKU: 'AC-BARE', barcode: null, ordered: 1 }]);
  });

  it('[PO-CLAIM] uses up the slot, which then names the order and serves no other', async () => {
    const { bookConfirmed, order, read } = await openSlots();
    const slotReference = await bookConfirmed();
    const first = await order({ slotReference });
    expect((await read(slotReference)).usedByPoReference).toBe(first.body.data.lw_po_number);
    expect((await order({ slotReference, PO_REFERENCE: 'PO-2' })).status).toBe(409);
    expect((await read(slotReference)).usedByPoReference).toBe(first.body.data.lw_po_number);
  });

  it('[PO-INHERIT] takes vehicle, size, loading, pallets and registration from the slot', async () => {
    const { bookConfirmed, order, acme } = await openSlots();
    const declared = {
      deliveryType: 'container',
      containerSize: '40ft',
      loadingType: 'mixed',
      palletCount: 6,
      containerTruckNumber: 'MSKU1234565',
    };
    const slotReference = await bookConfirmed(declared);
    const { body } = await order({ slotReference, deliveryType: undefined, loadingType: undefined });
    expect((await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data).toMatchObject(declared);
  });

  it('[PO-CORRECT] an exact pallet count and a later registration override the slot', async () => {
    const { bookConfirmed, order, acme } = await openSlots();
    const slotReference = await bookConfirmed({ palletCount: 6, containerTruckNumber: 'AB12 CDE' });
    const corrected = { palletCount: 7, containerTruckNumber: 'XY34 ZZZ' };
    const { body } = await order({ slotReference, ...corrected });
    expect((await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data).toMatchObject(corrected);
  });

  it('[PO-DELIVERY-TYPE] the vehicle is required if the slot did not declare it', async () => {
    const { bookConfirmed, order, acme, read } = await openSlots();
    const slotReference = await bookConfirmed({ deliveryType: undefined });
    const bare = await order({ slotReference, deliveryType: undefined });
    expect(bare).toMatchObject({ status: 400, body: { error: 'deliveryType is required' } });
    expect((await read(slotReference)).usedByPoReference).toBeNull();
    const { body } = await order({ slotReference, deliveryType: 'truck' });
    expect((await acme.get(`/inbound-po/${body.data.lw_po_number}`)).body.data.deliveryType).toBe('truck');
  });

  it('[PO-VEHICLE-LENGTH] a registration has at most 100 characters', async () => {
    const { order } = await openSlots();
    expect((await order({ containerTruckNumber: 'X'.repeat(101) })).status).toBe(400);
    expect((await order({ containerTruckNumber: 'X'.repeat(100) })).status).toBe(201);
  });

  it('[PO-PALLETS] a load without pallets is accepted: only a slot needs at least one', async () => {
    const { order } = await openSlots();
    expect((await order({ palletCount: 0 })).status).toBe(201);
  });

  it.each(['2026-09-04', '4 September'])(
    '[PO-EXPECTED-DATE] [VER-EXPECTED-DATE] %j without a slot is a conflict',
    async (date) => {
      const { order } = await openSlots();
      const answer = await order({ Expected_Arrival_Date: date });
      expect(answer).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('Expected_Arrival_Date') },
      });
    },
  );

  it('[PO-SCOPE] [AUTH-SCOPE] another client can neither read the order nor use the slot', async () => {
    const { bookConfirmed, order, bluebird, read } = await openSlots();
    const slotReference = await bookConfirmed();
    const items = [{ SKU: 'BB-LAMP', barcode: '2000000001012', Quantity: 1 }];
    const foreign = await bluebird.post('/inbound-po', poBody({ slotReference, items }));
    expect(foreign.status).toBe(404);
    const { body } = await order({ slotReference });
    expect((await bluebird.get(`/inbound-po/${body.data.lw_po_number}`)).status).toBe(404);
    expect((await bluebird.post('/inbound-po', poBody({ items }))).status).toBe(201);
    expect((await read(slotReference)).usedByPoReference).toBe(body.data.lw_po_number);
  });

  it("[PO-GET-UNKNOWN] an unknown number is 404, and so is the client's own reference", async () => {
    const { order, acme } = await openSlots();
    await order();
    expect((await acme.get('/inbound-po/LW-999999')).status).toBe(404);
    expect((await acme.get('/inbound-po/PO-1')).status).toBe(404);
  });
});

describe('the products of a purchase order', () => {
  const skusOf = async (items: object[]) => {
    const { order, acme } = await openSlots();
    const { body } = await order({ items });
    const stored = await acme.get(`/inbound-po/${body.data.lw_po_number}`);
    return stored.body.data.items.map((item: { SKU: string }) => item.SKU);
  };

  it('[PO-ITEM-BARCODE] the barcode takes precedence over the SKU', async () => {
    expect(await skusOf([{ SKU: 'AC-TENT-2', barcode: '2000000001029', Quantity: 1 }])).toEqual(['AC-STOVE']);
  });

  it.each([
    [{ SKU: 'AC-STOVE', Quantity: 1 }],
    [{ SKU: 'AC-STOVE', barcode: '', Quantity: 1 }],
    [{ SKU: 'AC-STOVE', barcode: '2999999999999', Quantity: 1 }],
  ])('[A-46] without a known barcode the SKU decides: %j', async (item) => {
    expect(await skusOf([item])).toEqual(['AC-STOVE']);
  });

  it('[PO-ITEM-UNKNOWN] [ERR-ITEMS] unknown and ambiguous items refuse the whole request and are all listed', async () => {
    const { bookConfirmed, order, read } = await openSlots();
    const slotReference = await bookConfirmed();
    const items = [
      tent,
      { SKU: 'AC-NONE', barcode: '2999999999999', Quantity: 1 },
      { SKU: 'BB-LAMP', Quantity: 1 },
      { SKU: 'AC-TWIN-A', barcode: '2000000009999', Quantity: 1 },
      { barcode: '2888888888888', Quantity: 1 },
    ];
    const { status, body } = await order({ slotReference, items });
    expect(status).toBe(400);
    for (const named of ['AC-NONE', 'BB-LAMP', 'AC-TWIN-A', '2888888888888'])
      expect(body.error).toContain(named);
    expect(body.error).not.toContain('AC-TENT-2');
    expect((await read(slotReference)).usedByPoReference).toBeNull();
    expect((await order({ slotReference })).status).toBe(201);
  });
});

describe('creation that fails after the claim', () => {
  const failing = async (options: Parameters<typeof openSlots>[0] = {}) => {
    const emulator = await openSlots(options);
    const match = { method: 'POST', path: '/inbound-po' };
    await emulator.admin.post('/faults', {
      match,
      when: { times: 2 },
      do: { domain: 'po-fails-after-claim' },
    });
    return { ...emulator, slotReference: await emulator.bookConfirmed() };
  };

  it('[PO-FAIL-RELEASE] gives the slot back, says it can be retried, and names the reserved number', async () => {
    const { order, slotReference, read, acme } = await failing();
    const before = await read(slotReference);
    const { body } = await order({ slotReference });
    expect(body).toMatchObject({ success: false, error: expect.any(String), retryable: true });
    expect(body.lw_po_number).toMatch(/\S/);
    expect(await read(slotReference)).toEqual(before);
    expect((await acme.get('/inbound-slot?available=true')).body.data).toHaveLength(1);
    expect((await acme.get(`/inbound-po/${body.lw_po_number}`)).status).toBe(404);
  });

  it('[A-27] fails with 500, and the retry gets the same number', async () => {
    const { order, slotReference } = await failing();
    const first = await order({ slotReference });
    const second = await order({ slotReference });
    const third = await order({ slotReference });
    expect([first.status, second.status, third.status]).toEqual([500, 500, 201]);
    expect(second.body.lw_po_number).toBe(first.body.lw_po_number);
    expect(third.body.data.lw_po_number).toBe(first.body.lw_po_number);
  });

  it('[A-27] the reserved number belongs to that reference alone', async () => {
    const { order, slotReference, bookConfirmed } = await failing();
    const first = await order({ slotReference });
    await order({ slotReference });
    const other = await order({ slotReference: await bookConfirmed(), PO_REFERENCE: 'PO-2' });
    expect(other.status).toBe(201);
    expect(other.body.data.lw_po_number).not.toBe(first.body.lw_po_number);
  });
});
