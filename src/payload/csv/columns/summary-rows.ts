import type { BoundSource } from '../../mapping/field-source.ts';

/** What a row of totals has instead of a reference. */
const totals = new Set([
  ...['total', 'totals', 'subtotal', 'grand total', 'sum', 'summe', 'gesamt', 'gesamtsumme'],
  ...['totale', 'totaal', 'somme', 'suma'],
]);

/**
 * Tests whether a row of a shop export only sums up the others, as spreadsheets add it: it names neither goods nor a
 * recipient, given by `contents`, and no order. A row without a reference must have all `width` cells: a shorter one may
 * be an order that was cut off.
 */
export const summaryTest =
  (reference: BoundSource | undefined, contents: readonly BoundSource[], width: number) =>
  (cells: readonly string[]): boolean => {
    if (reference === undefined || contents.some((source) => source.text(cells) !== '')) return false;
    const name = reference.text(cells);
    if (name === '') return cells.length === width;
    return typeof name === 'string' && totals.has(name.toLowerCase());
  };
