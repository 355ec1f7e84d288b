import type { Reason } from '../document/reasons.ts';
import type { SkuMap } from '../document/types.ts';
import { type Condition, columnsOfCondition, type Rule } from './conditions.ts';
import { type ColumnSource, columnsOf, type FieldSource, type Fields } from './field-source.ts';
import { asList, type Columns, foldedText, isColumns } from './header.ts';

/** What the values of a column say of an order, or of a line: it ships, or why not. */
export interface Status {
  readonly column: string;
  readonly ofLine: boolean;
  /** By the folded text of a cell; the empty one for a blank cell. */
  readonly meanings: ReadonlyMap<string, 'ship' | Reason>;
}

/** All rules of a mapping that leave out orders, and those that leave out lines. */
export function rulesOf({ leaveOut = [], dropLines = [], statuses = [] }: Omit<Mapping, 'fields'>) {
  const orders: Rule[] = [...leaveOut];
  const lines: Rule[] = [...dropLines];
  /** The values that ship, so that no rule for all others leaves them out. */
  const shipping: { column: string; values: readonly string[] }[] = [];
  for (const { column, ofLine, meanings } of statuses) {
    const values = new Map<'ship' | Reason, string[]>([['ship', []]]);
    for (const [value, meaning] of meanings) {
      const same = values.get(meaning);
      if (same === undefined) values.set(meaning, [value]);
      else same.push(value);
    }
    for (const [meaning, states] of values)
      if (meaning === 'ship') shipping.push({ column, values: states });
      else (ofLine ? lines : orders).push({ column, states, reason: meaning });
  }
  return { orders, lines, shipping };
}

/** How the columns of a file become documents: the combination of a preset and a `--map`. */
export interface Mapping {
  readonly fields: Fields;
  /** Several order lines in one row: the sources of each, which go before `fields`. */
  readonly items?: readonly Fields[];
  /** Only orders for which all of these hold are sent. */
  readonly keep?: readonly Condition[];
  readonly leaveOut?: readonly Rule[];
  readonly dropLines?: readonly Rule[];
  /** Rows that are not orders: titles, totals, footers. */
  readonly skipRows?: readonly Condition[];
  /** Rows for the order as a whole, which are not lines. */
  readonly orderRows?: readonly Condition[];
  readonly sku?: SkuMap;
  /** What the values of columns say of their order or line; each column once. */
  readonly statuses?: readonly Status[];
  /** Columns that are not needed, whatever they say. A map that has them, even none, accounts for every column. */
  readonly unused?: readonly string[];
  /** Columns that are not needed because they are blank: a value in one is an error. */
  readonly blank?: readonly string[];
  readonly notes?: readonly string[];
  /** Whether rows of an order that say the same are a line each, or one line. */
  readonly repeated?: 'lines' | 'same';
  /** A blank delivery address becomes the billing address. */
  readonly deliveryFromBilling?: boolean;
}

/** A quantity that another mapping has from the same column, with the parts that it is less in both. */
function quantityOver({ fields: { Qty: base } }: Mapping, { fields: { Qty: own } }: Mapping): Fields {
  const isOfColumn = (source: FieldSource | undefined): source is ColumnSource =>
    typeof source === 'object' && 'column' in source;
  const over = own !== undefined && isColumns(own) ? { column: own } : own;
  if (!isOfColumn(base) || !isOfColumn(over)) return {};
  const namesIn = ({ column }: { readonly column: Columns }): string[] => asList(column).map(foldedText);
  const isSame = (one: { readonly column: Columns }, other: { readonly column: Columns }): boolean =>
    namesIn(one).some((name) => namesIn(other).includes(name));
  if (!isSame(base, over)) return {};
  const { less = [], left } = base;
  const others = (over.less ?? []).filter((part) => !less.some((each) => isSame(each, part)));
  return { Qty: { ...over, less: [...less, ...others], ...(left === undefined ? {} : { left }) } };
}

/** Puts a mapping over another: its fields replace the other's, its rules are added, and so is what its quantity is less. */
export const extended = (base: Mapping, own: Mapping): Mapping => ({
  ...base,
  ...own,
  fields: { ...base.fields, ...own.fields, ...quantityOver(base, own) },
  keep: [...(base.keep ?? []), ...(own.keep ?? [])],
  leaveOut: [...(base.leaveOut ?? []), ...(own.leaveOut ?? [])],
  dropLines: [...(base.dropLines ?? []), ...(own.dropLines ?? [])],
  skipRows: [...(base.skipRows ?? []), ...(own.skipRows ?? [])],
  orderRows: [...(base.orderRows ?? []), ...(own.orderRows ?? [])],
  sku: new Map([...(base.sku ?? []), ...(own.sku ?? [])]),
  notes: [...(base.notes ?? []), ...(own.notes ?? [])],
});

/** The conditions that decide on rows and orders, apart from what statuses say. */
export const conditionsOf = (mapping: Omit<Mapping, 'fields'>): readonly Condition[] => {
  const { keep = [], leaveOut = [], dropLines = [], skipRows = [], orderRows = [] } = mapping;
  return [...keep, ...leaveOut, ...dropLines, ...skipRows, ...orderRows];
};

/** The columns that decide on rows and orders. */
export const decidingColumns = (mapping: Omit<Mapping, 'fields'>): readonly string[] => [
  ...conditionsOf(mapping).flatMap(columnsOfCondition),
  ...(mapping.statuses ?? []).map(({ column }) => column),
];

/** All columns that a mapping reads, or decides by; in lower case. */
export function columnsRead({ fields, items = [], ...rest }: Mapping): Set<string> {
  const sources = [fields, ...items].flatMap((each) => Object.values(each));
  const names = [...sources.flatMap(columnsOf), ...decidingColumns(rest)];
  return new Set(names.map((name) => name.toLowerCase()));
}
