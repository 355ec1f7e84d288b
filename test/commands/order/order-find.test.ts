import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { csvRows } from '../../support/output.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';
import { shipped, trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

describe('cfi order find', () => {
  it('finds uploaded orders by part of their reference, ignoring case', async () => {
    await orders.upload('WEB-1001', 'WEB-1002', 'SHOP_1');
    orders.records.set('WEB-1001', shipped);
    expect(dataOf(await orders.cfi('order', 'find', 'b-1001', '--json'))).toMatchObject({
      orders: [{ ReferenceNumber: 'WEB-1001', Status: 'Shipped', TrackingNumber: '1550-42' }],
    });
    expect((await orders.cfi('order', 'find', '%')).code).toBe(5);
    expect(csvRows((await orders.cfi('order', 'find', '_', '-o', 'csv')).stdout)).toMatchObject([
      { ReferenceNumber: 'SHOP_1' },
    ]);
  });

  it('finds an order whose upload got no answer', async () => {
    let isDown = true;
    const service = await startOrderService((request, response, accept) => {
      if (!isDown || request.url.endsWith('/auth/login')) return false;
      if (request.method === 'POST') accept();
      response.destroy();
      return true;
    });
    const home = homeWith('orders.csv', ordersCsv([orderRow('WEB-1001')]));
    const ask = (...line: string[]) => runCli([...line, '--max-retries', '0'], { home, env: service.env });
    expect((await ask('order', 'create', 'orders.csv')).code).toBe(10);
    isDown = false;
    expect(dataOf(await ask('order', 'find', '1001', '--json'))).toMatchObject({
      orders: [{ ReferenceNumber: 'WEB-1001', Status: 'Pending' }],
    });
  });

  it('finds orders by channel reference, no matter who uploaded them', async () => {
    const { cfi: ask } = stubService(({ target }) => ({
      body: JSON.stringify({
        success: true,
        data: target.includes('channel_ref=SHOP-77')
          ? [{ ReferenceNumber: 'W-1', Channel_Ref: 'SHOP-77', ...shipped }]
          : [],
      }),
    }));
    const { code, stdout } = await ask(['order', 'find', 'SHOP-77', '-o', 'csv']);
    expect([code, csvRows(stdout)]).toMatchObject([
      0,
      [{ ReferenceNumber: 'W-1', TrackingNumber: '1550-42' }],
    ]);
  });

  it('exits with 9 if one of them is gone', async () => {
    await orders.upload('WEB-1', 'WEB-2');
    orders.records.set('WEB-2', 404);
    const outcome = await orders.cfi('order', 'find', 'WEB', '-o', 'csv');
    expect(outcome.code).toBe(9);
    expect(csvRows(outcome.stdout).map((row) => row.Status)).toEqual(['Pending', 'missing']);
  });

  it('says once why the service could not be asked', async () => {
    await orders.upload('WEB-1001', 'WEB-1002');
    for (const reference of ['WEB-1001', 'WEB-1002']) orders.records.set(reference, 503);
    const { code, stderr } = await orders.cfi('order', 'find', 'WEB', '--json', '--max-retries', '0');
    const errors = stderr.match(/^\{.*$/gm)?.map((line) => JSON.parse(line).error);
    expect(errors).toMatchObject([{ code: 'unavailable', exitCode: code }]);
  });

  it('does not count as a look for order track', async () => {
    await orders.upload('R-1');
    await orders.cfi('order', 'track');
    orders.records.set('R-1', shipped);
    await orders.cfi('order', 'find', 'R-1');
    expect(csvRows((await orders.cfi('order', 'track', '--changed', '-o', 'csv')).stdout)).toHaveLength(1);
  });
});
