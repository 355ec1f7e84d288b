import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../support/cli.ts';
import { json } from '../support/http-server.ts';
import { type Interference, type OrderService, startOrderService } from '../support/order-service.ts';
import { manyOrders, orderRow, ordersCsv } from '../support/orders-csv.ts';

let service: OrderService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

interface Document {
  readonly ReferenceNumber: string;
  readonly outcome: string;
  readonly OrderId: { readonly UUID: string; readonly Number: number } | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly lines: readonly number[];
}

const dataOf = (outcome: Outcome): Record<string, unknown> & { orders: Document[] } =>
  (JSON.parse(outcome.stdout) as { data: Record<string, unknown> & { orders: Document[] } }).data;

const outcomesOf = (outcome: Outcome): Record<string, string> =>
  Object.fromEntries(dataOf(outcome).orders.map((order) => [order.ReferenceNumber, order.outcome]));

const errorOf = (outcome: Outcome): Record<string, unknown> => {
  const lines = outcome.stderr
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return (JSON.parse(lines.at(-1) ?? '{}') as { error: Record<string, unknown> }).error;
};

/** Uploads `csv` with json output; the same home goes on where an earlier call stopped. */
async function upload(csv: string, args: readonly string[] = [], home = makeHome()): Promise<Outcome> {
  writeFileSync(join(home, 'orders.csv'), csv);
  return runCli(['order', 'create', 'orders.csv', '--json', ...args], { home, env: service?.env ?? {} });
}

const three = ordersCsv([orderRow('R-1'), orderRow('R-2'), orderRow('R-3')]);

