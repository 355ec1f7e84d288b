import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/settings.ts';
import { connect } from '../../../src/storage/sqlite.ts';
import { openLooks } from '../../../src/tracking/looks.ts';
import { isEnd, orderState } from '../../../src/tracking/order-state.ts';
import { trackResult } from '../../../src/tracking/track-result.ts';
import { noCounts } from '../../../src/upload/outcomes.ts';
import { makeHome, type Outcome, runCli } from '../../support/cli.ts';
import { orderRow, ordersCsv } from '../../support/orders-csv.ts';
import { csvRows, ndjson } from '../../support/output.ts';
import { json } from '../../support/services/http-server.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { dataOf } from '../../support/upload.ts';

/** What the service says of orders now; those not named are as they were uploaded. */
type Records = Map<string, Record<string, unknown> | number>;

let service: Awaited<ReturnType<typeof startOrderService>>;
let home: string;
let records: Records;
let reads: string[];

beforeEach(async () => {
  records = new Map();
  reads = [];
  home = makeHome();
  service = await startOrderService((request, response) => {
    const [, path = ''] = /^\/v1\/order\/([^?]+)$/.exec(request.url) ?? [];
    if (request.method !== 'GET' || path === '') return false;
    const reference = decodeURIComponent(path);
    reads.push(reference);
    const known = records.get(reference);
    if (typeof known === 'number') json(response, known, { success: false, error: `status ${known}` });
    else
      json(response, 200, {
        success: true,
        data: { ReferenceNumber: reference, Status: 'Pending', ...known },
      });
    return true;
  });
});

const cfi = (...words: readonly string[]): Promise<Outcome> => runCli(words, { home, env: service.env });
const later = (days: number, ...words: readonly string[]): Promise<Outcome> =>
  runCli(words, { home, env: service.env, now: Date.parse('2026-09-01T08:00:00Z') + days * 86_400_000 });

async function upload(...references: readonly string[]): Promise<void> {
  writeFileSync(join(home, 'orders.csv'), ordersCsv(references.map((reference) => orderRow(reference))));
  const { code, stderr } = await cfi('order', 'create', 'orders.csv');
  expect([code, stderr]).toEqual([0, stderr]);
}

const shipped = {
  Status: 'Shipped',
  ShippingVendor: 'DPD',
  TrackingNumber: '1550-42',
  ProcessedOn: '2026-09-01T07:00:00Z',
};

