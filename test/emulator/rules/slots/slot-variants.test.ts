import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

type Slots = Awaited<ReturnType<typeof openSlots>>;

const offer = '2026-09-08T13:00:00+01:00';

describe('the other answers about slots', () => {
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
});

describe('the update time of a slot', () => {
  const wish = '2026-09-09T09:00:00+01:00';

  it.each<[string, 'book' | 'bookOffered', (slots: Slots, reference: string) => Promise<unknown>]>([
    ['an offer', 'book', ({ fc }, slot) => fc(slot, 'counter', { proposedTime: offer })],
    ['an accepted offer', 'bookOffered', ({ respond }, slot) => respond(slot, { action: 'accept' })],
    [
      'a counter-offer',
      'bookOffered',
      ({ respond }, slot) => respond(slot, { action: 'counter', proposedTime: wish }),
    ],
    ['the cancellation', 'book', ({ acme }, slot) => acme.delete(`/inbound-slot/${slot}`)],
  ])('[A-17] is that of %s', async (_, start, change) => {
    const slots = await openSlots();
    const reference = start === 'book' ? await slots.book() : await slots.bookOffered(offer);
    await slots.advance('1h');
    await change(slots, reference);
    await slots.advance('1h');
    const { createdAt, updatedAt } = await slots.read(reference);
    expect([createdAt, updatedAt]).toEqual(['2026-09-01T08:00:00Z', '2026-09-01T09:00:00Z']);
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