describe('order create', () => {
  it('creates each order and says what it came to', async () => {
    service = await startOrderService();
    const outcome = await upload(three);
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

  it('skips what an earlier run finished, with its OrderId, and sends the rest', async () => {
    service = await startOrderService();
    const first = await upload(ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const again = await upload(three, [], first.home);
    expect(again.code).toBe(0);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'skipped', 'R-2': 'skipped', 'R-3': 'created' });
    expect(dataOf(again).orders[0]?.OrderId).toEqual(dataOf(first).orders[0]?.OrderId);
    expect(service.posted().filter((reference) => reference === 'R-1')).toHaveLength(1);
  });

  it('does not send a finished order whose content has changed', async () => {
    service = await startOrderService();
    const { home } = await upload(three);
    const changed = ordersCsv([orderRow('R-1', { Qty: '9' }), orderRow('R-2'), orderRow('R-3')]);
    const again = await upload(changed, [], home);
    expect(again.code).toBe(9);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'conflict', 'R-2': 'skipped', 'R-3': 'skipped' });
    expect(service.posted()).toHaveLength(3);
    expect(outcomesOf(await upload(three, [], home))).toMatchObject({ 'R-1': 'skipped' });
  });

  it('forgets earlier outcomes with --fresh and lets the service decide', async () => {
    service = await startOrderService();
    const { home } = await upload(three);
    const again = await upload(three, ['--fresh'], home);
    expect(again.code).toBe(0);
    expect(dataOf(again)).toMatchObject({ existing: 3, skipped: 0 });
    const changed = ordersCsv([orderRow('R-1', { Qty: '9' })]);
    const third = await upload(changed, ['--fresh'], home);
    expect(third.code).toBe(6);
    expect(dataOf(third).orders[0]).toMatchObject({ outcome: 'conflict', status: 409 });
    expect(dataOf(third).orders[0]?.error).toContain('OrderItems[0].Qty');
  });

  it('counts nothing that another service or another client took', async () => {
    service = await startOrderService();
    const { home } = await upload(three);
    const first = service;
    service = await startOrderService();
    expect(dataOf(await upload(three, [], home))).toMatchObject({ created: 3, skipped: 0 });
    const env = { ...first.env, CFI_CLIENT_ID: 'somebody-else' };
    const other = await runCli(['order', 'create', 'orders.csv', '--json'], { home, env });
    expect(dataOf(other)).toMatchObject({ existing: 3, skipped: 0 });
    await first.close();
  });

  it('keeps uploads of two tokens from the environment apart', async () => {
    service = await startOrderService();
    const home = makeHome();
    writeFileSync(join(home, 'orders.csv'), three);
    const send = (token: string) =>
      runCli(['order', 'create', 'orders.csv', '--json'], {
        home,
        env: { CFI_BASE_URL: service?.baseUrl ?? '', CFI_TOKEN: token },
      });
    expect(dataOf(await send('one.two.three'))).toMatchObject({ created: 3 });
    expect(dataOf(await send('one.two.four'))).toMatchObject({ existing: 3, skipped: 0 });
    expect(dataOf(await send('one.two.three'))).toMatchObject({ skipped: 3 });
  });

  it('prints the exact bodies with --dry-run, without sign-in, address or a trace', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'orders.csv'), three);
    const before = readdirSync(home);
    const outcome = await runCli(['order', 'create', 'orders.csv', '--dry-run', '--json'], { home });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ dryRun: true, total: 3, invalid: 0 });
    service = await startOrderService();
    const sent = await upload(three);
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

  it('sends nothing of a file with an invalid order, unless told to leave it out', async () => {
    service = await startOrderService();
    const csv = ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '0' }), orderRow('R-3')]);
    const refused = await upload(csv);
    expect(refused.code).toBe(2);
    expect(service.posted()).toEqual([]);
    expect(errorOf(refused)).toMatchObject({
      code: 'invalid-input',
      errors: [{ line: 3, field: 'Qty' }],
    });
    const home = refused.home;
    const partly = await upload(csv, ['--skip-invalid'], home);
    expect(partly.code).toBe(9);
    expect(outcomesOf(partly)).toEqual({ 'R-1': 'created', 'R-2': 'invalid', 'R-3': 'created' });
    expect(dataOf(partly)).toMatchObject({ total: 3, created: 2, invalid: 1 });
    const failed = readFileSync(join(home, 'orders.csv.failed.csv'), 'utf8');
    expect(failed.split('\r\n')[1]).toMatch(/^R-2,.*,3,Qty,invalid,/);
  });

  it('does nothing for a file without rows', async () => {
    const outcome = await upload(ordersCsv([]));
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ total: 0, orders: [] });
    expect(outcome.stderr).toContain('no rows');
  });

  it('makes no difference between a file and standard input', async () => {
    service = await startOrderService();
    const first = await runCli(['order', 'create', '-', '--json'], { stdin: three, env: service.env });
    expect(dataOf(first)).toMatchObject({ created: 3 });
    const again = await upload(three, [], first.home);
    expect(dataOf(again)).toMatchObject({ skipped: 3 });
  });

  it('writes failures and results to files, and removes the former when nothing failed', async () => {
    const refuse: Interference = (request, response) => {
      if (!request.body.includes('"PaymentStatus":"REFUSE"')) return false;
      json(response, 400, { success: false, error: 'PaymentStatus is not accepted' });
      return true;
    };
    service = await startOrderService(refuse);
    const csv = ordersCsv([orderRow('R-1'), orderRow('R-2', { PaymentStatus: 'REFUSE' })]);
    const outcome = await upload(csv, ['--results', 'results.csv', '--failed', 'bad.csv']);
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
    const mended = ordersCsv([orderRow('R-1'), orderRow('R-2')]);
    expect((await upload(mended, ['--failed', 'bad.csv'], outcome.home)).code).toBe(0);
    expect(existsSync(join(outcome.home, 'bad.csv'))).toBe(false);
  });

  it.each([
    [400, 'rejected', 2, 'invalid-input'],
    [500, 'failed', 10, 'unavailable'],
    [404, 'failed', 5, 'not-found'],
  ])('fails with its own code when a single order meets %i', async (status, outcome, code, name) => {
    service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, status, { success: false, error: 'because' });
      return true;
    });
    const single = await upload(ordersCsv([orderRow('R-1')]));
    expect(single.code).toBe(code);
    expect(outcomesOf(single)).toEqual({ 'R-1': outcome });
    expect(errorOf(single)).toMatchObject({ code: name, status, exitCode: code });
  });

  it('stops, resumable, when the sign-in has ended and no credentials are at hand', async () => {
    service = await startOrderService((_, response) => {
      json(response, 401, { success: false, error: 'Unauthorized' });
      return true;
    });
    const home = makeHome();
    writeFileSync(join(home, 'orders.csv'), three);
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: 'a.b.c' };
    const outcome = await runCli(['order', 'create', 'orders.csv', '--json'], { home, env });
    expect(outcome.code).toBe(4);
    expect(dataOf(outcome)).toMatchObject({ total: 0, left: 3, orders: [] });
    expect(errorOf(outcome)).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('signs in once for all requests that met the same 401', async () => {
    let refuse = true;
    service = await startOrderService((request, response) => {
      if (!request.headers.authorization?.endsWith('-1')) refuse = false;
      if (!refuse) return false;
      json(response, 401, { success: false, error: 'Unauthorized' });
      return true;
    });
    const outcome = await upload(manyOrders(40));
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ created: 40 });
    expect(service.signIns()).toBe(2);
  });

  it('stops with exit 4 when the account may not write', async () => {
    service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 403, { success: false, error: 'Forbidden' });
      return true;
    });
    const outcome = await upload(manyOrders(50));
    expect(outcome.code).toBe(4);
    expect(service.posted().length).toBeLessThanOrEqual(8);
  });

  it('stops a run that the service asks to wait for longer than 15 minutes', async () => {
    service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 429, { success: false, error: 'slow down' }, { 'retry-after': '901' });
      return true;
    });
    const outcome = await upload(three);
    expect(outcome.code).toBe(7);
    expect(errorOf(outcome)).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 901 });
    expect(outcome.slept.filter((ms) => ms > 10_000)).toEqual([]);
  });

  it('leaves a service alone that keeps failing, and goes on later', async () => {
    let broken = true;
    service = await startOrderService((_, response) => {
      if (!broken) return false;
      json(response, 503, { success: false, error: 'down' });
      return true;
    });
    const outcome = await upload(manyOrders(500));
    expect(outcome.code).toBe(10);
    expect(service.posted().length).toBeLessThan(100);
    expect(errorOf(outcome).message).toContain('keeps failing');
    broken = false;
    const again = await upload(manyOrders(500), [], outcome.home);
    expect(again.code).toBe(0);
    expect(service.stored.size).toBe(500);
  });

  it('stops after --max-errors failures', async () => {
    service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const outcome = await upload(manyOrders(100), ['--max-errors', '3', '--concurrency', '1']);
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({ rejected: 3, left: 97 });
  });

  it('takes its part of the orders with --shard, and the parts make up the whole', async () => {
    service = await startOrderService();
    const csv = manyOrders(60);
    const counts: number[] = [];
    for (const part of ['1/4', '2/4', '3/4', '4/4']) {
      const outcome = await upload(csv, ['--shard', part]);
      expect(outcome.code).toBe(0);
      counts.push(Number(dataOf(outcome).total));
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(Math.min(...counts)).toBeGreaterThan(3);
    expect(service.posted()).toHaveLength(60);
    expect(service.stored.size).toBe(60);
  });

  it('keeps to --rate', async () => {
    service = await startOrderService();
    const outcome = await upload(manyOrders(11), ['--rate', '2/s']);
    expect(dataOf(outcome)).toMatchObject({ created: 11 });
    expect(outcome.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(4_500);
  });
});

