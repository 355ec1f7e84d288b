import type { Draft } from './draft.ts';
import { columnsOfMap } from './earlier-map.ts';
import { type Column, cellOf, type Row } from './profile.ts';
import { type Question, valuesText } from './questions.ts';

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

/** Lists the blank columns, in which a value will be an error of its order, and asks about all others that nothing reads. */
export function reviewOthers(draft: Draft): void {
  const free = draft.start.columns.filter((column) => draft.isFree(column));
  const blank = free.filter(({ cells }) => cells.length === 0);
  const filled = free.filter(({ cells }) => cells.length > 0);
  const known = (draft.map.$unused ?? []) as readonly (string | { readonly column: string })[];
  const isListed = ({ name }: Column): boolean =>
    known.some((each) => typeof each !== 'string' && each.column === name);
  draft.map = {
    ...draft.map,
    $unused: [
      ...known,
      ...blank.filter((column) => !isListed(column)).map(({ name }) => ({ column: name, blank: true })),
    ],
  };
  if (filled.length === 0) return;
  const values = filled.map((column) => `  ${column.name}: ${valuesText(column)}`);
  draft.ask('unused', `Nothing reads these columns. Are they not needed?\n${values.join('\n')}`, filled, [
    { means: 'they are not needed', set: { $unused: filled.map(({ name }) => name) } },
  ]);
}

/** The question about the columns that nothing reads. */
export const isAboutOthers = ({ id }: Question): boolean => id === 'unused';
