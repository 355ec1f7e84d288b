import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

const offer = '2026-09-08T13:00:00+01:00';

describe('the client cancels', () => {
  it('[SLOT-CANCEL] an unused slot in any state, permanently', async () => {
    const { book, bookConfirmed, bookOffered, acme, read, fc } = await openSlots();
    for (const reference of [await book(), await bookConfirmed(), await bookOffered(offer)]) {
      expect((await acme.delete(`/inbound-slot/${reference}`)).status).toBe(200);
      expect((await read(reference)).scheduleStatus).toBe('cancelled');
      expect((await fc(reference, 'confirm')).status).toBe(409);
    }
  });

  it('[SLOT-CANCEL-IDEMPOTENT] cancelling again gives the same answer', async () => {
    const { book, acme, advance } = await openSlots();
    const reference = await book();
    const first = await acme.delete(`/inbound-slot/${reference}`);
    await advance('1h');
    const second = await acme.delete(`/inbound-slot/${reference}`);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it('[SLOT-CANCEL-USED] a used slot cannot be cancelled', async () => {
    const { bookConfirmed, order, acme, read } = await openSlots();
    const reference = await bookConfirmed();
    await order({ slotReference: reference });
    expect((await acme.delete(`/inbound-slot/${reference}`)).status).toBe(409);
    expect((await read(reference)).scheduleStatus).toBe('confirmed');
  });

  it('an unknown slot is 404', async () => {
    const { acme } = await openSlots();
    const { status, headers } = await acme.delete('/inbound-slot/SLOT-NOWHERE');
    expect(status).toBe(404);
    expect(headers['x-emulator-assumption']).toContain('A-19');
  });
});