describe('cfi order track', () => {
  it('reads again what was uploaded here, and tells status, carrier and tracking', async () => {
    await upload('R-1', 'R-2');
    records.set('R-2', shipped);
    const outcome = await cfi('order', 'track', '--json');
    expect(outcome.code).toBe(0);
    const CheckedAt = '2026-09-01T08:00:00Z';
    const nothing = { ShippingVendor: null, TrackingNumber: null, ProcessedOn: null };
    expect(dataOf(outcome)).toEqual({
      orders: [
        { ReferenceNumber: 'R-1', Status: 'Pending', ...nothing, CheckedAt },
        { ReferenceNumber: 'R-2', ...shipped, CheckedAt },
      ],
      checked: 2,
      changed: 0,
      missing: 0,
    });
  });

  it('is ready to go back into the shop as csv', async () => {
    await upload('R-1');
    records.set('R-1', shipped);
    expect((await cfi('order', 'track', '-o', 'csv')).stdout).toBe(
      'ReferenceNumber,Status,ShippingVendor,TrackingNumber,ProcessedOn,CheckedAt\r\n' +
        'R-1,Shipped,DPD,1550-42,2026-09-01T07:00:00Z,2026-09-01T08:00:00Z\r\n',
    );
  });

  it('leaves out orders at an end, but for --all and those that are named', async () => {
    await upload('R-1', 'R-2', 'R-3', 'R-4');
    records.set('R-2', { Status: 'CANCELLED' }).set('R-3', { Status: 'Partially shipped' });
    records.set('R-4', { Status: 'awaiting dispatch' });
    await cfi('order', 'track');
    const again = async (...words: readonly string[]) =>
      csvRows((await cfi('order', 'track', '-o', 'csv', ...words)).stdout).map((row) => row.ReferenceNumber);
    expect(await again()).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--run', '1')).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--since', 'yesterday')).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--all')).toEqual(['R-1', 'R-2', 'R-3', 'R-4']);
    expect(await again('R-2')).toEqual(['R-2']);
  });

  it('leaves out what was uploaded more than 30 days ago, unless --since goes back further', async () => {
    await upload('R-1');
    expect(csvRows((await later(29, 'order', 'track', '-o', 'csv')).stdout)).toHaveLength(1);
    expect(csvRows((await later(31, 'order', 'track', '-o', 'csv')).stdout)).toHaveLength(0);
    expect(csvRows((await later(31, 'order', 'track', '-o', 'csv', '--since', '40d')).stdout)).toHaveLength(
      1,
    );
    expect(csvRows((await later(31, 'order', 'track', '-o', 'csv', '--run', '1')).stdout)).toHaveLength(1);
  });

  it('tells with --changed only what differs from the last look, once', async () => {
    await upload('R-1', 'R-2');
    const changed = () => cfi('order', 'track', '--changed', '-o', 'ndjson');
    expect(await changed()).toMatchObject({ code: 0, stdout: '' });
    records.set('R-2', shipped);
    expect(ndjson((await changed()).stdout)).toMatchObject([{ ReferenceNumber: 'R-2', Status: 'Shipped' }]);
    expect(await changed()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    records.set('R-1', { TrackingNumber: 'T-9' });
    expect(ndjson((await changed()).stdout)).toMatchObject([
      { ReferenceNumber: 'R-1', TrackingNumber: 'T-9' },
    ]);
  });

  it.each(['table', 'csv', 'ndjson'])('writes nothing as %s when nothing changed', async (format) => {
    await upload('R-1');
    const words = ['order', 'track', '--changed', '-o', format, '--sort', 'Status'];
    expect(await cfi(...words)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('tells a change again that nobody could read', async () => {
    await upload('R-1');
    await cfi('order', 'track');
    records.set('R-1', shipped);
    const words = ['order', 'track', '--changed', '-o', 'csv'];
    await runCli(words, { home, env: service.env, closed: 'stdout' });
    await runCli([...words, '--out', join(home, 'no', 'folder', 'x.csv')], { home, env: service.env });
    expect(csvRows((await cfi(...words)).stdout)).toHaveLength(1);
    expect(csvRows((await cfi(...words)).stdout)).toHaveLength(0);
  });

  it('says missing of an order that is gone, and ends with 9, or 5 for a single reference', async () => {
    await upload('R-1', 'R-2');
    records.set('R-1', 404);
    const outcome = await cfi('order', 'track', '--json');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      orders: [{ ReferenceNumber: 'R-1', Status: 'missing' }, { ReferenceNumber: 'R-2' }],
      checked: 2,
      missing: 1,
    });
    const single = await cfi('order', 'track', 'R-1', '-o', 'csv');
    expect(single.code).toBe(5);
    expect(csvRows(single.stdout)).toMatchObject([{ Status: 'missing' }]);
  });

  it('lists an order that cannot be read with its error, which is not missing', async () => {
    await upload('R-1', 'R-2');
    records.set('R-1', 400);
    const outcome = await cfi('order', 'track', '--json', '--max-retries', '1');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      orders: [
        { ReferenceNumber: 'R-1', Status: null, error: 'status 400' },
        { ReferenceNumber: 'R-2', Status: 'Pending' },
      ],
      checked: 1,
      missing: 0,
    });
    const { stdout, stderr } = await cfi('order', 'track', '-o', 'csv', '--max-retries', '1');
    expect(csvRows(stdout)).toHaveLength(2);
    expect(stderr).toContain('hint: R-1: status 400');
  });

  it('waits for nobody who is writing when it has seen nothing new', async () => {
    await upload('R-1');
    await cfi('order', 'track');
    const writer = connect(join(home, 'ledger.sqlite'));
    writer.script('BEGIN IMMEDIATE');
    expect((await cfi('order', 'track', '--changed')).code).toBe(0);
    writer.script('ROLLBACK');
    writer.close();
  });

  it('keeps what the table had no room for as not yet told', () => {
    const looks = openLooks();
    const last = { status: 'Pending', vendor: null, tracking: null };
    for (let at = 0; at < 1003; at++) {
      const order = { reference: `R-${at}`, last: at === 0 ? null : last };
      looks.add(at, order, { outcome: 'existing', status: 200, answer: shipped }, 0);
    }
    const remembered: string[] = [];
    const { shown, blocks } = trackResult({ settings: { output: 'table' } } as CommandContext, {
      looks,
      end: { counts: noCounts(), left: 0 },
      total: 1003,
      named: undefined,
      changed: true,
      remember(printed) {
        for (const { row } of printed) remembered.push(row.ReferenceNumber);
      },
      close: () => {},
    });
    shown?.();
    looks.close();
    expect(blocks).toMatchObject([{ rows: { length: 1000 } }]);
    expect(remembered).toEqual(Array.from({ length: 1001 }, (_, at) => `R-${at}`));
  });

  it('takes no record of another order for an answer', async () => {
    await upload('R-1');
    records.set('R-1', { ReferenceNumber: 'R-9', Status: 'Shipped' });
    const outcome = await cfi('order', 'track', 'R-1', '--json', '--max-retries', '0');
    expect(outcome.code).toBe(10);
    expect(dataOf(outcome)).toMatchObject({ orders: [{ ReferenceNumber: 'R-1', Status: null }], missing: 0 });
  });

  it('stops when the service keeps failing, and continues another time', async () => {
    await upload(...Array.from({ length: 40 }, (_, at) => `R-${at}`));
    for (let at = 0; at < 40; at++) records.set(`R-${at}`, 503);
    expect((await cfi('order', 'track', '--json', '--max-retries', '1')).code).toBe(10);
    expect(new Set(reads).size).toBeLessThan(40);
  });

  it('refuses what cannot be combined, and a run that is not there', async () => {
    expect((await cfi('order', 'track', 'R-1', '--run', '1')).code).toBe(2);
    expect((await cfi('order', 'track', '--since', 'soon')).code).toBe(2);
    expect((await cfi('order', 'track', '--run', '7')).code).toBe(5);
  });

  it('shows reference, status and tracking first on a narrow terminal', async () => {
    await upload('WEB-100000001');
    records.set('WEB-100000001', { ...shipped, TrackingNumber: '15501234567890' });
    const { stdout, stderr } = await runCli(['order', 'track'], {
      home,
      env: { ...service.env, NO_COLOR: '1' },
      tty: true,
      columns: 60,
    });
    expect(stdout).toMatch(/Reference +Status +Tracking/);
    expect(stdout).toContain('15501234567890');
    expect(stderr).toContain('hidden to fit');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('what a record says', () => {
  it.each([
    [{ status: 'Dispatched', carrier: 'DPD', tracking_number: 'T-1', shippedAt: 'S' }],
    [{ OrderStatus: 'Dispatched', Tracking: { Carrier: 'DPD', Number: 'T-1' }, DispatchedOn: 'S' }],
    [{ State: 'Dispatched', Shipment: [{ CarrierName: 'DPD', TrackingCode: 'T-1', ShippedOn: 'S' }] }],
    [{ Status: 'Dispatched', ShippingInfo: { Vendor: 'DPD', TrackingId: 'T-1', ProcessedDate: 'S' } }],
  ])('is found under any reasonable name: %j', (record) => {
    expect(orderState(record)).toEqual({
      Status: 'Dispatched',
      ShippingVendor: 'DPD',
      TrackingNumber: 'T-1',
      ProcessedOn: 'S',
    });
  });

  it.each([
    ['Shipped', true],
    ['DESPATCHED', true],
    ['order_delivered', true],
    ['CompletedByWarehouse', true],
    ['canceled', true],
    ['Partially shipped', false],
    ['awaiting dispatch', false],
    ['NotShipped', false],
    ['Pending', false],
    [null, false],
  ])('%s is an end: %s', (status, end) => expect(isEnd(status)).toBe(end));
});

describe('cfi order find', () => {
  it('finds what was uploaded by part of its reference, whatever its case', async () => {
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

  it('finds orders by their channel reference, whoever uploaded them', async () => {
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

  it('ends with 9 when one of them is gone', async () => {
    await upload('WEB-1', 'WEB-2');
    records.set('WEB-2', 404);
    const outcome = await cfi('order', 'find', 'WEB', '-o', 'csv');
    expect(outcome.code).toBe(9);
    expect(csvRows(outcome.stdout).map((row) => row.Status)).toEqual(['Pending', 'missing']);
  });

  it('is not a look of order track', async () => {
    await upload('R-1');
    await cfi('order', 'track');
    records.set('R-1', shipped);
    await cfi('order', 'find', 'R-1');
    expect(csvRows((await cfi('order', 'track', '--changed', '-o', 'csv')).stdout)).toHaveLength(1);
  });
});
