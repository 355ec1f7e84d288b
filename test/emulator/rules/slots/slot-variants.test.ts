import { describe, expect, it } from 'vitest';
import { openSlots, slotBody } from '../../../support/emulator/slots.ts';

const offer = '2026-09-08T13:00:00+01:00';

describe('the other answers about slots', () => {
  it.each([
    ['A-15', { loadingType: 'mixed' }],
    ['A-16', { deliveryType: 'container', containerSize: '20FT' }],
    ['A-16', { deliveryType: 'container', containerSize: '40FT' }],
  ])('[%s] accept %j', async (assumption, changes) => {
    const { acme } = await openSlots({ assume: { [assumption]: 1 } });
    expect((await acme.post('/inbound-slot', slotBody(changes))).status).toBe(201);
  });

  it('[A-17] additional fields hold a number, an object and null, and the others keep their names', async () => {
    const plain = await openSlots();
    const varied = await openSlots({ assume: { 'A-17': 2 } });
    const usual = await plain.read(await plain.bookOffered(offer));
    const more = { bayNumber: expect.any(Number), site: { zone: expect.any(String), priority: null } };
    expect(await varied.read(await varied.bookOffered(offer))).toEqual({ ...usual, ...more });
  });

  it('[A-18] a cancelled slot stays readable where only a used one is consumed', async () => {
    const { acme, book, read } = await openSlots({ assume: { 'A-18': 1 } });
    const reference = await book();
    await acme.delete(`/inbound-slot/${reference}`);
    expect((await read(reference)).scheduleStatus).toBe('cancelled');
    expect((await acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('[A-18] a used slot stays confirmed where only a cancelled one is hidden', async () => {
    const { bookConfirmed, order, read } = await openSlots({ assume: { 'A-18': 2 } });
    const reference = await bookConfirmed();
    await order({ slotReference: reference });
    expect((await read(reference)).scheduleStatus).toBe('confirmed');
  });
});

describe('the update time of a slot', () => {
  it.each([
    ['an accepted offer', { action: 'accept' }],
    ['a counter-offer', { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' }],
  ])('[A-17] is that of %s', async (_, answer) => {
    const { bookOffered, respond, read, advance } = await openSlots();
    const reference = await bookOffered(offer);
    await advance('1h');
    await respond(reference, answer);
    await advance('1h');
    const { createdAt, updatedAt } = await read(reference);
    expect([createdAt, updatedAt]).toEqual(['2026-09-01T08:00:00Z', '2026-09-01T09:00:00Z']);
  });

  it('[A-17] is that of an offer', async () => {
    const { book, fc, read, advance } = await openSlots();
    const reference = await book();
    await advance('1h');
    await fc(reference, 'counter', { proposedTime: offer });
    expect((await read(reference)).updatedAt).toBe('2026-09-01T09:00:00Z');
  });

  it('[A-17] is that of the cancellation', async () => {
    const { acme, book, read, advance } = await openSlots();
    const reference = await book();
    await advance('1h');
    await acme.delete(`/inbound-slot/${reference}`);
    await advance('1h');
    expect((await read(reference)).updatedAt).toBe('2026-09-01T09:00:00Z');
  });
});

describe('an answer to a slot without an open offer', () => {
  it('rests on A-19, one to an unknown slot does not', async () => {
    const { book, respond } = await openSlots();
    const assumed = async (reference: string) =>
      (await respond(reference, { action: 'accept' })).headers['x-emulator-assumption'];
    expect(await assumed(await book())).toBe('A-19');
    expect(await assumed('SLOT-NOWHERE')).toBe('A-35');
  });
});

describe('the assumptions that an answer about slots names', () => {
  const names = ({ headers }: { headers: Record<string, string | undefined> }) =>
    headers['x-emulator-assumption'];

  it.each([
    ['', 'A-50'],
    ['?available=false', 'A-50'],
    ['?available=true', 'A-19'],
  ])('for the list%s of a client without slots: %s', async (query, expected) => {
    const { acme } = await openSlots();
    expect(names(await acme.get(`/inbound-slot${query}`))).toBe(expected);
  });

  it('A-18 for a used and a cancelled slot only, even where that one is hidden', async () => {
    const { acme, book, bookConfirmed, order } = await openSlots();
    const [open, used, cancelled] = [await book(), await bookConfirmed(), await book()];
    await order({ slotReference: used });
    await acme.delete(`/inbound-slot/${cancelled}`);
    const named = async (reference: string) => names(await acme.get(`/inbound-slot/${reference}`));
    expect(await named(open)).not.toContain('A-18');
    expect(await named(used)).toContain('A-18');
    expect(await named(cancelled)).toContain('A-18');

    const hiding = await openSlots({ assume: { 'A-18': 2 } });
    const hidden = await hiding.book();
    await hiding.acme.delete(`/inbound-slot/${hidden}`);
    expect(names(await hiding.acme.get(`/inbound-slot/${hidden}`))).toContain('A-18');
  });

  it('A-50 for an accepted offer', async () => {
    const { bookOffered, respond } = await openSlots();
    expect(names(await respond(await bookOffered(offer), { action: 'accept' }))).toContain('A-50');
  });
});
