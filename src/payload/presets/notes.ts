import { type DocumentProblem, problemOfColumn } from '../document/reading.ts';
import type { Note } from '../document/types.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { cellAt, type Header } from '../mapping/header.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isNoteName, speaksOfStopping } from '../words/states.ts';

/**
 * Finds the notes in rows of an order. Notes are in columns of known names, and in those that a mapping lists; a column
 * that fills a field, or that the user does not need, has none.
 */
export function noteReader({ names }: Header, mapping: Mapping | undefined) {
  const { fields = {}, items = [], notes = [], unused = [], blank = [] } = mapping ?? {};
  const lower = (all: readonly string[]): Set<string> => new Set(all.map((name) => name.toLowerCase()));
  const filling = [fields, ...items].flatMap((each) => Object.values(each).flatMap(columnsOf));
  const [listed, others] = [lower(notes), lower([...unused, ...blank, ...filling])];
  const columns = names.flatMap((column, index) => {
    const name = column.toLowerCase();
    const isNote = listed.has(name) || (mapping !== undefined && isNoteName(column) && !others.has(name));
    return isNote ? [{ name: column, index }] : [];
  });
  return (rows: Rows): Note[] => textsIn(columns, rows);
}

type Rows = readonly { readonly cells: readonly string[]; readonly line: number }[];

/** The texts in columns of these rows, each text of a column once. */
export function textsIn(columns: readonly { readonly name: string; readonly index: number }[], rows: Rows) {
  const found = new Map<string, Note>();
  for (const { name: column, index } of columns)
    for (const { cells, line } of rows) {
      const text = cellAt(cells, index);
      const key = `${column}\n${text}`;
      if (text !== '' && !found.has(key)) found.set(key, { column, text, line });
    }
  return [...found.values()];
}

/** A warning of each note that speaks of cancelling, holding or refunding an order. */
export const notesThatStop = (notes: readonly Note[]): DocumentProblem[] =>
  notes
    .filter(({ text }) => speaksOfStopping(text))
    .map(({ column, text: found, line }) =>
      problemOfColumn(
        { line, column, found },
        'an order that is safe to ship',
        `${column} may ask not to ship the order: ${found}`,
      ),
    );
