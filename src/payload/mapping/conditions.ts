import type { Reason } from '../reasons.ts';
import { type Columns, cellAt, findColumns, type Header } from './header.ts';

/** What must be in a column. Values compare without regard to case and outer blanks. */
type Test =
  | { readonly in: readonly string[] }
  /** Something, but none of these. */
  | { readonly notIn: readonly string[] }
  | { readonly contains: readonly string[] }
  | { readonly empty: boolean }
  /** Several words, where data has none: a row that explains the columns. */
  | { readonly words: true };

/**
 * A test of a row, or of all rows of an order. Of several columns one is enough, except that `empty` needs all of them
 * empty. Where the file has none of the columns it never holds.
 */
export type Condition = Test & {
  readonly column: Columns;
  readonly unless?: Condition;
  readonly and?: Condition;
};

/** What is left out where a condition holds, and why. */
export type Rule = Condition & { readonly reason: Reason };

type Cells = readonly string[];

/** A condition bound to a header: whether it holds for these rows. */
export type BoundCondition = (rows: readonly Cells[]) => boolean;

const folded = (texts: readonly string[]): string[] => texts.map((text) => text.trim().toLowerCase());

/** Whether a cell that is not blank passes. */
function cellTest(test: Test): (text: string) => boolean {
  if ('in' in test) {
    const wanted = new Set(folded(test.in));
    return (text) => wanted.has(text);
  }
  if ('notIn' in test) {
    const unwanted = new Set(folded(test.notIn));
    return (text) => !unwanted.has(text);
  }
  if ('contains' in test) {
    const parts = folded(test.contains);
    return (text) => parts.some((part) => text.includes(part));
  }
  if ('words' in test) return (text) => /\s/.test(text);
  return () => true;
}

/** Binds a condition to a header; undefined where it can never hold, because the columns are missing. */
function bindCondition(condition: Condition, header: Header): BoundCondition | undefined {
  const indexes = findColumns(header, condition.column);
  if (indexes.length === 0) return undefined;
  const passes = cellTest(condition);
  const passesIn = (cells: Cells): boolean => {
    for (const index of indexes) {
      const cell = cells[index];
      if (cell === undefined || cell === '') continue;
      const text = cellAt(cells, index).toLowerCase();
      if (text !== '' && passes(text)) return true;
    }
    return false;
  };
  const unless = condition.unless && bindCondition(condition.unless, header);
  const and = condition.and && bindCondition(condition.and, header);
  if (condition.and !== undefined && and === undefined) return undefined;
  const own: BoundCondition =
    'empty' in condition && condition.empty
      ? (rows) => !rows.some(passesIn) && (and?.(rows) ?? true)
      : (rows) => rows.some((cells) => passesIn(cells) && (and?.([cells]) ?? true));
  return unless === undefined ? own : (rows) => own(rows) && !unless(rows);
}

/** A rule bound to a header. */
export interface BoundRule {
  readonly reason: Reason;
  readonly holds: BoundCondition;
  /** It holds for every status that no other rule knows. */
  readonly isCatchAll: boolean;
}

/** Binds those of the rules that the header has columns for. */
export const bindRules = (rules: readonly Rule[], header: Header): BoundRule[] =>
  rules.flatMap((rule) => {
    const holds = bindCondition(rule, header);
    return holds === undefined ? [] : [{ reason: rule.reason, holds, isCatchAll: 'notIn' in rule }];
  });

/** Binds those of the conditions that the header has columns for. */
export const bindConditions = (conditions: readonly Condition[], header: Header): BoundCondition[] =>
  conditions.flatMap((condition) => bindCondition(condition, header) ?? []);
