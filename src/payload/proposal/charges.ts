import { isCharge, isTotal, mayBeCharge } from '../words/names.ts';
import { type Column, cellOf, valuesOf } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { droppingLines, type Rule } from './questions.ts';

/** Whether a value is only that of sums of orders, which stand below their lines with the order's cells beside them: `Subtotal`. */
function isSum(draft: Draft, column: Column, value: string): boolean {
  if (!isTotal(value)) return false;
  const named = ['SKU', 'ItemTitle'].flatMap((field) => draft.columnFor(field) ?? []);
  const isOnly = (row: Row): boolean =>
    named.every((each) => cellOf(row, each) === '' || isTotal(cellOf(row, each)));
  return draft.orders.every((rows) => {
    const having = rows.filter((row) => cellOf(row, column) === value);
    return having.every(isOnly) && (having.length === 0 || having.length < rows.length);
  });
}

/** Lines for money and no goods: postage, a discount. */
export function dropCharges(draft: Draft): void {
  for (const field of ['SKU', 'ItemTitle']) {
    const column = draft.columnFor(field);
    if (column === undefined) continue;
    const charges = valuesOf(column).filter((value) => isCharge(value) || isSum(draft, column, value));
    if (charges.length > 0 && charges.length < valuesOf(column).length)
      draft.addRule('$dropLines', column, { in: charges, reason: 'not-goods' });
  }
}

/** How many lines are asked about one by one. */
const mostAsked = 8;

/** Asks whether lines are goods that may be a charge, a service or a file: `Standard delivery`, `Guide (PDF download)`. */
export function askAboutCharges(draft: Draft): void {
  const [sku, title] = [draft.columnFor('SKU'), draft.columnFor('ItemTitle')];
  // By a rule, or as a question about another column proposes.
  const rules = [
    ...draft.rules.$dropLines,
    ...draft.questions.flatMap(({ choices }) => (choices[0]?.set.$dropLines ?? []) as readonly Rule[]),
  ];
  const isDropped = (row: Row): boolean => rules.some((rule) => draft.isHeld(rule, row));
  const open = draft.rows.filter((row) => !isDropped(row));
  const found = (column: Column | undefined, among: readonly Row[]): [Column, string[]][] => {
    if (column === undefined) return [];
    const values = [...new Set(among.map((row) => cellOf(row, column)).filter(mayBeCharge))];
    return values.length === 0 ? [] : [[column, values]];
  };
  const rest = open.filter((row) => title === undefined || !mayBeCharge(cellOf(row, title)));
  const all = [...found(title, open), ...(sku === title ? [] : found(sku, rest))];
  const single = all.flatMap(([column, values]) =>
    values.map((value): [Column, string[]] => [column, [value]]),
  );
  const isMany = single.length > mostAsked;
  for (const [column, values] of isMany ? all : single)
    draft.ask(
      [column],
      isMany ? `${column.name}: goods` : `${column.name}: ${values[0]}`,
      `Does the warehouse ship ${values
        .slice(0, 3)
        .map((value) => JSON.stringify(value))
        .join(' or ')}?`,
      ['no, leave these lines out', droppingLines(column, 'not-goods', values)],
      ['yes, send them'],
    );
}
