import { describe, expect, it } from 'vitest';
import { orderRows, orderWorkbook } from '../../../support/workbooks/orders.ts';
import { type Cell, styled, workbook, workbookParts, zipped } from '../../../support/workbooks/parts.ts';
import { body, read } from '../../support.ts';

const name = 'orders.xlsx';
const options = { timezone: 'Europe/London' };

/** What one cell of an order becomes. */
async function readCell(column: string, cell: Cell, format = 'General', more = {}) {
  const content = await orderWorkbook([{ [column]: cell }], [format]);
  const { bodies, problems, warnings } = await read(content, { name, options: { ...options, ...more } });
  const [first] = bodies;
  const value =
    first?.[column] ??
    first?.OrderItems?.[0]?.[column] ??
    first?.DeliveryAddress?.[column.split('.')[1] ?? ''];
  return { value, problems, warnings };
}

it('reads the same body as from CSV', async () => {
  const { bodies, formats, problems } = await read(await orderWorkbook([{}]), { name });
  expect({ bodies, formats, problems }).toEqual({ bodies: [body], formats: ['xlsx'], problems: [] });
});

it('takes the format of a cell, and not that of a condition with the same number', async () => {
  const parts = workbookParts({
    sheets: [{ rows: orderRows([{ SKU: styled(1, 42) }]) }],
    formats: ['00000'],
  });
  const own = String(parts['xl/styles.xml']);
  const dxfs = '</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>';
  const content = await zipped({ ...parts, 'xl/styles.xml': own.replace('</cellXfs>', dxfs) });
  const { bodies } = await read(content, { name });
  expect(bodies[0]?.OrderItems).toMatchObject([{ SKU: '00042' }]);
});

const flatOrder = {
  ReferenceNumber: '',
  ReceivedDate: '',
  DispatchBy: '',
  Currency: '',
  PaymentStatus: '',
  ChannelBuyerName: '',
  warehouse_name: '',
  'DeliveryAddress.FullName': '',
  'DeliveryAddress.Address1': '',
  'DeliveryAddress.Town': '',
  'DeliveryAddress.PostCode': '',
  'DeliveryAddress.Country': '',
  SKU: '',
  ItemTitle: '',
  Qty: '',
};

