import { isTotal } from '../words/answers.ts';
import { speaksOfStopping } from '../words/states.ts';
import type { Draft, Rule } from './draft.ts';
import { columnsOfMap } from './earlier-map.ts';
import { type Column, cellOf, type Row } from './profile.ts';

const filledIn = (row: Row): number => row.filter((cell) => cell.trim() !== '').length;

/**
 * Leaves out the rows that are no orders, with the conditions that say so. Only what cannot be an order is skipped: a row
 * that is blank in every column that tells of an order (`contents`), or that has the word for a total in one of them and
 * nothing in the others, or nothing but an order number in a file of several `columns` (`hasTitles`: tomorrow it may be
 * filled in, so that no condition names its text). A text in its place that asks not to ship is for a person: it stays, and
 * is an error of an upload.
 */
export function orderRows(
  all: readonly Row[],
  reference: Column | undefined,
  contents: readonly Column[],
  columns: number,
): { readonly rows: readonly Row[]; readonly rules: readonly Rule[]; readonly hasTitles: boolean } {
  const telling = [reference, ...contents].filter((column) => column !== undefined);
  const isEmpty = (row: Row): boolean =>
    reference !== undefined && contents.length > 0 && telling.every((column) => cellOf(row, column) === '');
  const isAlone = (row: Row, only: Column): boolean =>
    telling.every((column) => (cellOf(row, column) === '') === (column !== only)) &&
    isTotal(cellOf(row, only));
  const isTitle = (row: Row): boolean =>
    reference !== undefined &&
    filledIn(row) === 1 &&
    columns > 1 &&
    cellOf(row, reference) !== '' &&
    !speaksOfStopping(cellOf(row, reference));
  const alone = telling.flatMap((column) => {
    const texts = new Set(all.filter((row) => isAlone(row, column)).map((row) => cellOf(row, column)));
    return texts.size === 0 ? [] : [{ column: column.name, in: [...texts] }];
  });
  const hasEmpty = all.some((row) => isEmpty(row) && filledIn(row) > 0);
  return {
    rows: all.filter(
      (row) => !isEmpty(row) && !isTitle(row) && !telling.some((column) => isAlone(row, column)),
    ),
    rules: [
      ...(hasEmpty ? [{ column: telling.map(({ name }) => name), empty: true as const }] : []),
      ...alone,
    ],
    hasTitles: all.some((row) => isTitle(row) && !isTotal(cellOf(row, reference as Column))),
  };
}

/** Skips the rows in which nothing that the map reads has a value but the reference. */
export function skipTitles(draft: Draft): void {
  const reference = draft.columnFor('ReferenceNumber');
  const known = new Set(columnsOfMap(draft.start.base));
  const read = draft.start.columns.filter(
    (column) => column !== reference && (draft.used.has(column) || known.has(column.name)),
  );
  if (read.length > 0) draft.add({ $skipRows: [{ column: read.map(({ name }) => name), empty: true }] });
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
