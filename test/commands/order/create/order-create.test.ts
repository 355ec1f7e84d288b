import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { type Interference, startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf, homeWith, outcomesOf, upload } from '../../../support/upload/home-with.ts';
import { manyOrders, orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

const three = ordersCsv([orderRow('R-1'), orderRow('R-2'), orderRow('R-3')]);

describe('order create', () => {
  it('creates each order and reports its outcome', async () => {
    const service = await startOrderService();
    const outcome = await upload(service, three);
    expect(outcome.code).toBe(0);
    const data = dataOf(outcome);
    expect(data).toMatchObject({ run: 1, total: 3, created: 3, existing: 0, conflict: 0, rejected: 0 });
    expect(data).toMatchObject({ failed: 0, unknown: 0, skipped: 0, invalid: 0 });
    expect(data.orders[1]).toEqual({
      ReferenceNumber: 'R-2',
      outcome: 'created',
      OrderId: { UUID: expect.any(String), Number: expect.any(Number) },
      status: 201,
      error: null,
      lines: [3],
    });
    expect(service.posted().sort()).toEqual(['R-1', 'R-2', 'R-3']);
  });

  it('prints the exact bodies with --dry-run, without a sign-in, an address or a trace', async () => {
    const home = homeWith('orders.csv', three);
    const before = readdirSync(home);
    const outcome = await runCli(['order', 'create', 'orders.csv', '--dry-run', '--json'], { home });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ dryRun: true, total: 3, invalid: 0 });
    const service = await startOrderService();
    const sent = await upload(service, three);
    expect(sent.code).toBe(0);
    const bodies = service.received.filter(({ url }) => url === '/v1/outbound').map(({ body }) => body);
    expect(
      dataOf(outcome)
        .orders.map((order) => JSON.stringify(order))
        .sort(),
    ).toEqual(bodies.sort());
    expect(readdirSync(home)).toEqual(before);
    const lines = await runCli(['order', 'create', 'orders.csv', '--dry-run', '-o', 'ndjson'], { home });
    expect(lines.stdout.trim().split('\n').sort()).toEqual(bodies.sort());
  });

  it('says once for each of two days that it has orders of the other, and what to do', async () => {
    const home = makeHome();
    for (const name of ['monday.csv', 'tuesday.csv']) writeFileSync(join(home, name), three);
    const { code, stderr } = await runCli(['order', 'create', 'monday.csv', 'tuesday.csv'], { home });
    expect([code, stderr.split('\n').slice(0, -1)]).toEqual([
      2,
      [
        'error: 6 of 6 orders are invalid; nothing was sent',
        '  monday.csv:',
        '  row 2 and 2 more: its reference is also in tuesday.csv',
        '  tuesday.csv:',
        '  row 2 and 2 more: its reference is also in monday.csv',
        'hint: send one file after the other, the newest last',
      ],
    ]);
  });

  it('prints bodies of any length and characters with --dry-run', async () => {
    const home = makeHome();
    const many = (letter: string): string => letter.repeat(20_000);
    const buyers = ['a', 'b', many('c'), many('d'), many('é'), 'e'.repeat(70_000), 'f\u007f', 'g'];
    const rows = buyers.map((Buyer, index) => orderRow(`R-${index}`, { Buyer }));
    writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
    const printed = async (format: string): Promise<string> =>
      (await runCli(['order', 'create', 'orders.csv', '--dry-run', '-o', format], { home })).stdout;
    const lines = (await printed('ndjson')).trimEnd().split('\n');
    const { data } = JSON.parse(await printed('json'));
    const buyerOf = (order: { ChannelBuyerName: string }): string => order.ChannelBuyerName;
    expect(lines.map((line) => buyerOf(JSON.parse(line)))).toEqual(buyers);
    expect(data.orders.map(buyerOf)).toEqual(buyers);
  });

  it('sends nothing from a file with an invalid order without --skip-invalid', async () => {
    const service = await startOrderService();
    const csv = ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '0' }), orderRow('R-3')]);
    const refused = await upload(service, csv);
    expect(refused.code).toBe(2);
    expect(service.posted()).toEqual([]);
    expect(errorOf(refused)).toMatchObject({
      code: 'invalid-input',
      errors: [{ line: 3, field: 'Qty' }],
    });
    const home = refused.home;
    const partly = await upload(service, csv, ['--skip-invalid'], home);
    expect(partly.code).toBe(9);
    expect(outcomesOf(partly)).toEqual({ 'R-1': 'created', 'R-2': 'invalid', 'R-3': 'created' });
    expect(dataOf(partly)).toMatchObject({ total: 3, created: 2, invalid: 1 });
    const failed = readFileSync(join(home, 'orders.csv.failed.csv'), 'utf8');
    expect(failed.split('\r\n')[1]).toMatch(/^R-2,.*,3,Qty,invalid,/);
  });

  it('sends its share of the orders with --shard, and the shares make up the whole', async () => {
    const service = await startOrderService();
    const csv = manyOrders(60);
    const counts: number[] = [];
    for (const part of ['1/4', '2/4', '3/4', '4/4']) {
      const outcome = await upload(service, csv, ['--shard', part]);
      expect(outcome.code).toBe(0);
      counts.push(Number(dataOf(outcome).total));
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(Math.min(...counts)).toBeGreaterThan(3);
    expect(service.posted()).toHaveLength(60);
    expect(service.stored.size).toBe(60);
  });

  it('respects --rate', async () => {
    const service = await startOrderService();
    const outcome = await upload(service, manyOrders(11), ['--rate', '2/s']);
    expect(dataOf(outcome)).toMatchObject({ created: 11 });
    expect(outcome.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(4_500);
  });
});

