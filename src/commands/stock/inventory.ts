import type { OptionsOf, Run } from '../../cli/command.ts';
import { pageQuery } from '../../cli/global-options.ts';
import { locationsIn, nextPage, onePage, pages, skusOf } from '../../client/api/lists.ts';
import { likelyWarehouses } from '../../client/api/lookups.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, usageError } from '../../errors.ts';
import { fieldColumn, memberColumns } from '../../render/columns.ts';
import type { Block, Column, TableBlock } from '../../render/result.ts';
import { amountText, cellForPeople } from '../../render/text.ts';
import { textOf } from '../../text/json.ts';
import { type Fields, field, fieldsOf, listField, numberField, texts } from '../../text/records.ts';
import { counted } from '../../text/words.ts';
import { inSlices, type Steps, sorted } from '../../timers.ts';
import type { inventoryCommand } from './definition.ts';

/** Not a number if the service does not show it: that is not none. */
const available = (item: Fields): number => numberField(item, 'Available') ?? Number.NaN;

/** Words beside a number that needs attention, so that colour is not the only sign. */
const note = (item: Fields): string =>
  available(item) < 0 ? 'oversold' : available(item) === 0 ? 'none left' : '';

const tone = (item: Fields) => (available(item) < 0 ? 'bad' : available(item) === 0 ? 'warn' : undefined);

const skuColumns: readonly Column<Fields>[] = [
  fieldColumn('SKU', 'sku', { priority: 1 }),
  fieldColumn('Available', 'Available', { align: 'right', priority: 1, tone }),
  { header: 'Note', value: note, priority: 2, tone },
  fieldColumn('Stock', 'StockLevel', { align: 'right', priority: 2 }),
  fieldColumn('In orders', 'InOrderBook', { align: 'right', priority: 3 }),
  { header: 'Price', value: (row) => amountText(row.RetailPrice), align: 'right', priority: 4 },
  fieldColumn('Last change', 'LastUpdateDate', { time: true, priority: 6 }),
  fieldColumn('By', 'LastUpdateOperation', { priority: 7 }),
];

const inventoryCsv: readonly Column<Fields>[] = memberColumns([
  ...['location_name', 'location_filter', 'sku', 'StockLevel', 'InOrderBook', 'Available', 'RetailPrice'],
  ...['Height', 'Width', 'Depth', 'Weight', 'LastUpdateDate', 'LastUpdateOperation'],
]);

const locationName = (location: Fields): string =>
  cellForPeople(location.location_name ?? location.location_filter) || '(no name)';

const listColumns: readonly Column<Fields>[] = [
  { header: 'Warehouse', value: locationName, priority: 2 },
  ...skuColumns,
];

/** The account's totals, then a section for each location, or with `isSorted` one list of the items of all. */
function inventoryBlocks(data: Fields, items: readonly Fields[], isSorted: boolean): Block[] {
  const totals: Block = {
    kind: 'fields',
    fields: [
      ['Account', data.client_name],
      ['Units in stock', data.total_inventory],
      ['SKUs', data.total_count_of_skus],
      ['Warehouses', data.location_count],
    ],
  };
  const sections = listField(data, 'locations').map((location): Block => {
    const rows = listField(location, 'sku');
    const count = rows.length === 0 ? 'no SKU' : counted(rows.length, 'SKU');
    const units = cellForPeople(location.total_inventory);
    const total = units === '' ? '' : `${units} ${units === '1' ? 'unit' : 'units'} in total, `;
    const name = locationName(location);
    const title = `${name}: ${total}${count} shown`;
    return rows.length === 0
      ? { kind: 'text', text: title }
      : { kind: 'table', title, name, columns: skuColumns, rows };
  });
  if (!isSorted || items.length === 0) return [totals, ...sections];
  const list: Block = { kind: 'table', columns: listColumns, rows: items };
  return [totals, list, ...sections.filter(({ kind }) => kind === 'text')];
}

/** A cell for each SKU at each location is far more than the service sends. */
const mostCells = 10_000_000;

/** SKUs by location, with the available units. A filter has `chosen` locations: it selects rows, while columns and total cover all. */
export function* pivotSteps(locations: readonly Fields[], chosen: readonly Fields[]): Steps<TableBlock> {
  const wanted = new Set<string>();
  for (const location of chosen)
    for (const entry of listField(location, 'sku')) {
      wanted.add(cellForPeople(entry.sku));
      yield;
    }
  const bySku = new Map<string, { readonly sku: string } & Record<string, unknown>>();
  for (const [index, location] of locations.entries())
    for (const entry of listField(location, 'sku')) {
      yield;
      const sku = cellForPeople(entry.sku);
      if (!wanted.has(sku)) continue;
      const row = bySku.get(sku) ?? { sku };
      row[`at${index}`] = numberField(entry, 'Available');
      bySku.set(sku, row);
    }
  if (bySku.size * locations.length > mostCells)
    throw usageError(
      `--pivot would have more than ${mostCells.toLocaleString('en')} cells: ${bySku.size} SKUs at ${locations.length} warehouses`,
      'leave it out, or choose SKUs with --sku',
    );
  // By its exact name: a location without the SKU would be looked for among all others.
  const at = (row: Fields, index: number): unknown => row[`at${index}`];
  const units = (row: Fields, index: number): number => numberField({ units: at(row, index) }, 'units') ?? 0;
  const total = (row: Fields): number => locations.reduce((sum, _, index) => sum + units(row, index), 0);
  const rows = yield* sorted(bySku.values(), (a, b) => (a.sku < b.sku ? -1 : 1));
  return {
    kind: 'table',
    columns: [
      fieldColumn('SKU', 'sku', { priority: 1 }),
      ...locations.map(
        (location, index): Column<Fields> => ({
          header: locationName(location),
          value: (row) => at(row, index),
          align: 'right',
          priority: 2,
          tone: (row) => (units(row, index) < 0 ? 'bad' : undefined),
        }),
      ),
      { header: 'Available', value: total, align: 'right', priority: 1 },
    ],
    rows,
    empty: 'no SKUs',
  };
}

