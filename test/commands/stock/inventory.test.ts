import { beforeAll, describe, expect, it } from 'vitest';
import { pivotSteps } from '../../../src/commands/stock/inventory.ts';
import { runCli } from '../../support/cli.ts';
import { csvRows, ndjson } from '../../support/output.ts';
import { testbedForAll } from '../../support/testbed.ts';

const testbed = testbedForAll();

beforeAll(async () => {
  await testbed.acme.post('/outbound', {
    ReferenceNumber: 'BIG-1',
    ReceivedDate: '2026-09-01T08:00:00Z',
    DispatchBy: '2026-09-02T08:00:00Z',
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Ann Lee',
    warehouse_name: 'Northgate FC',
    OrderItems: [{ SKU: 'AC-STOVE', ItemTitle: 'Stove', Qty: 9, PricePerUnit: 1, OrderLineNumber: '1' }],
    DeliveryAddress: { FullName: 'A', Address1: 'B', Town: 'C', PostCode: 'D', Country: 'E' },
    BillingAddress: { FullName: 'A', Address1: 'B', Town: 'C', PostCode: 'D', Country: 'E' },
  });
  await testbed.acme.post('/inbound', {
    PO_REFERENCE: 'IN-1',
    Warehouse_Name: 'Thames Reach FC',
    items: [{ barcode: '2000000001012', Quantity: 1 }],
  });
});

