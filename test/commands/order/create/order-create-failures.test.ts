import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/text/words.ts';
import { makeHome, runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf, homeWith, outcomesOf, upload } from '../../../support/upload/home-with.ts';
import { manyOrders, orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

const three = ordersCsv([orderRow('R-1'), orderRow('R-2'), orderRow('R-3')]);

const changed = 'has changed since it was read';

describe('a service that does not accept orders', () => {
  it('suggests the nearest warehouse for one that the account does not have', async () => {
    const home = makeHome();
    const rows = ['R-1', 'R-2'].map((reference) => orderRow(reference).replace('Northgate FC', 'Northgate'));
    writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
    const outcome = await runCli(['order', 'create', 'orders.csv', '--emulator', '--json'], { home });
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'rejected', 'R-2': 'rejected' });
    const { orders } = dataOf(outcome) as { orders: { error: string }[] };
    for (const { error } of orders)
      expect(error).toMatch(/^warehouse_name "Northgate" is not .*; did you mean Northgate FC\?$/);
    const narrow = await runCli(['order', 'create', 'orders.csv', '--emulator', '--yes'], {
      home,
      columns: 80,
      tty: true,
    });
    expect(narrow.stdout.match(/did you\s+mean\s+Northgate\s+FC\?/g)).toHaveLength(1);
  });

  it.each([
    [400, 'rejected', 2, 'invalid-input', undefined],
    [500, 'failed', 10, 'unavailable', true],
    [404, 'failed', 5, 'not-found', undefined],
  ])(
    'exits with its own code when a single order gets %i',
    async (status, outcome, code, name, retryable) => {
      const service = await startOrderService((request, response) => {
        if (request.method !== 'POST') return false;
        json(response, status, { success: false, error: 'because' });
        return true;
      });
      const single = await upload(service, ordersCsv([orderRow('R-1')]));
      expect(single.code).toBe(code);
      expect(outcomesOf(single)).toEqual({ 'R-1': outcome });
      expect(errorOf(single)).toMatchObject({ code: name, status, exitCode: code });
      expect(errorOf(single).retryable).toBe(retryable);
    },
  );

  it('says on a terminal why a single order was rejected, once, and how it is sent after correction', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 400, { success: false, error: 'DeliveryAddress.PostCode is not one of the country' });
      return true;
    });
    const home = homeWith('orders.csv', ordersCsv([orderRow('R-1')]));
    const { code, stdout, stderr } = await runCli(['order', 'create', 'orders.csv', '--yes'], {
      home,
      env: service.env,
      tty: true,
      columns: 80,
    });
    expect([code, stdout]).toEqual([2, 'Run 1\nrejected:  1\ntotal:     1\n']);
    expect(stderr.match(/R-1: postcode is not one of the country/g)).toHaveLength(1);
    expect(stderr).toContain('hint: correct it in orders.csv.failed.csv, then run:');
  });

  it.each([
    ['orders.txt', [], 'orders.txt.failed.json'],
    ['orders', [], 'orders.failed.json'],
    ['orders.json', ['--failed', 'failed.csv'], 'failed.csv --format json'],
    ['orders.json', ['--failed', 'failed'], 'failed'],
  ])(
    'writes failed orders of JSON as JSON, and says how to upload them: %s %j',
    async (name, words, again) => {
      const home = makeHome();
      const { stdout } = await runCli(['order', 'template', '--format', 'json']);
      const [template] = [JSON.parse(stdout)].flat();
      const nowhere = { ...template, ReferenceNumber: 'R-2', warehouse_name: 'Nowhere' };
      writeFileSync(join(home, name), JSON.stringify([template, nowhere]));
      const { code, stderr } = await runCli(['order', 'create', name, ...words, '--emulator'], { home });
      const retry = `order create ${again} --emulator`;
      expect([code, stderr]).toEqual([9, expect.stringContaining(`run: cfi ${retry}\n`)]);
      const [file = ''] = again.split(' ');
      const failed = readFileSync(join(home, file), 'utf8');
      writeFileSync(join(home, file), failed.replace('Nowhere', 'Northgate FC'));
      expect((await runCli(splitWords(retry) ?? [], { home })).code).toBe(0);
    },
  );

  it('says once what is wrong with an order whose rows are apart, for which the file is read twice', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const wrong = orderRow('R-1').replace('Northgate FC', '');
    const outcome = await upload(
      service,
      ordersCsv([wrong, orderRow('R-2'), wrong]),
      ['--skip-invalid'],
      home,
    );
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'invalid', 'R-2': 'created' });
    const failed = readFileSync(join(home, 'orders.csv.failed.csv'), 'utf8');
    expect(failed.match(/warehouse_name is required/g)).toHaveLength(2);
    expect(errorOf(outcome).errors).toHaveLength(1);
  });

  it.each([
    ['replaced', changed, (file: string) => renameSync(`${file}.new`, file)],
    ['overwritten', changed, (file: string) => writeFileSync(file, readFileSync(`${file}.new`))],
    ['emptied', changed, (file: string) => writeFileSync(file, '')],
    ['removed', 'there is no such file', (file: string) => rmSync(file)],
  ])(
    'writes no rows of other orders to the failed file if the file is %s during the upload',
    async (_, message, change) => {
      const home = makeHome();
      const file = join(home, 'orders.csv');
      const service = await startOrderService((request, response) => {
        if (request.method !== 'POST' || !request.body.includes('"R-2"')) return false;
        change(file);
        json(response, 400, { success: false, error: 'because' });
        return true;
      });
      writeFileSync(`${file}.new`, ordersCsv([orderRow('N-1'), orderRow('N-1'), orderRow('N-2')]));
      const outcome = await upload(service, three, [], home);
      expect(outcomesOf(outcome)).toEqual({ 'R-1': 'created', 'R-2': 'rejected', 'R-3': 'created' });
      expect(outcome.code).toBe(9);
      expect(errorOf(outcome)).toMatchObject({
        hint: 'run the same command again to retry them',
        errors: [{ file: 'orders.csv', message: expect.stringContaining(message) }],
      });
      expect(existsSync(`${file}.failed.csv`)).toBe(false);
    },
  );

  it('suggests no other name for a failed file whose input has changed', async () => {
    const home = makeHome();
    const service = await startOrderService(({ method }) => {
      if (method === 'POST') writeFileSync(join(home, 'orders.csv'), '');
      return false;
    });
    const wrong = orderRow('R-1').replace('Northgate FC', '');
    const outcome = await upload(service, ordersCsv([wrong, orderRow('R-2')]), ['--skip-invalid'], home);
    expect(outcomesOf(outcome)).toEqual({ 'R-1': 'invalid', 'R-2': 'created' });
    expect(outcome.stderr).toContain('cfi runs shows what was sent');
    expect(outcome.stderr).not.toContain('name another file');
  });

  it.each([
    [405, 'run the same command again to retry them'],
    [400, 'correct it in orders.csv.failed.csv, then run: cfi order create orders.csv.failed.csv '],
  ])('after %d says: %s', async (status, hint) => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST' || !request.body.includes('"R-2"')) return false;
      json(response, status, { success: false, error: 'because' });
      return true;
    });
    expect(errorOf(await upload(service, three, [])).hint).toContain(hint);
  });

  it('stops, resumable, when the sign-in has expired and there are no credentials', async () => {
    const service = await startOrderService((_, response) => {
      json(response, 401, { success: false, error: 'Unauthorized' });
      return true;
    });
    const home = homeWith('orders.csv', three);
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: 'a.b.c' };
    const outcome = await runCli(['order', 'create', 'orders.csv', '--json'], { home, env });
    expect(outcome.code).toBe(4);
    expect(dataOf(outcome)).toMatchObject({ total: 0, left: 3, orders: [] });
    expect(errorOf(outcome)).toMatchObject({ code: 'unauthorized', status: 401 });
    // A sign-in would not replace it.
    expect(errorOf(outcome).hint).toContain(
      'put a valid token in CFI_TOKEN, or unset it and sign in: cfi login',
    );
  });

  it('signs in once for all requests that got the same 401', async () => {
    let refuse = true;
    const service = await startOrderService((request, response) => {
      if (!request.headers.authorization?.endsWith('-1')) refuse = false;
      if (!refuse) return false;
      json(response, 401, { success: false, error: 'Unauthorized' });
      return true;
    });
    const outcome = await upload(service, manyOrders(40));
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toMatchObject({ created: 40 });
    expect(service.signIns()).toBe(2);
  });

  it('stops with exit 4 when the account may not write', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 403, { success: false, error: 'Forbidden' });
      return true;
    });
    const outcome = await upload(service, manyOrders(50));
    expect(outcome.code).toBe(4);
    expect(errorOf(outcome)).toMatchObject({
      message: 'the service refuses this account: Forbidden. 50 orders were not sent.',
      hint: expect.stringMatching(/^this account has no permission; .*; then run the same command again/),
    });
    expect(service.posted().length).toBeLessThanOrEqual(8);
  });

  it('stops a run when the service asks for a wait of more than 15 minutes', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 429, { success: false, error: 'slow down' }, { 'retry-after': '901' });
      return true;
    });
    const outcome = await upload(service, three);
    expect(outcome.code).toBe(7);
    expect(errorOf(outcome)).toMatchObject({
      code: 'rate-limited',
      retryable: true,
      retryAfterSeconds: 901,
    });
    expect(outcome.slept.filter((ms) => ms > 10_000)).toEqual([]);
  });

  it('leaves a service alone that keeps failing, and continues later', async () => {
    let broken = true;
    const service = await startOrderService((_, response) => {
      if (!broken) return false;
      json(response, 503, { success: false, error: 'down' });
      return true;
    });
    const outcome = await upload(service, manyOrders(200));
    expect(outcome.code).toBe(10);
    expect(service.posted().length).toBeLessThan(100);
    expect(errorOf(outcome)).toMatchObject({
      message: expect.stringContaining('keeps failing'),
      retryable: true,
    });
    broken = false;
    const again = await upload(service, manyOrders(200), [], outcome.home);
    expect(again.code).toBe(0);
    expect(service.stored.size).toBe(200);
  });

  it('stops after --max-errors failures', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST') return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const outcome = await upload(service, manyOrders(100), ['--max-errors', '3', '--concurrency', '1']);
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({ rejected: 3, left: 97 });
    // Nothing is left to stop after the last order, so it fails with its own code and reason.
    const single = await upload(service, ordersCsv([orderRow('R-1')]), ['--max-errors', '1']);
    expect(errorOf(single)).toMatchObject({ code: 'invalid-input', message: 'R-1: no', exitCode: 2 });
  });

  it('reports failed and left-out orders in one error', async () => {
    const service = await startOrderService((request, response) => {
      if (!request.body.includes('"ReferenceNumber":"R-1"')) return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    const csv = ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '0' }), orderRow('R-3')]);
    const outcome = await upload(service, csv, ['--skip-invalid']);
    expect(outcome.code).toBe(9);
    expect(
      outcome.stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    ).toHaveLength(1);
    expect(errorOf(outcome)).toMatchObject({
      code: 'partial',
      message: '2 of 3 orders did not succeed: 1 rejected, 1 invalid',
      errors: [{ line: 3, field: 'Qty' }],
    });
  });
});