describe('a field that is a number takes the number of the cell', () => {
  it.each<[column: string, value: number | string, format: string, expected: number]>([
    ['PricePerUnit', 129.5, '£#,##0.00', 129.5],
    ['PricePerUnit', 1234567.5, '#,##0.00', 1_234_567.5],
    ['Qty', 3, '3.00', 3],
    ['Qty', 3, '0" pcs"', 3],
    ['Qty', '3.0', '0.00', 3],
    ['PricePerUnit', '0.30000000000000004', 'General', 0.3],
    ['PricePerUnit', '12.499999999999998', 'General', 12.5],
    ['PricePerUnit', '1.295E2', 'General', 129.5],
    ['TaxRate', 0.2, '0%', 20],
    ['TaxRate', 0.175, '0.0%', 17.5],
    ['TaxRate', 0.07, '0%', 7],
    ['TaxRate', 20, 'General', 20],
  ])('%s %s in %s is %s', async (column, value, format, expected) => {
    const read = await readCell(column, styled(1, value), format);
    expect(read).toEqual({ value: expected, problems: [], warnings: [] });
  });

  it('whatever the decimal sign of text cells is', async () => {
    const { value } = await readCell('PricePerUnit', 12.5, 'General', { decimal: 'comma' });
    expect(value).toBe(12.5);
  });

  it('of a map that has its own decimal sign, for a total too', async () => {
    const content = await orderWorkbook([{ Qty: 2, PricePerUnit: undefined, Total: 25.5 }]);
    const map = {
      ...Object.fromEntries(Object.keys(flatOrder).map((field) => [field, field])),
      PricePerUnit: { column: 'Total', number: { decimal: 'comma' }, per: 'Qty' },
    };
    const { bodies, problems } = await read(content, { name, options: { map } });
    expect(problems).toEqual([]);
    expect(bodies[0].OrderItems[0].PricePerUnit).toBe(12.75);
  });

  it('with a warning where the sheet shows another number', async () => {
    const { value, warnings } = await readCell('PricePerUnit', styled(1, 129.49), '0');
    expect(value).toBe(129.49);
    expect(warnings).toMatchObject([
      {
        cell: expect.stringMatching(/^Orders![A-Z]2$/),
        field: 'PricePerUnit',
        message: 'PricePerUnit is 129.49, though the sheet shows 129',
      },
    ]);
  });

  it('but not of a date', async () => {
    const { problems } = await readCell('PricePerUnit', styled(1, 46_143), 'd-mmm');
    expect(problems).toMatchObject([
      {
        field: 'PricePerUnit',
        cell: expect.stringMatching(/^Orders![A-Z]2$/),
        found: '1-May',
        message: 'PricePerUnit is a date, but a spreadsheet may have made it from a number',
      },
    ]);
  });

  describe('of each line of $items', () => {
    const lines = {
      ...{ 'Price 1': styled(1, 1.125), 'Qty 1': 2, 'SKU 1': 'A-1' },
      ...{ 'Price 2': styled(2, 34.5), 'Qty 2': styled(1, 1), 'SKU 2': styled(3, 42) },
    };
    const unused = { PricePerUnit: undefined, Qty: undefined, SKU: undefined };
    const { SKU: _sku, Qty: _qty, ...document } = flatOrder;
    const fields = Object.fromEntries(Object.keys(document).map((field) => [field, field]));
    const mapWith = (...decimals: readonly string[]) => ({
      ...fields,
      $items: decimals.map((decimal, at) => ({
        SKU: `SKU ${at + 1}`,
        Qty: `Qty ${at + 1}`,
        PricePerUnit: { column: `Price ${at + 1}`, ...(decimal === '' ? {} : { number: { decimal } }) },
      })),
    });
    const readLines = async (map: object, cells: object, decimal: string) =>
      read(await orderWorkbook([{ ...unused, ...lines, ...cells }], ['0.000', '£0.00', '0000', '€0.00']), {
        name,
        options: { map, decimal } as object,
      });

    it.each([
      ['point', ['', '']],
      ['comma', ['', '']],
      ['comma', ['point', 'comma']],
      ['point', ['comma', 'point']],
    ])('whatever the decimal signs of text are: --decimal %s, %j', async (decimal, own) => {
      const { bodies, problems } = await readLines(mapWith(...own), {}, decimal);
      expect(problems).toEqual([]);
      expect(bodies[0]?.OrderItems).toMatchObject([
        { SKU: 'A-1', Qty: 2, PricePerUnit: 1.125 },
        { SKU: '0042', Qty: 1, PricePerUnit: 34.5 },
      ]);
    });

    it('while text follows --decimal, or the sign of its own entry', async () => {
      const texts = { 'Price 1': '1,5', 'Price 2': '34.50' };
      const { bodies, problems } = await readLines(mapWith('', 'point'), texts, 'comma');
      expect(problems).toEqual([]);
      expect(bodies[0]?.OrderItems).toMatchObject([{ PricePerUnit: 1.5 }, { PricePerUnit: 34.5 }]);
    });

    it('and is an error in a second currency, unless the file names one', async () => {
      const { Currency: _currency, ...others } = mapWith('', '') as Record<string, unknown>;
      const euros = { Currency: undefined, 'Price 1': styled(4, 12.5) };
      expect((await readLines(others, euros, 'point')).problems).toMatchObject([
        { cell: expect.stringMatching(/^Orders!/), message: expect.stringMatching(/is in GBP, but .* EUR/) },
      ]);
      expect((await readLines(mapWith('', ''), { 'Price 1': styled(4, 12.5) }, 'point')).problems).toEqual(
        [],
      );
    });
  });
});

describe('a field that is text takes what the seller sees where no digit is lost', () => {
  it.each<[cell: Cell, format: string, expected: string]>([
    ['0123', 'General', '0123'],
    ['22E1', 'General', '22E1'],
    ['1.10', '@', '1.10'],
    [styled(1, 1234), '00000', '01234'],
    [styled(1, 5_012_345_678_900), 'General', '5012345678900'],
    [styled(1, 200_000_000_011), '0000000000000', '0200000000011'],
    [styled(1, '1.23456789012E+11'), 'General', '123456789012'],
    [styled(1, 7), '"SKU-"0000', 'SKU-0007'],
    [styled(1, 123456789), '000\\-00\\-0000', '123-45-6789'],
    [styled(1, 12), '0.00', '12.00'],
    [styled(1, 1234.5), '# ?/?', '1234.5'],
    [{ xml: 't="b"><v>1</v>' }, '@', 'TRUE'],
    [{ xml: 't="b"><v>0</v>' }, '@', 'FALSE'],
    [{ xml: 't="str"><f>A1&amp;"x"</f><v>AC-1</v>' }, '@', 'AC-1'],
    [
      {
        xml: 't="inlineStr"><is><r><rPr><b/></rPr><t>AC</t></r><r><t xml:space="preserve">-1 x</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is>',
      },
      '@',
      'AC-1 x',
    ],
    ['a_x000D_b_x005F_x0041_', '@', 'a\rb_x0041_'],
    ['&lt;', '@', '&lt;'],
  ])('%j in %s is %s', async (cell, format, expected) => {
    const { value, problems } = await readCell('ItemTitle', cell, format);
    expect({ value, problems }).toEqual({ value: expected, problems: [] });
  });

  it('and all its digits with a warning otherwise', async () => {
    const { value, warnings } = await readCell('SKU', styled(1, 4.996), '0.00');
    expect([value, warnings[0]?.message]).toEqual(['4.996', 'SKU is 4.996, though the sheet shows 5.00']);
  });

  it('warns of a date, which a spreadsheet made, once', async () => {
    const { value, warnings } = await readCell('SKU', styled(1, 46_082), 'dd-mmm');
    expect(value).toBe('01-Mar');
    expect(warnings.map(({ message }) => message)).toEqual([
      'SKU is a date, but a spreadsheet may have made it from a code or a number',
    ]);
  });

  it('warns of scientific notation', async () => {
    const { value, warnings } = await readCell('SKU', styled(1, 220), '0.00E+00');
    expect([value, warnings[0]?.message]).toEqual(['220', expect.stringContaining('scientific')]);
  });
});

