import { expect, it } from 'vitest';
import { openShop } from '../../../support/upload/daily-shop.ts';
import { outcomesOf } from '../../../support/upload/home-with.ts';

const ordered = { '#1': [{ sku: 'A' }], '#2': [{ sku: 'B' }] } as const;
const onHold = { ...ordered, '#1': [{ sku: 'A', fulfillment: 'on_hold' }] } as const;
const warning =
  'warning: 1 order to ship was cancelled from this machine and is not sent again: #1; to ship it after all, send it under another reference';

it('warns of an order that was cancelled because it was on hold, and that the shop wants shipped again', async () => {
  const { upload, cfi, posted } = await openShop();
  await upload(ordered);
  const told = await upload(onHold);
  expect(told.stderr).toContain("cfi order cancel '#1'");
  expect((await cfi('order', 'cancel', '#1', '--yes')).code).toBe(0);
  expect((await upload(onHold)).stderr).not.toContain('warning');
  const again = await upload(ordered);
  expect([again.code, outcomesOf(again)]).toEqual([0, { '#1': 'skipped', '#2': 'skipped' }]);
  expect(again.stderr).toContain(warning);
  expect(posted()).toHaveLength(2);
});

it('warns of one that --fresh finds at the service, but not of one that it creates again', async () => {
  const { upload, cfi, stored } = await openShop();
  await upload(ordered);
  await cfi('order', 'cancel', '#1', '--yes');
  const found = await upload(ordered, '--fresh');
  expect([outcomesOf(found)['#1'], found.stderr.includes(warning)]).toEqual(['existing', true]);
  stored.delete('#1');
  const created = await upload(ordered, '--fresh');
  expect([outcomesOf(created)['#1'], created.stderr.includes('cancelled from')]).toEqual(['created', false]);
});
