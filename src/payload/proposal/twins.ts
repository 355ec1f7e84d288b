import { isOf } from '../words/topics.ts';
import { isNegative } from '../words/verdicts.ts';
import { type Column, cellOf } from './columns.ts';
import { type Draft, type Row, rowsBy } from './draft.ts';
import { leavingOut, unused } from './questions.ts';

/** What numbers the lines of an order, in words without `id` and `no`: `Order line ID`, `Pos.`, `Zeilennr`. */
const ofOrder = /^(?:order|sales|po|so|bestell|auftrags) /;
const numberWords = / ?(?:id|ids|no|nr|num|number|nummer|numero|n|key|seq|sequence|index|uuid|guid)$/;

/** Whether a column numbers the lines of an order. `Item number` numbers articles. */
export function numbersLines({ named: { words }, kind, cells }: Column): boolean {
  const name = words.join(' ').replace(ofOrder, '');
  if (cells.length === 0 || kind === 'articleNumber' || kind === 'sku') return false;
  // A column `Item` or `Line` of words is a title.
  if (isOf('line', name)) return cells.every((cell) => /^\d+(?:[.,-]\d+)*$/.test(cell));
  return numberWords.test(name) && isOf('line', name.replace(numberWords, ''));
}

/** Kinds in which two lines of the same goods may differ. */
const ofGoods = new Set(['quantity', 'orderQuantity', 'price', 'total', 'orderTotal', 'cost', 'title']);

/** The rows that have the same in a column, unless it is blank. */
const alikeIn = (rows: readonly Row[], column: Column): Row[][] =>
  [...rowsBy(rows, column)].flatMap(([cell, group]) => (cell === '' || group.length < 2 ? [] : [group]));

/** Rows of one order that may be one line of it, by line; the `references` of such orders, and the columns in which they differ. */
function twinsIn(draft: Draft, reference: Column, sku: Column | undefined) {
  const { columns } = draft;
  const numbers = columns.filter(numbersLines);
  const filled = new Set(['SKU', 'ItemTitle', 'Qty', 'PricePerUnit'].map((field) => draft.fields.get(field)));
  const tells = columns.filter(
    (column) =>
      !(numbers.includes(column) || ofGoods.has(column.kind) || filled.has(column.name)) &&
      // `Tax`, and not `Tax name`.
      !(column.named.has('discount', 'tax', 'amount') && column.cells.every((cell) => /\d/.test(cell))),
  );
  const differ = (rows: readonly Row[], column: Column): boolean =>
    new Set(rows.map((row) => cellOf(row, column))).size > 1;
  // A row that takes back another is none.
  const amounts = columns.filter(({ kind }) => kind === 'quantity' || kind === 'price');
  const takesBack = (row: Row): boolean => amounts.some((column) => isNegative(cellOf(row, column)));
  const references: string[] = [];
  const groups: (readonly Row[])[] = [];
  const apart = new Set<Column>();
  for (const all of draft.orders) {
    const rows = all.filter((row) => !takesBack(row));
    const [first] = rows;
    if (first === undefined || rows.length === 1 || cellOf(first, reference) === '') continue;
    const bySku = (sku === undefined ? [] : alikeIn(rows, sku)).filter(
      (group) =>
        !numbers.some((column) => differ(group, column)) && tells.some((column) => differ(group, column)),
    );
    const byNumber = numbers
      .flatMap((column) => alikeIn(rows, column))
      .filter((group) => !numbers.some((column) => differ(group, column)));
    const found = byNumber.length > 0 ? byNumber : bySku;
    if (found.length === 0) continue;
    references.push(cellOf(first, reference));
    groups.push(...found);
    for (const column of tells) if (found.some((group) => differ(group, column))) apart.add(column);
  }
  return { references, groups, apart: [...apart] };
}

/** Whether a file has a row for each unit: as many rows of a line as its quantity, which each of them repeats. */
function isRowForUnit({ rows }: Draft, groups: readonly (readonly Row[])[], quantity: Column): boolean {
  const count = (row: Row): number => Number.parseInt(cellOf(row, quantity), 10);
  const grouped = new Set(groups.flat());
  return (
    groups.every((group) => group.every((row) => count(row) === group.length)) &&
    rows.every((row) => grouped.has(row) || count(row) === 1)
  );
}

/**
 * Rows of one order with the same number of a line, or with the same SKU where another column tells them apart (a serial
 * number, a batch, an option, a revision, an event): they are separate lines, or one line that is repeated.
 */
export function askAboutTwins(draft: Draft, reference?: Column, sku?: Column, quantity?: Column): void {
  if (reference === undefined || draft.items.length > 0) return;
  const { references, groups, apart } = twinsIn(draft, reference, sku);
  if (references.length === 0) return;
  const free = apart.filter((column) => !draft.used.has(column) && !draft.asked.has(column));
  const known = free.length === 0 ? {} : unused(...free);
  const isUnit = quantity !== undefined && !draft.asksFor('Qty') && isRowForUnit(draft, groups, quantity);
  const names = apart.slice(0, 3).map(({ name }) => name);
  draft.ask(
    free.length > 0 ? free : apart,
    'lines',
    `Some orders (${references.slice(0, 3).join(', ')}) have the same line in several rows${
      names.length === 0 ? '' : `, which differ in ${names.join(', ')}`
    }. Are these separate lines?`,
    [
      'no, leave these orders out: keep one row of each line in the file',
      leavingOut(reference, 'on-hold', references),
    ],
    isUnit && ['no, each row is one unit', { Qty: { const: '1' }, ...known }],
    ['yes, send each row', known],
  );
}
