import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf, homeWith, outcomesOf, upload } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

const three = ordersCsv([orderRow('R-1'), orderRow('R-2'), orderRow('R-3')]);

describe('order create, repeated', () => {
  it('skips what an earlier run finished, with its OrderId, and sends the rest', async () => {
    const service = await startOrderService();
    const first = await upload(service, ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const again = await upload(service, three, [], first.home);
    expect(again.code).toBe(0);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'skipped', 'R-2': 'skipped', 'R-3': 'created' });
    expect(dataOf(again).orders[0]?.OrderId).toEqual(dataOf(first).orders[0]?.OrderId);
    expect(service.posted().filter((reference) => reference === 'R-1')).toHaveLength(1);
  });

  it('reports only what it tried, if it stops before orders that an earlier run tried', async () => {
    let status = 400;
    const service = await startOrderService(({ method, url }, response) => {
      if (method !== 'POST' || url !== '/v1/outbound') return false;
      json(response, status, { success: false, error: 'no' });
      return true;
    });
    const first = await upload(service, three);
    expect(outcomesOf(first)).toEqual({ 'R-1': 'rejected', 'R-2': 'rejected', 'R-3': 'rejected' });
    status = 403;
    const again = await upload(service, three, ['--concurrency', '1'], first.home);
    expect(again.code).toBe(4);
    expect(dataOf(again)).toMatchObject({ total: 0, rejected: 0, left: 3, orders: [] });
  });

  it('says in a dry run how many orders an earlier run created', async () => {
    const service = await startOrderService();
    const first = await upload(service, ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const known = async (text: string, ...words: readonly string[]) =>
      dataOf(await upload(service, text, ['--dry-run', ...words], first.home)).known;
    expect(await known(three)).toEqual({ created: 2, changed: [] });
    expect(await known(three, '--fresh')).toBeUndefined();
    const other = ordersCsv([orderRow('R-3')]);
    expect(await known(other)).toEqual({ created: 0, changed: [] });
    expect(service.posted()).toHaveLength(2);
  });

  it.each(['9007199254740993', '-9223372036854775808'])(
    'shows a service number beyond 2^53 unchanged: %s',
    async (number) => {
      const service = await startOrderService((request, response, accept) => {
        if (request.method !== 'POST' || request.url !== '/v1/outbound') return false;
        accept();
        response.writeHead(201, { 'content-type': 'application/json' });
        const reference = (JSON.parse(request.body) as { ReferenceNumber: string }).ReferenceNumber;
        response.end(
          `{"success":true,"data":{"ReferenceNumber":"${reference}","OrderId":{"UUID":"u","Number":${number}}}}`,
        );
        return true;
      });
      const first = await upload(service, three);
      expect(first.stdout).toContain(`"Number":${number}}`);
      const again = await upload(service, three, [], first.home);
      expect(again.stdout).toContain(`"Number":${number}}`);
      const args = ['order', 'runs', '1', '-o', 'csv'];
      expect((await runCli(args, { home: first.home, env: service.env })).stdout).toContain(number);
    },
  );

  it('does not send a finished order whose content has changed', async () => {
    const service = await startOrderService();
    const { home } = await upload(service, three);
    const changed = ordersCsv([orderRow('R-1', { Qty: '9' }), orderRow('R-2'), orderRow('R-3')]);
    const again = await upload(service, changed, [], home);
    expect(again.code).toBe(9);
    expect(outcomesOf(again)).toEqual({ 'R-1': 'conflict', 'R-2': 'skipped', 'R-3': 'skipped' });
    expect(service.posted()).toHaveLength(3);
    expect(outcomesOf(await upload(service, three, [], home))).toMatchObject({ 'R-1': 'skipped' });
  });

  it('tells of a change in a field that the service does not show', async () => {
    const service = await startOrderService();
    const { home } = await upload(service, three);
    const moved = ordersCsv([orderRow('R-1')])
      .replace(',SKU,', ',DeliveryAddress.Address2,SKU,')
      .replace(',AC-TENT-2,', ',Flat 9,AC-TENT-2,');
    const again = await upload(service, moved, [], home);
    expect([again.code, outcomesOf(again)]).toEqual([6, { 'R-1': 'conflict' }]);
    expect(dataOf(again).orders[0]?.error).toContain('the service does not show DeliveryAddress.Address2');
    expect(dataOf(await upload(service, moved, ['--keep-changed'], home))).toMatchObject({ existing: 1 });
  });

  it('tells of such a change where the answer was lost before it', async () => {
    let isDown = true;
    const service = await startOrderService(({ method }, response, accept) => {
      if (!isDown) return false;
      if (method === 'POST') accept();
      response.destroy();
      return true;
    });
    const { env } = service;
    const order = ordersCsv([orderRow('R-1')]);
    const home = homeWith('orders.csv', order);
    const create = () =>
      runCli(['order', 'create', 'orders.csv', '--max-retries', '0', '--json'], { home, env });
    expect(outcomesOf(await create())).toEqual({ 'R-1': 'unknown' });
    isDown = false;
    writeFileSync(
      join(home, 'orders.csv'),
      order.replace(',SKU,', ',DeliveryAddress.Address2,SKU,').replace(',AC-TENT-2,', ',Flat 9,AC-TENT-2,'),
    );
    for (let time = 0; time < 2; time++) {
      const again = await create();
      expect([again.code, outcomesOf(again)]).toEqual([6, { 'R-1': 'conflict' }]);
      expect(dataOf(again).orders[0]?.error).toContain('the service does not show DeliveryAddress.Address2');
    }
    writeFileSync(join(home, 'orders.csv'), order);
    expect(outcomesOf(await create())).toEqual({ 'R-1': 'created' });
    expect(service.posted()).toHaveLength(1);
  });

  it('says how to keep changed orders that came on standard input', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const create = (stdin: string, ...args: readonly string[]) =>
      runCli(['order', 'create', '-', '--json', ...args], { home, stdin, env: service.env });
    await create(three);
    const changed = ordersCsv([orderRow('R-1', { Qty: '9' }), orderRow('R-2', { Qty: '9' })]);
    const { hint } = errorOf(await create(changed));
    expect(hint).toContain('to leave it as the warehouse has it, run the same command with --keep-changed');
    expect((await create(changed, '--keep-changed')).code).toBe(0);
  });

  it('ignores earlier outcomes with --fresh and lets the service decide', async () => {
    const service = await startOrderService();
    const { home } = await upload(service, three);
    const again = await upload(service, three, ['--fresh'], home);
    expect(again.code).toBe(0);
    expect(dataOf(again)).toMatchObject({ existing: 3, skipped: 0 });
    const changed = ordersCsv([orderRow('R-1', { Qty: '9' })]);
    const third = await upload(service, changed, ['--fresh'], home);
    expect(third.code).toBe(6);
    expect(dataOf(third).orders[0]).toMatchObject({ outcome: 'conflict', status: 409 });
    expect(dataOf(third).orders[0]?.error).toContain('OrderItems[0].Qty');
    expect(errorOf(third).hint).toMatch(
      /^see the order that has this reference: cfi order get R-1\b.*; to send another order/,
    );
  });

  it('ignores orders that another service or another client accepted', async () => {
    const first = await startOrderService();
    const { home } = await upload(first, three);
    const second = await startOrderService();
    expect(dataOf(await upload(second, three, [], home))).toMatchObject({ created: 3, skipped: 0 });
    const env = { ...first.env, CFI_CLIENT_ID: 'somebody-else' };
    const other = await runCli(['order', 'create', 'orders.csv', '--json'], { home, env });
    expect(dataOf(other)).toMatchObject({ existing: 3, skipped: 0 });
  });

  it('keeps uploads with two tokens from the environment separate', async () => {
    const service = await startOrderService();
    const home = homeWith('orders.csv', three);
    const send = (token: string) =>
      runCli(['order', 'create', 'orders.csv', '--json'], {
        home,
        env: { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: token },
      });
    expect(dataOf(await send('one.two.three'))).toMatchObject({ created: 3 });
    expect(dataOf(await send('one.two.four'))).toMatchObject({ existing: 3, skipped: 0 });
    expect(dataOf(await send('one.two.three'))).toMatchObject({ skipped: 3 });
  });

  it('names standard input in problems and notices', async () => {
    const create = (stdin: string, ...args: readonly string[]) =>
      runCli(['order', 'create', '-', '--dry-run', ...args], { stdin });
    const bad = three.replace('GBP', 'XXX').replace('AC-TENT-2', '01-Mar');
    expect((await create(bad)).stderr).toContain('\n  standard input:\n  R-1, row 2: currency "XXX" must');
    const suspicious = three.replace('AC-TENT-2', '01-Mar');
    expect((await create(suspicious)).stderr).toContain('warning: R-1, row 2: SKU "01-Mar" looks');
    expect((await create('[]')).stderr).toBe('standard input is an empty list\n');
    expect((await create('<html>')).stderr).toContain('error: standard input is a web page or XML');
    const { errors } = errorOf(await create(bad, '--json'));
    expect(errors).toMatchObject([{ file: '-', line: 2 }]);
  });

  it('treats a file and standard input alike', async () => {
    const service = await startOrderService();
    const first = await runCli(['order', 'create', '-', '--json'], { stdin: three, env: service.env });
    expect(dataOf(first)).toMatchObject({ created: 3 });
    const again = await upload(service, three, [], first.home);
    expect(dataOf(again)).toMatchObject({ skipped: 3 });
  });

  it.each([
    ['csv', (rows: readonly string[]) => ordersCsv(rows)],
    [
      'a csv longer than any buffer',
      (rows: readonly string[]) => `${ordersCsv(rows)}${'\r\n'.repeat(1 << 17)}`,
    ],
  ])('writes what failed of standard input where --failed says: %s', async (_, text) => {
    const service = await startOrderService((request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: 'because' });
      return true;
    });
    const home = makeHome();
    const { env } = service;
    const options = ['--skip-invalid', '--failed', 'again.csv', '--json'];
    const create = (stdin: string) => runCli(['order', 'create', '-', ...options], { home, env, stdin });
    const rows = [orderRow('R-1'), orderRow('R-2'), orderRow('R-3', { Qty: 'x' })];
    const outcome = await create(text(rows));
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created', 'R-2': 'rejected', 'R-3': 'invalid' });
    expect(errorOf(outcome).hint).toContain(
      'correct them in again.csv, then run: cfi order create again.csv',
    );
    const [header, ...failed] = readFileSync(join(home, 'again.csv'), 'utf8').trim().split('\r\n');
    expect(header).toMatch(/,_line,_field,_code,_error$/);
    expect(failed).toEqual([
      `${rows[1]},3,,rejected,because`,
      `${rows[2]},4,Qty,invalid,Qty must be a whole number`,
    ]);
    expect((await create(ordersCsv([orderRow('R-1')]))).code).toBe(0);
    expect(existsSync(join(home, 'again.csv'))).toBe(false);
  });
});
