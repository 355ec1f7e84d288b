import type { BoundSource } from '../mapping/header.ts';
import { isTotal } from '../words/totals.ts';

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
    return typeof name === 'string' && isTotal(name);
  };