describe('an answer that is lost', () => {
  it.each([
    ['reset after the order was taken', true],
    ['reset before the order was taken', false],
  ])('leads to a look-up first: %s', async (_, taken) => {
    let first = true;
    service = await startOrderService((request, response, accept) => {
      if (request.method !== 'POST' || !first) return false;
      first = false;
      if (taken) accept();
      response.destroy();
      return true;
    });
    const outcome = await upload(ordersCsv([orderRow('R-1')]));
    expect(outcome.code).toBe(0);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created' });
    expect(service.read()).toEqual(['R-1']);
    expect(service.posted()).toHaveLength(taken ? 1 : 2);
  });

  it('is unknown when it cannot be looked up either, and looked up before it is sent again', async () => {
    let broken = true;
    service = await startOrderService((request, response, accept) => {
      if (!broken) return false;
      if (request.method === 'POST') accept();
      json(response, 500, { success: false, error: 'broken' });
      return true;
    });
    const csv = ordersCsv([orderRow('R-1')]);
    const outcome = await upload(csv);
    expect(outcome.code).toBe(10);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'unknown' });
    broken = false;
    const again = await upload(csv, [], outcome.home);
    expect(again.code).toBe(0);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'created' });
    expect(service.posted()).toHaveLength(1);
  });
});

describe('files about a run', () => {
  it('are told of before anything is sent when they cannot be written', async () => {
    service = await startOrderService();
    const outcome = await upload(three, ['--results', 'no/such/folder/results.csv']);
    expect(outcome.code).toBe(2);
    expect(service.posted()).toEqual([]);
  });

  it('do not keep the outcome from being told when they cannot be written afterwards', async () => {
    service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const home = makeHome();
    mkdirSync(join(home, 'orders.csv.failed.csv', 'in-the-way'), { recursive: true });
    const outcome = await upload(three, [], home);
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({ rejected: 3 });
    expect(outcome.stderr).toContain('orders.csv.failed.csv');
  });
});
