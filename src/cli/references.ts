import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import type { ListFile } from '../payload/mapping/list-file.ts';
import { listed } from '../text/words.ts';
import { listIn } from './reading-options.ts';

/** The column of a table that has the references. */
const column = 'ReferenceNumber';

/**
 * The orders that a line names, each once: its words, or the lines of `--refs`. Undefined if it names none; empty if the
 * file has only a header. Throws a usage error if it names some in several ways.
 */
export async function namedReferences(
  { references = [], refs }: { references?: readonly string[] | undefined; refs?: string | undefined },
  deps: Pick<Deps, 'cwd' | 'stdin' | 'interrupted'>,
  /** The other ways of choosing orders that the line uses. */
  others: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const ways = [
    ...(references.length > 0 ? ['REF'] : []),
    ...(refs === undefined ? [] : ['--refs']),
    ...others,
  ];
  if (ways.length > 1) throw usageError(`${listed(ways)} cannot be combined`, 'use only one of them');
  if (refs !== undefined) {
    const label = `--refs ${refs}`;
    return [...new Set(referencesIn(label, await listIn(label, refs, deps)))];
  }
  return references.length === 0 ? undefined : [...new Set(references)];
}

const folded = (title: string): string => title.replaceAll(/[\s_-]/g, '').toLowerCase();
const isColumn = (title: string): boolean => folded(title) === folded(column);

/** The references of a list: in their column, or in the only one. Throws a usage error if it is empty, or has no such column. */
export function referencesIn(label: string, list: ListFile): string[] {
  const hint = 'write one reference a line';
  if ('json' in list) throw usageError(`${label} is JSON, not a list of references`, hint);
  const { titles, rows, delimiter } = list;
  if (titles.length === 0) throw usageError(`${label} is empty`, hint);
  const at = titles.findIndex(isColumn);
  if (at === -1 && titles.length > 1)
    throw usageError(
      `${label} has no column ${column}; its columns are ${titles.join(', ')}`,
      `${hint}, or give the column that name`,
    );
  // Without a delimiter in the first line, those of the others belong to the references.
  const read = rows.map(({ cells }) => (titles.length === 1 ? cells.join(delimiter) : cells[at]) ?? '');
  return [titles.length === 1 ? (titles[0] as string) : '', ...read]
    .map((reference) => reference.trim())
    .filter((reference) => reference !== '' && !isColumn(reference));
}
