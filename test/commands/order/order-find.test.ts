import { beforeEach, describe, expect, it } from 'vitest';
import { csvRows } from '../../support/output.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { shipped, type TrackedOrders, trackedOrders } from '../../support/upload/tracked-orders.ts';

let records: TrackedOrders['records'];
let cfi: TrackedOrders['cfi'];
let upload: TrackedOrders['upload'];

beforeEach(async () => {
  ({ records, cfi, upload } = await trackedOrders());
});

describe('cfi order find', () => {
  it('finds uploaded orders by part of their reference, ignoring case', async () => {
    await upload('WEB-1001', 'WEB-1002', 'SHOP_1');
    records.set('WEB-1001', shipped);
    expect(dataOf(await cfi('order', 'find', 'b-1001', '--json'))).toMatchObject({
      orders: [{ ReferenceNumber: 'WEB-1001', Status: 'Shipped', TrackingNumber: '1550-42' }],
    });
    expect((await cfi('order', 'find', '%')).code).toBe(5);
    expect(csvRows((await cfi('order', 'find', '_', '-o', 'csv')).stdout)).toMatchObject([
      { ReferenceNumber: 'SHOP_1' },
    ]);
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
    await upload('WEB-1', 'WEB-2');
    records.set('WEB-2', 404);
    const outcome = await cfi('order', 'find', 'WEB', '-o', 'csv');
    expect(outcome.code).toBe(9);
    expect(csvRows(outcome.stdout).map((row) => row.Status)).toEqual(['Pending', 'missing']);
  });

  it('does not count as a look for order track', async () => {
    await upload('R-1');
    await cfi('order', 'track');
    records.set('R-1', shipped);
    await cfi('order', 'find', 'R-1');
    expect(csvRows((await cfi('order', 'track', '--changed', '-o', 'csv')).stdout)).toHaveLength(1);
  });
});
