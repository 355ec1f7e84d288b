import { describe, expect, it } from 'vitest';
import { columnLetters } from '../../../../src/payload/document/row.ts';
import { order, orderRows, orderWorkbook } from '../../../support/workbooks/orders.ts';
import { type SheetParts, styled, workbook } from '../../../support/workbooks/parts.ts';
import { body, cells, read, readAll, refusal as refusalOf, sourceOf } from '../../support.ts';

const name = 'orders.xlsx';
const orders: SheetParts = { name: 'Orders', rows: orderRows([{}]) };
const notes: SheetParts = { name: 'Notes', rows: [['hello']] };
const blank: SheetParts = { name: 'Sheet3', rows: [[' ', ''], [], [{ xml: 's="1">' }]] };

const references = async (sheets: readonly SheetParts[], sheet?: string) =>
  (
    await read(await workbook({ sheets }), { name, options: sheet === undefined ? {} : { sheet } })
  ).bodies.map(({ ReferenceNumber }) => ReferenceNumber);

const refusal = (content: Buffer, options = {}, file = name): Promise<string> =>
  refusalOf(content, { name: file, options });

describe('the sheet', () => {
  const other: SheetParts = { name: '1', rows: orderRows([{ ReferenceNumber: 'R-2' }]) };

  it.each<[string, readonly SheetParts[], string | undefined, string]>([
    ['the only one', [orders], undefined, 'R-1'],
    ['the only one with a cell that is not blank', [blank, orders, blank], undefined, 'R-1'],
    ['named', [notes, orders], 'Orders', 'R-1'],
    ['named in other capitals', [notes, orders], ' orders ', 'R-1'],
    ['numbered from 1', [notes, orders], '2', 'R-1'],
    ['named like a number, which goes first', [orders, other], '1', 'R-2'],
    ['hidden, but named', [notes, { ...orders, state: 'veryHidden' }], 'Orders', 'R-1'],
  ])('is %s', async (_, sheets, sheet, reference) => {
    expect(await references(sheets, sheet)).toEqual([reference]);
  });

  it.each<[string, readonly SheetParts[], string | undefined, RegExp]>([
    ['has several', [orders, blank, notes], undefined, /^2: .*Orders, Notes; choose one: --sheet Orders/],
    [
      'has several, one with a name that a shell would run',
      [{ ...orders, name: "$(id)'s" }, notes],
      undefined,
      /; choose one: --sheet '\$\(id\)'"'"'s'$/,
    ],
    [
      'has several, one with a name that cannot be typed',
      [blank, { ...orders, name: 'Or\u200bders' }, notes],
      undefined,
      /; choose one: --sheet 2$/,
    ],
    ['has a hidden one', [orders, { ...notes, state: 'hidden' }], undefined, /Orders, Notes \(hidden\)/],
    ['has none of the name', [orders, notes], 'Order', /^2: --sheet Order: .*; its sheets: Orders, Notes/],
    ['has none of the number', [orders], '2', /no such sheet/],
    ['is empty', [blank], undefined, /^2: orders\.xlsx has nothing in its sheet Sheet3/],
    ['is empty in that sheet', [orders, blank], 'Sheet3', /^2: orders\.xlsx has nothing in its sheet Sheet3/],
    ['is empty in all sheets', [blank, blank], undefined, /is empty/],
  ])('is refused if the workbook %s', async (_, sheets, sheet, message) => {
    expect(await refusal(await workbook({ sheets }), sheet === undefined ? {} : { sheet })).toMatch(message);
  });

  it('that is a header alone is nothing to do', async () => {
    const { total, notices } = await read(await workbook({ sheets: [{ rows: [Object.keys(cells)] }] }), {
      name,
    });
    expect([total, notices]).toEqual([0, [expect.stringContaining('has a header and no rows')]]);
  });
});

it.each([
  [{ format: 'csv' as const }, /^2: .*not CSV; leave out --format/],
  [{ format: 'json' as const }, /^2: .*not JSON; leave out --format/],
])('refuses a workbook with %j', async (options, message) => {
  expect(await refusal(await workbook({ sheets: [orders] }), options)).toMatch(message);
});

