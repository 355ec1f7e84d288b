import type { Kind } from '../words/kinds.ts';
import { type Column, cellOf } from './columns.ts';
import { examples, type Facts, leavingOut, unused, valuesOf } from './draft.ts';

/** Kinds in which the SKU of other goods may stand: `Extras`, `Also send`. */
const kinds: ReadonlySet<Kind> = new Set(['unknown', 'title', 'note', 'aside', 'name']);

/** What all SKUs begin with, to its last sign: `AC-` of `AC-TENT-2` and `AC-STOVE`. */
function beginningOf(skus: readonly string[]): string {
  const [first = '', ...rest] = skus;
  let length = rest.length === 0 ? 0 : first.length;
  for (const sku of rest) while (!sku.startsWith(first.slice(0, length))) length--;
  const shared = first.slice(0, length);
  return shared.slice(
    0,
    Math.max(shared.lastIndexOf('-'), shared.lastIndexOf('_'), shared.lastIndexOf('.')) + 1,
  );
}

/** Asks about columns that nothing uses, and that have the SKU of other goods than those of their row. */
export function askAboutExtras(facts: Facts, sku: Column | undefined): void {
  if (sku === undefined) return;
  const { draft, rows } = facts;
  const all = new Set(sku.cells.filter((cell) => /\p{L}/u.test(cell) && /[\d._-]/.test(cell)));
  const beginning = beginningOf([...all]);
  const isSku = (word: string): boolean =>
    all.has(word) || (beginning.length > 1 && word.startsWith(beginning));
  for (const column of facts.columns) {
    if (!kinds.has(column.kind) || !draft.isFree(column)) continue;
    const other = rows.filter((row) =>
      cellOf(row, column)
        .split(/[\s,;:()]/)
        .some((word) => isSku(word) && word !== cellOf(row, sku)),
    );
    // What stands in every row is another code of the same goods.
    if (other.length === 0 || (column.cells.length === rows.length && other.length === rows.length)) continue;
    const values = valuesOf(column).filter((value) => other.some((row) => cellOf(row, column) === value));
    draft.ask(
      [column],
      column.name,
      `Does ${examples(column)} name goods that are to be sent too?`,
      [
        'yes, leave these orders out: a person must add a row for each',
        leavingOut(column, 'on-hold', values),
      ],
      ['no, it is not needed', unused(column)],
    );
  }
}
