import type { LeftOutLine, Reason } from '../../document/reasons.ts';
import type { NewDocument } from '../../document/types.ts';
import { type DocumentProblem, ownText } from '../../reading/problems.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { reasonOfLines } from '../columns/left-out.ts';
import { type Assembled, assembler, type Base } from '../document/assemble-document.ts';
import { orderRowsOf } from './order-rows.ts';
import { cellsOf, linesOf, type Part, raggedRow, scatteredText } from './part.ts';

/** The result of reading the rows of a document. */
export interface Judged {
  /** Absent if no row could be read, or the rows' status leaves the order out. */
  readonly made: Assembled | undefined;
  /** Why the order is left out, because of its rows or its lines. */
  readonly leftOut: Reason | undefined;
}

/** Assembles documents from the parts of a file, and reports and counts them. */
export function partDocuments(file: number, plan: ColumnPlan, context: ReadingContext) {
  const { tally } = context;
  const { leaveOut } = plan;
  const assemble = assembler(plan, context.layout, context.options);
  const { inOrder } = orderRowsOf(leaveOut);
  const width = plan.header.names.length;

  /** `owner`: the reference of the document that the problem belongs to, if it is not shown as its reference. */
  const report = (problem: DocumentProblem, reference?: string, owner = reference ?? ''): void =>
    context.problems.add(file, reference === undefined ? problem : { reference, ...problem }, owner);

  function reportRagged(part: Part, reference?: string): void {
    for (const row of part.ragged) if (row.cells.length !== width) report(raggedRow(row, width), reference);
  }

  function warn(made: Assembled | undefined, reference: string): void {
    for (const warning of made?.warnings ?? []) context.warnings.add(file, { reference, ...warning });
  }

  function documentOf(
    reference: string,
    lines: number[],
    made: Assembled | undefined,
    invalid: boolean,
    leftOutLines: readonly LeftOutLine[] = made?.leftOutLines ?? [],
  ): NewDocument {
    const body = made === undefined || invalid ? '' : made.body;
    const rowMarks = invalid ? [] : (made?.rowMarks ?? []);
    const document = { reference, body, file, lines, invalid };
    // Most documents have neither, and a copy made with `...` takes longer than the rest.
    if (leftOutLines.length + rowMarks.length === 0) return document;
    return {
      ...document,
      ...(leftOutLines.length === 0 ? {} : { leftOutLines }),
      ...(rowMarks.length === 0 ? {} : { rowMarks }),
    };
  }

  return {
    report,
    reportRagged,
    warn,
    documentOf,

    /** The result of all rows of a document. */
    judge(part: Part): Judged {
      if (part.rows.length === 0) return { made: undefined, leftOut: undefined };
      const orderReason = leaveOut.orderReason(cellsOf(part));
      if (orderReason !== undefined) return { made: undefined, leftOut: orderReason };
      const made = assemble(inOrder(part.rows));
      const isLeftOut = made.isEmpty && part.ragged.length === 0;
      return { made, leftOut: isLeftOut ? reasonOfLines(made.leftOutLines) : undefined };
    },

    /** Adds later rows to their complete document. */
    assembleLater: (part: Part, base: Base | undefined): Assembled | undefined =>
      part.rows.length === 0 ? undefined : assemble(part.rows, base),

    isInvalid: (part: Part, made: Assembled | undefined): boolean =>
      made === undefined || made.problems.length > 0 || part.ragged.length > 0 || plan.problems.length > 0,

    leftOutDocument: (reference: string, part: Part, leftOut: Reason): NewDocument => ({
      reference,
      body: scatteredText(file, part),
      file,
      lines: linesOf(part),
      invalid: false,
      leftOut,
    }),

    /** Counts a complete document and reports its problems. */
    tell(reference: string, part: Part, made: Assembled | undefined): void {
      if (made?.copiedBilling) tally.billingCopied(plan.copiesBilling);
      if (made?.hasFreeLine) tally.freeLine(ownText(reference));
      for (const { reason } of made?.leftOutLines ?? []) tally.leftOutLine(reason, ownText(reference));
      warn(made, reference);
      for (const problem of made?.problems ?? []) report(problem, reference);
      reportRagged(part, reference);
    },
  };
}
