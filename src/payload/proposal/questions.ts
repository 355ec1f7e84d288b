import type { Reason } from '../document/reasons.ts';
import { type Column, valuesOf } from './columns.ts';

/** Members of a map. */
export type MapMembers = Readonly<Record<string, unknown>>;

/** An answer as it is given to `ask`: what it means, and the members of the map, if it changes any; false for no answer. */
export type Answer = readonly [means: string, set?: MapMembers] | false;

/** What neither the header nor the rows decide. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly columns: readonly string[];
  /** The answers: `set` holds the members of the map that each means. */
  readonly choices: readonly { readonly means: string; readonly set: MapMembers }[];
}

/** A rule of a map's `$leaveOut` or `$dropLines`, or a condition of its `$keep` or `$skipRows`. */
export interface Rule {
  readonly column: string | readonly string[];
  readonly in?: readonly string[];
  readonly empty?: boolean;
  readonly reason?: Reason;
}

/** What each answer to questions means. */
export const meantBy = (questions: readonly Question[]): MapMembers[] =>
  questions.flatMap(({ choices }) => choices.map(({ set }) => set));

/** The first of these values of a column, for a question. */
export const examples = (column: Column, values: readonly string[] = valuesOf(column)): string => {
  const first = values.slice(0, 3);
  const shown = first.map((value) => (value.length > 24 ? `${value.slice(0, 24)}…` : value)).join(', ');
  return `${column.name} (${shown === '' ? 'blank' : shown})`;
};

/** Columns with their first values, for a question. */
export const anyOf = (columns: readonly Column[]): string =>
  columns.map((column) => examples(column)).join(' or ');

/** Leaves out the orders that have one of these values in a column, or any. */
export const leavingOut = ({ name }: Column, reason: Reason, values?: readonly string[]) => ({
  $leaveOut: [{ column: name, ...(values === undefined ? { empty: false } : { in: values }), reason }],
});

/** Drops the lines that have one of these values in a column. */
export const droppingLines = ({ name }: Column, reason: Reason, values: readonly string[]) => ({
  $dropLines: [{ column: name, in: values, reason }],
});

/** The reasons that an answer may give, the most usual first. */
const leavingReasons: readonly (readonly [Reason, string])[] = [
  ['on-hold', 'leave it out for now (on-hold)'],
  ['fulfilled', 'leave it out: it has been shipped'],
  ['cancelled', 'leave it out: it is cancelled'],
  ['refunded', 'leave it out: it is refunded or returned'],
  ['unpaid', 'leave it out: it is not paid'],
];

/** An answer for each reason to leave out what has one of these values. */
export const waysToLeave = (
  column: Column,
  values: readonly string[],
  leaving: typeof leavingOut | typeof droppingLines,
): Answer[] => leavingReasons.map(([reason, means]) => [means, leaving(column, reason, values)]);

/** Keeps the orders that are blank in a column, or have one of these values: an order with a new value there in a later file is not sent unseen. */
export const keepingOnly = ({ name }: Column, values: readonly string[]) => ({
  $keep: [{ column: name, in: ['', ...new Set(values)] }],
});

/** Lists columns as known to decide nothing, so that an upload does not ask about them again. */
export const unused = (...columns: readonly Column[]) => ({ $unused: columns.map(({ name }) => name) });

/** The map with a question answered: lists are added to, and the question is gone. */
export function answered(map: MapMembers, question: Question, choice: { set: MapMembers }): MapMembers {
  const open = (map.$ask as readonly Question[]).filter((other) => other !== question);
  const { $ask: _open, ...rest } = map;
  const set = Object.entries(choice.set).map(([member, value]) => {
    const known = rest[member];
    return [member, Array.isArray(value) && Array.isArray(known) ? [...known, ...value] : value] as const;
  });
  return { ...(open.length === 0 ? {} : { $ask: open }), ...rest, ...Object.fromEntries(set) };
}