it('leaves no failed file and no results of an earlier upload when a file has nothing to send', async () => {
  const service = await startOrderService((request, response) => {
    if (request.method !== 'POST' || !request.body.includes('"R-1"')) return false;
    json(response, 400, { success: false, error: 'no' });
    return true;
  });
  const home = makeHome();
  const results = (): string[] => readFileSync(join(home, 'r.csv'), 'utf8').trim().split('\r\n');
  await upload(service, three, ['--results', 'r.csv'], home);
  expect([existsSync(join(home, 'orders.csv.failed.csv')), results().length]).toEqual([true, 4]);
  expect((await upload(service, ordersCsv([]), ['--results', 'r.csv'], home)).code).toBe(0);
  expect([existsSync(join(home, 'orders.csv.failed.csv')), results()]).toEqual([
    false,
    ['ReferenceNumber,outcome,OrderUUID,OrderNumber,status,error,file,line'],
  ]);
});

it('writes what failed of the second file under the name that is given, and leaves no other', async () => {
  const home = makeHome();
  const [good, bad] = [orderRow('R-1'), orderRow('R-2').replace('Northgate FC', 'Nowhere')];
  const run = async (one: string, other: string) => {
    writeFileSync(join(home, 'a.csv'), ordersCsv([one]));
    writeFileSync(join(home, 'b.csv'), ordersCsv([other]));
    const words = ['order', 'create', 'a.csv', 'b.csv', '--emulator', '--failed', 'failed.csv'];
    const { code } = await runCli(words, { home });
    return [code, ...readdirSync(home).filter((name) => name.startsWith('failed'))];
  };
  expect(await run(bad, bad.replace('R-2', 'R-3'))).toEqual([9, 'failed.2.csv', 'failed.csv']);
  expect(await run(good, bad)).toEqual([9, 'failed.csv']);
  expect(readFileSync(join(home, 'failed.csv'), 'utf8')).toContain('R-2');
  expect(await run(good, good.replace('R-1', 'R-4'))).toEqual([0]);
});

