import { describe, expect, it } from 'vitest';
import { line, openStock, orderBody } from '../../support/emulator/stock.ts';

const tooMuch = { OrderItems: [line({ SKU: 'AC-STOVE', Qty: 1000 })] };

/** What makes a request write something besides what its rule does. */
const counts = [
  ['nothing', {}, undefined],
  ['a rate limit', { rateLimit: 5 }, undefined],
  ['a fault rule', {}, { match: { path: '/outbound' }, do: { latency: '1s' } }],
] as const;

describe('a refused request', () => {
  it.each(counts)('leaves nothing of what its rule wrote, beside %s', async (_, options, rule) => {
    const { acme, admin } = await openStock({ assume: { 'A-10': 2 }, ...options });
    if (rule !== undefined) await admin.post('/faults', rule);
    const before = (await acme.get('/inventory')).body;
    const refused = await acme.post('/outbound', orderBody('R-1', tooMuch));
    expect([refused.status, refused.body.error]).toEqual([400, 'Not enough stock of AC-STOVE']);
    expect((await acme.get('/inventory')).body).toEqual(before);
    expect((await acme.get('/order/R-1')).status).toBe(404);
  });

  it('is counted by the rate limit', async () => {
    const { acme } = await openStock({ assume: { 'A-10': 2 }, rateLimit: 2 });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await acme.post('/outbound', orderBody('R-1', tooMuch))).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  it('is counted by a fault rule', async () => {
    const { acme, admin } = await openStock({ assume: { 'A-10': 2 } });
    await admin.post('/faults', { match: { path: '/outbound' }, when: { times: 1 }, do: { latency: '1s' } });
    const delays: number[] = [];
    for (let n = 0; n < 2; n++)
      delays.push((await acme.post('/outbound', orderBody('R-1', tooMuch))).delayMs);
    expect(delays).toEqual([1000, 0]);
    expect((await admin.get('/faults')).body.data).toMatchObject([{ matched: 2, fired: 1 }]);
  });
});
