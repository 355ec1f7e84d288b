import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import { sepLine } from '../payload/source/csv-rows.ts';
import { csvTable } from '../payload/source/csv-table.ts';
import { listed } from '../text/words.ts';
import { listIn } from './reading-options.ts';

/** The column of a table that has the references. */
const column = 'ReferenceNumber';

/** What a command line says about which orders it is about. */
interface Named {
  readonly references?: readonly string[] | undefined;
  readonly refs?: string | undefined;
}

/**
 * The orders that a line names, each once: its words, or the lines of the file of `--refs`. Undefined if it names none;
 * empty if the file has only a header. `others` are the other ways of choosing orders that the line uses. Throws a usage
 * error if there are several ways.
 */
export async function namedReferences(
  { references = [], refs }: Named,
  deps: Pick<Deps, 'cwd' | 'stdin' | 'interrupted'>,
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
    const given = await listIn(label, refs, deps);
    return [
      ...new Set(typeof given === 'string' ? referencesIn(label, given) : referencesInSheet(label, given)),
    ];
  }
  return references.length === 0 ? undefined : [...new Set(references)];
}

const folded = (title: string): string => title.replaceAll(/[\s_-]/g, '').toLowerCase();
const isColumn = (title: string): boolean => folded(title) === folded(column);

/** The references of a text. Throws a usage error if it is empty, or a table without their column. */
export function referencesIn(name: string, given: string): string[] {
  const text = given.replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) throw usageError(`${name} is empty`, 'write one reference a line');
  return plain(
    sepLine.test(text) || /[,;\t]/.test(first) ? ofColumn(name, csvTable(name, text)) : lines.map(unquoted),
  );
}

/** A table of one column has no delimiter, but may have quotes. */
function unquoted(line: string): string {
  const text = line.trim();
  const isQuoted = text.length > 2 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"') : line;
}

const plain = (references: readonly string[]): string[] =>
  references
    .map((reference) => reference.trim())
    .filter((reference) => reference !== '' && !isColumn(reference));

/** The references of a workbook's sheet: in their column, or in the only one. */
function referencesInSheet(name: string, rows: readonly (readonly string[])[]): string[] {
  const [first] = rows;
  if (first === undefined) throw usageError(`${name} is empty`, 'write one reference a row');
  return plain(first.length === 1 ? rows.map(([cell = '']) => cell) : ofColumn(name, rows));
}

/** The cells of the column with the references. Throws a usage error if a table has none. */
function ofColumn(name: string, rows: readonly (readonly string[])[]): string[] {
  const [titles = [], ...cells] = rows;
  const at = titles.findIndex(isColumn);
  if (at === -1)
    throw usageError(
      `${name} has no column ${column}; its columns are ${titles.join(', ')}`,
      'write one reference a line, or give the column that name',
    );
  return cells.map((row) => row[at] ?? '');
}
