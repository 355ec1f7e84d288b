import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { orderBody } from '../../support/emulator/stock.ts';

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
  ])('%s: %i, %s', async (path, status, assumption) => {
    const acme = (await openTestEmulator()).as('emu-acme');
    const answer = await acme.get(path);
    expect(answer.status).toBe(status);
    expect(named(answer)).toContain(assumption);
  });

  it.each([
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
});
