import type { Block, Column } from '../../render/result.ts';
import { type Fields, field, isFields, listField, otherFields } from '../../text/records.ts';

const named = (header: string, name: string, more: Partial<Column<Fields>> = {}): Column<Fields> => ({
  header,
  value: (row) => field(row, name),
  ...more,
});

/** Days to one decimal. */
const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : value;

const days = (header: string, name: string, priority: number): Column<Fields> => ({
  header,
  value: (row) => rounded(field(row, name)),
  align: 'right',
  priority,
});

/** The columns of a list of stock ages. */
export const ageColumns: readonly Column<Fields>[] = [
  named('SKU', 'sku', { priority: 1 }),
  named('Units', 'total_quantity', { align: 'right', priority: 1 }),
  days('Oldest', 'oldest_age_days', 1),
  days('Average', 'average_age_days', 2),
  days('Newest', 'newest_age_days', 3),
  {
    header: 'Note',
    value: (row) => (field(row, 'stock_age_available') === false ? 'not in the nightly snapshot yet' : ''),
    priority: 4,
  },
];

const own = (name: string): Column<Fields> => named(name, name);

/** One row per SKU, under the service's own names. */
export const ageCsv: readonly Column<Fields>[] = [
  ...['sku', 'location_id', 'as_of_date', 'total_quantity', 'average_age_days', 'oldest_age_days'].map(own),
  ...['newest_age_days', 'stock_age_available', 'source'].map(own),
];

/** One row per lot, under the service's own names. */
export const lotCsv: readonly Column<Fields>[] = ['sku', 'receipt_date', 'quantity', 'age_days'].map(own);

/** The columns of the lots of one SKU. */
export const lotColumns: readonly Column<Fields>[] = [
  named('SKU', 'sku', { priority: 1 }),
  named('Received', 'receipt_date', { priority: 1 }),
  named('Units', 'quantity', { align: 'right', priority: 1 }),
  days('Days', 'age_days', 1),
];

/** One row per lot, oldest first as the service lists them. */
export const lotRows = (records: readonly Fields[]): Fields[] =>
  records.flatMap((record) =>
    listField(record, 'lots').map((lot) => ({ sku: field(record, 'sku'), ...lot })),
  );

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

/** One SKU: its figures, the ranges and, if wanted, the lots. */
export function ageRecord(record: Fields, withLots: boolean): Block[] {
  const lots: Block = {
    kind: 'table',
    title: 'Lots, oldest first',
    columns: lotColumns.slice(1),
    rows: lotRows([record]),
    empty: 'no lots',
  };
  return [
    {
      kind: 'fields',
      fields: [
        ['SKU', field(record, 'sku')],
        ['Units', field(record, 'total_quantity')],
        ['Average age', withDays(field(record, 'average_age_days'))],
        ['Oldest', withDays(field(record, 'oldest_age_days'))],
        ['Newest', withDays(field(record, 'newest_age_days'))],
        ['As of', field(record, 'as_of_date')],
        ['Location', field(record, 'location_id')],
        ['Source', field(record, 'source')],
        ...otherFields(record, shown),
      ],
    },
    {
      kind: 'table',
      title: 'By age',
      columns: [
        { header: 'Days', value: (row: Fields) => field(row, 'range', 'label') },
        named('Units', 'quantity', { align: 'right' }),
      ],
      rows: rangeRows(record),
      empty: 'no ranges',
    },
    ...(withLots ? [lots] : []),
  ];
}

const withDays = (value: unknown): unknown => (typeof value === 'number' ? `${rounded(value)} days` : value);
