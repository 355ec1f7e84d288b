import { amountText, cellForPeople } from '../../render/cell.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, listField, numberField } from '../../text/records.ts';

const available = (item: Fields): number => numberField(item, 'Available') ?? 0;

/** Words beside a number that needs attention, so that colour is not the only sign. */
const note = (item: Fields): string =>
  available(item) < 0 ? 'oversold' : available(item) === 0 ? 'none left' : '';

const tone = (item: Fields) => (available(item) < 0 ? 'bad' : available(item) === 0 ? 'warn' : undefined);

const item = (header: string, name: string, more: Partial<Column<Fields>> = {}): Column<Fields> => ({
  header,
  value: (row) => row[name],
  ...more,
});

const columns: readonly Column<Fields>[] = [
  item('SKU', 'sku', { priority: 1 }),
  item('Available', 'Available', { align: 'right', priority: 1, tone }),
  { header: 'Note', value: note, priority: 2, tone },
  item('Stock', 'StockLevel', { align: 'right', priority: 2 }),
  item('In orders', 'InOrderBook', { align: 'right', priority: 3 }),
  { header: 'Price', value: (row) => amountText(row.RetailPrice), align: 'right', priority: 4 },
  item('Last change', 'LastUpdateDate', { time: true, priority: 6 }),
  item('By', 'LastUpdateOperation', { priority: 7 }),
];

/** One row per SKU and location, under the service's own names. */
export const inventoryCsv: readonly Column<Fields>[] = [
  'location_name',
  'location_filter',
  'sku',
  'StockLevel',
  'InOrderBook',
  'Available',
  'RetailPrice',
  'Height',
  'Width',
  'Depth',
  'Weight',
  'LastUpdateDate',
  'LastUpdateOperation',
].map((name) => item(name, name));

/** The name of a location, for people. */
export const locationName = (location: Fields): string =>
  cellForPeople(location.location_name ?? location.location_filter) || '(no name)';

/** The account's totals, then a section for each location. */
export function inventoryBlocks(data: Fields, locations: readonly Fields[]): Block[] {
  const totals: Block = {
    kind: 'fields',
    fields: [
      ['Account', data.client_name],
      ['Units in stock', data.total_inventory],
      ['SKUs', data.total_count_of_skus],
      ['Locations', data.location_count],
    ],
  };
  const sections = locations.map((location): Block => {
    const rows = listField(location, 'sku');
    const count = rows.length === 0 ? 'no SKU' : rows.length === 1 ? '1 SKU' : `${rows.length} SKUs`;
    const units = cellForPeople(location.total_inventory);
    const title = `${locationName(location)}: ${units === '' ? '' : `${units} units in total, `}${count} shown`;
    const named = { header: 'Location', value: locationName(location) };
    return rows.length === 0 ? { kind: 'text', text: title } : { kind: 'table', title, columns, rows, named };
  });
  return [totals, ...sections];
}

/**
 * SKUs by location, with the available units in each cell. `chosen` are the locations after a filter: it selects rows,
 * while the columns and the total cover all locations of the account.
 */
export function pivotTable(
  locations: readonly Fields[],
  chosen: readonly Fields[],
): {
  readonly kind: 'table';
  readonly columns: readonly Column<Fields>[];
  readonly rows: readonly Fields[];
  readonly empty: string;
} {
  const skusOf = (location: Fields): string[] =>
    listField(location, 'sku').map((entry) => cellForPeople(entry.sku));
  const wanted = new Set(chosen.flatMap(skusOf));
  const bySku = new Map<string, Record<string, unknown>>();
  locations.forEach((location, index) => {
    for (const entry of listField(location, 'sku')) {
      const sku = cellForPeople(entry.sku);
      if (!wanted.has(sku)) continue;
      const row = bySku.get(sku) ?? { sku };
      row[`at${index}`] = available(entry);
      bySku.set(sku, row);
    }
  });
  const total = (row: Fields): number =>
    locations.reduce((sum, _, index) => sum + (numberField(row, `at${index}`) ?? 0), 0);
  return {
    kind: 'table',
    columns: [
      item('SKU', 'sku', { priority: 1 }),
      ...locations.map((location, index) =>
        item(locationName(location), `at${index}`, {
          align: 'right',
          priority: 2,
          tone: (row) => ((numberField(row, `at${index}`) ?? 0) < 0 ? 'bad' : undefined),
        }),
      ),
      { header: 'Available', value: total, align: 'right', priority: 1 },
    ],
    rows: [...bySku.values()].sort((a, b) => (String(a.sku) < String(b.sku) ? -1 : 1)),
    empty: 'no SKUs',
  };
}
