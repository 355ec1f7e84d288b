import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { order, orderRows } from '../../../support/workbooks/orders.ts';
import { type Cell, styled, workbook } from '../../../support/workbooks/parts.ts';

type Rows = readonly Readonly<Record<string, Cell>>[];
const notes = { name: 'Notes', rows: [['hello']] };

/** A home with a workbook of orders, and of notes. */
async function homeWithWorkbook(rows: Rows, name = 'orders.xlsx') {
  const home = makeHome();
  const content = await workbook({ sheets: [{ rows: orderRows(rows) }, notes], formats: ['£0.00', '0'] });
  writeFileSync(join(home, name), content);
  return { home, content };
}

const create = ['order', 'create', 'orders.xlsx', '--sheet', 'Orders'];

describe('order create with a workbook', () => {
  it('sends its orders, and writes the sheet beside the line', async () => {
    const service = await startOrderService();
    const { home } = await homeWithWorkbook([{}, { ReferenceNumber: 'R-2' }]);
    const { code } = await runCli([...create, '--results', 'results.csv'], { home, env: service.env });
    expect([code, [...service.stored.keys()]]).toEqual([0, ['R-1', 'R-2']]);
    const [header = '', first = ''] = readFileSync(join(home, 'results.csv'), 'utf8').split(/\r?\n/);
    expect(header).toMatch(/,file,line,sheet$/);
    expect(first).toMatch(/,orders\.xlsx,2,Orders$/);
  });

  it('has no column for the sheet without a workbook', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const names = Object.keys(order);
    writeFileSync(
      join(home, 'a.csv'),
      `${names.join()}\n${names.map((name) => String(order[name])).join()}\n`,
    );
    await runCli(['order', 'create', 'a.csv', '--results', 'results.csv'], { home, env: service.env });
    expect(readFileSync(join(home, 'results.csv'), 'utf8')).toMatch(/,line\r?\n/);
  });

  it('names sheet and cell of errors and warnings', async () => {
    const rows = [{ Qty: 'two' }, { ReferenceNumber: 'R-2', PricePerUnit: styled(2, 12.49) }];
    const { home } = await homeWithWorkbook(rows);
    const people = await runCli([...create, '--dry-run'], { home });
    expect([people.code, people.stderr]).toEqual([
      2,
      expect.stringContaining('orders.xlsx:\n  R-1, Orders!O2: quantity "two" must be'),
    ]);
    const scripted = await runCli([...create, '--dry-run', '--skip-invalid', '-o', 'json'], { home });
    const { data } = JSON.parse(scripted.stdout);
    expect(data.warnings).toMatchObject([
      { reference: 'R-2', file: 'orders.xlsx', line: 3, cell: 'Orders!P3', field: 'PricePerUnit' },
    ]);
    expect(
      JSON.parse(scripted.stderr.split('\n').find((line) => line.startsWith('{')) ?? '').error.errors,
    ).toMatchObject([{ line: 2, cell: 'Orders!O2', column: 'Qty' }]);
    expect((await runCli([...create, '--dry-run', '--skip-invalid'], { home })).stderr).toContain(
      'warning: R-2, Orders!P3: unit price',
    );
  });

  it('writes the failed rows to a workbook, which can be sent again as the hint says', async () => {
    const service = await startOrderService();
    const rows = [
      { Qty: 'two', Currency: undefined, PricePerUnit: styled(1, 5) },
      { ReferenceNumber: 'R-2', Currency: undefined, PricePerUnit: styled(1, 6) },
    ];
    const { home } = await homeWithWorkbook(rows);
    const { code, stderr } = await runCli([...create, '--skip-invalid'], { home, env: service.env });
    expect(code).toBe(9);
    const retry = /then run: cfi (order create .*)$/m.exec(stderr)?.[1] ?? '';
    expect(retry).toMatch(/^order create orders\.xlsx\.failed\.xlsx/);
    const again = await runCli([...retry.split(' '), '--set', 'Qty=3'], { home, env: service.env });
    expect([again.code, service.stored.get('R-1')]).toMatchObject([0, { Currency: 'GBP' }]);
  });

  it('writes them to CSV where --failed says so', async () => {
    const { home } = await homeWithWorkbook([{ Qty: 'two' }, { ReferenceNumber: 'R-2' }]);
    const service = await startOrderService();
    await runCli([...create, '--skip-invalid', '--failed', 'bad.csv'], { home, env: service.env });
    expect(readFileSync(join(home, 'bad.csv'), 'utf8')).toMatch(
      /,_line,_field,_code,_error\r\nR-1,.*,2,Qty,invalid,/,
    );
    expect(existsSync(join(home, 'orders.xlsx.failed.xlsx'))).toBe(false);
  });

  it('reads standard input, and keeps it for the failed file', async () => {
    const service = await startOrderService();
    const { home, content } = await homeWithWorkbook([{ Qty: 'two' }, { ReferenceNumber: 'R-2' }]);
    const line = ['order', 'create', '-', '--sheet', '1', '--skip-invalid', '--failed', 'bad.xlsx'];
    const { code } = await runCli(line, { home, env: service.env, stdin: content });
    expect([code, [...service.stored.keys()]]).toEqual([9, ['R-2']]);
    expect(readFileSync(join(home, 'bad.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it.each([
    [['--format', 'csv'], /is a workbook or an archive, not CSV/],
    [['--sheet', 'Order'], /no such sheet/],
  ])('refuses %j', async (words, message) => {
    const { home } = await homeWithWorkbook([{}]);
    const { code, stderr } = await runCli([...create, ...words, '--dry-run'], { home });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('reads lists from workbooks too', async () => {
    const { home } = await homeWithWorkbook([{ SKU: 'OLD', PricePerUnit: undefined }]);
    writeFileSync(
      join(home, 'skus.xlsx'),
      await workbook({
        sheets: [
          {
            rows: [
              ['from', 'to'],
              ['OLD', 'AC-TENT-2'],
            ],
          },
        ],
      }),
    );
    writeFileSync(
      join(home, 'prices.xlsx'),
      await workbook({
        sheets: [
          {
            rows: [
              ['SKU', 'PricePerUnit'],
              ['AC-TENT-2', styled(1, 12.5)],
            ],
          },
        ],
        formats: ['£0'],
      }),
    );
    const { code, stdout } = await runCli(
      [...create, '--sku-map', 'skus.xlsx', '--prices', 'prices.xlsx', '--dry-run', '-o', 'ndjson'],
      { home },
    );
    expect([code, JSON.parse(stdout).OrderItems[0]]).toMatchObject([
      0,
      { SKU: 'AC-TENT-2', PricePerUnit: 12.5 },
    ]);
  });

  it.each(['--sku-map', '--prices'])(
    'says what is wrong with a list that is no workbook, %s',
    async (option) => {
      const { home } = await homeWithWorkbook([{}]);
      writeFileSync(join(home, 'list.ods'), Buffer.from('PK\u0003\u0004broken'));
      const { code, stderr } = await runCli([...create, option, 'list.ods', '--dry-run'], { home });
      expect([code, stderr]).toEqual([2, expect.stringMatching(/list\.ods is a damaged workbook/)]);
    },
  );
});

it('order map with a workbook proposes a map for the chosen sheet, which reads it', async () => {
  const rows = [
    [
      'Order No',
      'Order Date',
      'Recipient',
      'Address 1',
      'Town',
      'Postcode',
      'Country',
      'SKU',
      'Item',
      'Qty',
      'Unit Price',
      'Payment status',
    ],
    [
      'W-1',
      styled(2, 46_266.5),
      'Ina Muster',
      '4 Quay Street',
      'Hull',
      'HU1 1AA',
      'United Kingdom',
      'AC-TENT-2',
      'Tent',
      1,
      styled(1, 129),
      'paid',
    ],
    [
      'W-2',
      styled(2, 46_266.5),
      'Bo Muster',
      '5 Quay Street',
      'Hull',
      'HU1 1AA',
      'United Kingdom',
      'AC-STOVE-GAS',
      'Gas stove',
      2,
      styled(1, 34.5),
      'unpaid',
    ],
  ];
  const home = makeHome();
  writeFileSync(
    join(home, 'shop.xlsx'),
    await workbook({ sheets: [notes, { rows }], formats: ['£0.00', 'dd/mm/yyyy'] }),
  );
  const options = ['--warehouse', 'Northgate FC', '--dispatch-within', '36h', '--timezone', 'Europe/London'];
  const map = await runCli(['order', 'map', 'shop.xlsx', '--sheet', 'Orders', ...options], { home });
  expect([map.code, map.stderr]).toEqual([0, expect.stringContaining('--sheet Orders')]);
  writeFileSync(join(home, 'map.json'), map.stdout);
  const line = [
    'order',
    'create',
    'shop.xlsx',
    '--sheet',
    'Orders',
    '--map',
    'map.json',
    ...options,
    '--dry-run',
    '-o',
    'ndjson',
  ];
  const { stdout } = await runCli(line, { home });
  const { ReferenceNumber, ReceivedDate, Currency, OrderItems } = JSON.parse(stdout.split('\n')[0] ?? '');
  expect([ReferenceNumber, ReceivedDate, Currency, OrderItems[0].PricePerUnit]).toEqual([
    'W-1',
    '2026-09-01T11:00:00Z',
    'GBP',
    129,
  ]);
});

it.each([
  ['inbound', ['inbound', 'create']],
  ['po', ['po', 'create']],
])('%s files may be workbooks too', async (noun, command) => {
  const home = makeHome();
  const template = await runCli([noun, 'template'], { home });
  const rows = template.stdout
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  writeFileSync(join(home, 'in.xlsx'), await workbook({ sheets: [{ rows }] }));
  writeFileSync(join(home, 'in.csv'), template.stdout);
  const [fromSheet, fromCsv] = [
    await runCli([...command, 'in.xlsx', '--dry-run', '-o', 'ndjson'], { home }),
    await runCli([...command, 'in.csv', '--dry-run', '-o', 'ndjson'], { home }),
  ];
  expect(fromSheet.code).toBe(0);
  expect(fromSheet.stdout).toBe(fromCsv.stdout);
});

it('reads slots from a workbook, with their dates', async () => {
  const home = makeHome();
  const rows = [
    ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus', 'palletCount'],
    [styled(1, 46_269), 'morning', 'Northgate FC', 'palletised', 'lt_10', 4],
  ];
  writeFileSync(join(home, 'slots.xlsx'), await workbook({ sheets: [{ rows }], formats: ['dd/mm/yyyy'] }));
  const { code, stdout, stderr } = await runCli(['slot', 'book', 'slots.xlsx', '--dry-run', '-o', 'ndjson'], {
    home,
  });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Digest: .*\n$/)]);
  expect(JSON.parse(stdout)).toMatchObject({ date: '2026-09-04', palletCount: 4 });
});
