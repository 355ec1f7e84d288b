import { describe, expect, it } from 'vitest';
import { friday, monday, openSlots, saturday, slotBody } from '../../../support/emulator/slots.ts';

const without = (field: string) => slotBody({ [field]: undefined });

describe('booking a slot', () => {
  it('[SLOT-BOOK-PENDING] waits for the warehouse under its own reference', async () => {
    const { acme } = await openSlots();
    const first = await acme.post('/inbound-slot', slotBody());
    const second = await acme.post('/inbound-slot', slotBody());
    expect(first).toMatchObject({
      status: 201,
      body: { success: true, data: { scheduleStatus: 'pending_ops' } },
    });
    expect(first.body.data.slotReference).not.toBe(second.body.data.slotReference);
  });

  it.each(['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'])(
    '[SLOT-BOOK-REQUIRED] %s is required',
    async (field) => {
      const { acme } = await openSlots();
      expect(await acme.post('/inbound-slot', without(field))).toMatchObject({
        status: 400,
        body: { success: false, error: `${field} is required` },
      });
    },
  );

  it('[SLOT-BOOK-OPTIONAL] vehicle, pallets and registration may be left out', async () => {
    const { acme } = await openSlots();
    expect((await acme.post('/inbound-slot', without('deliveryType'))).status).toBe(201);
  });

  it.each(['lt_10', '10_to_20', 'gt_20'])('[SLOT-BOOK-SKU-BUCKETS] accepts %s', async (numberOfSkus) => {
    const { acme } = await openSlots();
    expect((await acme.post('/inbound-slot', slotBody({ numberOfSkus }))).status).toBe(201);
  });

  it('[SLOT-BOOK-LOADING] accepts palletised goods', async () => {
    const { book, read } = await openSlots();
    expect((await read(await book({ loadingType: 'palletised' }))).loadingType).toBe('palletised');
  });

  it.each(['container', 'truck'])('[SLOT-BOOK-DELIVERY-TYPE] accepts a %s', async (deliveryType) => {
    const { book, read } = await openSlots();
    const vehicle = { deliveryType, containerSize: '40ft' };
    expect(await read(await book(vehicle))).toMatchObject(vehicle);
  });

  it.each(['04/09/2026', '2026-09-31', '2026-9-4', '2026-09-04T09:00:00Z', 20260904])(
    '[SLOT-BOOK-DATE-FORMAT] %j is not a valid date',
    async (date) => {
      const { acme } = await openSlots();
      const { status, body } = await acme.post('/inbound-slot', slotBody({ date }));
      expect(status).toBe(400);
      expect(body.error).toMatch(/^date must be/);
    },
  );

  it.each([
    ['2026-09-01T08:00:00Z', '2026-08-31', 400],
    ['2026-09-01T08:00:00Z', '2026-09-01', 201],
    ['2026-09-01T22:59:59Z', '2026-09-01', 201],
    ['2026-09-01T23:00:00Z', '2026-09-01', 400],
    ['2026-12-01T23:59:59Z', '2026-12-01', 201],
  ])('[SLOT-BOOK-PAST] at %s a slot on %s gives %i, by UK days', async (now, date, expected) => {
    const { acme } = await openSlots({ now });
    const { status, body } = await acme.post(
      '/inbound-slot',
      slotBody({ date, warehouse: 'Thames Reach FC' }),
    );
    expect(status).toBe(expected);
    if (status === 400) expect(body.error).toContain('date');
  });

  it('[SLOT-BOOK-MONDAY] Mondays are unavailable', async () => {
    const { acme } = await openSlots();
    const { status, body } = await acme.post('/inbound-slot', slotBody({ date: monday }));
    expect(status).toBe(400);
    expect(body.error).toContain('Monday');
  });

  it('[SLOT-BOOK-MONDAY-ACCEPTED] except if the warehouse accepts them', async () => {
    const { acme } = await openSlots();
    const body = slotBody({ date: monday, warehouse: 'Thames Reach FC' });
    expect((await acme.post('/inbound-slot', body)).status).toBe(201);
  });

  it.each([
    [friday, 'morning', '2026-09-04T08:00:00Z'],
    [friday, 'afternoon', '2026-09-04T12:00:00Z'],
    ['2026-10-24', 'morning', '2026-10-24T08:00:00Z'],
    ['2026-10-25', 'morning', '2026-10-25T09:00:00Z'],
    ['2027-03-27', 'afternoon', '2027-03-27T13:00:00Z'],
    ['2027-03-28', 'morning', '2027-03-28T08:00:00Z'],
  ])('[SLOT-BOOK-WINDOW] %s %s arrives at %s: 09:00 or 13:00 UK time', async (date, window, at) => {
    const { book, fc, read } = await openSlots();
    const reference = await book({ date, window });
    await fc(reference, 'confirm');
    const { schedule } = await read(reference);
    expect(Date.parse(schedule.confirmedTime)).toBe(Date.parse(at));
  });

  it('[SLOT-BOOK-WAREHOUSE-LENGTH] a warehouse has at most 200 characters', async () => {
    const { acme } = await openSlots();
    const long = await acme.post('/inbound-slot', slotBody({ warehouse: 'W'.repeat(201) }));
    expect(long).toMatchObject({ status: 400, body: { error: 'warehouse must be at most 200 characters' } });
    const unknown = await acme.post('/inbound-slot', slotBody({ warehouse: 'W'.repeat(200) }));
    expect(unknown.body.error).not.toContain('characters');
  });

  it('[SLOT-BOOK-VEHICLE-LENGTH] a registration has at most 100 characters', async () => {
    const { acme } = await openSlots();
    const long = await acme.post('/inbound-slot', slotBody({ containerTruckNumber: 'X'.repeat(101) }));
    expect(long).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('containerTruckNumber') },
    });
    expect(
      (await acme.post('/inbound-slot', slotBody({ containerTruckNumber: 'X'.repeat(100) }))).status,
    ).toBe(201);
  });

  it.each([
    [0, 400],
    [-1, 400],
    [1.5, 400],
    ['6', 400],
    [1, 201],
  ])('[SLOT-BOOK-PALLETS] %j pallets give %i', async (palletCount, expected) => {
    const { acme } = await openSlots();
    const { status, body } = await acme.post('/inbound-slot', slotBody({ palletCount }));
    expect(status).toBe(expected);
    if (status === 400) expect(body.error).toContain('palletCount');
  });

  it('[SLOT-BOOK-CONTAINER-SIZE] a container needs its size, a truck does not', async () => {
    const { acme } = await openSlots();
    const bare = await acme.post('/inbound-slot', slotBody({ deliveryType: 'container' }));
    expect(bare).toMatchObject({ status: 400, body: { error: 'containerSize is required' } });
    const sized = await acme.post(
      '/inbound-slot',
      slotBody({ deliveryType: 'container', containerSize: '40ft' }),
    );
    expect(sized.status).toBe(201);
  });

  it('[A-11] an unknown or foreign warehouse is refused by its name', async () => {
    const { acme } = await openSlots();
    for (const warehouse of ['Nowhere FC', 'Foreign FC', 'northgate fc']) {
      const answer = await acme.post('/inbound-slot', slotBody({ warehouse }));
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(warehouse) } });
    }
  });

  it('[A-20] weekends are bookable', async () => {
    const { acme } = await openSlots();
    expect((await acme.post('/inbound-slot', slotBody({ date: saturday }))).status).toBe(201);
  });

  it.each([
    ['window', 'noon', 'morning, afternoon'],
    ['numberOfSkus', 'many', 'lt_10, 10_to_20, gt_20'],
    ['deliveryType', 'bicycle', 'container, truck'],
    ['loadingType', 'thrown', 'palletised, loose, mixed'],
    ['containerSize', '10ft', '20ft, 40ft, 40ft_hc, 45ft_hc'],
  ])('[A-21] refuses a wrong %s and lists the allowed values', async (field, value, allowed) => {
    const { acme } = await openSlots();
    const { status, body } = await acme.post('/inbound-slot', slotBody({ [field]: value }));
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: `${field} must be one of ${allowed}`,
    });
  });
});
