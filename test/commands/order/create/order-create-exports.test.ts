import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../payload/support.ts';
import { makeHome, runCli } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, upload } from '../../../support/upload/home-with.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../fixtures/exports/${name}`, import.meta.url));
const options = ['--dispatch-within', '36h', '--warehouse', 'Northgate FC'];

function homeWith(name: string): string {
  const home = makeHome();
  copyFileSync(fixture(name), join(home, name));
  return home;
}

describe('order create with a shop export', () => {
  it('says in words what a file of the preset does not say', async () => {
    const { code, stderr } = await runCli(['order', 'create', 'shopify.csv', '--preset', 'shopify'], {
      home: homeWith('shopify.csv'),
    });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'row 1: the file has no dispatch-by date or warehouse; ' +
        'you can give --dispatch-within DURATION and --warehouse NAME instead\n',
    );
  });

  it('says in one line which columns of the preset another file lacks', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'own.csv'), 'Name,Town\nR-1,Leeds\n');
    const line = ['order', 'create', 'own.csv', '--preset', 'shopify', ...options];
    const { code, stderr } = await runCli(line, { home });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /row 1: the columns Created at, .* and \d+ more of a Shopify orders export are missing/,
    );
    expect(stderr.match(/row 1:/g)).toHaveLength(1);
  });

  it('lists left-out orders as members of data, and counts them on standard error', async () => {
    const home = homeWith('shopify.csv');
    const line = ['order', 'create', 'shopify.csv', ...options, '--dry-run'];
    const outcome = await runCli([...line, '--json'], { home });
    expect(outcome.code).toBe(0);
    const data = dataOf(outcome);
    expect(data.total).toBe(5);
    expect(data.leftOut).toContainEqual({ ReferenceNumber: '#2005', reason: 'cancelled', lines: [11] });
    expect(data.leftOut).toHaveLength(12);
    expect(data.leftOutLines).toContainEqual({
      ReferenceNumber: '#2002',
      SKU: 'AC-TENT-2',
      reason: 'refunded',
      line: 8,
    });
    expect(outcome.stderr).toContain('2 orders left out as cancelled: #2005 and #2006\n');
    expect(outcome.stderr).toContain('shopify.csv is a Shopify orders export: read with --preset shopify\n');
    const included = await runCli([...line, '--include', 'cancelled', '--include', 'unpaid', '--json'], {
      home,
    });
    expect(dataOf(included).total).toBe(10);
  });

  it('lists the left-out lines of orders that are invalid, too', async () => {
    const home = homeWith('shopify.csv');
    const text = readFileSync(join(home, 'shopify.csv'), 'utf8');
    const rows = text.split('\n');
    rows[5] = (rows[5] as string).replace("'LS21 1AB", '');
    writeFileSync(join(home, 'shopify.csv'), rows.join('\n'));
    const outcome = await runCli(['order', 'create', 'shopify.csv', ...options, '--dry-run', '--json'], {
      home,
    });
    expect(dataOf(outcome)).toMatchObject({ invalid: 1 });
    expect(dataOf(outcome).leftOutLines).toContainEqual(
      expect.objectContaining({ ReferenceNumber: '#2002' }),
    );
  });

  it.each([
    ['sent', [], ['send the valid orders with --skip-invalid']],
    ['tried out', ['--dry-run'], ['send the valid orders with --skip-invalid']],
    ['sent without them', ['--skip-invalid'], ['correct it in shopify.csv.failed.csv, then run: ']],
    ['tried out without them', ['--skip-invalid', '--dry-run'], []],
  ])('says once what to do about a column that nothing reads: %s', async (_, words, others) => {
    const home = makeHome();
    const file = fixture('../demo/shop-export-monday.csv');
    const [header, first, ...rows] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
    const lines = [`${header},Plugin status`, `${first},Cancelled`, ...rows.map((row) => `${row},`)];
    writeFileSync(join(home, 'shopify.csv'), lines.join('\n'));
    const { stderr } = await runCli(['order', 'create', 'shopify.csv', ...options, ...words, '--emulator'], {
      home,
    });
    const ways = [
      'cfi order map shopify.csv --preset shopify',
      '--include cancelled sends such orders',
      ...others,
    ];
    expect(stderr).toContain(
      ': Plugin status is Cancelled, and neither the preset nor a map reads this column\n',
    );
    expect(stderr.match(/^hint: .*/gm)).toEqual([expect.stringMatching(ways.join('.*'))]);
    expect(stderr).not.toContain('correct the file');
  });

  it('says once that a workbook needs --timezone', async () => {
    const home = makeHome();
    copyFileSync(fixture('../demo/orders.xlsx'), join(home, 'orders.xlsx'));
    const line = ['order', 'create', 'orders.xlsx', '--emulator'];
    const { code, stderr } = await runCli(line, { home });
    expect([code, stderr]).toEqual([
      2,
      'error: 3 of 3 orders are invalid; nothing was sent\n' +
        '  orders.xlsx:\n' +
        '  SHOP-501, SHOP-502 and SHOP-503, rows 2, 4 and 5: order date "2030-05-13T08:30:00" ' +
        'has no time zone; dispatch-by date "2030-05-14T17:00:00" has no time zone\n' +
        'hint: give the time zone, for example --timezone Europe/London\n',
    ]);
    const { error } = JSON.parse((await runCli([...line, '--json'], { home })).stderr);
    expect(error.errors).toHaveLength(6);
  });

  it('takes --set PricePerUnit=0 with --include free-lines', async () => {
    const free = ['--set', 'PricePerUnit=0', '--include', 'free-lines', '--dry-run'];
    const { code, stderr } = await runCli(['order', 'create', 'shopify.csv', ...options, ...free], {
      home: homeWith('shopify.csv'),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('sent at 0.01 each')]);
  });

  it.each([
    ['Currency=pounds', 'Currency must be one of EUR, GBP, USD'],
    ['OrderItems.Qty=0', 'Qty must be at least 1'],
    ['PricePerUnit=0', 'PricePerUnit must be at least 0.01'],
  ])('refuses --set %s once, and not for each row', async (setting, message) => {
    const home = homeWith('shopify.csv');
    const outcome = await runCli(
      ['order', 'create', 'shopify.csv', ...options, '--set', setting, '--dry-run'],
      { home },
    );
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toBe(`error: --set ${setting.replace('OrderItems.', '')}: ${message}\n`);
  });

  it('shows no totals for a file without orders', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'shop.csv'), csv([{}]).split('\n')[0] as string);
    const { stdout } = await runCli(['order', 'create', 'shop.csv', '--dry-run'], { home });
    expect(stdout).toBe('No order would be sent.\n');
  });

  it('sums up the orders in a dry run, for people and for scripts', async () => {
    const home = homeWith('shopify.csv');
    const line = ['order', 'create', 'shopify.csv', ...options, '--dry-run'];
    expect(dataOf(await runCli([...line, '--json'], { home })).summary).toEqual({
      orders: 5,
      lines: 6,
      units: 7,
      value: { GBP: '143.46' },
      warehouses: { 'Northgate FC': 5 },
      earliestDispatchBy: '2026-07-03T21:05:00Z',
    });
    const { stdout } = await runCli(line, { home });
    expect(stdout).toContain('6 lines, 7 units, 143.46 GBP.');
    expect(stdout).toContain('Earliest dispatch by: Fri 3 Jul 22:05 BST.');
    const { stdout: before } = await runCli(line, { home, now: Date.parse('2026-07-03T08:00:00Z') });
    expect(before).toContain('Earliest dispatch by: Fri 3 Jul 22:05 BST.');
    expect(stdout).toMatch(/#2001 +2 +2 +3 +Otley +GB +Fri 3 Jul 22:05\n/);
    const { stdout: rows } = await runCli([...line, '-o', 'csv'], { home });
    expect(rows).toContain(',2026-07-03T21:05:00Z,');
  });

  it('adds up several currencies and prices with more than two decimals', async () => {
    const home = makeHome();
    const tricky = 'a "Qty":7,"PricePerUnit":9 \\';
    const rows = [
      { PricePerUnit: '10.105', Qty: '2', ItemTitle: tricky },
      {
        ReferenceNumber: 'R-2',
        Currency: 'EUR',
        PricePerUnit: '0.1',
        Qty: '3',
        warehouse_name: 'A "B" C',
        DispatchBy: '2026-09-02T17:30:00+02:00',
      },
    ];
    writeFileSync(join(home, 'orders.csv'), csv(rows));
    const outcome = await runCli(['order', 'create', 'orders.csv', '--dry-run', '--json'], { home });
    expect(dataOf(outcome).summary).toMatchObject({
      lines: 2,
      units: 5,
      value: { GBP: '20.21', EUR: '0.30' },
      warehouses: { 'A "B" C': 1 },
      // Half an hour before the first, although its text sorts after it.
      earliestDispatchBy: '2026-09-02T17:30:00+02:00',
    });
  });

  it('has nothing to do if everything is left out, and still lists it', async () => {
    const service = await startOrderService();
    const [header = '', ...rows] = readFileSync(fixture('shopify.csv'), 'utf8').split('\r\n');
    const cancelled = rows.filter((row) => row.startsWith('#2005'));
    const outcome = await upload(service, [header, ...cancelled].join('\r\n'), [
      ...options,
      '--results',
      'results.csv',
    ]);
    expect(outcome.code).toBe(0);
    expect(service.posted()).toEqual([]);
    expect(dataOf(outcome)).toMatchObject({
      total: 0,
      leftOut: [{ ReferenceNumber: '#2005', reason: 'cancelled' }],
    });
    expect(readFileSync(join(outcome.home, 'results.csv'), 'utf8')).toContain('#2005,left-out');
    const shown = async (format: string) =>
      (await runCli(['order', 'create', 'orders.csv', ...options, '-o', format], { home: outcome.home }))
        .stdout;
    expect(await shown('ndjson')).toMatch(/^{"ReferenceNumber":"#2005","outcome":"left-out",.*}\n$/);
    expect(await shown('csv')).toMatch(/^ReferenceNumber,outcome,.*\r\n#2005,left-out,.*\r\n$/);
  });

  it('reads SKUs from a SKU map in CSV or JSON, and reports errors in it', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'orders.csv'), csv([{ SKU: 'OLD-1' }]));
    const skuOf = async (content: string): Promise<unknown> => {
      writeFileSync(join(home, 'skus'), content);
      const outcome = await runCli(
        ['order', 'create', 'orders.csv', '--dry-run', '--json', '--sku-map', 'skus'],
        { home },
      );
      return outcome.code === 0 ? outcome.stdout : outcome.stderr;
    };
    const mapped = expect.stringContaining('"SKU":"AC-1"');
    expect(await skuOf('from,to\nOLD-1,AC-1\n')).toEqual(mapped);
    expect(await skuOf('\ufeffTo;From\nAC-1;OLD-1\n')).toEqual(mapped);
    expect(await skuOf('{"OLD-1": "AC-1"}')).toEqual(mapped);
    expect(await skuOf('OLD-1,AC-1\n')).toContain(
      'must be a CSV file or a workbook with the columns from and to, or a JSON object',
    );
    expect(await skuOf('from,to\nOLD-1,\n')).toContain('line 2: to is blank beside OLD-1');
    expect(await skuOf('from,to\nOLD-1,A\nOLD-1,B\n')).toContain('line 3: OLD-1 appears twice');
    expect(await skuOf('{"OLD-1"')).toContain('is not JSON');
    const missing = await runCli(['order', 'create', 'orders.csv', '--dry-run', '--sku-map', 'gone'], {
      home,
    });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no such file')]);
  });

  it('fills in missing prices from a price list, or from the inventory', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'orders.csv'), csv([{ PricePerUnit: undefined }]));
    const line = ['order', 'create', 'orders.csv', '--dry-run', '--json', '--prices'];
    const priceOf = async (from: string): Promise<unknown> => {
      const outcome = await runCli([...line, from], { home, env: { CFI_EMULATOR: '1' } });
      return /"PricePerUnit":([\d.]+)/.exec(outcome.stdout)?.[1] ?? outcome.stderr;
    };
    writeFileSync(join(home, 'prices.csv'), 'SKU,PricePerUnit\nAC-TENT-2,17.50\n');
    expect(await priceOf('prices.csv')).toBe('17.5');
    writeFileSync(join(home, 'prices.json'), '{"AC-TENT-2": 18.25}');
    expect(await priceOf('prices.json')).toBe('18.25');
    writeFileSync(join(home, 'wrong.csv'), 'SKU,PricePerUnit\nAC-TENT-2,"17,50"\n');
    expect(await priceOf('wrong.csv')).toContain('the price of AC-TENT-2 is');
    expect(await priceOf('inventory')).toBe('129');
    const without = await runCli(line.slice(0, -1), { home });
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--prices FILE')]);
  });

  it('suggests a command that reads the failed file like the first one', async () => {
    const service = await startOrderService();
    const content = readFileSync(fixture('shopify.csv'), 'utf8').replace('9.99', 'x');
    const outcome = await upload(service, content, [...options, '--skip-invalid', '--include', 'pickup']);
    expect(outcome.stderr).toMatch(/--dispatch-within 36h.*--include pickup/);
  });
});
