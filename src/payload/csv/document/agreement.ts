import { stated } from '../../../errors.ts';
import { parseInstant } from '../../../text/time/time.ts';
import type { Body } from '../../document/check.ts';
import type { Layout, Target } from '../../document/layout.ts';
import { isCellError } from '../../fields/cell-error.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { columnOf, unreadCell } from './cell-problems.ts';

/** The value of a field in a body. */
function valueIn(body: Body, { section, field }: Target): unknown {
  return section === '' ? body[field] : (body[section] as Body | undefined)?.[field];
}

/** A later row of a document, compared with what came before. */
interface Compared {
  readonly problems: DocumentProblem[];
  readonly warnings: DocumentProblem[];
}

/**
 * Checks that later rows of a document do not contradict its first. In a shop export, each line may have its own
 * `DispatchBy`: the earliest is used, with a warning.
 */
export function agreement(plan: ColumnPlan, layout: Layout) {
  /** Whether different times were resolved to the earliest instead of reported as a problem. */
  function keepsEarliest({ field }: Target, value: unknown, body: Body): boolean {
    if (!plan.takesEarliestDispatch || field !== 'DispatchBy') return false;
    if (typeof value !== 'string' || typeof body.DispatchBy !== 'string') return false;
    if (parseInstant(value) < parseInstant(body.DispatchBy)) body.DispatchBy = value;
    return true;
  }

  /**
   * `firstRow` if it is known; otherwise the first rows are already in the body. `firstLine` is their line. May set an
   * earlier `DispatchBy` in the body.
   */
  return function agree(row: Row, body: Body, firstRow: Row | undefined, firstLine: number): Compared {
    const problems: DocumentProblem[] = [];
    const warnings: DocumentProblem[] = [];
    for (const field of plan.documentFields) {
      const { source, constant, target } = field;
      if (source?.header === undefined || constant !== undefined) continue;
      const text = source.text(row.cells);
      const first = firstRow && source.text(firstRow.cells);
      // The first row's value is invalid and already reported; nothing can agree with it.
      if (text === '' || text === first || (first !== undefined && isCellError(first))) continue;
      // The default of a blank cell is for the order, not for its later rows.
      if (source.isBlank?.(row.cells)) continue;
      const value = isCellError(text) ? text : field.read(text);
      if (isCellError(value)) {
        problems.push(unreadCell(field, row, value));
        continue;
      }
      const known = valueIn(body, target);
      if (known === value) continue;
      const other = first ?? known ?? '';
      const column = columnOf(field, row);
      if (keepsEarliest(target, value, body)) {
        warnings.push({
          line: row.line,
          ...column,
          field: target.name,
          found: String(text),
          expected: String(body[target.field]),
          message: `${target.name} differs between the lines of the order; the earliest, ${String(body[target.field])}, is used`,
        });
        continue;
      }
      const there = other === '' ? `is blank on line ${firstLine}` : `is ${other} on line ${firstLine}`;
      problems.push({
        line: row.line,
        ...column,
        field: target.name,
        found: String(text),
        expected: other === '' ? 'nothing' : `${other}, or a blank cell`,
        message: `${target.name} is ${text} here but ${there}; rows of one ${layout.reference} must agree`,
        [stated]: ['found'],
      });
    }
    return { problems, warnings };
  };
}