it('refuses --sheet for a file that is no workbook', async () => {
  expect(await refusal(Buffer.from('a,b\n1,2\n'), { sheet: 'Orders' }, 'orders.csv')).toMatch(
    /^2: --sheet is for workbooks, and orders.csv is none/,
  );
});

it('recognises a workbook by its content, whatever its name, piece by piece and with CSV beside it', async () => {
  const content = await orderWorkbook([{}]);
  const { bodies, formats } = await readAll([
    sourceOf(content, '-', 3),
    sourceOf(
      `${Object.keys(cells).join()}\n${Object.values({ ...cells, ReferenceNumber: 'R-2' }).join()}\n`,
      'b.xlsx',
    ),
  ]);
  expect(formats).toEqual(['xlsx', 'csv']);
  expect(bodies).toEqual([body, { ...body, ReferenceNumber: 'R-2' }]);
});

describe('rows', () => {
  it('are grouped like those of CSV, and may be apart', async () => {
    const rows = [{}, { ReferenceNumber: 'R-2' }, { SKU: 'AC-STOVE-GAS', PricePerUnit: styled(1, 5) }];
    const { bodies, documents } = await read(await orderWorkbook(rows, ['£0.00']), { name });
    expect(bodies.map(({ OrderItems }) => OrderItems.length)).toEqual([2, 1]);
    expect(documents.map(({ lines }) => lines)).toEqual([[2, 4], [3]]);
  });

  it('are counted as the sheet does, without blank ones', async () => {
    const rows = [[], ...orderRows([{ Qty: 'x' }])];
    const { problems } = await read(
      await workbook({ sheets: [{ rows: [...rows.slice(0, 2), [' '], ...rows.slice(2)] }] }),
      { name },
    );
    expect(problems).toMatchObject([{ line: 4, column: 'Qty', cell: 'Orders!O4', found: 'x' }]);
  });

  it('name their sheet as a reference does', async () => {
    const content = await workbook({
      sheets: [{ ...orders, name: "Mo's orders", rows: orderRows([{ SKU: '' }]) }],
    });
    expect((await read(content, { name })).problems).toMatchObject([
      { cell: "'Mo''s orders'!M2", field: 'SKU' },
    ]);
  });

  it('name the row where no column is meant', async () => {
    const content = await orderWorkbook(
      [
        { Currency: undefined, PricePerUnit: styled(1, 5) },
        { ReferenceNumber: 'R-2', Currency: undefined },
      ],
      ['£0.00'],
    );
    expect((await read(content, { name })).problems).toMatchObject([
      { cell: 'Orders!3:3', field: 'Currency' },
    ]);
  });

  it('may have no value in a column without a name', async () => {
    const [header = [], row = []] = orderRows([{}]) as (readonly string[])[];
    const content = await workbook({ sheets: [{ rows: [header, [...row, undefined, 'note']] }] });
    expect((await read(content, { name })).problems).toMatchObject([{ cell: 'Orders!R2', found: 'note' }]);
  });
});

it('gives a merged cell to its first cell', async () => {
  const rows = [
    ...orderRows([
      { 'DeliveryAddress.Address2': 'Flat 3', 'DeliveryAddress.Company': 'stale' },
      { ReferenceNumber: 'R-2', 'DeliveryAddress.Address2': 'stale', 'DeliveryAddress.Company': 'stale' },
    ]),
  ];
  const content = await workbook({
    sheets: [{ rows, behind: '<mergeCells count="1"><mergeCell ref="Q2:R3"/></mergeCells>' }],
  });
  const { bodies } = await read(content, { name });
  expect(bodies.map(({ DeliveryAddress: { Address2, Company } }) => [Address2, Company])).toEqual([
    ['Flat 3', undefined],
    [undefined, undefined],
  ]);
});

