import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { csvRows } from '../../../src/payload/source/csv-rows.ts';
import { read } from '../support.ts';

/** Text that a cell can hold: not blank, without the outer spaces that reading removes. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'",;\t\n|=_ aé’€0\'') }),
  )
  .map((value) => value.trim())
  .filter((value) => value !== '' && !/^#|^[+-]?\d[.,]\d+E\+|\0|\ufeff|\r/i.test(value));
const price = fc.integer({ min: 1, max: 999_999 }).map((cents) => cents / 100);
const optional = fc.option(text, { nil: undefined });
const instant = fc
  .integer({ min: 1_700_000_000, max: 1_900_000_000 })
  .map((s) => new Date(s * 1000).toISOString().replace('.000Z', 'Z'));
const address = fc.record({
  FullName: text,
  Company: optional,
  Address1: text,
  Address2: optional,
  Town: text,
  Region: optional,
  PostCode: text,
  Country: text,
  CountryCode: optional,
  PhoneNumber: optional,
  EmailAddress: optional,
});
const line = fc.record({
  SKU: text,
  ItemTitle: text,
  Qty: fc.integer({ min: 1, max: 9999 }),
  PricePerUnit: price,
  OrderLineNumber: text,
  TaxRate: fc.option(price, { nil: undefined }),
});
/** `.` and `..` are refused, because such a reference could not be requested, and so is a formula. */
const reference = text.filter((value) => value !== '.' && value !== '..' && !value.startsWith('="'));
const order = fc.record({
  ReferenceNumber: reference,
  ReceivedDate: instant,
  DispatchBy: instant,
  Currency: fc.constantFrom('GBP', 'EUR', 'USD'),
  PaymentStatus: text,
  ChannelBuyerName: text,
  warehouse_name: text,
  PostalServiceCost: fc.option(price, { nil: undefined }),
  Channel_Ref: optional,
  DeliveryAddress: address,
  BillingAddress: address,
  OrderItems: fc.array(line, { minLength: 1, maxLength: 4 }),
});
const orders = fc.uniqueArray(order, {
  selector: ({ ReferenceNumber }) => ReferenceNumber,
  minLength: 1,
  maxLength: 6,
});
const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  sep: fc.boolean(),
  mark: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
  blankLater: fc.boolean(),
  longNames: fc.boolean(),
  blankLines: fc.boolean(),
  decimal: fc.constantFrom('point', 'comma'),
  pieceSize: fc.integer({ min: 1, max: 500 }),
  seed: fc.infiniteStream(fc.nat()),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;
type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

const withoutBlanks = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** One row per order line, by column name; lists of rows whose order within an order counts. */
function rowsOf(value: Order, { blankLater, longNames }: Dialect): Record<string, string>[] {
  const { DeliveryAddress, BillingAddress, OrderItems, ...top } = value;
  const own: Record<string, string> = {};
  const put = (prefix: string, fields: object): void => {
    for (const [name, field] of Object.entries(fields))
      if (field !== undefined) own[prefix + name] = String(field);
  };
  put('', top);
  put('DeliveryAddress.', DeliveryAddress);
  put('BillingAddress.', BillingAddress);
  return OrderItems.map((item, index) => {
    const row = blankLater && index > 0 ? { ReferenceNumber: value.ReferenceNumber } : { ...own };
    const named = Object.entries(item).flatMap(([name, field]) =>
      field === undefined ? [] : [[longNames ? `OrderItems.${name}` : name, String(field)]],
    );
    return { ...row, ...Object.fromEntries(named) };
  });
}

