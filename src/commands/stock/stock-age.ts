import type { OptionsOf } from '../../cli/command.ts';
import { pageQuery } from '../../cli/global-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { listOf, nextPage, pages, paginationOf } from '../../client/api/lists.ts';
import { likelyWarehouses } from '../../client/api/lookups.ts';
import { checkNamed } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, usageError } from '../../errors.ts';
import { fieldColumn, fieldColumns } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import {
  type Fields,
  field,
  fieldsOf,
  isFields,
  listField,
  numberField,
  otherFields,
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

/** A number as a bar, where there is room. */
const bar = (header: string, name: string): Column<Fields> =>
  fieldColumn(header, name, { bar: true, priority: 6 });

const ageColumns: readonly Column<Fields>[] = [
  fieldColumn('SKU', 'sku', { priority: 1 }),
  fieldColumn('Units', 'total_quantity', { align: 'right', priority: 1 }),
  days('Oldest', 'oldest_age_days', 1),
  days('Average', 'average_age_days', 2),
  days('Newest', 'newest_age_days', 3),
  bar('Age', 'oldest_age_days'),
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
  bar('Age', 'age_days'),
];

/** One row per lot, oldest first as the service lists them. */
const lotRows = (records: readonly Fields[]): Fields[] =>
  records.flatMap((record) =>
    listField(record, 'lots').map((lot) => ({ sku: field(record, 'sku'), ...lot })),
  );

const rangeColumns = [
  fieldColumn('Days', ['range', 'label']),
  fieldColumn('Units', 'quantity', { align: 'right' }),
  bar('', 'quantity'),
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
        ['Location', field(record, 'location_id')],
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
  if (options.sku === undefined) return list(context, options);
  const misplaced = [
    options.page === undefined ? undefined : '--page',
    options.pageSize === undefined ? undefined : '--page-size',
    options.all ? '--all' : undefined,
    options.inStockOnly ? '--in-stock-only' : undefined,
    options.olderThan === undefined ? undefined : '--older-than',
  ].filter((flag) => flag !== undefined);
  if (misplaced.length > 0) throw usageError(`${misplaced.join(', ')} cannot be used with a SKU`);
  return single(context, options.sku, options);
}

function single(context: CommandContext, sku: string, options: StockAgeOptions): Promise<Result> {
  return withApi(context, async (api) => {
    const place = await placeOf(api, options.location);
    const query = { as_of_date: options.asOf, locationId: place.id };
    const { data } = await readAt(place, () => api.call('stockAge', { params: { sku }, query }));
    checkNamed(data, 'product', sku, context.warn);
    const record = fieldsOf(data);
    return { data, blocks: ageRecord(record, options.lots === true), csv: csvOf([record], options) };
  });
}

/** Where to look: the ID of the location, and the account's own locations if it was given by a name that is not known. */
interface Place {
  readonly id: string | undefined;
  readonly known: readonly string[];
}

/** The ID of a location given by name; anything else unchanged, for the service to judge. */
async function placeOf(api: Api, location: string | undefined): Promise<Place> {
  if (location === undefined || /^[0-9a-f-]{36}$/i.test(location)) return { id: location, known: [] };
  const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
  const locations = listField(data, 'locations');
  const named = locations.find(
    (entry) => String(entry.location_name).toLowerCase() === location.toLowerCase(),
  );
  const id = textField(named, 'location_filter');
  return id === undefined ? { id: location, known: texts(locations, 'location_name') } : { id, known: [] };
}

/** Reads at a place. If the service rejects a location that the account does not have, suggests those that it has. */
async function readAt<Answer>({ id = '', known }: Place, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'invalid-input') throw error;
    const hint = likelyWarehouses(id, known);
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
  const { page, page_size } = pageQuery(options);
  const pageSize = page_size ?? limits.stockAgePageSize.max;
  const everything = options.all === true || olderThan !== undefined;
  return withApi(context, async (api) => {
    const place = await placeOf(api, options.location);
    const query = { in_stock_only: options.inStockOnly ? true : undefined, locationId: place.id };
    const { answer, all } = await readAt(place, async () => {
      if (everything) return { answer: undefined, all: await allEntries(api, query, pageSize) };
      const one = await api.call('stockAgeList', { query: { ...query, page, page_size } });
      return { answer: one, all: entries(one) };
    });
    const isShown = (row: Fields): boolean =>
      olderThan === undefined || (numberField(row, 'oldest_age_days') ?? -1) > olderThan;
    const rows = all.filter(isShown);
    const empty =
      olderThan === undefined ? 'no SKUs' : `no SKU has stock older than ${counted(olderThan, 'day')}`;
    const ages: Block = { kind: 'table', title: 'Ages in days', columns: ageColumns, rows, empty };
    const pagination = answer === undefined ? undefined : paginationOf(answer);
    return {
      data: answer?.data ?? { skus: rows },
      ...(pagination === undefined ? {} : { pagination }),
      nextPage: answer && nextPage(answer, page ?? 1),
      notices: pageSizeNotices(page_size, pagination),
      items: rows,
      blocks: [
        options.lots ? { kind: 'table', columns: lotColumns, rows: lotRows(rows), empty: 'no lots' } : ages,
      ],
      csv: csvOf(rows, options),
      names: () => ({ sku: texts(rows, 'sku') }),
    };
  });
}

/** Says that the service has lowered a page size above its maximum. */
function pageSizeNotices(wanted: number | undefined, pagination: unknown): readonly string[] {
  const given = numberField(pagination, 'page_size');
  if (wanted === undefined || wanted <= limits.stockAgePageSize.max) return [];
  if (given === undefined || given >= wanted) return [];
  return [
    `--page-size ${wanted} is more than the service allows: the page has at most ${counted(given, 'SKU')}`,
  ];
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

async function allEntries(
  api: Api,
  query: Readonly<Record<string, string | boolean | undefined>>,
  pageSize: number,
): Promise<Fields[]> {
  const rows: Fields[] = [];
  for await (const answer of pages(api, 'stockAgeList', pageSize, { query })) rows.push(...entries(answer));
  return rows;
}

/** The columns in csv. */
export const columns = ({ lots }: Partial<StockAgeOptions>) => (lots ? lotCsv : ageCsv);
