import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/settings.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openLooks } from '../../../src/tracking/follow.ts';
import { trackResult } from '../../../src/tracking/track-result.ts';
import { noCounts } from '../../../src/upload/terms/outcomes.ts';
import { runCli } from '../../support/cli.ts';
import { csvRows, ndjson } from '../../support/output.ts';
import { testNow } from '../../support/time.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { shipped, trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

describe('cfi order track', () => {
  it('rereads what was uploaded here, and shows status, carrier and tracking', async () => {
    await orders.upload('R-1', 'R-2');
    orders.records.set('R-2', shipped);
    const outcome = await orders.cfi('order', 'track', '--json');
    expect(outcome.code).toBe(0);
    const CheckedAt = '2026-09-01T08:00:00Z';
    const DispatchBy = '2026-09-03T17:00:00+01:00';
    const nothing = { ShippingVendor: null, TrackingNumber: null, ProcessedOn: null, DispatchBy };
    expect(dataOf(outcome)).toEqual({
      orders: [
        { ReferenceNumber: 'R-1', Status: 'Pending', ...nothing, CheckedAt },
        { ReferenceNumber: 'R-2', ...shipped, DispatchBy, CheckedAt },
      ],
      checked: 2,
      changed: 0,
      missing: 0,
    });
  });

  it.each([
    ['got no answer', 500],
    ['was refused', 400],
  ])('rereads an order that was uploaded here, and that --fresh sent again and %s', async (_, status) => {
    await orders.upload('R-1');
    orders.records.set('R-1', 500);
    orders.refuses.set('R-1', status);
    const fresh = await orders.cfi('order', 'create', 'orders.csv', '--fresh', '--max-retries', '0');
    expect(fresh.code).not.toBe(0);
    orders.records.delete('R-1');
    const tracked = dataOf(await orders.cfi('order', 'track', '--json')).orders;
    expect(tracked).toMatchObject([{ ReferenceNumber: 'R-1', Status: 'Pending' }]);
    expect(dataOf(await orders.cfi('order', 'find', 'r-1', '--json')).orders).toMatchObject(tracked);
  });

  it('says among which orders none is open', async () => {
    const none = async (...words: string[]) => (await orders.cfi('order', 'track', ...words)).stdout;
    const never = 'No orders to track: none has been uploaded from this machine with this account';
    expect(await none()).toBe(`${never} in the last 30 days.\n`);
    await orders.upload('R-1');
    const { stdout } = await orders.later(2, 'order', 'track', '--since', '2026-09-02');
    expect(stdout).toBe(`${never} since Wed 2 Sep 00:00 BST.\n`);
    orders.records.set('R-1', shipped);
    await orders.cfi('order', 'track');
    const ended = 'are finished; --all shows them.\n';
    expect(await none()).toBe(
      `No orders to track: those uploaded from this machine with this account in the last 30 days ${ended}`,
    );
    expect(await none('--run', '1')).toBe(`No orders to track: those created by run 1 ${ended}`);
    expect(await none('--all')).toContain('R-1');
  });

  it('breaks that at spaces on a terminal', async () => {
    const terminal = { home: orders.home, env: orders.service.env, tty: true, columns: 60 };
    const { stdout } = await runCli(['order', 'track'], terminal);
    expect(stdout.split('\n')).toEqual([
      'No orders to track: none has been uploaded from this machine',
      '  with this account in the last 30 days.',
      '',
    ]);
  });

  it('prints csv ready to import into the shop', async () => {
    await orders.upload('R-1');
    orders.records.set('R-1', shipped);
    expect((await orders.cfi('order', 'track', '-o', 'csv')).stdout).toBe(
      'ReferenceNumber,Status,ShippingVendor,TrackingNumber,ProcessedOn,CheckedAt,DispatchBy\r\n' +
        'R-1,Shipped,DPD,1550-42,2026-09-01T07:00:00Z,2026-09-01T08:00:00Z,2026-09-03T17:00:00+01:00\r\n',
    );
  });

  it('leaves out orders in a final state, except with --all or by name', async () => {
    await orders.upload('R-1', 'R-2', 'R-3', 'R-4');
    orders.records.set('R-2', { Status: 'CANCELLED' }).set('R-3', { Status: 'Partially shipped' });
    orders.records.set('R-4', { Status: 'awaiting dispatch' });
    await orders.cfi('order', 'track');
    const again = async (...words: readonly string[]) =>
      csvRows((await orders.cfi('order', 'track', '-o', 'csv', ...words)).stdout).map(
        (row) => row.ReferenceNumber,
      );
    expect(await again()).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--run', '1')).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--since', 'yesterday')).toEqual(['R-1', 'R-3', 'R-4']);
    expect(await again('--all')).toEqual(['R-1', 'R-2', 'R-3', 'R-4']);
    expect(await again('R-2')).toEqual(['R-2']);
  });

  it('leaves out what was uploaded more than 30 days ago, unless --since goes back further', async () => {
    await orders.upload('R-1');
    expect(csvRows((await orders.later(29, 'order', 'track', '-o', 'csv')).stdout)).toHaveLength(1);
    expect(csvRows((await orders.later(31, 'order', 'track', '-o', 'csv')).stdout)).toHaveLength(0);
    expect(
      csvRows((await orders.later(31, 'order', 'track', '-o', 'csv', '--since', '40d')).stdout),
    ).toHaveLength(1);
    expect(
      csvRows((await orders.later(31, 'order', 'track', '-o', 'csv', '--run', '1')).stdout),
    ).toHaveLength(1);
  });

  it('shows each difference from the last look once with --changed', async () => {
    await orders.upload('R-1', 'R-2');
    const changed = () => orders.cfi('order', 'track', '--changed', '-o', 'ndjson');
    expect(await changed()).toMatchObject({ code: 0, stdout: '' });
    orders.records.set('R-2', shipped);
    expect(ndjson((await changed()).stdout)).toMatchObject([{ ReferenceNumber: 'R-2', Status: 'Shipped' }]);
    expect(await changed()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    orders.records.set('R-1', { TrackingNumber: 'T-9' });
    expect(ndjson((await changed()).stdout)).toMatchObject([
      { ReferenceNumber: 'R-1', TrackingNumber: 'T-9' },
    ]);
  });

  it.each([
    ['two days', 2],
    ['half an hour', 1 / 48],
  ])(
    'shows a difference once with --changed, although the clock was %s ahead at an earlier look',
    async (_, days) => {
      await orders.upload('R-1');
      await orders.later(days, 'order', 'track', '-q');
      orders.records.set('R-1', shipped);
      const changed = () => orders.cfi('order', 'track', '--changed', '-o', 'ndjson');
      expect(ndjson((await changed()).stdout)).toHaveLength(1);
      expect((await changed()).stdout).toBe('');
    },
  );

  it('reports no change where the service lists the parcels in another order', async () => {
    await orders.upload('R-1');
    const parcels = (...numbers: readonly string[]) => ({
      Status: 'Processing',
      Parcels: numbers.map((TrackingNumber, at) => ({ TrackingNumber, Carrier: `Carrier ${at}` })),
    });
    orders.records.set('R-1', parcels('JD1', 'JD2'));
    await orders.cfi('order', 'track');
    orders.records.set('R-1', { ...parcels('JD1', 'JD2'), Parcels: parcels('JD1', 'JD2').Parcels.reverse() });
    expect(await orders.cfi('order', 'track', '--changed')).toMatchObject({ code: 0, stdout: '' });
    orders.records.set('R-1', parcels('JD1', 'JD3'));
    expect((await orders.cfi('order', 'track', '--changed')).stdout).toContain('JD1, JD3');
  });

  it.each(['table', 'csv', 'ndjson'])('writes nothing as %s when nothing changed', async (format) => {
    await orders.upload('R-1');
    const words = ['order', 'track', '--changed', '-o', format, '--sort', 'Status'];
    expect(await orders.cfi(...words)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('reports a change again if nobody could read it', async () => {
    await orders.upload('R-1');
    await orders.cfi('order', 'track');
    orders.records.set('R-1', shipped);
    const words = ['order', 'track', '--changed', '-o', 'csv'];
    await runCli(words, { home: orders.home, env: orders.service.env, closed: 'stdout' });
    await runCli([...words, '--out', join(orders.home, 'no', 'folder', 'x.csv')], {
      home: orders.home,
      env: orders.service.env,
    });
    expect(csvRows((await orders.cfi(...words)).stdout)).toHaveLength(1);
    expect(csvRows((await orders.cfi(...words)).stdout)).toHaveLength(0);
  });

  it('reports a vanished order as missing, and exits with 9, or 5 for a single reference', async () => {
    await orders.upload('R-1', 'R-2');
    orders.records.set('R-1', 404);
    const outcome = await orders.cfi('order', 'track', '--json');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      orders: [{ ReferenceNumber: 'R-1', Status: 'missing' }, { ReferenceNumber: 'R-2' }],
      checked: 2,
      missing: 1,
    });
    expect(outcome.stderr).toContain('of 2 orders, 1 is missing at the service');
    const single = await orders.cfi('order', 'track', 'R-1', '-o', 'csv');
    expect(single.code).toBe(5);
    expect(csvRows(single.stdout)).toMatchObject([{ Status: 'missing' }]);
  });

  it("takes no page of a proxy for the service's word that an order is gone", async () => {
    await orders.upload('R-1', 'R-2');
    await orders.cfi('order', 'track');
    orders.records.set('R-1', '<title>404 Not Found</title>');
    const outcome = await orders.cfi('order', 'track', '--changed', '--json', '--max-retries', '1');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      orders: [{ ReferenceNumber: 'R-1', Status: null, error: '404 Not Found' }],
      checked: 1,
      changed: 0,
      missing: 0,
    });
    const single = await orders.cfi('order', 'track', 'R-1', '--max-retries', '1');
    expect([single.code, single.stderr]).toEqual([10, expect.stringContaining('R-1: 404 Not Found')]);
    orders.records.delete('R-1');
    expect(await orders.cfi('order', 'track', '--changed')).toMatchObject({ code: 0, stdout: '' });
  });

  it('lists an order that cannot be read with its error, not as missing', async () => {
    await orders.upload('R-1', 'R-2');
    orders.records.set('R-1', 400);
    const outcome = await orders.cfi('order', 'track', '--json', '--max-retries', '1');
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      orders: [
        { ReferenceNumber: 'R-1', Status: null, error: 'status 400' },
        { ReferenceNumber: 'R-2', Status: 'Pending' },
      ],
      checked: 1,
      missing: 0,
    });
    const { stdout, stderr } = await orders.cfi('order', 'track', '-o', 'csv', '--max-retries', '1');
    expect(csvRows(stdout)).toHaveLength(2);
    expect(stderr).toContain('hint: R-1: status 400');
  });

  it('does not wait for a writer if it has seen nothing new', async () => {
    await orders.upload('R-1');
    await orders.cfi('order', 'track');
    const writer = openDatabase(join(orders.home, 'ledger.sqlite'));
    writer.script('BEGIN IMMEDIATE');
    expect((await orders.cfi('order', 'track', '--changed')).code).toBe(0);
    writer.script('ROLLBACK');
    writer.close();
  });

  it('keeps changes that did not fit the table as unreported', () => {
    const looks = openLooks();
    const last = { status: 'Pending', vendor: null, tracking: null, checkedAt: 0 };
    for (let at = 0; at < 1003; at++) {
      const order = {
        reference: `R-${at}`,
        last: at === 0 ? null : last,
        lastLook: null,
        dispatchBy: null,
        preset: null,
      };
      looks.add(at, order, { outcome: 'existing', status: 200, answer: shipped }, 0);
    }
    const remembered: string[] = [];
    const { shown, blocks } = trackResult({ settings: { output: 'table' } } as CommandContext, {
      looks,
      end: { counts: noCounts(), left: 0 },
      total: 1003,
      nothing: '',
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

  it('does not accept the record of another order as an answer', async () => {
    await orders.upload('R-1');
    orders.records.set('R-1', { ReferenceNumber: 'R-9', Status: 'Shipped' });
    const outcome = await orders.cfi('order', 'track', 'R-1', '--json', '--max-retries', '0');
    expect(outcome.code).toBe(10);
    expect(dataOf(outcome)).toMatchObject({ orders: [{ ReferenceNumber: 'R-1', Status: null }], missing: 0 });
  });

  it('reports a single order of a failing service with one error', async () => {
    await orders.upload('R-1');
    orders.records.set('R-1', 503);
    const { code, stderr } = await orders.cfi('order', 'track', 'R-1', '--json', '--max-retries', '0');
    expect(code).toBe(10);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).error.code),
    ).toEqual(['unavailable']);
  });

  it('says what helps when the service refuses the account', async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    for (const reference of ['R-1', 'R-2', 'R-3']) orders.records.set(reference, 403);
    const { code, stderr } = await orders.cfi('order', 'track', '--concurrency', '1');
    expect(code).toBe(4);
    expect(stderr).toContain(
      'error: the service refuses this account: status 403. 3 orders were not read.\n' +
        'hint: this account has no permission; ',
    );
  });

  it('stops when the service keeps failing, and continues later', async () => {
    await orders.upload(...Array.from({ length: 40 }, (_, at) => `R-${at}`));
    for (let at = 0; at < 40; at++) orders.records.set(`R-${at}`, 503);
    const { code, stderr } = await orders.cfi('order', 'track', '--json', '--max-retries', '1');
    expect(code).toBe(10);
    const errors = stderr.match(/^\{.*$/gm)?.map((line) => JSON.parse(line).error);
    expect(errors).toMatchObject([{ code: 'unavailable', retryable: true, exitCode: 10 }]);
    expect(new Set(orders.reads).size).toBeLessThan(40);
  });

  it('says once why the service could not be asked, and which orders were read before', async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.records.set('R-2', 503).set('R-3', 503);
    const words = ['order', 'track', '--max-retries', '0', '--concurrency', '1'];
    const { code, stdout, stderr } = await orders.cfi(...words);
    expect([code, stderr]).toEqual([
      10,
      'error: the service keeps failing: status 503. 2 orders were not read.\nhint: run the same command again\n',
    ]);
    expect(stdout).toMatch(/^R-1 +Pending.*\nR-2 +not looked up.*\n(R-3 +not looked up.*\n)?$/m);
    const rows = dataOf(await orders.cfi(...words, '--json')).orders;
    expect(rows).toMatchObject([{ Status: 'Pending' }, { Status: null, error: 'status 503' }]);
  });

  it("refuses '..' as a reference, and reads nothing", async () => {
    await orders.upload('R-1');
    orders.reads.length = 0;
    expect((await orders.cfi('order', 'track', 'R-1', '..')).code).toBe(2);
    expect(orders.reads).toEqual([]);
  });

  it('refuses options that cannot be combined, and a run that does not exist', async () => {
    expect((await orders.cfi('order', 'track', 'R-1', '--run', '1')).code).toBe(2);
    for (const when of ['soon', '2030-01-01'])
      expect(await orders.cfi('order', 'track', '--since', when)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is not a time in the past'),
      });
    expect((await orders.cfi('order', 'track', '--run', '7')).code).toBe(5);
  });

  it('shows reference, status and tracking first on a narrow terminal', async () => {
    await orders.upload('WEB-100000001');
    orders.records.set('WEB-100000001', { ...shipped, TrackingNumber: '15501234567890' });
    const { stdout, stderr } = await runCli(['order', 'track'], {
      home: orders.home,
      env: { ...orders.service.env, NO_COLOR: '1' },
      tty: true,
      columns: 60,
    });
    expect(stdout).toMatch(/Reference +Status +Tracking/);
    expect(stdout).toContain('15501234567890');
    expect(stderr).toContain('hidden columns');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });

  it.each([
    ['order track', 'Pending'],
    ['order track --late', '3d'],
    ['order cancel LONG R-2 --yes', 'cancelled'],
    ['order runs 1', 'created'],
    ['order create orders.csv --fresh --yes', 'rejected'],
  ])('cuts a long reference rather than hiding what became of the order: %s', async (line, shown) => {
    const long = 'R'.repeat(80);
    await orders.upload(long, 'R-2');
    orders.records.set(long, { DispatchBy: '2026-08-29T08:00:00Z' });
    orders.refuses.set(long, 400);
    const words = line.split(' ').map((word) => (word === 'LONG' ? long : word));
    const env = { ...orders.service.env, NO_COLOR: '1' };
    const { stdout } = await runCli(words, { home: orders.home, env, tty: true, columns: 60, now: testNow });
    expect(stdout).toMatch(new RegExp(`^R{20,}…  ${shown}`, 'm'));
  });
});
