import { describe, expect, it } from 'vitest';
import { stated } from '../../../src/errors.ts';
import { cells, csv, read } from '../support.ts';

describe('cells are text until the schema reads them', () => {
  it.each<[string, string]>([
    ['SKU', '01234'],
    ['SKU', '22E1'],
    ['SKU', '1E5'],
    ['SKU', '0x1F'],
    ['SKU', 'TRUE'],
    ['SKU', 'null'],
    ['SKU', '1.10'],
    ['ReferenceNumber', '0200000000011'],
    ['ReferenceNumber', '2026-09-01'],
    ['ReferenceNumber', '00'],
    ['DeliveryAddress.PostCode', '01234'],
    ['DeliveryAddress.PostCode', '2E4'],
    ['DeliveryAddress.PhoneNumber', '+44 113 496 0000'],
    ['DeliveryAddress.PhoneNumber', '-5'],
    ['OrderLineNumber', '001'],
    ['ItemTitle', '#N/A ring'],
    ['Channel_Ref', '12345678901234567890'],
  ])('%s %s', async (column, text) => {
    const { bodies, problems } = await read(csv([{ [column]: text }]));
    expect(problems).toEqual([]);
    expect(JSON.stringify(bodies[0])).toContain(`"${column.split('.').at(-1)}":"${text}"`);
  });

  it.each<[string, string]>([
    ['5.01235E+12', 'barcode'],
    ['5,01235E+12', 'barcode'],
    ['5E+12', 'barcode'],
    ['5.01235e+12', 'barcode'],
    ['5.01235E12', 'barcode'],
    ['5.01235E+12', 'SKU'],
    ['+5.01235E+12', 'SKU'],
    ['5E+12', 'SKU'],
    ['1.00123E+11', 'PO_REFERENCE'],
  ])('explains how the spreadsheet changed %s in %s', async (text, column) => {
    const row = {
      PO_REFERENCE: 'PO-1',
      Warehouse_Name: 'Northgate FC',
      barcode: '01',
      SKU: 'AC-1',
      Quantity: '1',
      [column]: text,
    };
    const content = `${Object.keys(row).join(';')}\n${Object.values(row).join(';')}\n`;
    const { problems, invalid } = await read(content, { kind: 'inbound' });
    expect(invalid).toBe(1);
    expect(problems).toMatchObject([{ line: 2, column, found: text }]);
    expect(problems[0]?.message).toMatch(/changed by a spreadsheet to scientific notation/);
  });
});

it.each(['2000000001012', '0012345678905', '22E1', 'ABC-1E+', '5.1'])(
  'barcodes %s stays unchanged',
  async (barcode) => {
    const content = `PO_REFERENCE,Warehouse_Name,barcode,Quantity\nP-1,Northgate FC,${barcode},1\n`;
    const { bodies } = await read(content, { kind: 'inbound' });
    expect(bodies[0]?.items[0].barcode).toBe(barcode);
  },
);

