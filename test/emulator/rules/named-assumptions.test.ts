import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { openSlots, poBody, slotBody } from '../../support/emulator/slots.ts';
import { inboundBody, openStock, orderBody } from '../../support/emulator/stock.ts';

/** The assumptions that an answer names in its header. */
const named = ({ headers }: { headers: Readonly<Record<string, string>> }): string[] =>
  (headers['x-emulator-assumption'] ?? '').split(', ').map((each) => each.replace(/=.*/, ''));

describe('an answer names the assumption it rests on', () => {
  it.each([
    ['/order', 400, 'A-08'],
    ['/order?channel_ref=CH-1', 200, 'A-09'],
    ['/order?channel_ref=CH-1', 200, 'A-58'],
    ['/inventory/stock-age', 200, 'A-31'],
    ['/inventory/stock-age?in_stock_only=perhaps', 400, 'A-39'],
    ['/inventory/stock-age?locationId=nowhere', 400, 'A-11'],
    ['/inbound-slot', 200, 'A-50'],
    ['/inbound-slot?available=true', 200, 'A-19'],
    ['/inbound-slot?available=perhaps', 400, 'A-39'],
  ])('%s: %i, %s', async (path, status, assumption) => {
    const acme = (await openTestEmulator()).as('emu-acme');
    const answer = await acme.get(path);
    expect(answer.status).toBe(status);
    expect(named(answer)).toContain(assumption);
  });

  it.each([
    ['/order?channel_ref=123', 'A-55'],
    ['/order?channel_ref=123', 'A-58'],
    ['/inventory/stock-age?in_stock_only=true', 'A-39'],
    ['/inbound-slot', 'A-19'],
    ['/inbound-slot?available=true', 'A-50'],
  ])('and no others: %s, %s', async (path, assumption) => {
    const acme = (await openTestEmulator()).as('emu-acme');
    expect(named(await acme.get(path))).not.toContain(assumption);
  });

  it('an unpaid order rests on A-02, and its status on A-04 only once it is no longer pending', async () => {
    const acme = (await openTestEmulator()).as('emu-acme');
    const paid = await acme.post('/outbound', orderBody('R-1'));
    expect([paid.status, paid.body.error]).toEqual([201, undefined]);
    expect(named(paid)).not.toContain('A-02');
    const unpaid = await acme.post('/outbound', orderBody('R-2', { PaymentStatus: 'UNPAID' }));
    expect(unpaid.status).toBe(201);
    expect(named(unpaid)).toContain('A-02');
    expect(named(await acme.get('/order/R-1'))).not.toContain('A-04');
    await acme.post('/order/R-1/cancel', { reason: 'x' });
    expect(named(await acme.get('/order/R-1'))).toContain('A-04');
  });

  it.each<[string, object, string, boolean]>([
    ['a channel reference', { Channel_Ref: 'CH-1' }, 'A-03', true],
    ['no channel reference', {}, 'A-03', false],
    ['a DispatchBy without a zone', { DispatchBy: '2026-09-02T17:00:00' }, 'A-12', true],
    ['a DispatchBy with a zone', { DispatchBy: '2026-09-02T17:00:00Z' }, 'A-12', false],
  ])('an order with %s', async (_, changes, assumption, rests) => {
    const { acme } = await openStock();
    const answer = await acme.post('/outbound', orderBody('R-1', changes));
    expect(answer.status).toBe(201);
    expect(named(answer).includes(assumption)).toBe(rests);
  });

  it('a repeated reference does not rest on A-56', async () => {
    const { create } = await openStock();
    await create('R-1');
    const repeated = await create('R-1');
    expect([repeated.status, named(repeated).includes('A-56')]).toEqual([409, false]);
  });

  it('a delivery with a field that only the service sets is refused under A-14', async () => {
    const { acme } = await openStock();
    const refused = await acme.post('/inbound', inboundBody('IN-1', { received_at: 'mine' }));
    expect([refused.status, named(refused).includes('A-14')]).toEqual([400, true]);
    expect(named(await acme.post('/inbound', inboundBody('IN-2')))).not.toContain('A-14');
  });

  it.each<[string, Record<string, unknown>, number, string, boolean]>([
    ['an unknown item', { items: [{ SKU: 'NO', Quantity: 1 }] }, 400, 'A-42', true],
    ['no items', { items: [] }, 400, 'A-42', true],
    ['no reference', { PO_REFERENCE: undefined }, 400, 'A-42', false],
    ['known items', {}, 201, 'A-42', false],
    ['an item known by its SKU alone', { items: [{ SKU: 'AC-STOVE', Quantity: 1 }] }, 201, 'A-46', true],
    [
      'an item known by its SKU and not by its barcode',
      { items: [{ SKU: 'AC-STOVE', barcode: '99', Quantity: 1 }] },
      201,
      'A-46',
      true,
    ],
    [
      'an item known by its barcode',
      { items: [{ barcode: '2000000001029', Quantity: 1 }] },
      201,
      'A-46',
      false,
    ],
    ['no delivery type', { deliveryType: undefined }, 400, 'A-51', true],
  ])('a purchase order with %s', async (_, changes, status, assumption, rests) => {
    const { acme } = await openSlots();
    const answer = await acme.post('/inbound-po', poBody(changes));
    expect([answer.status, named(answer).includes(assumption)]).toEqual([status, rests]);
  });

  it('a purchase order that repeats a reference, or has a date beside its slot', async () => {
    const { acme, bookConfirmed } = await openSlots();
    await acme.post('/inbound-po', poBody());
    const repeated = await acme.post('/inbound-po', poBody());
    expect([repeated.status, named(repeated).includes('A-25')]).toEqual([409, true]);
    const slotReference = await bookConfirmed();
    const dated = { PO_REFERENCE: 'PO-2', slotReference, Expected_Arrival_Date: '2026-09-04' };
    expect(named(await acme.post('/inbound-po', poBody(dated)))).toContain('A-45');
  });

  it('a purchase order with a slot rests on A-22, and one without a slot on A-24 and A-51 too', async () => {
    const { acme, bookConfirmed } = await openSlots();
    const slotReference = await bookConfirmed({ deliveryType: undefined });
    const bare = named(await acme.post('/inbound-po', poBody({ slotReference, deliveryType: undefined })));
    expect(bare).not.toContain('A-51');
    const withSlot = await acme.post('/inbound-po', poBody({ slotReference }));
    expect([withSlot.status, named(withSlot).includes('A-24')]).toEqual([201, false]);
    expect(named(withSlot)).toContain('A-22');
    const without = named(await acme.post('/inbound-po', poBody({ PO_REFERENCE: 'PO-2' })));
    expect(without).toEqual(expect.arrayContaining(['A-22', 'A-24']));
  });

  it('a purchase order whose slot is not confirmed, or elsewhere, rests on A-23 or A-26', async () => {
    const { acme, book, bookConfirmed } = await openSlots();
    const pending = await acme.post('/inbound-po', poBody({ slotReference: await book() }));
    expect([pending.status, named(pending).includes('A-23')]).toEqual([409, true]);
    const slotReference = await bookConfirmed({ warehouse: 'Thames Reach FC' });
    const elsewhere = await acme.post('/inbound-po', poBody({ slotReference }));
    expect([elsewhere.status, named(elsewhere).includes('A-26')]).toEqual([400, true]);
  });

  it('a purchase order that is read rests on A-28 and A-29', async () => {
    const { acme } = await openSlots();
    const { body } = await acme.post('/inbound-po', poBody());
    const read = await acme.get(`/inbound-po/${body.data.lw_po_number}`);
    expect(named(read)).toEqual(expect.arrayContaining(['A-28', 'A-29']));
  });

  it('a purchase order whose creation fails after the claim rests on A-27', async () => {
    const { acme, admin, bookConfirmed } = await openSlots();
    await admin.post('/faults', { match: { path: '/inbound-po' }, do: { domain: 'po-fails-after-claim' } });
    const answer = await acme.post('/inbound-po', poBody({ slotReference: await bookConfirmed() }));
    expect([answer.status, named(answer).includes('A-27')]).toEqual([500, true]);
  });

  it('an answer to an offer rests on A-50, and a cancelled slot that cannot be read on A-18', async () => {
    const { acme, bookOffered, respond } = await openSlots({ assume: { 'A-18': 2 } });
    const accepted = await respond(await bookOffered('2026-09-08T13:00:00+01:00'), { action: 'accept' });
    expect([accepted.status, named(accepted).includes('A-50')]).toEqual([200, true]);
    const { body } = await acme.post('/inbound-slot', slotBody());
    const path = `/inbound-slot/${body.data.slotReference}`;
    await acme.delete(path);
    const hidden = await acme.get(path);
    expect([hidden.status, named(hidden).includes('A-18')]).toEqual([404, true]);
  });

  it('a sign-in rests on A-40', async () => {
    const { anonymous } = await openTestEmulator();
    const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    expect(named(await anonymous.post('/auth/login', credentials))).toContain('A-40');
  });

  it('a slot rests on A-18 once it is used or cancelled', async () => {
    const { acme, bookConfirmed } = await openSlots();
    const { body } = await acme.post('/inbound-slot', slotBody());
    const path = `/inbound-slot/${body.data.slotReference}`;
    expect(named(await acme.get(path))).not.toContain('A-18');
    await acme.delete(path);
    expect(named(await acme.get(path))).toContain('A-18');
    const slotReference = await bookConfirmed();
    await acme.post('/inbound-po', poBody({ slotReference }));
    expect(named(await acme.get(`/inbound-slot/${slotReference}`))).toContain('A-18');
  });
});