describe('cfi inventory', () => {
  it('shows one section per location, and flags problems in words', async () => {
    const { code, stdout } = await testbed.cfi(['inventory']);
    expect(code).toBe(0);
    expect(stdout).toContain('Account:         Acme Outdoor');
    expect(stdout).toContain('Northgate FC: 45 units in total, 2 SKUs shown');
    expect(stdout).toMatch(/AC-STOVE +-5 +oversold +5 +10 +129\.00 +Tue 1 Sep 09:00 /);
    expect(stdout).toContain('Last change (BST)');
    expect(stdout).toContain('Thames Reach FC: 1 unit in total, 1 SKU shown');
    expect(stdout).toContain('Auto FC: 0 units in total, no SKU shown');
  });

  it("gives the service's own data and pagination in json", async () => {
    const sent = (await testbed.acme.get('/inventory?page=1&page_size=1')).body;
    expect(await testbed.json('inventory', '--page-size', '1')).toEqual({
      data: sent.data,
      pagination: sent.pagination,
    });
  });

  it('gives one line per SKU and location in ndjson and csv', async () => {
    const lines = ndjson((await testbed.cfi(['inventory', '-o', 'ndjson'])).stdout);
    const rows = csvRows((await testbed.cfi(['inventory', '-o', 'csv'])).stdout);
    const expected = [
      ['Northgate FC', 'AC-STOVE', -5],
      ['Northgate FC', 'AC-TENT-2', 38],
      ['Thames Reach FC', 'AC-TENT-2', 1],
    ];
    expect(lines.map((line) => [line.location_name, line.sku, line.Available])).toEqual(expected);
    expect(lines[0]?.location_filter).toMatch(/^[0-9a-f-]{36}$/);
    expect(rows.map((row) => [row.location_name, row.sku, Number(row.Available)])).toEqual(expected);
    expect(rows[0]).toMatchObject({ Height: '20', LastUpdateDate: '2026-09-01T08:00:00Z' });
  });

  it('says that more pages follow, but not on the last page', async () => {
    const shown = async (...words: string[]) => (await runCli(['inventory', '--emulator', ...words])).stdout;
    expect(await shown()).toMatch(/\n40 of 180 SKUs are shown\.\n$/);
    expect(await shown('--page', '119', '--page-size', '1')).toMatch(/\n1 of 180 SKUs is shown\.\n$/);
    expect(await shown('--all')).not.toContain('SKUs are shown');
    const first = await testbed.cfi(['inventory', '--page-size', '1']);
    expect(first.stderr).toContain('more: --page 2, or --all');
    expect((await testbed.cfi(['inventory', '--page-size', '1', '--page', '2'])).stderr).toBe('');
    expect((await testbed.cfi(['inventory', '--page-size', '1', '-q'])).stderr).toBe('');
  });

  it('merges all pages, keeping the SKUs of each location separate', async () => {
    const merged = await testbed.json('inventory', '--all', '--page-size', '1');
    const whole = (await testbed.acme.get('/inventory')).body.data;
    expect(merged).toEqual({ data: whole });
  });

  it.each([
    ['--location', 'thames reach fc', [['Thames Reach FC', 'AC-TENT-2']]],
    ['--sku', 'stove', [['Northgate FC', 'AC-STOVE']]],
    ['--below', '0', [['Northgate FC', 'AC-STOVE']]],
    [
      '--below',
      '8',
      [
        ['Northgate FC', 'AC-STOVE'],
        ['Thames Reach FC', 'AC-TENT-2'],
      ],
    ],
  ])('%s %s selects from all pages, in every format', async (flag, value, expected) => {
    const args = ['inventory', flag, value, '--page-size', '1'];
    const pair = (row: Record<string, unknown>) => [row.location_name, row.sku];
    expect(ndjson((await testbed.cfi([...args, '-o', 'ndjson'])).stdout).map(pair)).toEqual(expected);
    expect(csvRows((await testbed.cfi([...args, '-o', 'csv'])).stdout).map(pair)).toEqual(expected);
    const { data } = await testbed.json(...args);
    const chosen = data.locations.flatMap((location: { location_name: string; sku: { sku: string }[] }) =>
      location.sku.map(({ sku }) => [location.location_name, sku]),
    );
    expect(chosen).toEqual(expected);
    const { stdout } = await testbed.cfi(args);
    for (const [location, sku] of expected) {
      expect(stdout).toContain(String(location));
      expect(stdout).toContain(String(sku));
    }
  });

  it.each([
    [['--sku', 'KETTLE'], 'No SKU matches these filters.\n'],
    [['--sku', 'tent', '--location', 'Auto FC'], 'No SKU matches these filters.\n'],
    [['--below', '-99', '--pivot'], 'No SKU matches these filters.\n'],
  ])('says that nothing matches %j, without the totals of the rest', async (filter, text) => {
    expect(await testbed.cfi(['inventory', ...filter])).toMatchObject({ code: 0, stdout: text });
    expect((await testbed.cfi(['inventory', ...filter, '-o', 'ndjson'])).stdout).toBe('');
  });

  it('pivots into one row per SKU and one column per location', async () => {
    const { stdout } = await testbed.cfi(['inventory', '--pivot', '-o', 'csv', '--page-size', '1']);
    expect(csvRows(stdout)).toEqual([
      expect.objectContaining({
        SKU: 'AC-STOVE',
        'Northgate FC': '-5',
        'Thames Reach FC': '',
        Available: '-5',
      }),
      expect.objectContaining({
        SKU: 'AC-TENT-2',
        'Northgate FC': '38',
        'Thames Reach FC': '1',
        Available: '39',
      }),
    ]);
    const table = (await testbed.cfi(['inventory', '--pivot'])).stdout;
    expect(table).toMatch(/SKU +Northgate FC +Thames Reach FC +Available\nAC-STOVE +-5 +-5\n/);
  });

  it.each([
    [['--location', 'Thames Reach FC'], ['AC-TENT-2']],
    [['--sku', 'tent'], ['AC-TENT-2']],
    [
      ['--below', '8'],
      ['AC-STOVE', 'AC-TENT-2'],
    ],
    [['--below', '0'], ['AC-STOVE']],
  ])('pivots with %j, which selects rows: totals cover all locations', async (filter, skus) => {
    const { stdout } = await testbed.cfi(['inventory', '--pivot', ...filter, '-o', 'csv']);
    const totals: Record<string, string> = { 'AC-STOVE': '-5', 'AC-TENT-2': '39' };
    expect(csvRows(stdout).map(({ SKU, Available }) => [SKU, Available])).toEqual(
      skus.map((sku) => [sku, totals[sku]]),
    );
    expect(stdout).toMatch(/^SKU,Northgate FC,Thames Reach FC,/);
  });

  it.each([
    [['--page', '2', '--all'], '--page and --all cannot be combined'],
    [['--page', '2', '--sku', 'x'], '--page cannot be combined with'],
    [['--page', '2', '--pivot'], '--page cannot be combined with'],
    [['--page-size', '201'], '--page-size'],
    [['--below', 'few'], '--below'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr, stdout } = await testbed.cfi(['inventory', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('suggests the nearest location for an unknown one', async () => {
    const { code, stderr } = await testbed.cfi(['inventory', '--location', 'Norhtgate FC']);
    expect(code).toBe(5);
    expect(stderr).toContain('did you mean Northgate FC?');
  });

  it('keeps the important columns on a narrow terminal, with numbers in full', async () => {
    const { stdout, stderr } = await testbed.cfi(['inventory'], {
      tty: true,
      columns: 40,
      env: { NO_COLOR: '1' },
    });
    for (const line of stdout.split('\n').filter((text) => !text.includes('units in total'))) {
      expect(line.length).toBeLessThanOrEqual(40);
    }
    expect(stdout).toMatch(/AC-STOVE +-5 +oversold/);
    expect(stderr).toContain('hidden columns: ');
  });

  it.each([60, 40])('has no line of a notice longer than the %d columns of the terminal', async (columns) => {
    const { stderr } = await testbed.cfi(['inventory'], { tty: true, columns, env: { NO_COLOR: '1' } });
    expect(stderr).toContain('hidden columns: ');
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

it('pivots in steps, between which a signal is heard, however many SKUs there are', () => {
  const sku = Array.from({ length: 100 }, (_, at) => ({ sku: `S-${99 - at}`, Available: at }));
  const locations = [{ location_name: 'Northgate FC', sku }];
  const steps = [...pivotSteps(locations, locations)].length;
  // Each is looked for, put into its row, and sorted.
  expect(steps).toBeGreaterThanOrEqual(3 * sku.length);
});
