import type { Body } from '../document/check.ts';
import type { Reason } from '../document/reasons.ts';
import type { ReadDocument } from '../document/types.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import type { Assembled, Base } from './assemble-document.ts';
import type { ColumnPlan } from './column-plan.ts';
import { cellsOf, linesOf, type Part, parseScattered, type partDocuments } from './part-documents.ts';

/** The body of a document whose other rows may come later; only with all rows is its outcome known. */
export const waiting = 'waiting';

/** Joins the scattered rows of one file to their document, or to each other. */
export function scatteredJoiner(
  plan: ColumnPlan,
  { layout, sink, tally }: ReadingContext,
  documents: ReturnType<typeof partDocuments>,
) {
  const { judge, isInvalid, documentOf, leftOutDocument } = documents;
  const isOfLine = (field: string | undefined): boolean => layout.targets.get(field ?? '')?.perLine === true;

  /** Replaces a document in the sink with one made of all its rows. */
  function putWhole(reference: string, whole: Part, made: Assembled | undefined): void {
    documents.tell(reference, whole, made);
    sink.replace(documentOf(reference, linesOf(whole), made, isInvalid(whole, made)));
  }

  /** All rows of an order that was left out by its first ones, judged together. */
  function joinLeftOut(reference: string, part: Part, earlier: ReadDocument, before: Reason): void {
    const { rows, ragged } = parseScattered(earlier.body);
    const whole = { rows: [...rows, ...part.rows], ragged: [...ragged, ...part.ragged] };
    const { made, leftOut } = judge(whole);
    tally.notLeftOut(before, reference);
    if (leftOut !== undefined) {
      tally.leftOut(leftOut, reference);
      sink.replace(leftOutDocument(reference, whole, leftOut));
      return;
    }
    tally.document(isInvalid(whole, made));
    putWhole(reference, whole, made);
  }

  /** All rows of an order whose parts could not be judged separately. */
  function joinHalves(reference: string, part: Part): void {
    const { made, leftOut } = judge(part);
    if (leftOut !== undefined) {
      tally.becameLeftOut(true, leftOut, reference);
      sink.replace(leftOutDocument(reference, part, leftOut));
      return;
    }
    if (!isInvalid(part, made)) tally.becameValid();
    putWhole(reference, part, made);
  }

  /** The document before its later rows; undefined if it is already invalid. */
  function baseOf({ invalid, body, lines: [line], rowMarks = [] }: ReadDocument): Base | undefined {
    if (invalid) return undefined;
    return { body: JSON.parse(body) as Body, line: line as number, rowMarks };
  }

  /** Later rows of a document that the sink already has. */
  function joinLater(reference: string, part: Part, earlier: ReadDocument): void {
    const lines = [...earlier.lines, ...linesOf(part)];
    const laterReason = plan.leaveOut.laterReason(cellsOf(part));
    if (laterReason !== undefined) {
      tally.becameLeftOut(earlier.invalid, laterReason, reference);
      sink.replace({ ...leftOutDocument(reference, part, laterReason), lines });
      return;
    }
    const base = baseOf(earlier);
    const made = documents.assembleLater(part, base);
    documents.warn(made, reference);
    // Without the first rows, only the lines themselves can be judged.
    for (const problem of made?.problems ?? []) {
      if (base !== undefined || isOfLine(problem.field)) documents.report(problem, reference);
    }
    documents.reportRagged(part, reference);
    const invalid = earlier.invalid || isInvalid(part, made);
    if (invalid && !earlier.invalid) tally.becameInvalid();
    for (const { reason } of made?.leftOutLines ?? []) tally.leftOutLine(reason, reference);
    const leftOutLines = [...(earlier.leftOutLines ?? []), ...(made?.leftOutLines ?? [])];
    sink.replace(documentOf(reference, lines, made, invalid, leftOutLines));
  }

  return function join(reference: string, part: Part): void {
    const earlier = sink.find(reference) as ReadDocument;
    if (earlier.leftOut !== undefined) joinLeftOut(reference, part, earlier, earlier.leftOut);
    else if (earlier.body === waiting) joinHalves(reference, part);
    else joinLater(reference, part, earlier);
  };
}
