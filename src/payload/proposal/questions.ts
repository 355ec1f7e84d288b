import type { Column } from './profile.ts';

export type MapMembers = Readonly<Record<string, unknown>>;

/** The column of a map's entry, or the columns of which the first with a value counts. */
export const columnIn = (entry: unknown): unknown =>
  typeof entry === 'string' ? entry : (entry as { readonly column?: unknown } | undefined)?.column;

/** An answer to a question: what it means, and the members of the map that it sets. */
export interface Choice {
  readonly means: string;
  readonly set: MapMembers;
}

/** What neither the names of columns nor arithmetic decide. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly columns: readonly string[];
  readonly choices: readonly Choice[];
}

/** How many different values of a column a question shows; of a column with more, only the first few. */
export const mostValues = 12;
const fewValues = 3;
const longest = 40;

/** A value as a question shows it: on one line, and not too long. */
export function shownValue(value: string): string {
  const line = value.replaceAll(/\s/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** The values of a column with how often each occurs; if there are many, the first ones and how many there are. */
export function valuesText({ values, blanks }: Column): string {
  const few = values.size <= mostValues;
  const shown = [...values].slice(0, few ? mostValues : fewValues);
  const texts = few
    ? shown.map(([value, count]) => `${shownValue(value)} × ${count}`)
    : [...shown.map(([value]) => shownValue(value)), `… ${values.size} values`];
  return [...texts, ...(blanks > 0 ? [`blank × ${blanks}`] : [])].join(', ');
}

/** A column with its first values: `Ship to (Ina Muster, Bo Muster)`. */
export function examples({ name, values }: Column): string {
  const first = [...values.keys()].slice(0, fewValues).map(shownValue).join(', ');
  return `${name} (${first === '' ? 'blank' : first})`;
}

/** Several columns with their first values. */
export const anyOf = (columns: readonly Column[]): string => columns.map(examples).join(' or ');

/** A map with members added: a list is added to the list that is there, anything else replaces what is there. */
export function withMembers(map: MapMembers, set: MapMembers): MapMembers {
  const added = Object.entries(set).map(([member, value]) => {
    const known = map[member];
    return [member, Array.isArray(value) && Array.isArray(known) ? [...known, ...value] : value] as const;
  });
  return { ...map, ...Object.fromEntries(added) };
}

/** The map with a question answered, which is then gone. */
export function answered(map: MapMembers, question: Question, { set }: Choice): MapMembers {
  const { $ask = [], ...rest } = map;
  const open = ($ask as readonly Question[]).filter(({ id }) => id !== question.id);
  return { ...(open.length === 0 ? {} : { $ask: open }), ...withMembers(rest, set) };
}
