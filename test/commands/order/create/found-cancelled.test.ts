import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { openShop } from '../../../support/upload/daily-shop.ts';
import { homeWith, outcomesOf } from '../../../support/upload/home-with.ts';
import { manyOrders } from '../../../support/upload/orders-csv.ts';

const here = 'was cancelled from this machine and is not sent again: R-0; to ship it after all';
const there = 'is cancelled at the service and is not sent again: R-0; to ship it after all';

/** A service that takes orders, but loses the answers, and shows no order until `answers` is set. */
async function silentService() {
  const state = { answers: false };
  const service = await startOrderService(({ method, url }, response, accept) => {
    const [, cancelled = ''] = /^\/v1\/order\/([^/]+)\/cancel$/.exec(url) ?? [];
    const record = service.stored.get(cancelled);
    if (record !== undefined) {
      service.stored.set(cancelled, { ...record, Status: 'Cancelled' });
      json(response, 200, { success: true, data: { ReferenceNumber: cancelled, Status: 'Cancelled' } });
      return true;
    }
    if (state.answers || url === '/v1/auth/login') return false;
    if (method === 'POST') accept();
    response.destroy();
    return true;
  });
  const home = homeWith('orders.csv', manyOrders(1));
  const cfi = (...words: string[]) => runCli(words, { home, env: service.env });
  const upload = (...more: string[]) => cfi('order', 'create', 'orders.csv', '--json', ...more);
  return { ...service, state, cfi, upload };
}

describe('an order that is cancelled before the next run learns that it was created', () => {
  it('is created, with a warning that names it, in every run', async () => {
    const { state, cfi, upload, posted } = await silentService();
    expect(outcomesOf(await upload('--max-retries', '0'))).toEqual({ 'R-0': 'unknown' });
    state.answers = true;
    expect((await cfi('order', 'cancel', 'R-0', '--yes')).code).toBe(0);
    const found = await upload();
    expect([found.code, outcomesOf(found)]).toEqual([0, { 'R-0': 'created' }]);
    expect(found.stderr).toContain(there);
    const again = await upload();
    expect([again.code, outcomesOf(again)]).toEqual([0, { 'R-0': 'skipped' }]);
    expect(again.stderr).toContain(there);
    expect((await cfi('order', 'cancel', 'R-0', '--yes')).code).toBe(0);
    expect((await upload()).stderr).toContain(here);
    expect(posted()).toHaveLength(1);
    const { stdout } = await cfi('order', 'runs', '3', '--json');
    expect(stdout).toMatch(/"created"/);
    expect(stdout).not.toContain('found-cancelled');
  });

  it('is no longer warned of once --fresh has created it again', async () => {
    const { state, stored, cfi, upload } = await silentService();
    await upload('--max-retries', '0');
    state.answers = true;
    await cfi('order', 'cancel', 'R-0', '--yes');
    await upload();
    stored.delete('R-0');
    expect(outcomesOf(await upload('--fresh'))).toEqual({ 'R-0': 'created' });
    expect((await upload()).stderr).not.toContain('not sent again');
  });
});

describe('an order that somebody else cancelled', () => {
  it.each([
    ['is existing', {}, [0, 'existing']],
    ['is a conflict', { Currency: 'USD' }, [6, 'conflict']],
  ])('%s, with a warning that names it', async (_, changes, expected) => {
    const { state, stored, upload } = await silentService();
    await upload('--max-retries', '0');
    state.answers = true;
    stored.set('R-0', { ...stored.get('R-0'), ...changes, Status: 'Cancelled' });
    const found = await upload('--fresh');
    expect([found.code, outcomesOf(found)['R-0']]).toEqual(expected);
    expect(found.stderr).toContain(there);
  });

  it('is not said to be with the warehouse when the shop cancels it too', async () => {
    const { upload, stored } = await openShop();
    await upload({ '#1': [{ sku: 'A' }] });
    stored.set('#1', { ...stored.get('#1'), Status: 'Cancelled' });
    const found = await upload({ '#1': [{ sku: 'A' }] }, '--fresh');
    expect([outcomesOf(found)['#1'], found.stderr.includes('is cancelled at the service')]).toEqual([
      'existing',
      true,
    ]);
    const left = await upload({ '#1': [{ sku: 'A', cancelled: '2026-09-01' }] });
    expect([left.code, left.stderr.includes('already with the warehouse')]).toEqual([0, false]);
  });

  it('is not warned of while the service does not show it as cancelled', async () => {
    const { state, upload } = await silentService();
    await upload('--max-retries', '0');
    state.answers = true;
    const found = await upload();
    expect([outcomesOf(found), found.stderr.includes('warning')]).toEqual([{ 'R-0': 'created' }, false]);
  });
});

const ordered = { '#1': [{ sku: 'A' }], '#2': [{ sku: 'B' }] } as const;
const onHold = { ...ordered, '#1': [{ sku: 'A', fulfillment: 'on_hold' }] } as const;
const warning =
  'warning: 1 order was cancelled from this machine and is not sent again: #1; to ship it after all, send it under another reference';

it('warns of an order that was cancelled because it was on hold, and that the shop wants shipped again', async () => {
  const { upload, cfi, posted } = await openShop();
  await upload(ordered);
  const reported = await upload(onHold);
  expect(reported.stderr).toContain("cfi order cancel '#1'");
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
