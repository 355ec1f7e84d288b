import { usageError } from '../../errors.ts';
import { columnNamed, isNamed, type ListFile } from './list-file.ts';

/** The column of a table that has the references. */
const column = 'ReferenceNumber';

/** The references of a list: in their column, or in the only one. Throws a usage error if it is empty, or has no such column. */
export function referencesIn(label: string, list: ListFile): string[] {
  const hint = 'write one reference a line';
  if ('json' in list) throw usageError(`${label} is JSON, not a list of references`, hint);
  const { titles, rows, delimiter } = list;
  if (titles.length === 0) throw usageError(`${label} is empty`, hint);
  const at = columnNamed(label, titles, column);
  if (at === -1 && titles.length > 1)
    throw usageError(
      `${label} has no column ${column}; its columns are ${titles.join(', ')}`,
      `${hint}, or give the column that name`,
    );
  const read = rows.map(({ cells, place }) => {
    // Without a delimiter in the first line, those of the others belong to the references.
    if (titles.length === 1) return delimiter === undefined ? (cells[0] ?? '') : cells.join(delimiter);
    if (delimiter !== undefined && cells.length <= at) throw usageError(`${place} has no cell ${column}`);
    return cells[at] ?? '';
  });
  return [titles.length === 1 ? (titles[0] as string) : '', ...read]
    .map((reference) => reference.trim())
    .filter((reference) => reference !== '' && !isNamed(reference, column));
}
