import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf, homeWith } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { trackedOrdersForEach } from '../../../support/upload/tracked-orders.ts';
import { workbook } from '../../../support/workbooks/parts.ts';

const orders = trackedOrdersForEach();

const write = (name: string, text: string): string => {
  const file = join(orders.home, name);
  writeFileSync(file, text);
  return file;
};

const create = (file: string, ...words: readonly string[]) => orders.cfi('order', 'create', file, ...words);

const digestOf = async (file: string, ...words: readonly string[]): Promise<string> =>
  String(dataOf(await create(file, '--dry-run', '--json', ...words)).digest);

const rows = (...references: readonly string[]): string =>
  ordersCsv(references.map((reference) => orderRow(reference)));

describe('the digest of a dry run', () => {
  it('is the same for the same orders in any order, as CSV and as JSON, and in parts', async () => {
    const csv = write('a.csv', rows('R-1', 'R-2'));
    const digest = await digestOf(csv);
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    const bodies = dataOf(await create(csv, '--dry-run', '--json')).orders;
    expect(await digestOf(write('b.csv', rows('R-2', 'R-1')))).toBe(digest);
    expect(await digestOf(write('c.json', JSON.stringify(bodies)))).toBe(digest);
    expect(await digestOf(csv, '--shard', '1/2')).toBe(digest);
    const cells = rows('R-1', 'R-2').trim().split('\n');
    const sheet = await workbook({ sheets: [{ rows: cells.map((line) => line.split(',')) }] });
    writeFileSync(join(orders.home, 'g.xlsx'), sheet);
    expect(await digestOf('g.xlsx')).toBe(digest);
    const parts = [write('d.csv', rows('R-1')), write('e.csv', rows('R-2'))];
    expect(await digestOf(parts[0] as string, parts[1] as string)).toBe(digest);
    for (const other of [rows('R-1'), rows('R-1', 'R-2', 'R-3'), rows('R-1', 'R-3')])
      expect(await digestOf(write('f.csv', other))).not.toBe(digest);
    const more = ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '2' })]);
    expect(await digestOf(write('f.csv', more))).not.toBe(digest);
  });

  it('comes without the files that only a run writes, which is said', async () => {
    const csv = write('a.csv', rows('R-1'));
    const before = readdirSync(orders.home);
    const given = ['--results', join(orders.home, 'r.csv'), '--failed', join(orders.home, 'f.csv')];
    const { stderr } = await create(csv, '--dry-run', ...given);
    expect(stderr).toContain('a dry run does not write --results or --failed\n');
    expect(readdirSync(orders.home)).toEqual(before);
    expect((await create(csv, '--dry-run')).stderr).not.toContain('does not write');
  });

  it('is printed in every format', async () => {
    const csv = write('a.csv', rows('R-1'));
    const digest = await digestOf(csv);
    // A terminal of 80 columns must not break what is copied from it.
    const { stdout } = await create(csv, '--dry-run');
    expect(stdout).toContain(`\nDigest: ${digest}\n`);
    expect(stdout).toMatch(
      new RegExp(
        `\\nto send exactly this:\\ncfi order create .*a\\.csv --base-url \\S+ --reviewed ${digest}\\n$`,
      ),
    );
    for (const format of ['csv', 'ndjson'])
      expect((await create(csv, '--dry-run', '-o', format)).stderr).toContain(digest);
  });

  it('is none of a file that would not be sent', async () => {
    const csv = write('a.csv', ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '0' })]));
    expect(dataOf(await create(csv, '--dry-run', '--json'))).not.toHaveProperty('digest');
    for (const format of ['table', 'csv', 'ndjson']) {
      const { stdout, stderr } = await create(csv, '--dry-run', '-o', format);
      expect(stdout + stderr).not.toContain('Digest');
    }
    expect(await digestOf(csv, '--skip-invalid')).toBe(await digestOf(write('b.csv', rows('R-1'))));
  });
});