describe('a row without a reference, with --skip-invalid', () => {
  it.each([
    ['alone', [], { total: 1, created: 0, invalid: 1 }],
    ['beside an order', [orderRow('R-1')], { total: 2, created: 1, invalid: 1 }],
  ])('is counted as invalid, and written to the failed file: %s', async (_, others, counts) => {
    const service = await startOrderService();
    const home = makeHome();
    const outcome = await upload(service, ordersCsv([...others, orderRow('')]), ['--skip-invalid'], home);
    expect([outcome.code, dataOf(outcome)]).toMatchObject([9, counts]);
    const failed = readFileSync(join(home, 'orders.csv.failed.csv'), 'utf8').trim().split('\n');
    expect(failed).toHaveLength(2);
    expect(failed[1]).toContain('ReferenceNumber is required');
    const refused = await upload(service, ordersCsv([...others, orderRow('')]), ['--dry-run'], home);
    expect(errorOf(refused).hint).toContain('fill the reference down: every row needs it');
    expect(errorOf(outcome).hint).toContain('correct it in orders.csv.failed.csv');
    const dry = await upload(
      service,
      ordersCsv([...others, orderRow('')]),
      ['--skip-invalid', '--dry-run'],
      home,
    );
    expect([dry.code, dataOf(dry)]).toMatchObject([9, { total: counts.total, invalid: 1 }]);
  });

  it('is not announced as one more to be found in the run', async () => {
    const home = homeWith('orders.csv', ordersCsv([orderRow('R-1'), orderRow('')]));
    const words = ['order', 'create', 'orders.csv', '--emulator', '--skip-invalid'];
    const { code, stdout, stderr } = await runCli(words, { home });
    expect([code, stdout]).toEqual([9, expect.stringMatching(/invalid: +1\ntotal: +2/)]);
    expect(stderr).not.toContain('more:');
  });

  it.each([
    ['json', '[{"SKU": "AC-TENT-2"}]', ['order', 'create']],
    ['csv', 'PO_REFERENCE,Warehouse_Name,barcode,Quantity\n,Northgate FC,2000000001012,3\n', ['inbound']],
  ])('is not nothing to do: %s', async (format, text, command) => {
    const home = makeHome();
    writeFileSync(join(home, `file.${format}`), text);
    const { code, stdout } = await runCli([...command, `file.${format}`, '--emulator', '--skip-invalid'], {
      home,
    });
    expect([code, stdout]).toEqual([9, expect.stringMatching(/invalid: +1/)]);
  });
});

