import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { json } from '../../support/services/http-server.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';
import { ledgerOf } from '../../support/upload/opened-ledger.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

describe('order runs', () => {
  it('says that there are no runs yet', async () => {
    const outcome = await runCli(['order', 'runs', '--json']);
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toEqual([]);
  });

  it('shows the outcome of each order in each run, even if a later run got further', async () => {
    let refuse = true;
    const service = await startOrderService((request, response) => {
      if (!refuse || !request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    });
    const home = homeWith('orders.csv', ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const { env } = service;
    await runCli(['order', 'create', 'orders.csv'], { home, env });
    refuse = false;
    await runCli(['order', 'create', 'orders.csv'], { home, env });
    expect(dataOf(await runCli(['order', 'runs', '--json'], { home }))).toMatchObject([
      {
        run: 2,
        files: ['orders.csv'],
        created: 1,
        skipped: 1,
        exitCode: 0,
        service: service.baseUrl,
        client: 'acme',
      },
      { run: 1, created: 1, rejected: 1, exitCode: 9, started: '2026-09-01T08:00:00Z' },
    ]);
    expect(dataOf(await runCli(['order', 'runs', '1', '--json'], { home }))).toMatchObject({
      run: 1,
      orders: [
        { ReferenceNumber: 'R-1', outcome: 'created', OrderId: { Number: 1 } },
        { ReferenceNumber: 'R-2', outcome: 'rejected', error: 'not today' },
      ],
    });
    expect(dataOf(await runCli(['order', 'runs', '2', '--json'], { home }))).toMatchObject({
      orders: [{ ReferenceNumber: 'R-2', outcome: 'created', OrderId: { Number: 2 } }],
    });
    await runCli(['order', 'create', 'orders.csv'], { home, env });
    expect((await runCli(['order', 'runs', '3'], { home })).stdout).toMatch(
      /^skipped: +2\n\nwhat was skipped is listed with the run that finished it\n$/m,
    );
  });

  it('counts the orders of a run that was interrupted, and those that it may have sent', async () => {
    const home = makeHome();
    const { ledger } = await ledgerOf(home, ['R-1', 'R-2', 'R-3']);
    const [first] = ledger.nextBatch(2);
    if (first === undefined) throw new Error('no task');
    ledger.record([{ task: first, result: { outcome: 'created', status: 201 } }]);
    const shown = await runCli(['order', 'runs', '1', '--json'], { home });
    expect(dataOf(shown)).toMatchObject({
      ended: null,
      total: 2,
      created: 1,
      unknown: 1,
      orders: [
        { ReferenceNumber: 'R-1', outcome: 'created' },
        { ReferenceNumber: 'R-2', outcome: 'unknown' },
      ],
    });
    expect((await runCli(['order', 'runs', '1'], { home })).stdout).toMatch(/created: +1\nunknown: +1\n/);
  });

  it('says of a run that stopped why it is not finished', async () => {
    const home = makeHome();
    const service = await startOrderService((_, response) => {
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    writeFileSync(join(home, 'orders.csv'), ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const line = ['order', 'create', 'orders.csv', '--max-errors', '1', '--concurrency', '1'];
    await runCli(line, { home, env: service.env });
    const { stdout } = await runCli(['order', 'runs', '1'], { home });
    expect(stdout).toMatch(/^State: +not finished: stopped after 1 failure$/m);
  });

  it('shows which orders were invalid and not sent', async () => {
    const service = await startOrderService();
    const home = homeWith(
      'orders.csv',
      ordersCsv([orderRow('R-1', { Qty: 'many' }), orderRow('R-2'), orderRow('R-3')]),
    );
    const create = ['order', 'create', 'orders.csv', '--skip-invalid', '--json'];
    const created = await runCli(create, { home, env: service.env });
    expect(dataOf(created)).toMatchObject({ total: 3, created: 2, invalid: 1 });
    expect(dataOf(created).orders.map(({ outcome }) => outcome)).toEqual(['invalid', 'created', 'created']);
    expect(dataOf(await runCli(['order', 'runs', '1', '--json'], { home }))).toMatchObject({
      total: 3,
      orders: [
        { ReferenceNumber: 'R-1', outcome: 'invalid', error: 'invalid; not sent' },
        { ReferenceNumber: 'R-2', outcome: 'created' },
        { ReferenceNumber: 'R-3', outcome: 'created' },
      ],
    });
  });

  it('shows people the first 1,000 orders of a run, and scripts all, without a word about it', async () => {
    const home = makeHome();
    const references = Array.from({ length: 1001 }, (_, at) => `R-${at}`);
    const { ledger } = await ledgerOf(home, references);
    for (let tasks = ledger.nextBatch(500); tasks.length > 0; tasks = ledger.nextBatch(500))
      ledger.record(tasks.map((task) => ({ task, result: { outcome: 'created', status: 201 } })));
    const cut = 'only the first 1000 are shown; -o csv shows all';
    const table = await runCli(['order', 'runs', '1'], { home });
    expect([table.stdout.match(/^R-\d+ /gm)?.length, table.stderr.trim()]).toEqual([1000, cut]);
    for (const format of ['csv', 'ndjson', 'json']) {
      const { stdout, stderr } = await runCli(['order', 'runs', '1', '-o', format], { home });
      expect([format, stdout.match(/\bR-\d+\b/g)?.length, stderr]).toEqual([format, 1001, '']);
    }
  });

  it('says nothing about more orders of a run that has just as many as it shows', async () => {
    const home = makeHome();
    const { ledger } = await ledgerOf(
      home,
      Array.from({ length: 1000 }, (_, at) => `R-${at}`),
    );
    for (let tasks = ledger.nextBatch(500); tasks.length > 0; tasks = ledger.nextBatch(500))
      ledger.record(tasks.map((task) => ({ task, result: { outcome: 'created', status: 201 } })));
    expect((await runCli(['order', 'runs', '1'], { home })).stderr).toBe('');
  });

  it('keeps the files in a narrow terminal', async () => {
    const { env } = await startOrderService(() => false);
    const home = homeWith('monday-R-1.csv', ordersCsv([orderRow('R-1')]));
    await runCli(['order', 'create', 'monday-R-1.csv'], { home, env });
    const { stdout } = await runCli(['order', 'runs'], { home, tty: true, columns: 60 });
    expect(stdout).toContain('monday-R-1.csv');
  });

  it('refuses an unknown run and an invalid number', async () => {
    expect((await runCli(['order', 'runs', '7'])).code).toBe(5);
    expect((await runCli(['order', 'runs', 'last'])).code).toBe(2);
  });
});