describe('--reviewed', () => {
  it('sends what was reviewed, and goes on with the same digest', async () => {
    const csv = write('a.csv', rows('R-1', 'R-2'));
    const digest = await digestOf(csv);
    orders.refuses.set('R-2', 500);
    orders.records.set('R-2', 404);
    expect((await create(csv, '--reviewed', digest, '--max-retries', '0')).code).not.toBe(0);
    orders.refuses.clear();
    orders.records.clear();
    const outcome = await create(csv, '--reviewed', digest.toUpperCase(), '--json');
    expect([outcome.code, dataOf(outcome)]).toMatchObject([0, { created: 1, skipped: 1 }]);
  });

  it('sends nothing else, and says so with exit 6', async () => {
    const digest = await digestOf(write('a.csv', rows('R-1')));
    const changed = write('a.csv', rows('R-1', 'R-2'));
    const outcome = await create(changed, '--reviewed', digest, '--json');
    expect([outcome.code, errorOf(outcome)]).toMatchObject([
      6,
      {
        code: 'conflict',
        message: expect.stringContaining('this is not what was reviewed; nothing was sent'),
      },
    ]);
    expect((await create(changed, '--reviewed', digest, '--dry-run')).code).toBe(6);
    expect(orders.service.posted()).toEqual([]);
    expect(readdirSync(orders.home)).not.toContain('ledger.sqlite');
  });
});

