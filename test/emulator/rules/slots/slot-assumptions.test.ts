import { describe, expect, it } from 'vitest';
import { friday, monday, openSlots, saturday, slotBody } from '../../../support/emulator/slots.ts';

const offer = '2026-09-08T13:00:00+01:00';

describe('where the specification of slots is silent', () => {
  it.each([
    [0, 'loose', 201],
    [0, 'mixed', 201],
    [0, 'floor_loaded', 400],
    [1, 'palletised', 201],
    [1, 'mixed', 201],
    [1, 'floor_loaded', 201],
    [1, 'loose', 400],
  ])('[A-15] loading types, reading %i: %s gives %i', async (choice, loadingType, status) => {
    const { acme } = await openSlots({ assume: { 'A-15': choice } });
    expect((await acme.post('/inbound-slot', slotBody({ loadingType }))).status).toBe(status);
  });

  it.each([
    [0, '45ft_hc', 201],
    [0, '40HC', 400],
    [1, '40HC', 201],
    [1, '20FT', 201],
    [1, '40FT', 201],
    [1, '40ft', 400],
  ])('[A-16] container sizes, reading %i: %s gives %i', async (choice, containerSize, status) => {
    const { acme } = await openSlots({ assume: { 'A-16': choice } });
    const body = slotBody({ deliveryType: 'container', containerSize });
    expect((await acme.post('/inbound-slot', body)).status).toBe(status);
  });

  it('[SLOT-GET] [A-17] the record holds the request and the negotiation, and no unknown field', async () => {
    const { acme, read } = await openSlots();
    const request = slotBody({ palletCount: 6, containerTruckNumber: 'AB12 CDE' });
    const { body } = await acme.post('/inbound-slot', { ...request, colour: 'green' });
    expect(body.data.slotReference).toMatch(/^SLOT-\d{6}$/);
    expect(body.data).toEqual({
      ...request,
      slotReference: body.data.slotReference,
      scheduleStatus: 'pending_ops',
      client: 'Acme Outdoor',
      createdAt: '2026-09-01T08:00:00Z',
      updatedAt: '2026-09-01T08:00:00Z',
      usedByPoReference: null,
      schedule: { requestedTime: '2026-09-04T09:00:00+01:00', confirmedTime: null, proposals: [] },
    });
    expect(await read(body.data.slotReference)).toEqual(body.data);
  });

  it('[A-17] alternatively created_at instead of createdAt', async () => {
    const { bookOffered, read } = await openSlots({ assume: { 'A-17': 1 } });
    const record = await read(await bookOffered(offer));
    expect(record).toHaveProperty('created_at');
    expect(record).not.toHaveProperty('createdAt');
    expect(record.schedule.proposals[0]).toHaveProperty('created_at');
  });

  it.each([
    [0, 'confirmed'],
    [1, 'consumed'],
    // It hides only cancelled slots.
    [2, 'confirmed'],
  ])('[A-18] a used slot, reading %i, is %s', async (choice, status) => {
    const { bookConfirmed, order, read } = await openSlots({ assume: { 'A-18': choice } });
    const [reference, unused] = [await bookConfirmed(), await bookConfirmed()];
    await order({ slotReference: reference });
    expect((await read(reference)).scheduleStatus).toBe(status);
    expect((await read(unused)).scheduleStatus).toBe('confirmed');
  });

  it('[A-18] alternatively 404 on read, though cancelling again still succeeds', async () => {
    const { book, acme } = await openSlots({ assume: { 'A-18': 2 } });
    const reference = await book();
    const first = await acme.delete(`/inbound-slot/${reference}`);
    expect((await acme.get(`/inbound-slot/${reference}`)).status).toBe(404);
    expect((await acme.get('/inbound-slot')).body.data).toEqual([]);
    expect((await acme.delete(`/inbound-slot/${reference}`)).status).toBe(first.status);
  });

  it('[A-19] success codes: 201 for booking, 200 for the rest', async () => {
    const { acme, bookOffered, respond } = await openSlots();
    expect((await acme.post('/inbound-slot', slotBody())).status).toBe(201);
    const reference = await bookOffered(offer);
    expect((await acme.get(`/inbound-slot/${reference}`)).status).toBe(200);
    expect((await acme.get('/inbound-slot')).status).toBe(200);
    expect((await respond(reference, { action: 'accept' })).status).toBe(200);
    const cancelled = await acme.delete(`/inbound-slot/${reference}`);
    expect(cancelled).toMatchObject({ status: 200, body: { data: { scheduleStatus: 'cancelled' } } });
  });

  it('[A-19] alternatively 204 without a body for cancelling', async () => {
    const { acme, book } = await openSlots({ assume: { 'A-19': 1 } });
    const { status, body } = await acme.delete(`/inbound-slot/${await book()}`);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
  });

  it.each([
    [0, 'lw_po_number'],
    [1, 'PO_REFERENCE'],
  ])('[A-43] usedByPoReference, reading %i, holds the %s', async (choice, field) => {
    const { bookConfirmed, order, read } = await openSlots({ assume: { 'A-43': choice } });
    const reference = await bookConfirmed();
    const { body } = await order({ slotReference: reference });
    const expected = field === 'PO_REFERENCE' ? 'PO-1' : body.data.lw_po_number;
    expect((await read(reference)).usedByPoReference).toBe(expected);
  });

  it.each([
    [0, '2026-09-04T09:00:00+01:00'],
    [1, '2026-09-04T08:00:00Z'],
  ])('[A-49] slot times, reading %i, are written %s', async (choice, time) => {
    const { bookConfirmed, read } = await openSlots({ assume: { 'A-49': choice } });
    expect((await read(await bookConfirmed())).schedule).toMatchObject({
      requestedTime: time,
      confirmedTime: time,
    });
  });

  it('[A-50] respond returns the slot record, and the list includes cancelled slots', async () => {
    const { bookOffered, respond, acme } = await openSlots();
    const reference = await bookOffered(offer);
    const { body } = await respond(reference, { action: 'accept' });
    expect(body.data).toMatchObject({ slotReference: reference, scheduleStatus: 'confirmed' });
    await acme.delete(`/inbound-slot/${reference}`);
    expect((await acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('[A-50] alternatively respond returns only the schedule', async () => {
    const { bookOffered, respond } = await openSlots({ assume: { 'A-50': 1 } });
    const { body } = await respond(await bookOffered(offer), { action: 'accept' });
    expect(body.data).not.toHaveProperty('slotReference');
    expect(body.data.proposals[0]).toMatchObject({ proposedBy: 'ops', proposedTime: offer });
  });

  it.each([
    [{}, ['A-17', 'A-19', 'A-49']],
    [{ date: saturday }, ['A-20']],
    [{ warehouse: 'Nowhere FC' }, ['A-11']],
    [{ loadingType: 'loose' }, ['A-15', 'A-19']],
    [{ deliveryType: 'container', containerSize: '40ft' }, ['A-16', 'A-19']],
    [{ loadingType: 'thrown' }, ['A-15', 'A-21']],
    [{ containerSize: '10ft' }, ['A-16', 'A-21']],
    [{ window: 'noon' }, ['A-21']],
  ])('booking with %j says that the answer rests on %j', async (changes, ids) => {
    const { acme } = await openSlots();
    const { headers } = await acme.post('/inbound-slot', slotBody(changes));
    const reported = headers['x-emulator-assumption']?.split(', ');
    expect(reported).toEqual(expect.arrayContaining(ids));
  });

  it('booking with the one loading type of the specification rests on none about loading', async () => {
    const { acme } = await openSlots();
    const { headers } = await acme.post('/inbound-slot', slotBody({ loadingType: 'palletised' }));
    expect(headers['x-emulator-assumption']).toBe('A-17, A-19, A-49');
  });

  it('a specified answer names no assumption', async () => {
    const { acme } = await openSlots();
    const { headers } = await acme.post('/inbound-slot', slotBody({ date: monday }));
    expect(headers).not.toHaveProperty('x-emulator-assumption');
  });

  it('[A-20] alternatively weekends cannot be booked', async () => {
    const { acme } = await openSlots({ assume: { 'A-20': 1 } });
    for (const [date, status] of [
      [saturday, 400],
      ['2026-09-06', 400],
      [friday, 201],
    ] as const) {
      expect((await acme.post('/inbound-slot', slotBody({ date }))).status).toBe(status);
    }
  });

  const late = '2026-09-04T08:00:01Z';

  it("[A-54] today's window can be booked after its hour", async () => {
    const { acme } = await openSlots({ now: late });
    const { status, headers } = await acme.post('/inbound-slot', slotBody());
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-54')]);
    const { headers: afternoon } = await acme.post('/inbound-slot', slotBody({ window: 'afternoon' }));
    expect(afternoon['x-emulator-assumption']).not.toContain('A-54');
  });

  it('[A-54] alternatively only until it opens', async () => {
    const assume = { 'A-54': 1 };
    const { acme } = await openSlots({ now: late, assume });
    expect((await acme.post('/inbound-slot', slotBody())).status).toBe(400);
    expect((await acme.post('/inbound-slot', slotBody({ window: 'afternoon' }))).status).toBe(201);
    const onTime = await openSlots({ now: '2026-09-04T08:00:00Z', assume });
    expect((await onTime.acme.post('/inbound-slot', slotBody())).status).toBe(201);
  });

  it.each([
    ['in the past', '2026-09-01T08:59:59+01:00', 400],
    ['of this moment', '2026-09-01T09:00:00+01:00', 200],
    ['on a Monday', '2026-09-07T13:00:00+01:00', 400],
    ['on a Sunday that is Monday in London', '2026-09-06T19:30:00-05:00', 400],
    ['at the weekend', '2026-09-06T13:00:00+01:00', 200],
  ])('[A-53] a counter %s: %s gives %i', async (_, proposedTime, expected) => {
    const { bookOffered, respond, read } = await openSlots();
    const reference = await bookOffered(offer);
    const { status, body, headers } = await respond(reference, { action: 'counter', proposedTime });
    expect(status).toBe(expected);
    if (status === 200) return;
    expect(body.error).toContain('proposedTime');
    expect(headers['x-emulator-assumption']).toContain('A-53');
    expect((await read(reference)).scheduleStatus).toBe('pending_customer');
  });

  it('[A-53] a counter is possible on a Monday if the warehouse accepts Mondays', async () => {
    const { bookOffered, respond } = await openSlots();
    const reference = await bookOffered(offer, { warehouse: 'Thames Reach FC' });
    const proposedTime = '2026-09-07T13:00:00+01:00';
    expect((await respond(reference, { action: 'counter', proposedTime })).status).toBe(200);
  });

  it('[A-53] alternatively any time may be proposed', async () => {
    const { bookOffered, respond } = await openSlots({ assume: { 'A-53': 1 } });
    for (const proposedTime of ['2026-08-31T09:00:00+01:00', '2026-09-07T13:00:00+01:00']) {
      const reference = await bookOffered(offer);
      const { status, headers } = await respond(reference, { action: 'counter', proposedTime });
      expect([status, headers['x-emulator-assumption']]).toEqual([200, expect.stringContaining('A-53')]);
    }
  });
});
