import { describe, expect, it } from 'vitest';
import { friday, monday, openSlots, saturday, slotBody } from '../../../support/emulator/slots.ts';

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

  it('[SLOT-BOOK-OPTIONAL] vehicle, pallets and registration may be left out', async () => {
    const { acme } = await openSlots();
    expect((await acme.post('/inbound-slot', slotBody({ deliveryType: undefined }))).status).toBe(201);
  });

  it.each<[string, Record<string, unknown>]>([
    ['[SLOT-BOOK-SKU-BUCKETS] a number of SKUs', { numberOfSkus: 'lt_10' }],
    ['[SLOT-BOOK-SKU-BUCKETS] a number of SKUs', { numberOfSkus: '10_to_20' }],
    ['[SLOT-BOOK-SKU-BUCKETS] a number of SKUs', { numberOfSkus: 'gt_20' }],
    ['[SLOT-BOOK-LOADING] palletised goods', { loadingType: 'palletised' }],
    [
      '[SLOT-BOOK-DELIVERY-TYPE] [SLOT-BOOK-CONTAINER-SIZE] a container',
      { deliveryType: 'container', containerSize: '40ft' },
    ],
    ['[SLOT-BOOK-DELIVERY-TYPE] a truck', { deliveryType: 'truck', containerSize: '40ft' }],
    ['[SLOT-BOOK-MONDAY-ACCEPTED] a Monday', { date: monday, warehouse: 'Thames Reach FC' }],
    ['[SLOT-BOOK-VEHICLE-LENGTH] a registration', { containerTruckNumber: 'X'.repeat(100) }],
    ['[SLOT-BOOK-PALLETS] a pallet', { palletCount: 1 }],
    ['[A-20] a Saturday', { date: saturday }],
  ])('%s %j is accepted and shown', async (_, changes) => {
    const { book, read } = await openSlots();
    expect(await read(await book(changes))).toMatchObject(changes);
  });

  it('[SLOT-BOOK-WAREHOUSE-LENGTH] a name of 200 characters is not too long', async () => {
    const { acme } = await openSlots();
    const { body } = await acme.post('/inbound-slot', slotBody({ warehouse: 'W'.repeat(200) }));
    expect(body.error).toContain('is not one of your warehouses');
  });

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
});
