import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { orderWorkbook } from '../../../support/workbooks/orders.ts';
import { type Cell, styled } from '../../../support/workbooks/parts.ts';
import { failedFiles } from '../../failed-files.ts';
import { read } from '../../support.ts';

const { write } = failedFiles();
const name = 'orders.xlsx';
const options = { timezone: 'Europe/London' };

/** Reads a workbook, and writes its rows on these lines to a failed file. */
async function failedOf(
  content: Buffer,
  lines: readonly number[],
  more: { options?: object; file?: string } = {},
) {
  const reading = { name, options: { ...options, ...more.options } };
  const before = await read(content, reading);
  const file = more.file === undefined ? {} : { file: more.file };
  const written = await write(content, lines, { ...reading, header: before.headers[0], ...file });
  return { before, written, reading };
}

const notFound: Cell = { xml: 't="e"><v>#N/A</v>' };

describe('the failed file of a workbook', () => {
  const formats = ['£#,##0.00', '00000', 'dd/mm/yyyy', '0%'];
  const rows = [
    {
      Currency: undefined,
      PricePerUnit: styled(1, 129.5),
      'DeliveryAddress.PostCode': styled(2, 1234),
      ReceivedDate: styled(3, 46_266.427_083_333_33),
      DispatchBy: styled(3, 46_272),
      TaxRate: styled(4, 0.2),
      SKU: styled(0, 5_012_345_678_900),
      ItemTitle: 'a_x000D_\n_x005F_x0041_ <b> & "c" _x0007_ ✓',
      _note: 'kept',
    },
    { ReferenceNumber: 'R-2', Currency: undefined, PricePerUnit: styled(1, 5) },
  ];

  it('is a workbook that reads as the same orders, with its own marks', async () => {
    const { before, written, reading } = await failedOf(await orderWorkbook(rows, formats), [2]);
    expect(before.problems).toEqual([]);
    expect(written.count).toBe(1);
    const after = await read(written.bytes, reading);
    expect({ formats: after.formats, problems: after.problems, warnings: after.warnings }).toEqual({
      formats: ['xlsx'],
      problems: [],
      warnings: [],
    });
    expect(after.bodies).toEqual([before.bodies[0]]);
  });

  it('has the columns of the input and the marks as text, in a format that keeps what is typed as text', async () => {
    const { written } = await failedOf(await orderWorkbook(rows, formats), [3]);
    const zip = await openPromise(written.path);
    const parts = new Map<string, string>();
    for await (const entry of zip.eachEntry())
      parts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const texts = [
      ...sheet.matchAll(/<c r="([A-Z]+\d+)" s="\d+" t="inlineStr"><is><t xml:space="preserve">([^<]*)/g),
    ];
    expect(texts.length).toBe([...sheet.matchAll(/<c /g)].length);
    expect(texts.map(([, , text]) => text)).toEqual(
      expect.arrayContaining([
        '_line',
        '_field',
        '_code',
        '_error',
        '3',
        'Qty',
        'rejected',
        'no',
        'R-2',
        '5',
      ]),
    );
    expect(sheet).toMatch(/<col min="1" max="21" [^>]*style="1"/);
    expect(parts.get('xl/styles.xml')).toContain('<xf numFmtId="49"');
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Orders"');
  });

  it('replaces the marks of an earlier one', async () => {
    const first = await failedOf(await orderWorkbook(rows, formats), [2, 3]);
    const second = await failedOf(first.written.bytes, [2]);
    const { headers, problems } = await read(second.written.bytes, second.reading);
    expect([headers.length, problems]).toEqual([1, []]);
  });

  it('keeps a cell that could not be read from being sent before it is corrected', async () => {
    const cells = [
      { 'DeliveryAddress.Address2': { xml: '><f>B1</f>' } },
      { ReferenceNumber: 'R-2', SKU: notFound },
      { ReferenceNumber: 'R-3', SKU: styled(0, 1e17) },
    ];
    const { written, reading } = await failedOf(await orderWorkbook(cells), [2, 3, 4]);
    const after = await read(written.bytes, reading);
    expect(after.problems.map(({ reference, field }) => [reference, field])).toEqual([
      ['R-1', 'DeliveryAddress.Address2'],
      ['R-2', 'SKU'],
      ['R-3', 'SKU'],
    ]);
  });

  it('reads the same with a decimal comma, and with a pattern for dates', async () => {
    const map = {
      ...Object.fromEntries(
        [
          'ReferenceNumber',
          'DispatchBy',
          'Currency',
          'PaymentStatus',
          'ChannelBuyerName',
          'warehouse_name',
          'DeliveryAddress.FullName',
          'DeliveryAddress.Address1',
          'DeliveryAddress.Town',
          'DeliveryAddress.PostCode',
          'DeliveryAddress.Country',
          'SKU',
          'ItemTitle',
          'Qty',
          'PricePerUnit',
        ].map((field) => [field, field]),
      ),
      ReceivedDate: { column: 'ReceivedDate', date: 'DD.MM.YYYY' },
    };
    const cells = [{ PricePerUnit: 1234.5, ReceivedDate: styled(1, 46_266.5) }];
    const { before, written, reading } = await failedOf(await orderWorkbook(cells, ['d.m.yy']), [2], {
      options: { map, decimal: 'comma' },
    });
    expect((await read(written.bytes, reading)).bodies).toEqual(before.bodies);
    expect(before.bodies[0]?.OrderItems[0]?.PricePerUnit).toBe(1234.5);
  });

  it('is CSV if its name says so', async () => {
    const { before, written } = await failedOf(
      await orderWorkbook(
        [rows[1] ?? {}].map((row) => ({ ...row, Currency: 'GBP' })),
        formats,
      ),
      [2],
      { file: 'out.csv' },
    );
    expect(written.text).toMatch(/^\ufeffReferenceNumber,.*,_line,_field,_code,_error\r\nR-2,/);
    expect((await read(written.bytes, { options })).bodies).toEqual(before.bodies);
  });

  it('is none if nothing failed', async () => {
    const { written } = await failedOf(await orderWorkbook(rows, formats), []);
    expect(written.count).toBe(0);
  });
});
