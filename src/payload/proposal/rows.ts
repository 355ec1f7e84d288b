import { isTotal } from '../words/answers.ts';
import type { Draft, Rule } from './draft.ts';
import { columnsOfMap } from './earlier-map.ts';
import { type Column, cellOf, type Row } from './profile.ts';

const filledIn = (row: Row): number => row.filter((cell) => cell.trim() !== '').length;

/**
 * Leaves out the rows that are no orders, with the conditions that say so. Only what cannot be an order is skipped: a row
 * that is blank in every column that tells of an order (`contents`), or whose order number is the word for a total, or all
 * that it has in a file of several `columns`.
 */
export function orderRows(
  all: readonly Row[],
  reference: Column | undefined,
  contents: readonly Column[],
  columns: number,
): { readonly rows: readonly Row[]; readonly rules: readonly Rule[] } {
  const telling = [reference, ...contents].filter((column) => column !== undefined);
  if (reference === undefined) return { rows: all, rules: [] };
  const isEmpty = (row: Row): boolean =>
    contents.length > 0 && telling.every((column) => cellOf(row, column) === '');
  const isAlone = (row: Row): boolean =>
    cellOf(row, reference) !== '' &&
    contents.every((column) => cellOf(row, column) === '') &&
    (isTotal(cellOf(row, reference)) || (filledIn(row) === 1 && columns > 1));
  const texts = new Set(all.filter(isAlone).map((row) => cellOf(row, reference)));
  const hasEmpty = all.some((row) => isEmpty(row) && filledIn(row) > 0);
  return {
    rows: all.filter((row) => !isEmpty(row) && !isAlone(row)),
    rules: [
      ...(hasEmpty ? [{ column: telling.map(({ name }) => name), empty: true as const }] : []),
      ...(texts.size > 0 ? [{ column: reference.name, in: [...texts] }] : []),
    ],
  };
}

/** Asks about rows of one order that agree in all that is read of their goods: they may be one line, exported twice. */
export function askAboutRepeated(draft: Draft): void {
  if ('$repeated' in draft.map) return;
  const names = new Set(columnsOfMap({ ...draft.map, ...Object.fromEntries(draft.fields) }));
  const read = draft.start.columns.filter(({ name }) => names.has(name));
  if (read.length === 0 || draft.fields.has('OrderLineNumber')) return;
  const keyOf = (row: Row): string => JSON.stringify(read.map((column) => cellOf(row, column)));
  const order = draft.start.orders.find((rows) => new Set(rows.map(keyOf)).size < rows.length);
  const reference = draft.columnFor('ReferenceNumber');
  const [first] = order ?? [];
  if (first === undefined || reference === undefined) return;
  draft.ask(
    'repeated',
    `Some rows of one order (${cellOf(first, reference)}) agree in all that is read. Are they lines of their own?`,
    [],
    [
      { means: 'no: they are one line, which is sent once', set: { $repeated: 'same' } },
      { means: 'yes: each of them is sent', set: { $repeated: 'lines' } },
    ],
  );
}
