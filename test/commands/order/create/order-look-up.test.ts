import { describe, expect, it } from 'vitest';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, outcomesOf, upload } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

describe('a lost answer', () => {
  it.each([
    ['reset after the order was taken', true],
    ['reset before the order was taken', false],
  ])('leads to a look-up first: %s', async (_, taken) => {
    let first = true;
    const service = await startOrderService((request, response, accept) => {
      if (request.method !== 'POST' || !first) return false;
      first = false;
      if (taken) accept();
      response.destroy();
      return true;
    });
    const outcome = await upload(service, ordersCsv([orderRow('R-1')]));
    expect(outcome.code).toBe(0);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created' });
    expect(service.read()).toEqual(['R-1']);
    expect(service.posted()).toHaveLength(taken ? 1 : 2);
  });

  it.each([
    ['has arrived all the same', true, 0, 'created'],
    ['has not arrived', false, 2, 'rejected'],
  ])(
    'leads to another look-up if the order is refused the next time: it %s',
    async (_, taken, code, outcome) => {
      let requests = 0;
      const service = await startOrderService(({ method, url }, response, accept) => {
        if (method !== 'POST' ? !url.includes('/order/') || requests !== 1 : url !== '/v1/outbound')
          return false;
        requests += 1;
        if (requests === 1 && taken) accept();
        if (requests === 1) response.destroy();
        // A replica that lags behind, and then what the order is refused for.
        else json(response, requests === 2 ? 404 : 400, { success: false, error: 'no' });
        return true;
      });
      const uploaded = await upload(service, ordersCsv([orderRow('R-1')]));
      expect([uploaded.code, outcomesOf(uploaded)]).toEqual([code, { 'R-1': outcome }]);
      expect([service.posted().length, service.read().filter((each) => each === 'R-1')]).toEqual([
        2,
        ['R-1', 'R-1'],
      ]);
    },
  );

  it('is unknown if the look-up also fails, and is looked up before it is resent', async () => {
    let broken = true;
    const service = await startOrderService((request, response, accept) => {
      if (!broken) return false;
      if (request.method === 'POST') accept();
      json(response, 500, { success: false, error: 'broken' });
      return true;
    });
    const csv = ordersCsv([orderRow('R-1')]);
    const outcome = await upload(service, csv);
    expect(outcome.code).toBe(10);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'unknown' });
    broken = false;
    const again = await upload(service, csv, [], outcome.home);
    expect(again.code).toBe(0);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'created' });
    expect(service.posted()).toHaveLength(1);
  });
});

describe('an inconclusive look-up', () => {
  const single = ordersCsv([orderRow('R-1')]);
  const afterLostAnswer = (data: unknown) =>
    startOrderService((request, response) => {
      if (request.method === 'POST') response.destroy();
      else json(response, 200, { success: true, data });
      return true;
    });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an error', { error: 'try again later' }],
    ['another order', { ReferenceNumber: 'R-2', OrderId: { UUID: 'u', Number: 5 } }],
    ['a list of other orders', [{ ReferenceNumber: 'R-2' }]],
    ['an id alone', { OrderId: { UUID: 'u', Number: 5 } }],
  ])('after a lost answer, %s: unknown, looked up again by the next run', async (_, data) => {
    const service = await afterLostAnswer(data);
    const outcome = await upload(service, single);
    expect(outcome.code).toBe(10);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'unknown' });
    expect(service.posted()).toHaveLength(1);
    const again = await upload(service, single, [], outcome.home);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'unknown' });
    expect(service.posted()).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['under another name', { Reference: 'R-1' }],
    ['inside the answer', { order: { reference_number: 'R-1' } }],
  ])('a record that has only the reference %s is unverified', async (_, data) => {
    const outcome = await upload(await afterLostAnswer(data), single);
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome).orders).toMatchObject([{ outcome: 'existing', error: 'unverified' }]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no marketplace order has it', [{ ReferenceNumber: 'M-1' }], /does not find it, not even among/],
    ['a marketplace order has it', [{ ReferenceNumber: 'R-1' }], /marketplace/],
    ['one of a paged list has it', { orders: [{ ReferenceNumber: 'R-1' }] }, /marketplace/],
  ])('after a 409 and 404s, when %s: conflict, never existing', async (_, list, message) => {
    const service = await startOrderService((request, response) => {
      if (request.method === 'POST') json(response, 409, { success: false, error: 'exists' });
      else if (request.url.includes('ship_from=MSF')) json(response, 200, { success: true, data: list });
      else json(response, 404, { success: false, error: 'not found' });
      return true;
    });
    const outcome = await upload(service, single, ['--max-retries', '2']);
    expect(outcome.code).toBe(6);
    expect(dataOf(outcome).orders).toMatchObject([
      { outcome: 'conflict', status: 409, error: expect.stringMatching(message) },
    ]);
    expect(service.read()).toEqual(['R-1', 'R-1', 'R-1', '/v1/order?ship_from=MSF']);
  });

  it('after a 409, asks a lagging replica of the service again', async () => {
    let looks = 0;
    const service = await startOrderService((request, response, accept) => {
      if (request.method === 'POST') {
        accept();
        json(response, 409, { success: false, error: 'exists' });
        return true;
      }
      if (++looks > 2) return false;
      json(response, 404, { success: false, error: 'not found' });
      return true;
    });
    expect(outcomesOf(await upload(service, single))).toEqual({ 'R-1': 'existing' });
  });
});
