import { describe, expect, it } from 'vitest';
import { openStock } from '../../../support/emulator/stock.ts';

describe('POST /order/{order_id}/cancel', () => {
  it('[ORD-CANCEL] [A-06] cancels by reference and gives the time', async () => {
    const { create, cancel, order, advance } = await openStock();
    await create('R-1');
    await advance('1h');
    const { status, body, headers } = await cancel('R-1', { reason: 'changed their mind' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        ...{ ReferenceNumber: 'R-1', Client: 'Acme Outdoor', Status: 'Cancelled' },
        CancelledAt: '2026-09-01T09:00:00Z',
      },
    });
    expect(headers['x-emulator-assumption']).toContain('A-06');
    expect((await order('R-1')).Status).toBe('Cancelled');
  });

  it('[A-06] refuses a reason that is not text', async () => {
    const { create, cancel } = await openStock();
    await create('R-1');
    expect(await cancel('R-1', { reason: 7 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('reason') },
    });
  });

  it('[A-06] gives the same answer again, and changes nothing', async () => {
    const { create, cancel, stock, advance } = await openStock();
    await create('R-1');
    const first = await cancel('R-1');
    await advance('1h');
    const after = await stock('AC-TENT-2');
    const second = await cancel('R-1');
    expect({ status: second.status, body: second.body }).toEqual({ status: 200, body: first.body });
    expect(await stock('AC-TENT-2')).toEqual(after);
  });

  it.each(['NOWHERE', 'MSF-1', 'THEIRS'])('[A-06] does not find %s', async (reference) => {
    const { cancel } = await openStock();
    expect(await cancel(reference)).toMatchObject({ status: 404, body: { success: false } });
  });

  it('[A-06] alternatively answers without a body', async () => {
    const { create, cancel, stock } = await openStock({ assume: { 'A-06': 1 } });
    await create('R-1');
    expect((await cancel('R-1')).status).toBe(204);
    expect((await cancel('R-1')).status).toBe(204);
    expect((await stock('AC-TENT-2')).InOrderBook).toBe(0);
  });

  it('[A-06] alternatively refuses the second time with 409', async () => {
    const { create, cancel, stock } = await openStock({ assume: { 'A-06': 2 } });
    await create('R-1');
    expect((await cancel('R-1')).status).toBe(200);
    expect((await cancel('R-1')).status).toBe(409);
    expect((await stock('AC-TENT-2')).InOrderBook).toBe(0);
  });

  it.each([
    [3, 'UUID', 'Number'],
    [4, 'Number', 'UUID'],
  ] as const)('[A-06] as alternative %i, accepts only the %s', async (choice, named, other) => {
    const { create, cancel, order } = await openStock({ assume: { 'A-06': choice } });
    const { OrderId } = (await create('R-1')).body.data;
    expect((await cancel('R-1')).status).toBe(404);
    expect((await cancel(String(OrderId[other]))).status).toBe(404);
    const first = await cancel(String(OrderId[named]));
    expect([first.status, (await order('R-1')).Status]).toEqual([200, 'Cancelled']);
    const again = await cancel(String(OrderId[named]));
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});