describe('the hint about the failed file', () => {
  it('is a command that works as printed, including the preset', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST' || !request.body.includes('Leeds')) return false;
      json(response, 400, { success: false, error: 'ChannelBuyerName is not known' });
      return true;
    });
    const home = makeHome();
    const rows = ordersCsv([orderRow('R-1'), orderRow('R-2', { Buyer: 'Leeds' })]);
    const columns = (rows.split('\n')[0] ?? '').split(',').filter((name) => name !== 'Currency');
    const map = Object.fromEntries(columns.map((name) => [name, name]));
    writeFileSync(join(home, 'my map.json'), JSON.stringify({ ...map, ReferenceNumber: 'Order' }));
    writeFileSync(join(home, "Ada's orders.csv"), rows.replace('ReferenceNumber', 'Order'));
    const options = ['--map', 'my map.json', '--set', 'Currency=EUR', '--decimal', 'point'];
    const first = await runCli(['order', 'create', "Ada's orders.csv", ...options, '--json'], {
      home,
      env: service.env,
    });
    expect(first.code, first.stderr).toBe(9);
    const [, command = ''] = /then run: cfi (.*)$/.exec(String(errorOf(first).hint)) ?? [];
    const failed = join(home, "Ada's orders.csv.failed.csv");
    writeFileSync(failed, readFileSync(failed, 'utf8').replaceAll('Leeds', 'London'));
    const again = await runCli([...(splitWords(command) ?? []), '--json'], {
      home,
      env: service.env,
    });
    expect(again.code, command + again.stderr).toBe(0);
    expect(outcomesOf(again)).toEqual({ 'R-2': 'created' });
    expect(service.stored.get('R-2')).toMatchObject({ Currency: 'EUR' });
  });

  it.each([
    ['ebay-uk.csv', 'an eBay report below a title', '12-00001-00001', []],
    ['amazon-unshipped.txt', 'an Amazon report with quotes', '701-1', ['--prices', 'prices.json']],
  ])('is one for %s, %s, read without --preset', async (file, _, reference, more) => {
    let isRefused = true;
    const service = await startOrderService((request, response) => {
      if (!isRefused || request.method !== 'POST' || !request.body.includes(`"${reference}"`)) return false;
      json(response, 400, { success: false, error: 'ChannelBuyerName is not known' });
      return true;
    });
    const home = makeHome();
    const report = readFileSync(new URL(`../../../../fixtures/exports/${file}`, import.meta.url));
    writeFileSync(join(home, file), report);
    writeFileSync(join(home, 'prices.json'), JSON.stringify({ 'AC-PIPE': 3.5, 'AC-TENT-2': 129 }));
    const options = ['--warehouse', 'Northgate FC', '--dispatch-within', '2d', '--timezone', 'UTC'];
    const first = await runCli(
      ['order', 'create', file, ...options, '--set', 'Currency=GBP', ...more, '--json'],
      { home, env: service.env },
    );
    expect(outcomesOf(first)).toMatchObject({ [reference]: 'rejected' });
    isRefused = false;
    const [, command = ''] = /then run: cfi (.*)$/.exec(String(errorOf(first).hint)) ?? [];
    const again = await runCli([...(splitWords(command) ?? []), '--json'], { home, env: service.env });
    expect(again.code, command + again.stderr).toBe(0);
    expect(outcomesOf(again)).toEqual({ [reference]: 'created' });
  });
});

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  /** Runs a command for a pipe through which a text goes once. */
  const throughPipe = async (text: string, words: readonly string[], home = makeHome()) => {
    const pipe = join(home, 'orders.pipe');
    if (!existsSync(pipe)) execFileSync('mkfifo', [pipe]);
    const [outcome] = await Promise.all([
      runCli(['order', 'create', 'orders.pipe', '--emulator', '--json', ...words], { home }),
      writeFile(pipe, text),
    ]);
    return { ...outcome, home };
  };
  const failing = ordersCsv([orderRow('R-1').replace('Northgate FC', 'Nowhere'), orderRow('R-2')]);

  it('is read only once, so that it has a failed file only under a name that is given', async () => {
    const { code, stderr, home } = await throughPipe(failing, []);
    expect([code, errorOf({ stderr }).hint]).toEqual([9, 'run the same command again to retry them']);
    expect(readdirSync(home).filter((name) => name.includes('failed'))).toEqual([]);
    const named = await throughPipe(failing, ['--failed', 'failed.csv'], home);
    expect(named.code).toBe(9);
    expect(readFileSync(join(home, 'failed.csv'), 'utf8').split('\n')).toHaveLength(3);
  });

  it('may leave it to a later row which of day and month comes first', async () => {
    const rows = ['02/12/2030 10:00', '13/12/2030 10:00'].map((DispatchBy, index) =>
      orderRow(`R-${index}`, { DispatchBy }),
    );
    const { code, stdout } = await throughPipe(ordersCsv(rows), ['--timezone', 'Europe/London', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('2030-12-02T10:00:00Z');
  });
});
