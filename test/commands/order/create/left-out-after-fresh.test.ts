import { expect, it } from 'vitest';
import { openShop } from '../../../support/upload/daily-shop.ts';
import { dataOf, outcomesOf } from '../../../support/upload/home-with.ts';

const order = { '#1': [{ sku: 'A' }] } as const;
const refunded = { '#1': [{ sku: 'A', financial: 'refunded' }] } as const;

it('names an uploaded order that is now refunded, even if --fresh failed to send it again in between', async () => {
  const { upload, refuse, cfi } = await openShop();
  expect(outcomesOf(await upload(order))).toEqual({ '#1': 'created' });
  refuse.add('#1');
  expect(outcomesOf(await upload(order, '--fresh'))).toEqual({ '#1': 'rejected' });
  const told = await upload(refunded);
  expect([told.code, dataOf(told).leftOut]).toEqual([
    9,
    [{ ReferenceNumber: '#1', reason: 'refunded', lines: [2], created: true }],
  ]);
  expect((await cfi('order', 'cancel', '#1', '--yes')).code).toBe(0);
  expect((await upload(refunded)).code).toBe(0);
});

it('does not name one that was cancelled before --fresh failed to send it', async () => {
  const { upload, refuse, cfi, read } = await openShop();
  await upload(order);
  await cfi('order', 'cancel', '#1', '--yes');
  refuse.add('#1');
  expect(outcomesOf(await upload(order, '--fresh'))).toEqual({ '#1': 'rejected' });
  expect((await upload(refunded)).code).toBe(0);
  expect(read()).not.toContain('%231');
});