describe('digits that the workbook has lost are an error', () => {
  it.each(['SKU', 'ItemTitle', 'DeliveryAddress.PostCode', 'ReferenceNumber'])('in %s', async (column) => {
    const { problems } = await readCell(column, styled(1, '1234567890123456'), 'General');
    expect(problems).toMatchObject([
      { field: column, message: expect.stringContaining('more than 15 digits') },
    ]);
  });

  it('but not 15 digits', async () => {
    const { value } = await readCell('SKU', styled(1, '123456789012345'), 'General');
    expect(value).toBe('123456789012345');
  });

  it('in a barcode in scientific notation', async () => {
    const rows = [
      ['PO_REFERENCE', 'Warehouse_Name', 'SKU', 'barcode', 'Qty'],
      ['PO-1', 'Northgate FC', 'A', styled(1, 5_012_350_000_000), 1],
    ];
    const content = await workbook({ sheets: [{ rows }], formats: ['0.00E+00'] });
    const { problems } = await read(content, { kind: 'purchase-order', name });
    expect(problems).toContainEqual(
      expect.objectContaining({
        field: 'barcode',
        cell: 'Orders!D2',
        message: expect.stringContaining('loses digits'),
      }),
    );
  });
});

describe('a date', () => {
  it.each<[column: string, cell: Cell, format: string, expected: string]>([
    ['ReceivedDate', styled(1, 46_350.427_083_333_33), 'dd/mm/yyyy', '2026-11-24T10:15:00Z'],
    ['ReceivedDate', styled(1, 46_204.5), 'm/d/yy h:mm', '2026-07-01T11:00:00Z'],
    ['ReceivedDate', styled(1, 46_350), 'yyyy-mm-dd', '2026-11-24T00:00:00Z'],
    ['DispatchBy', styled(1, 46_350), 'yyyy-mm-dd', '2026-11-24T23:59:59Z'],
    ['DispatchBy', styled(1, 46_350.999_999_999), 'yyyy-mm-dd', '2026-11-25T23:59:59Z'],
    ['ReceivedDate', { xml: 't="d"><v>2026-11-24T10:15:00</v>' }, 'General', '2026-11-24T10:15:00Z'],
    ['ReceivedDate', { xml: 't="d"><v>2026-11-24T10:15:00Z</v>' }, 'General', '2026-11-24T10:15:00Z'],
    ['ReceivedDate', '2026-11-24 10:15', 'General', '2026-11-24T10:15:00Z'],
  ])('%s %j in %s is %s', async (column, cell, format, expected) => {
    const dispatch = column === 'ReceivedDate' ? {} : { ReceivedDate: '2026-09-01T07:30:00Z' };
    const content = await orderWorkbook(
      [{ DispatchBy: '2026-12-24T10:00:00Z', ...dispatch, [column]: cell }],
      [format],
    );
    const { bodies, problems } = await read(content, { name, options });
    expect(problems).toEqual([]);
    expect(bodies[0][column]).toBe(expected);
  });

  it('is read by the date system of 1904', async () => {
    const rows = orderRows([{ ReceivedDate: styled(1, 44_888.5), DispatchBy: '2026-12-24T10:00:00Z' }]);
    const content = await workbook({ sheets: [{ rows }], formats: ['yyyy-mm-dd'], date1904: true });
    const { bodies } = await read(content, { name, options });
    expect(bodies[0].ReceivedDate).toBe('2026-11-24T12:00:00Z');
  });

  it('needs a zone where a time is meant', async () => {
    const content = await orderWorkbook([{ ReceivedDate: styled(1, 46_350.5) }], ['yyyy-mm-dd']);
    const { problems } = await read(content, { name });
    expect(problems[0]?.message).toContain('--timezone');
  });

  it('needs no pattern of a map, which is for text', async () => {
    const map = {
      ...Object.fromEntries(Object.keys({ ...flatOrder, PricePerUnit: '' }).map((field) => [field, field])),
      ReceivedDate: { column: 'ReceivedDate', date: 'DD.MM.YYYY' },
      DispatchBy: { column: 'DispatchBy', date: 'DD.MM.YYYY' },
    };
    const rows = [
      { ReceivedDate: styled(1, 46_350.5), DispatchBy: styled(1, 46_352) },
      { ReferenceNumber: 'R-2', ReceivedDate: '24.11.2026', DispatchBy: '26.11.2026' },
    ];
    const { bodies, problems } = await read(await orderWorkbook(rows, ['d.m.yy']), {
      name,
      options: { ...options, map },
    });
    expect(problems).toEqual([]);
    expect(bodies.map(({ ReceivedDate, DispatchBy }) => [ReceivedDate, DispatchBy])).toEqual([
      ['2026-11-24T12:00:00Z', '2026-11-26T23:59:59Z'],
      ['2026-11-24T00:00:00Z', '2026-11-26T23:59:59Z'],
    ]);
  });

  describe.each([
    ['dates first', [styled(1, 46_058.5), '13/02/2026 12:00']],
    ['text first', ['13/02/2026 12:00', styled(1, 46_058.5)]],
  ])('beside text in another order of day and month is a warning, %s', (_, placed) => {
    const readPlaced = async (cells: readonly Cell[], more = {}) =>
      read(
        await orderWorkbook(
          cells.map((ReceivedDate, at) => ({ ReferenceNumber: `R-${at}`, ReceivedDate })),
          ['dd/mm/yyyy'],
        ),
        { name, options: { ...options, now: Date.UTC(2026, 1, 14), ...more } as object },
      );

    it('once', async () => {
      const { warnings, problems } = await readPlaced([...placed, '14/02/2026 12:00', styled(1, 46_059)]);
      expect(problems).toEqual([]);
      expect(warnings.filter(({ message }) => message.includes('day and month'))).toMatchObject([
        {
          reference: 'R-1',
          field: 'ReceivedDate',
          cell: 'Orders!B3',
          message: expect.stringContaining('text such as 13/02/2026 12:00'),
        },
      ]);
    });

    it('and with --strict an error', async () => {
      expect((await readPlaced(placed, { strict: true })).problems).toMatchObject([{ cell: 'Orders!B3' }]);
    });
  });

  it.each([
    ['whose day cannot be a month', [styled(1, 46_070), '13/02/2026 12:00']],
    ['beside text that proves nothing', [styled(1, 46_058), '2026-02-13 12:00']],
  ])('%s is none', async (_, cells) => {
    const rows = cells.map((ReceivedDate, at) => ({ ReferenceNumber: `R-${at}`, ReceivedDate }));
    const { warnings } = await read(await orderWorkbook(rows, ['dd/mm/yyyy']), { name, options });
    expect(warnings.filter(({ message }) => message.includes('day and month'))).toEqual([]);
  });

  it('does not depend on --dates, which is for text', async () => {
    const rows = [
      { ReceivedDate: styled(1, 46_058.5), DispatchBy: styled(1, 46_062) },
      { ReferenceNumber: 'R-2', ReceivedDate: '02/05/2026 12:00', DispatchBy: '02/09/2026' },
    ];
    const { bodies, problems } = await read(await orderWorkbook(rows, ['dd/mm/yyyy']), {
      name,
      options: { ...options, dates: 'mdy' } as object,
    });
    expect(problems).toEqual([]);
    expect(bodies.map(({ ReceivedDate, DispatchBy }) => [ReceivedDate, DispatchBy])).toEqual([
      ['2026-02-05T12:00:00Z', '2026-02-09T23:59:59Z'],
      ['2026-02-05T12:00:00Z', '2026-02-09T23:59:59Z'],
    ]);
  });

  it.each<[Cell, string]>([
    [styled(1, 0.5), 'does not hold a real date'],
    [styled(1, 60), 'does not hold a real date'],
    [styled(1, -1), 'does not hold a real date'],
    [46_350, 'give the cell a date format'],
  ])('%j is none', async (cell, message) => {
    const { problems } = await readCell('ReceivedDate', cell, 'hh:mm');
    expect(problems[0]?.message).toContain(message);
  });
});

