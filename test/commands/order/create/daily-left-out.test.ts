import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/storage/sqlite/database.ts';
import { makeHome, runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { openShop, reading, shopify, two } from '../../../support/upload/daily-shop.ts';
import { dataOf, errorOf, outcomesOf } from '../../../support/upload/home-with.ts';

describe('the same export every day', () => {
  it('does not claim to know whether an order with lines left out has changed', async () => {
    const { upload } = await openShop();
    const parts = (town?: string) => ({
      '#1': [
        { sku: 'A', ...(town && { town }) },
        { sku: 'B', status: 'fulfilled' },
      ] as const,
    });
    await upload(parts());
    const dryRun = async (orders: Parameters<typeof upload>[0]) =>
      (await upload(orders, '--dry-run', '-o', 'table')).stdout;
    expect(await dryRun(parts())).toMatch(/1 was created by earlier uploads\..*sent before$/ms);
    expect(await dryRun(parts('Ilkley'))).toMatch(
      /^No order would be sent; 1 was created by earlier uploads and may differ, because lines are now left out\..*perhaps changed$/ms,
    );
  });

  it.each([
    ['cancelled', { cancelled: '2026-09-02 08:00:00 +0100' }],
    ['refunded', { financial: 'refunded' }],
  ])('names an uploaded order that is now %s, until it is cancelled here too', async (reason, change) => {
    const { upload, cfi, cancelled, posted } = await openShop();
    expect((await upload(two)).code).toBe(0);
    const changed = { ...two, '#2': [{ sku: 'C', ...change }] } as const;
    const reported = await upload(changed);
    expect(reported.code).toBe(9);
    expect(dataOf(reported)).toMatchObject({
      total: 1,
      skipped: 1,
      leftOut: [{ ReferenceNumber: '#2', reason, lines: [4], created: true }],
    });
    expect(errorOf(reported)).toMatchObject({ code: 'partial', exitCode: 9 });
    expect(errorOf(reported).hint).toContain("cfi order cancel '#2'");
    const alone = await upload({ '#2': changed['#2'] });
    expect([alone.code, dataOf(alone).total]).toEqual([9, 0]);
    const dry = await upload(changed, '--dry-run');
    expect([dry.code, dataOf(dry).leftOut]).toEqual([9, dataOf(reported).leftOut]);
    expect((await cfi('order', 'cancel', '#2', '--yes')).code).toBe(0);
    const quiet = await upload(changed);
    expect([quiet.code, dataOf(quiet).leftOut]).toEqual([0, [{ ReferenceNumber: '#2', reason, lines: [4] }]]);
    expect([[...cancelled], posted()]).toEqual([['#2'], ['#1', '#2']]);
  });

  it.each<[string, number, number, string?]>([
    ['that the service has', 200, 9],
    ['that the service has as cancelled', 200, 0, 'Cancelled'],
    ['about which it still says nothing', 500, 9],
    ['that it never got', 404, 0],
  ])(
    'looks up an unanswered order that is now cancelled, %s',
    async (_, answer, code, Status = 'Pending') => {
      let isDown = true;
      const service = await startOrderService((request, response) => {
        const isAbout2 =
          request.method === 'POST' ? request.body.includes('"#2"') : request.url.includes('%232');
        if (!isAbout2 || (!isDown && request.method === 'POST')) return false;
        const status = isDown ? 500 : answer;
        const data = { ReferenceNumber: '#2', Status };
        json(response, status, status === 200 ? { success: true, data } : { success: false, error: 'no' });
        return true;
      });
      const home = makeHome();
      const upload = (orders: Parameters<typeof shopify>[0]) => {
        writeFileSync(join(home, 'export.csv'), shopify(orders));
        const line = ['order', 'create', 'export.csv', ...reading, '--json', '--max-retries', '0'];
        return runCli(line, { home, env: service.env });
      };
      expect(outcomesOf(await upload(two))).toEqual({ '#1': 'created', '#2': 'unknown' });
      isDown = false;
      const reported = await upload({ ...two, '#2': [{ sku: 'C', financial: 'refunded' }] });
      const created = code === 0 ? {} : { created: true };
      expect([reported.code, dataOf(reported).leftOut]).toEqual([
        code,
        [{ ReferenceNumber: '#2', reason: 'refunded', lines: [4], ...created }],
      ]);
    },
  );

  it('names a cancelled order that the service has with different content, because the file changed after a lost answer', async () => {
    const fails = new Set(['POST', 'GET']);
    const service = await startOrderService(({ method, url }, response, accept) => {
      if (url.endsWith('/cancel')) {
        json(response, 200, { success: true, data: { ReferenceNumber: '#1', Status: 'Cancelled' } });
        return true;
      }
      if (url.startsWith('/v1/auth') || !fails.has(method)) return false;
      if (method === 'POST') accept();
      json(response, 500, { success: false, error: 'down' });
      return true;
    });
    const home = makeHome();
    const cfi = (...words: string[]) => runCli(words, { home, env: service.env });
    const upload = (order: Parameters<typeof shopify>[0][string][0]) => {
      writeFileSync(join(home, 'export.csv'), shopify({ '#1': [order] }));
      return cfi('order', 'create', 'export.csv', ...reading, '--json', '--max-retries', '0');
    };
    expect(outcomesOf(await upload({ sku: 'A' }))).toEqual({ '#1': 'unknown' });
    fails.clear();
    expect(outcomesOf(await upload({ sku: 'A', town: 'Ilkley' }))).toEqual({ '#1': 'conflict' });
    const gone = { sku: 'A', town: 'Ilkley', financial: 'refunded' };
    const reported = await upload(gone);
    expect([reported.code, dataOf(reported).leftOut]).toEqual([
      9,
      [{ ReferenceNumber: '#1', reason: 'refunded', lines: [2], created: true }],
    ]);
    expect(errorOf(reported).message).toContain('already with the warehouse: #1 (with different content)');
    expect((await cfi('order', 'cancel', '#1', '--yes')).code).toBe(0);
    expect((await upload(gone)).code).toBe(0);
  });

  it.each([
    [[], 0, 0],
    [['--rate', '2/s'], 4_000, 4_500],
  ])('asks about ten orders that a damaged ledger lost with %j in %i to %i ms', async (rate, least, most) => {
    const { upload, home, read } = await openShop();
    const orders = (line: object) =>
      Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`#${at}`, [{ sku: 'C', ...line }]] as const));
    await upload(orders({}));
    const db = openDatabase(join(home, 'ledger.sqlite'));
    db.script('DELETE FROM documents; PRAGMA user_version = 0');
    db.close();
    const { slept } = await upload(orders({ financial: 'voided' }), ...rate);
    expect(read()).toHaveLength(10);
    const waited = slept.reduce((sum, each) => sum + each, 0);
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(most);
  });

  it('names an uploaded order that is now cancelled after its record was lost, and asks once about one that it never sent', async () => {
    const { upload, cfi, home, read } = await openShop();
    await upload(two);
    const db = openDatabase(join(home, 'ledger.sqlite'));
    db.script('DELETE FROM documents; PRAGMA user_version = 0');
    db.close();
    const cancelled = (sku: string) => [{ sku, cancelled: '2026-09-02 08:00:00 +0100' }] as const;
    const changed = { '#1': two['#1'], '#2': cancelled('C'), '#3': cancelled('D') };
    for (let day = 2; day <= 3; day++) {
      const reported = await upload(changed);
      expect([reported.code, dataOf(reported).leftOut]).toEqual([
        9,
        [
          { ReferenceNumber: '#2', reason: 'cancelled', lines: [4], created: true },
          { ReferenceNumber: '#3', reason: 'cancelled', lines: [5] },
        ],
      ]);
    }
    expect(read().filter((reference) => reference === '%233')).toHaveLength(1);
    await cfi('order', 'cancel', '#2', '--yes');
    expect((await upload(changed)).code).toBe(0);
    expect(outcomesOf(await upload({ ...changed, '#3': [{ sku: 'D' }] }))).toMatchObject({ '#3': 'created' });
  });

  it('names the first 50 in a command that works as printed, and says what to do about the others', async () => {
    const { upload, env } = await openShop();
    const numbers = Array.from({ length: 53 }, (_, index) => `#${index + 1}`);
    await upload(Object.fromEntries(numbers.map((name) => [name, [{ sku: 'C' }]])));
    const reported = await upload(
      Object.fromEntries(numbers.map((name) => [name, [{ sku: 'C', financial: 'voided' }]])),
    );
    const { message, hint } = errorOf(reported);
    const named = numbers.slice(0, 50).map((name) => `'${name}'`);
    expect(message).toMatch(/^53 orders left out .* already with the warehouse: #1, .*, #50, …$/);
    expect(hint).toBe(
      'to cancel what has not shipped yet of the first 50, then run this upload again for the others: ' +
        `cfi order cancel ${named.join(' ')} --base-url ${env.CFI_BASE_URL}`,
    );
  });

  it('does not mention orders that were since fulfilled, or never uploaded', async () => {
    const { upload } = await openShop();
    await upload(two);
    const fulfilled = { ...two, '#2': [{ sku: 'C', fulfillment: 'fulfilled' }] } as const;
    const other = { ...fulfilled, '#3': [{ sku: 'D', financial: 'voided' }] } as const;
    const outcome = await upload(other);
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome).leftOut).toEqual([
      { ReferenceNumber: '#2', reason: 'fulfilled', lines: [4] },
      { ReferenceNumber: '#3', reason: 'cancelled', lines: [5] },
    ]);
  });

  it('reports left-out orders wherever it reports outcomes', async () => {
    const { upload, cfi, home } = await openShop();
    const orders = { ...two, '#2': [{ sku: 'C', financial: 'pending' }] } as const;
    const created = await upload(orders, '-o', 'csv', '--results', join(home, 'r.csv'));
    expect(created.stdout).toContain('#2,left-out,,,,unpaid,export.csv,4\r\n');
    expect(readFileSync(join(home, 'r.csv'), 'utf8')).toBe(created.stdout);
    const [, left] = ndjson((await upload(orders, '-o', 'ndjson')).stdout);
    expect(left).toMatchObject({ ReferenceNumber: '#2', outcome: 'left-out', error: 'unpaid', lines: [4] });
    const runs = (...args: readonly string[]) => cfi('order', 'runs', ...args);
    expect(dataOf(await runs('--json'))).toMatchObject([
      { run: 2, total: 1, skipped: 1, leftOut: 1 },
      { run: 1, total: 1, created: 1, leftOut: 1 },
    ]);
    expect((await runs()).stdout).toContain('1 created, 1 left out');
    const one = dataOf(await runs('1', '--json'));
    expect(one).toMatchObject({
      total: 1,
      orders: [{ ReferenceNumber: '#1', outcome: 'created' }],
      leftOut: [{ ReferenceNumber: '#2', reason: 'unpaid' }],
    });
    expect((await runs('1', '-o', 'csv')).stdout).toContain('#2,left-out,,,,unpaid\r\n');
    expect(ndjson((await runs('1', '-o', 'ndjson')).stdout)).toMatchObject([
      { ReferenceNumber: '#1', outcome: 'created' },
      { ReferenceNumber: '#2', outcome: 'left-out', error: 'unpaid' },
    ]);
    expect((await runs('1')).stdout).toMatch(/#2 +left out +unpaid/);
    const noOrder = await cfi('order', 'track', '--run', '1', '--json');
    expect(dataOf(noOrder).orders.map(({ ReferenceNumber }) => ReferenceNumber)).toEqual(['#1']);
  });

  it('remembers for 30 days which orders a run left out', async () => {
    const { upload, cfi, clock } = await openShop();
    const orders = { ...two, '#2': [{ sku: 'C', financial: 'pending' }] } as const;
    const leftOutOf = async (run: string) => dataOf(await cfi('order', 'runs', run, '--json')).leftOut;
    await upload(orders);
    clock.days = 29;
    await upload(orders);
    expect(await leftOutOf('1')).toHaveLength(1);
    clock.days = 31;
    await upload(orders);
    expect([await leftOutOf('1'), await leftOutOf('2')]).toMatchObject([[], [{ ReferenceNumber: '#2' }]]);
  });
});

const order = { '#1': [{ sku: 'A' }] } as const;
const refunded = { '#1': [{ sku: 'A', financial: 'refunded' }] } as const;

it('names an uploaded order that is now refunded, even if --fresh failed to send it again in between', async () => {
  const { upload, refuse, cfi } = await openShop();
  expect(outcomesOf(await upload(order))).toEqual({ '#1': 'created' });
  refuse.add('#1');
  expect(outcomesOf(await upload(order, '--fresh'))).toEqual({ '#1': 'rejected' });
  const reported = await upload(refunded);
  expect([reported.code, dataOf(reported).leftOut]).toEqual([
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
