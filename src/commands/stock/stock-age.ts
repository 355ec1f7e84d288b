import type { OptionsOf } from '../../cli/command.ts';
import { pageQuery } from '../../cli/global-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { listOf, nextPage, onePage, pages, paginationOf } from '../../client/api/lists.ts';
import { likelyWarehouses } from '../../client/api/lookups.ts';
import { checkNamed } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, usageError } from '../../errors.ts';
import { fieldColumn, fieldColumns } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { textOf } from '../../text/json.ts';
import {
  type Fields,
  field,
  fieldsOf,
  isFields,
  listField,
  numberField,
  otherFields,
  present,
  textField,
  texts,
} from '../../text/records.ts';
import { counted } from '../../text/words.ts';
import type { stockAgeCommand } from './definition.ts';

const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : value;

const days = (header: string, name: string, priority: number): Column<Fields> => ({
  header,
  value: (row) => rounded(field(row, name)),
  align: 'right',
  priority,
});

const ageColumns: readonly Column<Fields>[] = [
  fieldColumn('SKU', 'sku', { priority: 1 }),
  fieldColumn('Units', 'total_quantity', { align: 'right', priority: 1 }),
  days('Oldest', 'oldest_age_days', 1),
  days('Average', 'average_age_days', 2),
  days('Newest', 'newest_age_days', 3),
  {
    header: 'Note',
    value: (row) => (field(row, 'stock_age_available') === false ? 'not in the nightly snapshot yet' : ''),
    priority: 4,
  },
];

const ageCsv = fieldColumns([
  ...['sku', 'location_id', 'as_of_date', 'total_quantity', 'average_age_days', 'oldest_age_days'],
  ...['newest_age_days', 'stock_age_available', 'source'],
]);

const lotCsv = fieldColumns(['sku', 'receipt_date', 'quantity', 'age_days']);

const lotColumns: readonly Column<Fields>[] = [
  fieldColumn('SKU', 'sku', { priority: 1 }),
  fieldColumn('Received', 'receipt_date', { time: true, priority: 1 }),
  fieldColumn('Units', 'quantity', { align: 'right', priority: 1 }),
  days('Days', 'age_days', 1),
];

/** One row per lot, oldest first as the service lists them. */
const lotRows = (records: readonly Fields[]): Fields[] =>
  records.flatMap((record) =>
    listField(record, 'lots').map((lot) => ({ sku: field(record, 'sku'), ...lot })),
  );

const rangeColumns = [
  fieldColumn('Days', ['range', 'label']),
  fieldColumn('Units', 'quantity', { align: 'right' }),
];

/** Ranges as rows, whether the service sends a list or an object. */
function rangeRows(record: Fields): Fields[] {
  const ranges = field(record, 'age_ranges');
  if (Array.isArray(ranges)) return ranges.filter(isFields);
  if (!isFields(ranges)) return [];
  return Object.entries(ranges).map(([range, value]) =>
    isFields(value) ? { range, ...value } : { range, quantity: value },
  );
}

const shown = [
  ...['sku', 'total_quantity', 'average_age_days', 'oldest_age_days', 'newest_age_days', 'as_of_date'],
  ...['location_id', 'source', 'age_ranges', 'lots'],
];

function ageRecord(record: Fields, withLots: boolean): Block[] {
  const columns = lotColumns.slice(1);
  const rows = lotRows([record]);
  const lots: Block = { kind: 'table', title: 'Lots, oldest first', columns, rows, empty: 'no lots' };
  return [
    {
      kind: 'fields',
      fields: [
        ['SKU', field(record, 'sku')],
        ['Units', field(record, 'total_quantity')],
        ['Average age', withDays(field(record, 'average_age_days'))],
        ['Oldest', withDays(field(record, 'oldest_age_days'))],
        ['Newest', withDays(field(record, 'newest_age_days'))],
        ['As of', { time: field(record, 'as_of_date') }],
        ['Warehouse', field(record, 'location_id')],
        ['Source', field(record, 'source')],
        ...otherFields(record, shown),
      ],
    },
    { kind: 'table', title: 'By age', columns: rangeColumns, rows: rangeRows(record), empty: 'no ranges' },
    ...(withLots ? [lots] : []),
  ];
}

const withDays = (value: unknown): unknown =>
  typeof value === 'number' ? `${rounded(value)} ${value === 1 ? 'day' : 'days'}` : value;

type StockAgeOptions = OptionsOf<typeof stockAgeCommand>;

