import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { testNow } from '../../../support/time.ts';
import { dataOf, errorOf, outcomesOf } from '../../../support/upload/home-with.ts';

/** A line of a Shopify export; only the first row has the order's own cells. */
interface Line {
  readonly order?: string;
  readonly financial?: string;
  readonly fulfillment?: string;
  readonly cancelled?: string;
  readonly sku: string;
  readonly status?: string;
  readonly town?: string;
  readonly qty?: string;
}

const columns =
  'Name,Financial Status,Fulfillment Status,Currency,Created at,Cancelled at,Shipping Method,Lineitem quantity,' +
  'Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Lineitem requires shipping,Shipping Name,' +
  'Shipping Address1,Shipping City,Shipping Zip,Shipping Country';

/** A Shopify export of these orders, each with its lines. */
function shopify(orders: Readonly<Record<string, readonly [Line, ...Line[]]>>): string {
  const rows = Object.entries(orders).flatMap(([name, lines]) =>
    lines.map(({ sku, status = 'pending', qty = '1', ...order }, index) => {
      const { financial = 'paid', fulfillment = 'unfulfilled', cancelled = '', town = 'Otley' } = order;
      const item = [`${qty},Thing,10.00,${sku},${status},true`];
      return index === 0
        ? [name, financial, fulfillment, 'GBP', '2026-09-01 09:00:00 +0100', cancelled, 'Standard', item]
            .concat('Ada Example', '1 High Street', town, 'LS1 4AB', 'GB')
            .join(',')
        : [name, '', '', '', '', '', '', item, '', '', '', '', ''].join(',');
    }),
  );
  return `${[columns, ...rows].join('\n')}\n`;
}

const reading = ['--preset', 'shopify', '--warehouse', 'Northgate FC', '--dispatch-within', '36h'];

/** A shop whose export is uploaded repeatedly; orders can be cancelled at the service. */
async function openShop() {
  const cancelled = new Set<string>();
  const service = await startOrderService((request, response) => {
    const reference = decodeURIComponent(/^\/v1\/order\/(.+)\/cancel$/.exec(request.url)?.[1] ?? '');
    if (reference === '') return false;
    cancelled.add(reference);
    json(response, 200, { success: true, data: { ReferenceNumber: reference, Status: 'Cancelled' } });
    return true;
  });
  const home = makeHome();
  const { env } = service;
  const clock = { days: 0 };
  const cfi = (...args: readonly string[]) =>
    runCli(args, { home, env, now: testNow + clock.days * 86_400_000 });
  return {
    ...service,
    home,
    cfi,
    cancelled,
    clock,
    upload(orders: Parameters<typeof shopify>[0], ...args: readonly string[]) {
      writeFileSync(join(home, 'export.csv'), shopify(orders));
      const output = args.includes('-o') ? [] : ['--json'];
      return cfi('order', 'create', 'export.csv', ...reading, ...output, ...args);
    },
  };
}

const two = { '#1': [{ sku: 'A' }, { sku: 'B' }], '#2': [{ sku: 'C' }] } as const;