describe('what a dry run knows of earlier uploads', () => {
  const dryRun = (file: string, ...words: readonly string[]) => create(file, '--dry-run', ...words);

  it('counts apart what is new, created, and changed since', async () => {
    const first = await dryRun(write('first.csv', ordersCsv([orderRow('R-1')])), '--json');
    expect(dataOf(first).known).toEqual({ created: 0, changed: [] });
    await orders.upload('R-1', 'R-2', 'R-3');
    const changed = [orderRow('R-1'), orderRow('R-2'), orderRow('R-3', { Qty: '2' }), orderRow('R-4')];
    const file = write('a.csv', ordersCsv(changed));
    expect((await dryRun(file)).stdout.split('\n')[0]).toBe(
      '1 order would be sent; 2 were created by earlier uploads; 1 has changed since; nothing was sent.',
    );
    const data = dataOf(await dryRun(file, '--json'));
    expect(data.known).toEqual({ created: 2, changed: [{ ReferenceNumber: 'R-3' }] });
    expect(data.orders).toHaveLength(4);
    const fresh = (await dryRun(file, '--fresh')).stdout;
    expect(fresh).toContain('4 orders would be sent; nothing was.');
    expect(fresh).not.toContain('sent before');
  });

  it('marks for people what would not be sent, and adds up only what would be', async () => {
    await orders.upload('R-1', 'R-2');
    const three = [orderRow('R-1'), orderRow('R-2', { Qty: '2' }), orderRow('R-3', { Qty: '5' })];
    const file = write('a.csv', ordersCsv(three));
    const { stdout } = await dryRun(file);
    expect(stdout).toMatch(/^1 line, 5 units, /m);
    expect(stdout).toMatch(/^R-1 .* sent before\nR-2 .* changed since\nR-3 .* new$/m);
    const sent = (await dryRun(write('b.csv', ordersCsv([orderRow('R-1')])))).stdout;
    expect(sent).toMatch(/^No order would be sent; 1 was created by earlier uploads\.\n\nRef/);
    expect((await dryRun(file, '-o', 'csv')).stdout).not.toContain('sent before');
    expect(dataOf(await dryRun(file, '--json')).summary).toMatchObject({
      orders: 3,
      units: expect.any(Number),
    });
  });

  it('adds up nothing of a file that an invalid order stops', async () => {
    await orders.upload('R-1');
    const file = write('a.csv', ordersCsv([orderRow('R-1'), orderRow('R-2'), orderRow('R-3', { Qty: '0' })]));
    expect((await dryRun(file)).stdout).toBe('No order would be sent.\n');
    expect((await dryRun(file, '--skip-invalid')).stdout).toMatch(/^1 line, /m);
  });

  it('adds up all orders for an account of which this machine knows none', async () => {
    await orders.upload('R-1');
    const other = await dryRun(write('a.csv', rows('R-1', 'R-2')), '--emulator');
    expect(other.stdout).toMatch(/^2 orders would be sent; nothing was\.\n\n2 lines, /);
  });

  it('names the fields that have changed where it can know them without a request', async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    const later = { DispatchBy: '2026-09-04T17:00:00+01:00' };
    const file = write(
      'a.csv',
      ordersCsv([orderRow('R-1', later), orderRow('R-2', { ...later, Qty: '2' }), orderRow('R-3')]),
    );
    orders.reads.length = 0;
    expect(dataOf(await dryRun(file, '--json')).known).toEqual({
      created: 1,
      changed: [{ ReferenceNumber: 'R-1', fields: ['DispatchBy'] }, { ReferenceNumber: 'R-2' }],
    });
    expect(orders.reads).toEqual([]);
  });

  it('names the fields in which the order of the service differed from the same content', async () => {
    await orders.upload('R-1');
    const { OrderItems } = dataOf(await dryRun('orders.csv', '--json')).orders[0] as unknown as {
      OrderItems: object[];
    };
    orders.records.set('R-1', { OrderItems });
    const changed = write('a.csv', ordersCsv([orderRow('R-1', { Qty: '2' })]));
    expect((await create(changed, '--fresh')).code).toBe(6);
    const { known } = dataOf(await dryRun(changed, '--json'));
    expect(known).toEqual({
      created: 0,
      changed: [{ ReferenceNumber: 'R-1', fields: [expect.stringContaining('Qty')] }],
    });
    const other = write('b.csv', ordersCsv([orderRow('R-1', { Qty: '3' })]));
    expect((await dryRun(other)).stdout).toContain('1 order would be sent');
  });

  it('says that one is sent again which the service had with other content, and asks on a terminal', async () => {
    const service = await startOrderService();
    const home = homeWith('orders.csv', rows('R-1'));
    const cfi = (...words: readonly string[]) =>
      runCli(['order', 'create', 'orders.csv', ...words], {
        ...{ home, env: service.env, tty: words.length === 0, answers: ['no'] },
      });
    service.stored.set('R-1', { ReferenceNumber: 'R-1', Currency: 'USD' });
    expect((await cfi('--json')).code).toBe(6);
    expect((await cfi('--dry-run')).stdout).toMatch(/^1 order would be sent; 1 has changed since/);
    service.stored.clear();
    const { code, askedFor } = await cfi();
    expect([code, askedFor]).toEqual([3, [expect.stringContaining('Send 1 order to Northgate FC')]]);
    expect(service.posted()).toHaveLength(1);
  });

  it('names those that may have been sent, to a person at the question too', async () => {
    let isLost = true;
    const service = await startOrderService((_, response) => {
      if (isLost) response.destroy();
      return isLost;
    });
    const home = homeWith('orders.csv', rows('R-1', 'R-2'));
    const cfi = (tty: boolean, ...words: readonly string[]) =>
      runCli(['order', 'create', 'orders.csv', ...words], { home, env: service.env, tty, answers: ['no'] });
    expect(dataOf(await cfi(false, '--max-retries', '0', '--json'))).toMatchObject({ unknown: 2 });
    isLost = false;
    const doubt =
      '2 orders may have been sent already, because no answer came: R-1 and R-2. Each is looked up before it is sent.';
    expect((await cfi(false, '--dry-run')).stdout).toContain(doubt);
    const { code, stderr } = await cfi(true);
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([3, expect.stringContaining(doubt)]);
  });

  it('sees that another SKU map has changed the content', async () => {
    await orders.upload('R-1');
    const map = write('skus.csv', 'from,to\nAC-TENT-2,AC-TENT-3\n');
    const data = dataOf(await dryRun(write('a.csv', rows('R-1')), '--sku-map', map, '--json'));
    expect(data.known).toEqual({ created: 0, changed: [{ ReferenceNumber: 'R-1' }] });
  });

  it('counts what was found as existing as created', async () => {
    await orders.upload('R-1');
    await create(write('a.csv', rows('R-1')), '--fresh');
    expect(dataOf(await dryRun(write('a.csv', rows('R-1')), '--json')).known).toEqual({
      created: 1,
      changed: [],
    });
  });
});