describe('numbers', () => {
  it.each<[string, string, 'point' | 'comma', number]>([
    ['PricePerUnit', '12.50', 'point', 12.5],
    ['PricePerUnit', '12', 'point', 12],
    ['PricePerUnit', '.5', 'point', 0.5],
    ['PricePerUnit', '0.01', 'point', 0.01],
    ['PricePerUnit', '+3', 'point', 3],
    ['PricePerUnit', '007.50', 'point', 7.5],
    ['PricePerUnit', '12,50', 'comma', 12.5],
    ['PricePerUnit', '12', 'comma', 12],
    ['PostalServiceCost', '0', 'point', 0],
    ['TaxRate', '0', 'point', 0],
    ['Qty', '1', 'point', 1],
    ['Qty', '010', 'point', 10],
  ])('%s %s (decimal %s) is %d', async (column, text, decimal, value) => {
    const { bodies } = await read(csv([{ [column]: text }], ';'), { options: { decimal } });
    expect({ ...bodies[0], ...bodies[0]?.OrderItems[0] }[column]).toBe(value);
  });

  it.each<[string, string, 'point' | 'comma', RegExp]>([
    ['PricePerUnit', '12,50', 'point', /--decimal comma/],
    ['PricePerUnit', '12345,67', 'point', /--decimal comma/],
    ['PricePerUnit', '1\u00a0299', 'point', /without thousands separators/],
    ['PricePerUnit', '1\u202f299,00', 'comma', /without thousands separators/],
    ['PricePerUnit', '1,234,567', 'point', /without thousands separators/],
    ['PricePerUnit', '1,299', 'point', /--decimal comma.*thousands separators are not allowed/],
    ['PricePerUnit', '1,299.00', 'point', /without thousands separators/],
    ['PricePerUnit', "1'299.00", 'point', /without thousands separators/],
    ['PricePerUnit', '1 299', 'point', /without thousands separators/],
    ['PricePerUnit', '1.299,00', 'comma', /without thousands separators/],
    ['PricePerUnit', '12.50', 'comma', /has a point, but --decimal comma was given/],
    ['PricePerUnit', '£12.50', 'point', /without a currency sign/],
    ['PricePerUnit', '12.50 €', 'point', /without a currency sign/],
    ['PricePerUnit', '12.50 GBP', 'point', /without a currency sign/],
    ['TaxRate', '20%', 'point', /without a percent sign/],
    ['PricePerUnit', 'free', 'point', /must be a number/],
    ['PricePerUnit', '1e3', 'point', /must be a number/],
    ['PricePerUnit', 'NaN', 'point', /must be a number/],
    ['PricePerUnit', 'Infinity', 'point', /must be a number/],
    ['PricePerUnit', '0x10', 'point', /must be a number/],
    ['PricePerUnit', '1.23456789012345678', 'point', /too many digits to be sent exactly/],
    ['PricePerUnit', '#VALUE!', 'point', /error of a spreadsheet formula/],
    ['PricePerUnit', '#########', 'point', /error of a spreadsheet formula/],
    ['ItemTitle', '#REF!', 'point', /error of a spreadsheet formula/],
    ['Qty', '2.0', 'point', /whole number/],
    ['Qty', '2,5', 'comma', /whole number/],
    ['Qty', '1,000', 'point', /whole number/],
    ['Qty', 'two', 'point', /whole number/],
    ['Qty', '9007199254740993', 'point', /too many digits to be sent exactly/],
    ['Qty', '0', 'point', /Qty must be .*at least 1/],
    ['Qty', '-1', 'point', /Qty must be .*at least 1/],
    ['PricePerUnit', '0', 'point', /PricePerUnit must be at least 0.01/],
    ['PricePerUnit', '0.00', 'point', /PricePerUnit must be at least 0.01/],
    ['PricePerUnit', '-5', 'point', /PricePerUnit must be at least 0.01/],
  ])('%s %s (decimal %s) is refused', async (column, text, decimal, expected) => {
    const price = decimal === 'comma' ? { PricePerUnit: '129,00' } : {};
    const { problems, bodies } = await read(csv([{ ...price, [column]: text }], ';'), {
      options: { decimal },
    });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 2, column, field: column }]);
    expect(problems[0]?.message).toMatch(expected);
    expect(problems[0]?.expected).toBeTruthy();
  });
});