describe('the same export every day', () => {
  it.each([
    ['cancelled', { cancelled: '2026-09-02 08:00:00 +0100' }],
    ['refunded', { financial: 'refunded' }],
  ])('names an uploaded order that is now %s, until it is cancelled here too', async (reason, change) => {
    const { upload, cfi, cancelled, posted } = await openShop();
    expect((await upload(two)).code).toBe(0);
    const changed = { ...two, '#2': [{ sku: 'C', ...change }] } as const;
    const told = await upload(changed);
    expect(told.code).toBe(9);
    expect(dataOf(told)).toMatchObject({
      total: 1,
      skipped: 1,
      leftOut: [{ ReferenceNumber: '#2', reason, lines: [4], created: true }],
    });
    expect(errorOf(told)).toMatchObject({ code: 'partial', exitCode: 9 });
    expect(errorOf(told).hint).toContain("cfi order cancel '#2'");
    const alone = await upload({ '#2': changed['#2'] });
    expect([alone.code, dataOf(alone).total]).toEqual([9, 0]);
    const dry = await upload(changed, '--dry-run');
    expect([dry.code, dataOf(dry).leftOut]).toEqual([9, dataOf(told).leftOut]);
    expect((await cfi('order', 'cancel', '#2', '--yes')).code).toBe(0);
    const quiet = await upload(changed);
    expect([quiet.code, dataOf(quiet).leftOut]).toEqual([0, [{ ReferenceNumber: '#2', reason, lines: [4] }]]);
    expect([[...cancelled], posted()]).toEqual([['#2'], ['#1', '#2']]);
  });

  it.each<[string, number, number]>([
    ['that the service has', 200, 9],
    ['about which it still says nothing', 500, 9],
    ['that it never got', 404, 0],
  ])('looks up an unanswered order that is now cancelled, %s', async (_, answer, code) => {
    let isDown = true;
    const service = await startOrderService((request, response) => {
      const isAbout2 =
        request.method === 'POST' ? request.body.includes('"#2"') : request.url.includes('%232');
      if (!isAbout2 || (!isDown && request.method === 'POST')) return false;
      const status = isDown ? 500 : answer;
      const data = { ReferenceNumber: '#2', Status: 'Pending' };
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
    const told = await upload({ ...two, '#2': [{ sku: 'C', financial: 'refunded' }] });
    const created = code === 0 ? {} : { created: true };
    expect([told.code, dataOf(told).leftOut]).toEqual([
      code,
      [{ ReferenceNumber: '#2', reason: 'refunded', lines: [4], ...created }],
    ]);
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

  it('skips an order with a line that is now fulfilled', async () => {
    const { upload, posted } = await openShop();
    await upload(two);
    for (const day of ['A', 'B']) {
      const lines = [
        { sku: 'A', status: day === 'A' ? 'fulfilled' : 'pending', fulfillment: 'partial' },
        { sku: 'B', status: day === 'B' ? 'fulfilled' : 'pending' },
      ] as const;
      const outcome = await upload({ ...two, '#1': lines });
      expect([outcome.code, outcomesOf(outcome)]).toEqual([0, { '#1': 'skipped', '#2': 'skipped' }]);
      expect(dataOf(outcome)).toMatchObject({ total: 2, skipped: 2, conflict: 0 });
      expect(dataOf(outcome).leftOutLines).toMatchObject([{ SKU: day, reason: 'fulfilled' }]);
    }
    expect(posted()).toHaveLength(2);
  });

  it('names an order with a line that is now refunded, unless it was sent without that line', async () => {
    const { upload, cfi } = await openShop();
    const whole = { '#1': [{ sku: 'A' }, { sku: 'B' }] } as const;
    const less = { '#1': [{ sku: 'A' }, { sku: 'B', status: 'restocked' }] } as const;
    await upload(whole);
    const told = await upload(less);
    expect([told.code, outcomesOf(told)]).toEqual([9, { '#1': 'skipped' }]);
    expect(dataOf(told).leftOutLines).toEqual([
      { ReferenceNumber: '#1', SKU: 'B', reason: 'refunded', line: 3, created: true },
    ]);
    expect(errorOf(told).message).toContain('#1 (B)');
    expect(errorOf(told).hint).toContain("cfi order cancel '#1'");
    await cfi('order', 'cancel', '#1', '--yes');
    expect((await upload(less)).code).toBe(0);
    const fresh = await openShop();
    await fresh.upload(less);
    const again = await fresh.upload(less);
    expect([again.code, dataOf(again).leftOutLines]).toEqual([
      0,
      [{ ReferenceNumber: '#1', SKU: 'B', reason: 'refunded', line: 3 }],
    ]);
  });

  it('reports an order as changed if it lost a line and got another address', async () => {
    const { upload } = await openShop();
    await upload(two);
    const lines = [{ sku: 'A', status: 'fulfilled', town: 'Leeds' }, { sku: 'B' }] as const;
    const outcome = await upload({ ...two, '#1': lines });
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome).orders[0]?.error).toContain('DeliveryAddress.Town');
  });

  it('names the changed fields, or keeps the order as it was with --keep-changed', async () => {
    const { upload, posted } = await openShop();
    await upload(two);
    const later = [...reading.slice(0, -1), '48h'];
    const changed = await upload(two, ...later);
    expect(changed.code).toBe(9);
    expect(dataOf(changed).orders[0]).toMatchObject({
      outcome: 'conflict',
      error: 'the content has changed since the service accepted it; it was not sent: DispatchBy',
    });
    const kept = await upload(two, ...later, '--keep-changed');
    expect(kept.code).toBe(0);
    expect(dataOf(kept)).toMatchObject({ total: 2, existing: 2, conflict: 0 });
    expect(dataOf(kept).orders[0]).toMatchObject({
      ReferenceNumber: '#1',
      outcome: 'existing',
      error: 'changed: DispatchBy',
    });
    // The service still holds what was sent first.
    expect((await upload(two)).code).toBe(0);
    expect((await upload(two, ...later)).code).toBe(9);
    expect(posted()).toHaveLength(2);
  });

  it('reports an order as changed if fewer units are now wanted', async () => {
    const { upload, cfi } = await openShop();
    const ordered = (qty: string) => ({ '#1': [{ sku: 'A', qty }] }) as const;
    await upload(ordered('3'));
    const less = await upload(ordered('2'));
    expect([less.code, outcomesOf(less)]).toEqual([6, { '#1': 'conflict' }]);
    expect(dataOf(less).orders[0]?.error).toContain('OrderItems[0].Qty');
    expect((await upload(ordered('2'), '--keep-changed')).code).toBe(0);
    expect((await cfi('order', 'cancel', '#1', '--yes')).code).toBe(0);
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
    expect((await runs()).stdout).toContain('1 created, 1 left-out');
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
    expect((await runs('1')).stdout).toMatch(/#2 +left-out +unpaid/);
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
