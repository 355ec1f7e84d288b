import { nameColumns, twinColumn } from '../../document/own-names.ts';
import { cellAt, firstFilled } from '../../mapping/header.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { assembler } from '../document/assemble-document.ts';
import type { Grouping } from './group-rows.ts';
import { raggedRow } from './part.ts';

/** Makes a document of each row, for documents without a reference at the service. */
export function singleRows(file: number, plan: ColumnPlan, context: ReadingContext): Grouping {
  const { layout, sink, tally, names } = context;
  const assemble = assembler(plan, layout, context.options);
  const { header } = plan;
  const named = nameColumns(header.names, layout.reference).map((name) => header.names.indexOf(name));
  const twinIndex = header.names.indexOf(twinColumn);
  const nameIn = ({ cells }: Row): { given: string; twin: string } => ({
    given: firstFilled(cells, named),
    twin: cellAt(cells, twinIndex),
  });

  return {
    add(row) {
      const isRagged = row.cells.length !== header.names.length;
      const made = isRagged ? undefined : assemble([row]);
      const problems = made?.problems ?? [raggedRow(row, header.names.length)];
      const invalid = problems.length > 0 || plan.problems.length > 0;
      const { given, twin } = nameIn(row);
      for (const problem of problems)
        context.problems.add(file, { ...(given === '' ? {} : { reference: given }), ...problem }, given);
      const body = made === undefined || invalid ? '' : JSON.stringify(made.body);
      const reference =
        made === undefined || invalid
          ? names.nameOf({ given: given === '' ? `line ${row.line}` : given, twin }, {}, '')
          : names.nameOf({ given, twin }, made.body, body);
      sink.add({ reference, body, file, lines: [row.line], invalid });
      tally.document(invalid);
    },
    finish() {},
    resume() {},
  };
}