describe('files about a run', () => {
  it('list failures and results, and the failed file is removed when nothing failed', async () => {
    const refuse: Interference = (request, response) => {
      if (!request.body.includes('"PaymentStatus":"REFUSE"')) return false;
      json(response, 400, { success: false, error: 'PaymentStatus is not accepted' });
      return true;
    };
    const service = await startOrderService(refuse);
    const csv = ordersCsv([orderRow('R-1'), orderRow('R-2', { PaymentStatus: 'REFUSE' })]);
    const outcome = await upload(service, csv, ['--results', 'results.csv', '--failed', 'bad.csv']);
    expect(outcome.code).toBe(9);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created', 'R-2': 'rejected' });
    expect(dataOf(outcome).orders[1]).toMatchObject({ status: 400, error: 'PaymentStatus is not accepted' });
    const results = readFileSync(join(outcome.home, 'results.csv'), 'utf8').split('\r\n');
    expect(results[0]).toBe('ReferenceNumber,outcome,OrderUUID,OrderNumber,status,error,file,line');
    expect(results[1]).toBe('R-1,created,uuid-1,1,201,,orders.csv,2');
    expect(results[2]).toBe('R-2,rejected,,,400,PaymentStatus is not accepted,orders.csv,3');
    const bad = readFileSync(join(outcome.home, 'bad.csv'), 'utf8').split('\r\n');
    expect(bad[0]).toMatch(/^ReferenceNumber,.*,_line,_field,_code,_error$/);
    expect(bad[1]).toBe(
      `${orderRow('R-2', { PaymentStatus: 'REFUSE' })},3,PaymentStatus,rejected,PaymentStatus is not accepted`,
    );
    const fixed = ordersCsv([orderRow('R-1'), orderRow('R-2')]);
    expect((await upload(service, fixed, ['--failed', 'bad.csv'], outcome.home)).code).toBe(0);
    expect(existsSync(join(outcome.home, 'bad.csv'))).toBe(false);
  });

  it('cause an error before anything is sent if they cannot be written', async () => {
    const service = await startOrderService();
    const outcome = await upload(service, three, ['--results', 'no/such/folder/results.csv']);
    expect(outcome.code).toBe(2);
    expect(service.posted()).toEqual([]);
  });

  it.each(['--results', '--out'])(
    'end with exit 1, and not with that of a refused command, if the folder of %s is gone at the end',
    async (option) => {
      const home = makeHome();
      mkdirSync(join(home, 'out'));
      const service = await startOrderService(() => {
        rmSync(join(home, 'out'), { recursive: true, force: true });
        return false;
      });
      const outcome = await upload(service, three, [option, 'out/file'], home);
      expect([outcome.code, service.stored.size]).toEqual([1, 3]);
      expect(errorOf(outcome)).toMatchObject({
        code: 'internal',
        message: 'out/file cannot be written: its folder does not exist',
      });
    },
  );

  it('do not hide other errors if the file of --out cannot be written at the end', async () => {
    const home = makeHome();
    mkdirSync(join(home, 'out'));
    const service = await startOrderService(({ method }, response) => {
      if (method !== 'POST') return false;
      rmSync(join(home, 'out'), { recursive: true, force: true });
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const { code, stderr } = await upload(service, three, ['--out', 'out/file'], home);
    expect(code).toBe(1);
    expect(stderr).toContain('3 of 3 orders did not succeed: 3 rejected');
    expect(stderr).toContain('out/file cannot be written');
  });

  it('do not hide the outcome if they cannot be written at the end', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const home = makeHome();
    mkdirSync(join(home, 'orders.csv.failed.csv', 'in-the-way'), { recursive: true });
    const outcome = await upload(service, three, [], home);
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({ rejected: 3 });
    expect(outcome.stderr).toContain('orders.csv.failed.csv');
    expect(outcome.stderr).toContain('name another file with --failed');
  });
});