/** How long stock has been held: one SKU with its lots and ranges, or a list of all SKUs. */
export async function run(context: CommandContext, options: StockAgeOptions): Promise<Result> {
  const { sku, page, pageSize, all, inStockOnly, olderThan } = options;
  if (sku === undefined) return list(context, options);
  const ofList = { '--page': page, '--page-size': pageSize, '--all': all, '--in-stock-only': inStockOnly };
  const misplaced = Object.keys(present({ ...ofList, '--older-than': olderThan }));
  if (misplaced.length > 0) throw usageError(`${misplaced.join(', ')} cannot be used with a SKU`);
  return withApi(context, async (api) => {
    const { data } = await readAt(api, options.location, (locationId) =>
      api.call('stockAge', { params: { sku }, query: { as_of_date: options.asOf, locationId } }),
    );
    checkNamed(data, 'product', sku, context.warn);
    const record = fieldsOf(data);
    return { data, blocks: ageRecord(record, options.lots === true), csv: csvOf([record], options) };
  });
}

/** Reads at the location with this ID or name; others go to the service as they are, whose refusal gets a suggestion. */
async function readAt<Data>(api: Api, location: string | undefined, read: (id?: string) => Promise<Data>) {
  if (location === undefined || /^[0-9a-f-]{36}$/i.test(location)) return read(location);
  const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
  const locations = listField(data, 'locations');
  const wanted = location.toLowerCase();
  const named = locations.find((entry) => textOf(entry.location_name).toLowerCase() === wanted);
  const id = textField(named, 'location_filter');
  if (id !== undefined) return read(id);
  try {
    return await read(location);
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'invalid-input') throw error;
    const hint = likelyWarehouses(location, texts(locations, 'location_name'));
    throw hint === undefined ? error : error.with({ hint });
  }
}

async function list(context: CommandContext, options: StockAgeOptions): Promise<Result> {
  if (options.asOf !== undefined) {
    throw usageError(
      '--as-of needs a SKU: the service keeps no history of the whole list',
      'cfi stock-age SKU --as-of DAY',
    );
  }
  const { olderThan } = options;
  if (olderThan !== undefined && options.page !== undefined) {
    throw usageError('--page cannot be combined with --older-than, which searches all pages');
  }
  const asked = pageQuery(options);
  const { page, page_size } = asked;
  const pageSize = page_size ?? limits.stockAgePageSize.max;
  const everything = options.all === true || olderThan !== undefined;
  return withApi(context, async (api) => {
    const { answer, all } = await readAt(api, options.location, async (locationId) => {
      const query = { in_stock_only: options.inStockOnly ? true : undefined, locationId };
      if (everything) {
        const all: Fields[] = [];
        for await (const one of pages(api, 'stockAgeList', pageSize, { query }))
          for (const entry of entries(one)) all.push(entry);
        return { answer: undefined, all };
      }
      const one = await onePage(api, 'stockAgeList', { ...query, ...asked }, entries);
      return { answer: one, all: entries(one) };
    });
    const isShown = (row: Fields): boolean =>
      olderThan === undefined || (numberField(row, 'oldest_age_days') ?? -1) > olderThan;
    const rows = all.filter(isShown);
    const empty =
      olderThan === undefined ? 'no SKUs' : `no SKU has stock older than ${counted(olderThan, 'day')}`;
    const ages: Block = { kind: 'table', title: 'Ages in days', columns: ageColumns, rows, empty };
    return {
      data: answer?.data ?? { skus: rows },
      pagination: answer && paginationOf(answer),
      nextPage: answer && nextPage(answer, page ?? 1),
      items: rows,
      blocks: [
        options.lots ? { kind: 'table', columns: lotColumns, rows: lotRows(rows), empty: 'no lots' } : ages,
      ],
      csv: csvOf(rows, options),
      names: () => ({ sku: texts(rows, 'sku') }),
    };
  });
}

const csvOf = (records: readonly Fields[], { lots }: StockAgeOptions): NonNullable<Result['csv']> =>
  lots ? { columns: lotCsv, rows: lotRows(records) } : { columns: ageCsv, rows: records };

/** The `skus` of an answer, wherever they are in the envelope. Throws `unavailable` for an answer without them. */
function entries(answer: ApiResponse): readonly Fields[] {
  const { data, body } = answer;
  const inData = field(data, 'skus', 'items') !== undefined || (Array.isArray(data) && data.length > 0);
  // The member is published, so an empty list without it is something else.
  return listOf({ data: inData ? data : fieldsOf(body) }, 'SKUs', 'skus', 'items');
}

/** The columns in csv. */
export const columns = ({ lots }: Partial<StockAgeOptions>) => (lots ? lotCsv : ageCsv);