describe('the currency of a price', () => {
  it.each([
    ['£#,##0.00', 'GBP'],
    ['[$£-809]#,##0.00', 'GBP'],
    ['#,##0.00\\ "€"', 'EUR'],
    ['_-[$€-2]* #,##0.00_-', 'EUR'],
    ['"$"#,##0.00;[Red]("$"#,##0.00)', 'USD'],
    ['[$USD] #,##0.00', 'USD'],
  ])('in the format %s is %s where the file names none', async (format, currency) => {
    const content = await orderWorkbook([{ Currency: undefined, PricePerUnit: styled(1, 12.5) }], [format]);
    const { bodies, problems } = await read(content, { name });
    expect(problems).toEqual([]);
    expect(bodies[0].Currency).toBe(currency);
  });

  it('is not that of a column that the file has', async () => {
    const content = await orderWorkbook([{ PricePerUnit: styled(1, 12.5) }], ['[$€-2] 0.00']);
    expect((await read(content, { name })).bodies[0].Currency).toBe('GBP');
  });

  it('is missing if neither says it', async () => {
    const content = await orderWorkbook([{ Currency: undefined, PricePerUnit: styled(1, 12.5) }], ['0.00']);
    expect((await read(content, { name })).problems[0]?.message).toContain('the column Currency is missing');
  });

  it('of a dollar that is another country’s is not USD', async () => {
    const content = await orderWorkbook(
      [{ Currency: undefined, PricePerUnit: styled(1, 12.5) }],
      ['[$$-1009]0.00'],
    );
    expect((await read(content, { name })).bodies[0]?.Currency).not.toBe('USD');
  });
});