describe('what is hidden is read like the rest, with a notice', () => {
  const hiddenRow = {
    cells: orderRows([{ ReferenceNumber: 'R-2' }])[1] as readonly string[],
    attributes: 'hidden="1"',
  };

  it.each<[string, Partial<SheetParts>, string]>([
    [
      'rows',
      { rows: [...orderRows([{}]), hiddenRow] },
      'orders.xlsx, sheet Orders: 1 row is hidden, and was read like the rest',
    ],
    [
      'columns',
      { before: '<cols><col min="2" max="3" hidden="1"/></cols>' },
      'orders.xlsx, sheet Orders: 2 columns are hidden, and were read like the rest',
    ],
    ['the sheet', { state: 'hidden' }, 'orders.xlsx, sheet Orders: the sheet itself is hidden, and was read'],
  ])('%s', async (_, parts, notice) => {
    const { bodies, notices } = await read(await workbook({ sheets: [{ ...orders, ...parts }] }), { name });
    expect(bodies[0]).toEqual(body);
    expect(notices).toContainEqual(expect.stringContaining(notice));
  });

  it('but nothing is said of hidden columns without a name', async () => {
    const before = '<cols><col min="40" max="16384" hidden="1"/></cols>';
    const { notices } = await read(await workbook({ sheets: [{ ...orders, before }] }), { name });
    expect(notices.filter((notice) => notice.includes('hidden'))).toEqual([]);
  });
});

it('takes presets for workbooks too', async () => {
  const row: Readonly<Record<string, string | number>> = {
    ...{ 'order-id': '203-1', 'order-item-id': 1, 'purchase-date': '2026-09-01T07:30:00+00:00' },
    ...{ 'payments-date': '2026-09-01T07:30:00+00:00', 'buyer-email': 'a@example.com' },
    ...{ 'buyer-name': 'Ada Example', sku: 'A-1', 'product-name': 'Tent', 'quantity-purchased': 2 },
    ...{ currency: 'GBP', 'item-price': 258, 'recipient-name': 'Ada Example' },
    ...{ 'ship-address-1': '1 Example Street', 'ship-city': 'Leeds', 'ship-postal-code': 'LS1 4AB' },
    ...{ 'ship-country': 'GB', 'ship-service-level': 'Standard' },
    'latest-ship-date': '2026-09-03T22:59:59+00:00',
  };
  const content = await workbook({ sheets: [{ rows: [Object.keys(row), Object.values(row)] }] });
  const { bodies, notices } = await read(content, { name, options: { warehouse: 'Northgate FC' } });
  expect(bodies[0]?.OrderItems[0]).toMatchObject({ SKU: 'A-1', Qty: 2, PricePerUnit: 129 });
  expect(notices[0]).toContain('--preset amazon');
});

describe('a status in a cell that is merged over several rows', () => {
  const identity = Object.fromEntries(Object.keys(order).map((name) => [name, name]));
  const $statuses = [{ column: 'State', ship: ['new', ''], leaveOut: { cancelled: ['cancelled'] } }];
  const outcome = async (states: readonly string[], references: readonly string[], merged: string) => {
    const cells = references.map((ReferenceNumber, at) => ({
      ReferenceNumber,
      SKU: `A-${at}`,
      State: states[at] ?? '',
    }));
    const at = columnLetters(Object.keys(order).length);
    const behind = `<mergeCells count="1"><mergeCell ref="${merged.replaceAll('State', at)}"/></mergeCells>`;
    const file = await orderWorkbook(cells, [], { behind });
    const { documents, bodies, problems } = await read(file, {
      options: { map: { ...identity, $statuses, $unused: [] } },
    });
    const left = documents.flatMap(({ reference, leftOut }) => (leftOut === undefined ? [] : [reference]));
    return { sent: bodies.length, left, problems: problems.map(({ reference }) => reference) };
  };

  it('of several orders is an error of those below the first, which may be meant as well', async () => {
    const references = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5'];
    const found = await outcome(['new', 'cancelled'], references, 'State3:State5');
    expect(found).toEqual({ sent: 2, left: ['R-2'], problems: ['R-3', 'R-4'] });
  });

  it('of one order is that of the order', async () => {
    const found = await outcome(['cancelled'], ['R-1', 'R-1', 'R-2'], 'State2:State3');
    expect(found).toEqual({ sent: 1, left: ['R-1'], problems: [] });
  });

  it('says nothing where it is blank', async () => {
    const found = await outcome(['new'], ['R-1', 'R-2', 'R-3'], 'State3:State4');
    expect(found).toEqual({ sent: 3, left: [], problems: [] });
  });
});
