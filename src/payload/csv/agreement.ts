import type { Body } from '../check.ts';
import type { Layout, Target } from '../layout.ts';
import type { DocumentProblem } from '../problems.ts';
import { isCellError } from './cell-error.ts';
import { unreadCell } from './cell-problems.ts';
import type { ColumnPlan } from './column-plan.ts';
import type { Row } from './rows.ts';

/** The value of a field in a body. */
function valueIn(body: Body, { section, field }: Target): unknown {
  return section === '' ? body[field] : (body[section] as Body | undefined)?.[field];
}

/** Checks that later rows of a document do not contradict its first. */
export function agreement(plan: ColumnPlan, layout: Layout) {
  /** `firstRow` where it is known; else what the first rows came to is in the body. `firstLine` is their line. */
  return function agree(
    row: Row,
    body: Body,
    firstRow: Row | undefined,
    firstLine: number,
  ): DocumentProblem[] {
    const problems: DocumentProblem[] = [];
    for (const field of plan.documentFields) {
      const { source, constant, target } = field;
      if (source?.header === undefined || constant !== undefined) continue;
      const text = source.text(row.cells);
      const first = firstRow && source.text(firstRow.cells);
      if (text === '' || text === first) continue;
      const value = isCellError(text) ? text : field.read(text);
      if (isCellError(value)) {
        problems.push(unreadCell(field, row, value));
        continue;
      }
      const known = valueIn(body, target);
      if (known === value) continue;
      const other = first === undefined || isCellError(first) ? (known ?? '') : first;
      const there = other === '' ? `is blank on line ${firstLine}` : `is ${other} on line ${firstLine}`;
      problems.push({
        line: row.line,
        column: source.header,
        field: target.name,
        found: String(text),
        expected: other === '' ? 'nothing' : `${other}, or nothing`,
        message: `${target.name} is ${text} here but ${there}; rows of one ${layout.reference} must agree`,
      });
    }
    return problems;
  };
}