describe('a cell that is no value is an error where it is used', () => {
  const noResult: Cell = { xml: '><f>B1*2</f>' };
  const emptyResult: Cell = { xml: '><f>B1*2</f><v></v>' };
  const notFound: Cell = { xml: 't="e"><f>VLOOKUP(A1,B:C,2,0)</f><v>#N/A</v>' };
  const broken: Cell = { xml: 't="e"><v>#REF!</v>' };

  it.each<[column: string, cell: Cell, message: string]>([
    ['Qty', noResult, 'save it once'],
    ['SKU', noResult, 'save it once'],
    ['SKU', emptyResult, 'save it once'],
    ['DeliveryAddress.Address2', noResult, 'save it once'],
    ['SKU', notFound, 'is the error of a spreadsheet formula'],
    ['PricePerUnit', broken, 'is the error of a spreadsheet formula'],
    ['ReferenceNumber', notFound, 'is the error of a spreadsheet formula'],
    ['ReceivedDate', broken, 'is the error of a spreadsheet formula'],
  ])('%s %j', async (column, cell, message) => {
    const { problems } = await readCell(column, cell);
    expect(problems).toMatchObject([
      { line: 2, field: column, cell: expect.stringMatching(/^Orders![A-Z]+2$/) },
    ]);
    expect(problems[0]?.message).toContain(message);
  });

  it('but not in a column that nothing reads', async () => {
    expect((await readCell('_note', notFound)).problems).toEqual([]);
  });

  it('also where it decides what is left out, and where a map has a default', async () => {
    const map = {
      ...Object.fromEntries(Object.keys({ ...flatOrder, PricePerUnit: '' }).map((field) => [field, field])),
      PaymentStatus: { column: 'Paid', map: { yes: 'PAID' }, default: 'UNPAID' },
      $keep: [{ column: 'State', in: ['open'] }],
    };
    const rows = [
      { ReferenceNumber: 'R-1', Paid: 'yes', State: notFound },
      { ReferenceNumber: 'R-2', Paid: notFound, State: 'open' },
      { ReferenceNumber: 'R-3', Paid: 'yes', State: 'closed' },
    ];
    const { problems, leftOut } = await read(await orderWorkbook(rows), { name, options: { map } });
    expect(problems.map(({ reference, column }) => [reference, column])).toEqual([
      ['R-1', 'State'],
      ['R-2', 'Paid'],
    ]);
    expect(leftOut).toMatchObject([{ reason: 'not-kept', references: ['R-3'] }]);
  });

  it('while a formula counts as its stored result', async () => {
    const { value } = await readCell('Qty', { xml: '><f>1+2</f><v>3</v>' });
    expect(value).toBe(3);
  });

  it('and one whose result is an empty text is blank', async () => {
    const { value, problems } = await readCell('DeliveryAddress.Company', {
      xml: 't="str"><f>""</f><v></v>',
    });
    expect([value, problems]).toEqual([undefined, []]);
  });
});
