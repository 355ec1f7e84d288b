import fc from 'fast-check';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';

/** One line of an order: what a buyer ordered. */
export interface Goods {
  readonly sku: string;
  readonly title: string;
  readonly qty: number;
  /** The price per unit. */
  readonly cents: number;
}

/** The parts of an order that do not change with its status. */
export interface Facts {
  readonly name: string;
  readonly street: string;
  readonly note: string;
  readonly goods: readonly Goods[];
  /** Selects a spelling or a kind of sale, in shops that have several; 0 to 11. */
  readonly way: number;
}

type Cells = Readonly<Record<string, string | number>>;

/** An order as an export shows it on one day, and the expected result by the shop's rules, not by `cfi`. */
export interface ExportedOrder {
  readonly reference: string;
  readonly rows: readonly Cells[];
  /** Reasons to leave out the whole order; any of them is a right answer. */
  readonly against: readonly string[];
  /** Quantities to ship, by SKU, if the order as a whole ships. */
  readonly ships: Readonly<Record<string, number>>;
  /** Why a line does not ship, by SKU. */
  readonly dropped: Readonly<Record<string, string>>;
}

/** A shop's export: how it writes orders, and what its statuses mean. */
export interface ShopOf<State> {
  readonly name: string;
  readonly preset: string;
  readonly options: readonly string[];
  readonly columns: readonly string[];
  /** Tab-separated cells without quoting. */
  readonly plainTabs?: boolean;
  /** Every cell ends with a tab. */
  readonly tabbed?: boolean;
  /** Lines before the header, after it, and at the end. */
  readonly before?: readonly string[];
  readonly explained?: readonly string[];
  readonly after?: readonly string[];
  readonly state: fc.Arbitrary<State>;
  order(index: number, facts: Facts, state: State): ExportedOrder;
}

export type Shop = ShopOf<unknown>;

/** A shop that stands for others with different states. */
export const shop = <State>(definition: ShopOf<State>): Shop => ({
  ...definition,
  order: (index, facts, state) => definition.order(index, facts, state as State),
});

/** The options of a shop's command line, as the reading takes them. */
export const readingOptionsOf = ({ preset, options }: Shop): Partial<ReadingOptions> => ({
  preset,
  warehouse: 'Northgate FC',
  timezone: 'Europe/London',
  dispatchWithin: 86_400_000,
  set: options.flatMap((each) =>
    each.startsWith('Currency=') ? [['Currency', each.slice(9)] as const] : [],
  ),
  prices: () => 12.5,
});

const goods = fc.record({
  title: fc.constantFrom('Tent', 'Stove, gas', 'Pipe 5" long', 'Becher „Nord“', '帐篷'),
  qty: fc.integer({ min: 1, max: 3 }),
  cents: fc.integer({ min: 1, max: 250_000 }),
});

/** Up to three lines per order; the state decides which of them exist. */
export const facts: fc.Arbitrary<Facts> = fc.record({
  name: fc.constantFrom('Ada Example', "Siân O'Muster", 'Kim "Kit" Sample', 'Beispiel, Rae'),
  street: fc.constantFrom('1 Mill Lane', '2 "The Old" Mill', 'Hauptstr. 3, Hof', '4 Høje Bakke'),
  note: fc.constantFrom('', 'Leave with\nneighbour', 'a, b\r\n\r\n"c"'),
  goods: fc
    .array(goods, { minLength: 1, maxLength: 3 })
    .map((all) => all.map((each) => ({ ...each, sku: '' }))),
  way: fc.integer({ min: 0, max: 11 }),
});

/** The lines of an order, each with its own SKU. */
export const goodsOf = (index: number, { goods: all }: Facts): Goods[] =>
  all.map((each, line) => ({ ...each, sku: `SKU${index}x${line}` }));

export const pounds = (cents: number): string => (cents / 100).toFixed(2);

/** Divides lines into those that ship and those that do not; `stays` says how many units remain, or why none do. */
export function sorted(
  lines: readonly Goods[],
  stays: (line: Goods, index: number) => number | string,
): Pick<ExportedOrder, 'ships' | 'dropped'> {
  const verdicts = lines.map((line, index) => [line.sku, stays(line, index)] as const);
  return {
    ships: Object.fromEntries(verdicts.filter(([, verdict]) => typeof verdict === 'number')) as Record<
      string,
      number
    >,
    dropped: Object.fromEntries(verdicts.filter(([, verdict]) => typeof verdict === 'string')) as Record<
      string,
      string
    >,
  };
}

/** How a day's file is written. */
export interface FileLayout {
  readonly quotesAll: boolean;
  readonly lineBreak: '\n' | '\r\n';
  readonly blankRows: boolean;
  /** The rows of an order are not adjacent. */
  readonly scattered: boolean;
  /** A comma if absent. */
  readonly delimiter?: string;
}

export const layout: fc.Arbitrary<FileLayout> = fc.record({
  quotesAll: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  blankRows: fc.boolean(),
  scattered: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
});

/** The first rows of all orders, then the second ones, and so on. */
function dealt<T>(groups: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => group.slice(at, at + 1)),
  ).flat();
}

/** A day's export of the orders. */
export function exportOf(
  { columns, plainTabs = false, tabbed = false, before = [], explained = [], after = [] }: Shop,
  orders: readonly ExportedOrder[],
  { quotesAll, lineBreak, blankRows, scattered, delimiter = ',' }: FileLayout,
): string {
  const written = (cell: string): string => {
    if (plainTabs) return cell;
    const text = tabbed && /^\d/.test(cell) ? `${cell}\t` : cell;
    return quotesAll || /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (cells: readonly string[]): string => cells.map(written).join(plainTabs ? '\t' : delimiter);
  const groups = orders.map(({ rows }) => rows);
  const rows = (scattered ? dealt(groups) : groups.flat()).map((cells) => {
    for (const name of Object.keys(cells)) if (!columns.includes(name)) throw new Error(`no column ${name}`);
    return line(columns.map((name) => String(cells[name] ?? '')));
  });
  const spaced =
    blankRows && !plainTabs ? rows.flatMap((row) => [row, '', ','.repeat(columns.length - 1)]) : rows;
  return `${[...before, line(columns), ...explained, ...spaced, ...after].join(lineBreak)}${lineBreak}`;
}