type InventoryOptions = OptionsOf<typeof inventoryCommand>;

/** Stock by location. Filters (`--location`, `--sku`, `--below`) and `--pivot` read all pages. */
export const run: Run<typeof inventoryCommand> = async (context, options) => {
  const query = pageQuery(options);
  const chosen = options.location !== undefined || options.sku !== undefined || options.below !== undefined;
  if ((chosen || options.pivot) && options.page !== undefined) {
    throw usageError(
      '--page cannot be combined with --warehouse, --sku, --below or --pivot, which read all pages',
    );
  }
  const everything = options.all === true || chosen || options.pivot === true;
  return withApi(context, async (api) => {
    const rowsOf = (page: ApiResponse) => locationsIn(page).flatMap((location) => listField(location, 'sku'));
    const answer = everything ? undefined : await onePage(api, 'inventory', query, rowsOf);
    const whole = answer?.data ?? (await allPages(api, query.page_size ?? limits.inventoryPageSize.max));
    const data = chosen ? choose(fieldsOf(whole), options) : whole;
    const locations = listField(data, 'locations');
    const items = locations.flatMap((location) => {
      const { location_name, location_filter } = location;
      return listField(location, 'sku').map((item) => ({ location_name, location_filter, ...item }));
    });
    const table = options.pivot
      ? await inSlices(pivotSteps(listField(whole, 'locations'), locations))
      : undefined;
    const isSorted = context.settings.choice?.sort !== undefined;
    const blocksShown = (): Block[] => {
      // Totals of what was not asked for would look like an answer.
      if (chosen && items.length === 0) return [{ kind: 'text', text: 'No SKU matches these filters.' }];
      if (table !== undefined) return [table];
      const blocks = inventoryBlocks(fieldsOf(data), items, isSorted);
      return answer === undefined ? blocks : [...blocks, ...partBlocks(data, items)];
    };
    return {
      data,
      pagination: answer?.pagination,
      nextPage: answer && nextPage(answer, query.page ?? 1),
      items,
      blocks: blocksShown(),
      csv: table ?? { columns: inventoryCsv, rows: items },
      names: () => ({ warehouse: texts(locations, 'location_name'), sku: texts(items, 'SKU') }),
    };
  });
};

/** Below a page, how much of the stock it is: who reads the table may not read what standard error says. */
function partBlocks(data: unknown, items: readonly Fields[]): Block[] {
  const total = numberField(data, 'total_count_of_skus') ?? 0;
  const shown = new Set(texts(items, 'sku')).size;
  const text = `${counted(shown, `of ${total} SKUs is`, `of ${total} SKUs are`)} shown.`;
  return total > shown ? [{ kind: 'text', text }] : [];
}

/** All pages merged into one answer: each location has all of its SKUs, and none has more. */
async function allPages(api: Api, pageSize: number): Promise<unknown> {
  let first: Fields | undefined;
  const joined = new Map<unknown, { location: Fields; sku: Fields[] }>();
  for await (const answer of pages(api, 'inventory', pageSize)) {
    first ??= fieldsOf(answer.data);
    for (const location of locationsIn(answer)) {
      const key = location.location_filter ?? location.location_name;
      const entry = joined.get(key) ?? { location, sku: [] };
      for (const item of skusOf(location)) entry.sku.push(item);
      joined.set(key, entry);
    }
  }
  const locations = [...joined.values()].map(({ location, sku }) => ({
    ...location,
    total_count_of_skus: sku.length,
    sku_count_in_page: sku.length,
    has_more: false,
    sku,
  }));
  return { ...first, locations };
}

function choose(data: Fields, options: InventoryOptions): Fields {
  const { below } = options;
  const all = listField(data, 'locations');
  const names = all.map(locationName);
  const wanted = options.location?.toLowerCase();
  const isWanted = (name: string): boolean => wanted === undefined || name.toLowerCase() === wanted;
  const locations = all.filter(
    (location) => isWanted(locationName(location)) || isWanted(textOf(location.location_filter)),
  );
  if (wanted !== undefined && locations.length === 0) {
    throw new CfiError('not-found', `no warehouse is named ${JSON.stringify(options.location)}`, {
      hint: likelyWarehouses(options.location ?? '', names) ?? 'the account has no warehouses',
    });
  }
  const text = options.sku?.toLowerCase();
  return {
    ...data,
    locations: locations.map((location) => {
      const sku = listField(location, 'sku').filter(
        (item) =>
          (text === undefined || textOf(field(item, 'sku')).toLowerCase().includes(text)) &&
          (below === undefined || (numberField(item, 'Available') ?? Number.POSITIVE_INFINITY) < below),
      );
      return { ...location, total_count_of_skus: sku.length, sku_count_in_page: sku.length, sku };
    }),
  };
}

/** The columns in csv; with `--pivot`, one per location of the account. */
export const columns = ({ pivot }: Partial<InventoryOptions>) => (pivot ? undefined : inventoryCsv);
