import { isHeaderAgain } from '../../mapping/header.ts';
import { ownText } from '../../problems.ts';
import type { ReadingContext } from '../../reading-context.ts';
import type { ReadDocument } from '../../types.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import type { Row } from '../rows/rows.ts';
import { scatteredJoiner, waiting } from './join-scattered.ts';
import { orderRowsOf } from './order-rows.ts';
import { linesOf, type Part, scatteredText } from './part.ts';
import { partDocuments } from './part-documents.ts';
import { referenceReader } from './row-reference.ts';

/** Takes a file's rows and passes each finished document to the sink. */
export interface Grouping {
  add(row: Row): void;
  /** The file has ended. */
  finish(): void;
  /** Joins scattered rows to their document, or to each other. */
  resume(reference: string, part: Part): void;
}

/**
 * Groups the rows of one file by reference. Adjacent rows become a document at once. Rows of a document that is already
 * finished wait in the sink until the end of the file, so that only one document is in memory at a time.
 */
export function grouping(file: number, plan: ColumnPlan, context: ReadingContext): Grouping {
  const { layout, sink, tally } = context;
  const { leaveOut } = plan;
  const documents = partDocuments(file, plan, context);
  const referenceOf = referenceReader(plan);
  const { isHalf } = orderRowsOf(leaveOut);
  const width = plan.header.names.length;
  const keyColumn = plan.reference.source?.header;
  const column = keyColumn === undefined ? {} : { column: keyColumn };
  let current: { reference: string; part: Part } | undefined;

  function close(): void {
    if (current === undefined) return;
    const { reference, part } = current;
    current = undefined;
    const { made, leftOut } = documents.judge(part);
    if (leftOut === undefined && isHalf(part, made)) {
      if (sink.add({ reference, body: waiting, file, lines: linesOf(part), invalid: true }))
        tally.document(true);
      comeBack(reference, part);
      return;
    }
    if (leftOut !== undefined) {
      if (sink.add(documents.leftOutDocument(reference, part, leftOut)))
        tally.leftOut(leftOut, ownText(reference));
      else comeBack(reference, part);
      return;
    }
    const invalid = documents.isInvalid(part, made);
    if (!sink.add(documents.documentOf(reference, linesOf(part), made, invalid))) {
      comeBack(reference, part);
      return;
    }
    tally.document(invalid);
    documents.tell(reference, part, made);
  }

  /** The reference is in the sink: earlier rows of this file, or a document of another. */
  function comeBack(reference: string, part: Part): void {
    const earlier = sink.find(reference) as ReadDocument;
    if (earlier.file === file) sink.keepScattered(reference, scatteredText(file, part));
    else context.duplicate({ file, lines: linesOf(part), ...column }, earlier);
  }

  function withoutReference(row: Row): void {
    const continues =
      current !== undefined &&
      plan.documentFields.every(({ source }) => (source?.text(row.cells) ?? '') === '');
    documents.report({
      line: row.line,
      ...column,
      field: layout.reference,
      found: '',
      expected: `${layout.reference} on every row`,
      message: `${layout.reference} is required`,
    });
    // It looks like another line of the previous document, which must not be sent without it.
    if (continues && current !== undefined) current.part.ragged.push(row);
    else tally.document(true);
  }

  function loneRagged(row: Row): void {
    // It is not clear whose line it is, so the previous document is not sent either.
    if (current !== undefined) {
      current.part.ragged.push(row);
      return;
    }
    documents.reportRagged({ rows: [], ragged: [row] });
    tally.document(true);
  }

  return {
    add(row) {
      if (leaveOut.isSkipped(row.cells) || isHeaderAgain(row.cells, plan.header)) return;
      const ragged = row.cells.length !== width;
      const reference = referenceOf(row, ragged);
      if (reference === '') {
        if (ragged) loneRagged(row);
        else withoutReference(row);
        return;
      }
      if (current === undefined || current.reference !== reference) {
        close();
        current = { reference, part: { rows: [], ragged: [] } };
      }
      (ragged ? current.part.ragged : current.part.rows).push(row);
    },
    finish: close,
    resume: scatteredJoiner(plan, context, documents),
  };
}
