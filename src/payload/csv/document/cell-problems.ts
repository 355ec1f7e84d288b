import type { Problem } from '../../../contract/problems.ts';
import { stated } from '../../../errors.ts';
import { type Body, describe } from '../../document/check.ts';
import type { Layout } from '../../document/layout.ts';
import type { CellError } from '../../fields/cell-error.ts';
import { columnIn } from '../../mapping/field-source.ts';
import { cellAt } from '../../mapping/header.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan, FieldReader } from '../columns/column-plan.ts';

/** A field's column in this row, for a problem; nothing if it has none. */
export function columnOf({ source }: FieldReader, row: Row): { readonly column?: string } {
  const column = source && columnIn(source, row.cells).header;
  return column === undefined ? {} : { column };
}

/** The text in a field's column, as written in the file. */
export function foundIn({ source }: FieldReader, row: Row): string {
  const index = source && columnIn(source, row.cells).index;
  return index === undefined ? '' : cellAt(row.cells, index);
}

/** A cell that could not be read. */
export function unreadCell(field: FieldReader, row: Row, error: CellError): DocumentProblem {
  return {
    line: row.line,
    ...columnOf(field, row),
    field: field.target.name,
    found: foundIn(field, row),
    expected: error.expected,
    message: `${field.target.name} ${error.message}`,
    [stated]: error[stated],
  };
}

/** Values in columns without a name in the header. */
export function namelessCells(plan: ColumnPlan, row: Row): DocumentProblem[] {
  return plan.nameless.flatMap((index) => {
    const found = (row.cells[index] as string).trim();
    const message = `column ${index + 1} has no name in the header, but a value here`;
    return found === ''
      ? []
      : [{ line: row.line, found, expected: 'a blank cell, or a column name in the header', message }];
  });
}

/** The row to which a problem of a body belongs. */
export interface Place {
  /** The rows of those lines of the body that come from this part of the file. */
  readonly lineRows: readonly Row[];
  /** Lines of the body that come from earlier rows. */
  readonly earlierLines: number;
  readonly firstRow: Row;
}

/** Assigns the problems that the service's rules find in a body to their rows and columns. */
export function locator(plan: ColumnPlan, layout: Layout) {
  const fieldOf = new Map(
    [...plan.documentFields, ...plan.lineFields].map((field) => [field.target.name, field]),
  );
  /** Whether the missing field is already reported as a problem of the header. */
  const isAbsent = (name: string): boolean =>
    plan.absent.has(name) || [...plan.absent].some((absent) => absent.startsWith(`${name}.`));

  /** The problems of the body that are not in `known`. */
  return function locate(
    found: readonly Problem[],
    { lineRows, earlierLines, firstRow }: Place,
    body: Body,
    known: readonly DocumentProblem[],
  ): DocumentProblem[] {
    const reported = new Set(known.map(({ line, field }) => `${field} ${line}`));
    const sharesAddress = body.BillingAddress === body.DeliveryAddress;
    return found.flatMap((problem) => {
      const [section, index, member] = problem.path;
      const isLine = section === layout.lines && typeof index === 'number';
      const row = isLine ? lineRows[index - earlierLines] : firstRow;
      const name = isLine ? String(member ?? section) : problem.path.join('.');
      if (row === undefined || reported.has(`${name} ${row.line}`)) return [];
      if (problem.missing && isAbsent(name)) return [];
      if (section === 'BillingAddress' && sharesAddress) return [];
      const field = fieldOf.get(name);
      const shown = problem.missing || problem.found === undefined ? '' : describe(problem.found);
      return {
        line: row.line,
        ...(field && columnOf(field, row)),
        field: name,
        found: shown,
        expected: problem.expected,
        message: `${name} ${problem.complaint}`,
        [stated]: problem.saysExpected ? ['expected'] : [],
      };
    });
  };
}