function written(values: readonly Order[], style: Dialect): Buffer {
  const { delimiter, lineBreak, quoteAll, sep, mark, encoding, blankLines, decimal, seed } = style;
  const next = (): number => seed.next().value ?? 0;
  const queues = values.map((value) => rowsOf(value, style));
  const rows: Record<string, string>[] = [];
  for (
    let left = queues.filter((queue) => queue.length > 0);
    left.length > 0;
    left = left.filter((queue) => queue.length > 0)
  ) {
    rows.push(left[next() % left.length]?.shift() ?? {});
  }
  const columns = [...new Set(rows.flatMap(Object.keys))]
    .map((name) => [next(), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name);
  const numbers = /^(?:(?:OrderItems\.)?(?:PricePerUnit|TaxRate)|PostalServiceCost)$/;
  const cell = (row: Record<string, string>, name: string): string => {
    const value = row[name] ?? '';
    return decimal === 'comma' && numbers.test(name) ? value.replace('.', ',') : value;
  };
  const quoted = (value: string): string =>
    quoteAll || value.includes(delimiter) || /["\r\n]/.test(value)
      ? `"${value.replaceAll('"', '""')}"`
      : value;
  const lines = [columns, ...rows.map((row) => columns.map((name) => cell(row, name)))].map((cells) =>
    cells.map(quoted).join(delimiter),
  );
  const content = lines
    .map((each) => each + lineBreak + (blankLines && next() % 2 === 0 ? lineBreak : ''))
    .join('');
  const all = (sep ? `sep=${delimiter}${lineBreak}` : '') + content;
  if (encoding === 'utf8') return Buffer.from((mark ? '\ufeff' : '') + all);
  const bytes = Buffer.from(`\ufeff${all}`, 'utf16le');
  return encoding === 'utf16le' ? bytes : bytes.swap16();
}

it('orders written as CSV come back unchanged, in any dialect and row order, and as the same text from JSON', async () => {
  await fc.assert(
    fc.asyncProperty(orders, dialect, async (values, style) => {
      const { decimal, pieceSize, blankLines, lineBreak } = style;
      const { bodies, documents, problems } = await read(written(values, style), {
        pieceSize,
        options: { decimal: decimal as 'point' | 'comma' },
      });
      expect(problems).toEqual([]);
      const byReference = (a: { ReferenceNumber: string }, b: { ReferenceNumber: string }): number =>
        a.ReferenceNumber < b.ReferenceNumber ? -1 : 1;
      expect([...bodies].sort(byReference)).toEqual([...values].sort(byReference).map(withoutBlanks));
      const each = values.map((value) => JSON.stringify(value));
      const json = blankLines ? `[${each.join()}]` : each.join(lineBreak);
      const same = await read(json, { name: 'orders.json', pieceSize });
      const textsOf = (read: readonly { body: string }[]) => read.map(({ body }) => body).sort();
      expect(textsOf(same.documents)).toEqual(textsOf(documents));
    }),
    { numRuns: 15 },
  );
});

it('the ways to split text into cells agree with csv-parse, with quotes and without', async () => {
  const { parse } = await import('csv-parse/sync');
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '🏠', ' ', ',', ';', '\n', '\r', '"', '0'),
    maxLength: 6,
  });
  const record = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
    quoteAll: fc.boolean(),
  });
  const content = fc
    .array(record, { maxLength: 8 })
    .map((records) =>
      records
        .map(({ cells, quoteAll }) =>
          cells
            .map((each) => (quoteAll || /[",;\r\n]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each))
            .join(','),
        )
        .join('\n'),
    );
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      const pieces = async function* () {
        // Two columns first, so that the delimiter is known.
        yield 'x,y\n';
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
      };
      const rows: string[][] = [];
      for await (const block of csvRows(pieces(), 'a.csv'))
        rows.push(...block.rows.map(({ cells }) => cells));
      const parsed: string[][] = parse(text, {
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
      });
      const filled = (cells: string[]): boolean => cells.some((each) => each.trim() !== '');
      expect(rows.slice(1)).toEqual(parsed.filter(filled));
    }),
    { numRuns: 80 },
  );
});

describe('arbitrary input', () => {
  const finished = async (content: Uint8Array, name: string): Promise<unknown> => {
    try {
      const { total, invalid } = await read(content, { name, pieceSize: 17 });
      return invalid <= total;
    } catch (error) {
      return error instanceof CfiError && error.exitCode === 2;
    }
  };
  const header = 'ReferenceNumber,Currency,SKU,Qty\n';
  const noise = fc.string({ unit: fc.constantFrom(...'"",,;\t\n\r\\{}[]:0e+R-1_ é=\0'), maxLength: 80 });
  it.each(['a.csv', 'a.json', '-'])('is read or refused, and never throws: bytes as %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await finished(bytes, name)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
  it.each(['a.csv', 'a.json', '-'])('is read or refused, and never throws: text as %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(
        noise,
        fc.constantFrom('', header, '{"ReferenceNumber":', '['),
        async (content, start) => {
          expect(await finished(Buffer.from(start + content), name)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
