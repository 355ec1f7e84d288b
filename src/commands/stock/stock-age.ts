import type { OptionsOf } from '../../cli/command.ts';
import { pageQuery } from '../../cli/options/paging.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { nextPage, pages, paginationOf } from '../../client/api/reads/pages.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import {
  type Fields,
  isFields,
  listField,
  listIn,
  numberField,
  textField,
  texts,
} from '../../text/records.ts';
import type { stockAgeCommand } from './definition.ts';
import { ageColumns, ageCsv, ageRecord, lotColumns, lotCsv, lotRows } from './stock-age-view.ts';

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

async function single(context: CommandContext, sku: string, options: StockAgeOptions): Promise<Result> {
  if (options.asOf !== undefined) await checkDay(options.asOf);
  const api = await openApi(context);
  try {
    const query = { as_of_date: options.asOf, locationId: await locationId(api, options.location) };
    const answer = await api.call('stockAge', { params: { sku }, query });
    const record = isFields(answer.data) ? answer.data : {};
    return {
      data: answer.data,
      blocks: ageRecord(record, options.lots === true),
      csv: csvOf([record], options),
    };
  } finally {
    await api.close();
  }
}

/** The ID of a location given by name; anything else unchanged. */
async function locationId(api: Api, location: string | undefined): Promise<string | undefined> {
  if (location === undefined || /^[0-9a-f-]{36}$/i.test(location)) return location;
  const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
  const named = listField(data, 'locations').find(
    (entry) => String(entry.location_name).toLowerCase() === location.toLowerCase(),
  );
  return textField(named, 'location_filter') ?? location;
}

async function checkDay(day: string): Promise<void> {
  // Loads the schema library only if a day was given.
  const { isCalendarDay } = await import('../../contract/primitives.ts');
  if (isCalendarDay(day)) return;
  throw usageError(`--as-of ${JSON.stringify(day)} is not a calendar day`, 'for example 2026-08-01');
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
  const everything = options.all === true || olderThan !== undefined;
  const api = await openApi(context);
  try {
    const query = {
      in_stock_only: options.inStockOnly ? true : undefined,
      locationId: await locationId(api, options.location),
    };
    const answer = everything
      ? undefined
      : await api.call('stockAgeList', { query: { ...query, page, page_size } });
    const all = answer
      ? entries(answer)
      : await allEntries(api, query, page_size ?? limits.stockAgePageSize.max);
    const rows =
      olderThan === undefined
        ? all
        : all.filter((row) => (numberField(row, 'oldest_age_days') ?? -1) > olderThan);
    const pagination = answer === undefined ? undefined : paginationOf(answer);
    return {
      data: answer?.data ?? { skus: rows },
      ...(pagination === undefined ? {} : { pagination }),
      nextPage: answer && nextPage(answer, page ?? 1),
      items: rows,
      blocks: [
        options.lots
          ? { kind: 'table', columns: lotColumns, rows: lotRows(rows), empty: 'no lots' }
          : { kind: 'table', title: 'Ages in days', columns: ageColumns, rows, empty: 'no SKUs' },
      ],
      csv: csvOf(rows, options),
      names: () => ({ sku: texts(rows, 'sku') }),
    };
  } finally {
    await api.close();
  }
}

const csvOf = (records: readonly Fields[], { lots }: StockAgeOptions): NonNullable<Result['csv']> =>
  lots ? { columns: lotCsv, rows: lotRows(records) } : { columns: ageCsv, rows: records };

/** The `skus` of an answer, wherever they are in the envelope. */
function entries(answer: ApiResponse): Fields[] {
  const inData = listIn(answer.data, 'skus', 'items');
  return inData.length > 0 ? inData : listIn(answer.body, 'skus');
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