describe('times', () => {
  it.each<[string, string, string | undefined, string]>([
    ['ReceivedDate', '2026-09-01T07:30:00Z', undefined, '2026-09-01T07:30:00Z'],
    ['ReceivedDate', '2026-09-01T07:30Z', undefined, '2026-09-01T07:30Z'],
    ['ReceivedDate', '2026-09-01T07:30:00.250Z', undefined, '2026-09-01T07:30:00.250Z'],
    ['ReceivedDate', '2026-09-01T07:30:00+01:00', undefined, '2026-09-01T06:30:00Z'],
    ['ReceivedDate', '2026-09-01T00:30:00+0530', undefined, '2026-08-31T19:00:00Z'],
    ['ReceivedDate', '2026-09-01 07:30:00-07:00', undefined, '2026-09-01T14:30:00Z'],
    ['DispatchBy', '2026-09-02T17:00:00-07:00', undefined, '2026-09-02T17:00:00-07:00'],
    ['DispatchBy', '2026-09-02 17:00Z', undefined, '2026-09-02T17:00:00Z'],
    ['DispatchBy', '2026-09-02T17:00:00', 'Europe/London', '2026-09-02T16:00:00Z'],
    ['DispatchBy', '2026-12-02 17:00', 'Europe/London', '2026-12-02T17:00:00Z'],
    ['ReceivedDate', '2026-09-01 07:30:00', 'America/New_York', '2026-09-01T11:30:00Z'],
    ['ReceivedDate', '2026-09-01T07:30:00Z', 'America/New_York', '2026-09-01T07:30:00Z'],
  ])('%s %s (zone %s)', async (column, text, timezone, sent) => {
    const options = timezone === undefined ? {} : { timezone };
    const { bodies, problems } = await read(csv([{ [column]: text }]), { options });
    expect(problems).toEqual([]);
    expect(bodies[0]?.[column]).toBe(sent);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['2026-09-01T17:00:00', undefined, /has no time zone.*--timezone/],
    ['2026-09-01 17:00', undefined, /has no time zone/],
    ['2026-03-29T01:30:00', 'Europe/London', /does not exist in Europe\/London/],
    ['2026-10-25T01:30:00', 'Europe/London', /occurs twice that day in Europe\/London/],
    ['2026-09-01', undefined, /a date without a time/],
    ['2026-09-01', 'Europe/London', /a date without a time/],
    ['01/09/2026 17:00', undefined, /as spreadsheets show dates/],
    ['01/09/2026 17:00', 'Europe/London', /as spreadsheets show dates/],
    ['9/1/26 5:00 PM', undefined, /as spreadsheets show dates/],
    ['01.09.2026', undefined, /as spreadsheets show dates/],
    ['46266.7083', undefined, /a spreadsheet's day number/],
    ['2026-02-30T10:00:00Z', undefined, /not a valid date and time/],
    ['9999-12-31T23:59:59.5-01:30', undefined, /not a valid date and time/],
    ['0001-01-01T00:00', 'Asia/Tokyo', /not a valid date and time/],
    ['2026-02-30T10:00:00', 'Europe/London', /not a valid date and time/],
    ['2026-09-01T25:00:00Z', undefined, /not a valid date and time/],
    ['tomorrow', undefined, /must be a time/],
    ['2026-09-01T17:00:00 GMT', undefined, /must be a time/],
  ])('DispatchBy %s (zone %s) is refused', async (text, timezone, expected) => {
    const options = timezone === undefined ? {} : { timezone };
    const { problems } = await read(csv([{ DispatchBy: text }]), { options });
    expect(problems).toMatchObject([{ line: 2, column: 'DispatchBy', found: text }]);
    expect(problems[0]?.message).toMatch(expected);
    expect(problems[0]?.expected).toMatch(/ISO 8601/);
  });

  it('does not ask for a form of time where the file has its own, and only the day is wrong', async () => {
    const options = { timezone: 'Europe/London', dates: 'dmy' } as const;
    const { problems } = await read(csv([{ DispatchBy: '29/13/2026' }]), { options });
    expect(problems[0]?.message).toMatch(/is not a valid date and time$/);
    expect(problems[0]?.[stated]).toEqual(['expected']);
  });

  it('fills in DispatchBy from --dispatch-within if the file omits it', async () => {
    const options = { dispatchWithin: 36 * 3_600_000 };
    const { bodies } = await read(csv([{ DispatchBy: undefined }]), { options });
    expect(bodies[0]?.DispatchBy).toBe('2026-09-02T19:30:00Z');
    const blank = await read(csv([{ DispatchBy: '' }, { ReferenceNumber: 'R-2' }]), { options });
    expect(blank.bodies.map((order) => order.DispatchBy)).toEqual(['2026-09-02T19:30:00Z', cells.DispatchBy]);
  });

  it('does not replace an unreadable DispatchBy', async () => {
    const { problems } = await read(csv([{ DispatchBy: 'soon' }]), { options: { dispatchWithin: 1000 } });
    expect(problems).toHaveLength(1);
  });
});
