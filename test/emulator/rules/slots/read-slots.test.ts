import { describe, expect, it } from 'vitest';
import { openSlots, slotBody } from '../../../support/emulator/slots.ts';

const offer = '2026-09-08T13:00:00+01:00';

describe('the client looks', () => {
  it('[SLOT-LIST] lists all its slots in every state', async () => {
    const { acme, book, bookConfirmed, bookOffered } = await openSlots();
    const references = [await book(), await bookConfirmed(), await bookOffered(offer)];
    const { status, body } = await acme.get('/inbound-slot');
    expect(status).toBe(200);
    expect(body.data.map((slot: { slotReference: string }) => slot.slotReference)).toEqual(references);
  });

  it('[SLOT-LIST-AVAILABLE] lists only confirmed and unused slots with available=true', async () => {
    const { acme, book, bookConfirmed, bookOffered, order } = await openSlots();
    const ready = await bookConfirmed();
    await book();
    await bookOffered(offer);
    await order({ slotReference: await bookConfirmed() });
    const cancelled = await bookConfirmed();
    await acme.delete(`/inbound-slot/${cancelled}`);
    const { body } = await acme.get('/inbound-slot?available=true');
    expect(body.data.map((slot: { slotReference: string }) => slot.slotReference)).toEqual([ready]);
    expect((await acme.get('/inbound-slot?available=false')).body.data).toHaveLength(5);
  });

  it('[SLOT-SCOPE] [AUTH-SCOPE] another client can neither see nor change a slot', async () => {
    const { bluebird, bookOffered, read } = await openSlots();
    const reference = await bookOffered(offer);
    const before = await read(reference);
    expect((await bluebird.get(`/inbound-slot/${reference}`)).status).toBe(404);
    expect((await bluebird.post(`/inbound-slot/${reference}/respond`, { action: 'accept' })).status).toBe(
      404,
    );
    expect((await bluebird.delete(`/inbound-slot/${reference}`)).status).toBe(404);
    expect((await bluebird.get('/inbound-slot')).body.data).toEqual([]);
    expect(await read(reference)).toEqual(before);
    expect((await bluebird.post('/inbound-slot', slotBody())).body.data.slotReference).not.toBe(reference);
  });
});
