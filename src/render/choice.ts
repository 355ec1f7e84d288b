import { usageError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';

/** What `--fields` and `--sort` ask for, by csv column name. */
export interface Choice {
  readonly fields?: readonly string[];
  readonly sort?: SortKey;
}

/** A column to sort by. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The names in a comma-separated list, without duplicates; a usage error names the option. */
export function fieldNames(option: string, text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw usageError(`${option} needs column names, separated by commas`);
  return [...new Set(names)];
}

/** A column and its direction, from `FIELD` or `FIELD:desc`; a usage error names the option. */
export function sortKey(option: string, text: string): SortKey {
  const [, name = text, direction = 'asc'] = /^(.*):(asc|desc)$/is.exec(text.trim()) ?? [];
  const field = name.trim();
  if (field === '') throw usageError(`${option} needs a column name, for example Status or Status:desc`);
  return { field, descending: direction.toLowerCase() === 'desc' };
}

/** The choice, with names spelt as the columns spell them. Throws a usage error that lists the available names. */
export function resolveChoice({ fields, sort }: Choice, names: readonly string[]): Choice {
  return {
    ...(fields === undefined ? {} : { fields: fields.map((name) => known('--fields', name, names)) }),
    ...(sort === undefined ? {} : { sort: { ...sort, field: known('--sort', sort.field, names) } }),
  };
}

function known(option: string, name: string, names: readonly string[]): string {
  const lower = name.toLowerCase();
  const found = names.find((each) => each === name) ?? names.find((each) => each.toLowerCase() === lower);
  if (found !== undefined) return found;
  const guess = nearest(name, names) ?? names.find((each) => each.toLowerCase().includes(lower));
  throw usageError(
    `${option}: there is no column ${JSON.stringify(name)}; the columns are ${names.join(', ')}`,
    guess === undefined ? undefined : `did you mean ${guess}?`,
  );
}
