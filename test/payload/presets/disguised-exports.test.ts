import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ExportedOrder,
  exportOf,
  facts,
  readingOptionsOf,
  type Shop,
} from '../../support/exports/shop.ts';
import { shops } from '../../support/exports/shops.ts';
import { workbook } from '../../support/workbooks/parts.ts';
import { read } from '../support.ts';

const plain = { quotesAll: false, lineBreak: '\n', blankRows: false, scattered: false } as const;

/** Columns as plug-ins add them, which say nothing about shipping, some with names like those that presets read. */
const foreign: readonly (readonly [column: string, cell: string])[] = [
  ['Warehouse bin', 'B-2'],
  ['SKU 2', 'X-1'],
  ['Name 2', 'Bo Other'],
  ['Quantity in stock', '5'],
  ['Old price', '1.00'],
  ['Bundle', 'summer'],
  ['Customer group', 'b2b'],
  ['Tags', 'vip, wholesale'],
];

const disguise = fc.record({
  order: fc.infiniteStream(fc.nat()),
  added: fc.subarray([...foreign]),
  delimiter: fc.constantFrom(',', ';', '\t'),
  heading: fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `\u00a0${name} `,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
  ),
  isMarked: fc.boolean(),
  isSheet: fc.boolean(),
});
type Disguise = typeof disguise extends fc.Arbitrary<infer Value> ? Value : never;

/** The same orders with their columns in another order, among those of plug-ins, and in another kind of file. */
async function disguised(shop: Shop, orders: readonly ExportedOrder[], how: Disguise) {
  const { order, added, delimiter, heading, isMarked, isSheet } = how;
  const next = (): number => order.next().value ?? 0;
  const columns = [...shop.columns, ...added.map(([column]) => column)]
    .map((name) => [next(), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name);
  const rows = orders.flatMap((each) => each.rows.map((row) => ({ ...Object.fromEntries(added), ...row })));
  if (isSheet) {
    const lines = rows.map((row) => columns.map((name) => String(row[name] ?? '') || undefined));
    return workbook({ sheets: [{ rows: [columns.map(heading), ...lines] }] });
  }
  // The title, the explanations and the footers of a file have their places in the first columns.
  const { before, explained, after, ...rest } = shop;
  const names = Object.fromEntries(columns.map((name) => [name, heading(name)]));
  const renamed = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] as string, cell])),
  );
  const one = { reference: '', against: [], ships: {}, dropped: {}, rows: renamed };
  const text = exportOf({ ...rest, columns: Object.values(names) }, [one], { ...plain, delimiter });
  return isMarked ? `\ufeff${text}` : text;
}

it.each(shops.map((each) => [each.name, each] as const))(
  '%s: gives the same orders in every order of columns, among others, and in every kind of file',
  async (_, shop) => {
    const orders = fc.array(fc.tuple(facts, shop.state), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(orders, disguise, async (given, how) => {
        const exported = given.map(([ordered, state], index) => shop.order(index, ordered, state));
        const outcome = async (content: string | Uint8Array, name: string) => {
          const { bodies, documents, problems } = await read(content, {
            name,
            options: readingOptionsOf(shop),
          });
          const left = documents.map(({ reference, leftOut, leftOutLines = [] }) => [
            ...[reference, leftOut],
            leftOutLines.map(({ SKU, reason }) => [SKU, reason]),
          ]);
          return { bodies, left, problems };
        };
        const usual = await outcome(exportOf(shop, exported, plain), 'orders.csv');
        const name = how.isSheet ? 'orders.xlsx' : 'orders.csv';
        expect(await outcome(await disguised(shop, exported, how), name)).toEqual(usual);
        expect(usual.problems).toEqual([]);
      }),
      { numRuns: 5 },
    );
  },
);
