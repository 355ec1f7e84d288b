import type { Draft } from './draft.ts';
import { entriesOf } from './earlier-map.ts';
import { type Question, valuesText } from './questions.ts';

/** Lists the blank columns, in which a value will be an error of its order, and asks about all others that nothing reads. */
export function askAboutOthers(draft: Draft): void {
  const free = draft.start.columns.filter((column) => draft.isFree(column));
  const blank = free.filter(({ cells }) => cells.length === 0);
  const filled = free.filter(({ cells }) => cells.length > 0);
  const known = entriesOf(draft.map, '$unused');
  draft.map = {
    ...draft.map,
    $unused: [...known, ...blank.map(({ name }) => ({ column: name, blank: true }))],
  };
  if (filled.length === 0) return;
  const values = filled.map((column) => `  ${column.name}: ${valuesText(column)}`);
  draft.ask('unused', `Nothing reads these columns. Are they not needed?\n${values.join('\n')}`, filled, [
    { means: 'they are not needed', set: { $unused: filled.map(({ name }) => name) } },
  ]);
}

/** The question about the columns that nothing reads. */
export const isAboutOthers = ({ id }: Question): boolean => id === 'unused';
