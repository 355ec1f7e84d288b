import { type DocumentProblem, isOurs, problemOfColumn } from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import { nameHasStem } from '../words/states.ts';
import { cellAt, foldedText, type Header } from './header.ts';
import { columnsRead, type Mapping, type Status } from './mapping.ts';

export type Accounts = ReturnType<typeof accountedFor>;

/** Whether a failed file added the column, or the user, with `_`. A shop's `_order_status` may say not to ship. */
export const isUsersOwn = (name: string): boolean =>
  isOurs(name) || (name.startsWith('_') && !nameHasStem(name));

/** What a mapping accounts for, with a preset of these columns (in lower case). `isIgnored`: for columns never read. */
export function accountedFor(
  mapping: Mapping,
  ofPreset: Iterable<string> = [],
  isIgnored: (name: string) => boolean = isUsersOwn,
) {
  const lower = (names: readonly string[] = []): string[] => names.map((name) => name.toLowerCase());
  const read = new Set([...columnsRead(mapping), ...lower(mapping.notes), ...ofPreset]);
  const unused = new Set(lower(mapping.unused));
  const blank = new Set(lower(mapping.blank));
  const statuses = new Map((mapping.statuses ?? []).map((status) => [status.column.toLowerCase(), status]));
  const isNeeded = (name: string): boolean => isIgnored(name) || read.has(name) || unused.has(name);
  return {
    /** Whether it reads the column, shows it as a note, or knows that it is not needed. */
    isKnown: (column: string): boolean => isNeeded(column.toLowerCase()) || blank.has(column.toLowerCase()),
    /** Whether the column is known only because it was blank. */
    mustBeBlank: (column: string): boolean =>
      blank.has(column.toLowerCase()) && !isNeeded(column.toLowerCase()),
    /** What the values of the column say, if the map lists them; what is not needed, whatever it says, has no open value. */
    statusOf: (column: string): Status | undefined =>
      unused.has(column.toLowerCase()) ? undefined : statuses.get(column.toLowerCase()),
  };
}

/**
 * Holds the rows of an order to a complete map, and finds each cell that nobody has seen: a value in a column that is new or
 * was blank, and a value of a status that is not listed; a blank one on later rows says nothing. `remedy`: what to do.
 * `isLeftOut`: whether the line of a row is left out anyway.
 */
export function holdToMap({ names }: Header, accounts: Accounts, remedy: string) {
  const columns = names.flatMap((name, index) => {
    const status = accounts.statusOf(name);
    const mustBeBlank = accounts.mustBeBlank(name);
    const isOpen = status !== undefined || mustBeBlank || !accounts.isKnown(name);
    return name !== '' && isOpen ? [{ name, index, status, mustBeBlank }] : [];
  });

  return (rows: readonly Row[], isLeftOut: (row: Row) => boolean): DocumentProblem[] =>
    columns.flatMap(({ name: column, index, status, mustBeBlank }) => {
      const reported = new Set<string>();
      return rows.flatMap((row, at): DocumentProblem[] => {
        const found = cellAt(row.cells, index);
        const key = status === undefined ? '' : foldedText(found);
        const saysNothing = status === undefined || !(status.ofLine || at === 0);
        if (reported.has(key) || (found === '' && saysNothing)) return [];
        if (status?.meanings.has(key) || (status?.ofLine && isLeftOut(row))) return [];
        reported.add(key);
        const [wanted, why, same] =
          status !== undefined
            ? [
                `lists this value of ${column}`,
                'which the map lists neither as shipped nor as left out',
                `is ${key}`,
              ]
            : [
                `accounts for ${column}`,
                `but ${mustBeBlank ? 'was blank when the map was made' : 'the map does not account for this column'}`,
                'has a value',
              ];
        const text = `${column} is ${found || 'blank'}, ${why}`;
        const short = { remedies: [remedy], same: `${column} ${same}` };
        return [problemOfColumn({ line: row.line, column, found }, `a map that ${wanted}`, text, short)];
      });
    });
}
