import type { Body } from '../../document/check.ts';
import { isHeaderAgain } from '../../mapping/header.ts';
import { type DocumentProblem, ownText } from '../../problems.ts';
import type { ReadingContext } from '../../reading-context.ts';
import type { LeftOutLine, Reason } from '../../reasons.ts';
import type { ReadDocument } from '../../types.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { reasonOfLines } from '../columns/left-out.ts';
import { type Assembled, assembler } from '../document/assemble-document.ts';
import type { Row } from '../rows/rows.ts';
import { orderRowsOf } from './order-rows.ts';
import { cellsOf, linesOf, type Part, parseScattered, raggedRow, scatteredText } from './part.ts';
import { referenceReader } from './row-reference.ts';

/** The body of a document whose other rows may come later; what it comes to is known only with all of them. */
const waiting = 'waiting';

/** Takes a file's rows and hands each finished document to the sink. */
export interface Grouping {
  add(row: Row): void;
  /** The file is at its end. */
  finish(): void;
  /** Joins scattered rows to the document they belong to, or to each other. */
  resume(reference: string, part: Part): void;
}

/**
 * Groups the rows of one file by reference. Adjacent rows make a document at once; rows that belong to a document
 * already finished wait in the sink until the end of the file, so that memory holds one document at a time.
 */
export function grouping(file: number, plan: ColumnPlan, context: ReadingContext): Grouping {
  const { layout, sink, tally } = context;
  const assemble = assembler(plan, layout, context.options);
  const referenceOf = referenceReader(plan);
  const { leaveOut } = plan;
  const { inOrder, isHalf } = orderRowsOf(leaveOut);
  const width = plan.header.names.length;
  const warn = (made: Assembled | undefined, reference: string): void => {
    for (const warning of made?.warnings ?? []) context.warnings.add(file, { reference, ...warning });
  };
  const isOfLine = (field: string | undefined): boolean => layout.targets.get(field ?? '')?.perLine === true;
  const report = (problem: DocumentProblem, reference?: string): void =>
    context.problems.add(file, reference === undefined ? problem : { reference, ...problem });
  const keyColumn = plan.reference.source?.header;
  const column = keyColumn === undefined ? {} : { column: keyColumn };
  let current: { reference: string; part: Part } | undefined;

  function documentOf(reference: string, lines: number[], made: Assembled | undefined, invalid: boolean) {
    const body = made === undefined || invalid ? '' : made.text;
    return { reference, body, file, lines, invalid };
  }

  function reportRagged(part: Part, reference?: string): void {
    for (const row of part.ragged) if (row.cells.length !== width) report(raggedRow(row, width), reference);
  }

  const isInvalid = (part: Part, made: Assembled | undefined): boolean =>
    made === undefined || made.problems.length > 0 || part.ragged.length > 0 || plan.problems.length > 0;

  /** Why an order is not sent, by its rows or by its lines. */
  const reasonFor = (part: Part, made: Assembled | undefined): Reason | undefined =>
    made?.isEmpty && part.ragged.length === 0 ? reasonOfLines(made.leftOutLines) : undefined;

  const leftOutDocument = (reference: string, part: Part, leftOut: Reason): ReadDocument => ({
    reference,
    body: scatteredText(file, part),
    file,
    lines: linesOf(part),
    invalid: false,
    leftOut,
  });

  /** Counts what an order that is sent came to. */
  function count(reference: string, made: Assembled | undefined): void {
    if (made?.copiedBilling) tally.billingCopied(plan.copiesBilling);
    if (made?.hasFreeLine) tally.freeLine(ownText(reference));
    for (const { reason } of made?.leftOutLines ?? []) tally.leftOutLine(reason, ownText(reference));
  }

  const withLeftOut = (document: ReadDocument, leftOutLines: readonly LeftOutLine[]): ReadDocument =>
    leftOutLines.length === 0 ? document : { ...document, leftOutLines };

  function close(): void {
    if (current === undefined) return;
    const { reference, part } = current;
    current = undefined;
    const orderReason = part.rows.length === 0 ? undefined : leaveOut.orderReason(cellsOf(part));
    const made =
      part.rows.length === 0 || orderReason !== undefined ? undefined : assemble(inOrder(part.rows));
    const leftOut = orderReason ?? reasonFor(part, made);
    if (leftOut === undefined && isHalf(part, made)) {
      if (sink.add({ reference, body: waiting, file, lines: linesOf(part), invalid: true }))
        tally.document(true);
      comeBack(reference, part);
      return;
    }
    const invalid = leftOut === undefined && isInvalid(part, made);
    const document =
      leftOut === undefined
        ? withLeftOut(documentOf(reference, linesOf(part), made, invalid), made?.leftOutLines ?? [])
        : leftOutDocument(reference, part, leftOut);
    if (!sink.add(document)) {
      comeBack(reference, part);
      return;
    }
    if (leftOut !== undefined) {
      tally.leftOut(leftOut, ownText(reference));
      return;
    }
    tally.document(invalid);
    count(reference, made);
    warn(made, reference);
    for (const problem of made?.problems ?? []) report(problem, reference);
    reportRagged(part, reference);
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
    report({
      line: row.line,
      ...column,
      field: layout.reference,
      found: '',
      expected: `${layout.reference} on every row`,
      message: `${layout.reference} is required`,
    });
    // It looks like a further line of the document before it, which must not be sent without it.
    if (continues && current !== undefined) current.part.ragged.push(row);
    else tally.document(true);
  }

  function loneRagged(row: Row): void {
    // Nothing tells whose line it is, so the document before it is not sent either.
    if (current !== undefined) {
      current.part.ragged.push(row);
      return;
    }
    reportRagged({ rows: [], ragged: [row] });
    tally.document(true);
  }

  /** All rows of an order that was left out by its first ones, judged together. */
  function resumeLeftOut(reference: string, part: Part, earlier: ReadDocument, before: Reason): void {
    const { rows, ragged } = parseScattered(earlier.body);
    const whole = { rows: [...rows, ...part.rows], ragged: [...ragged, ...part.ragged] };
    const orderReason = leaveOut.orderReason(cellsOf(whole));
    const made = orderReason === undefined ? assemble(inOrder(whole.rows)) : undefined;
    const reason = orderReason ?? reasonFor(whole, made);
    if (reason !== undefined) {
      sink.replace(leftOutDocument(reference, whole, reason));
      return;
    }
    tally.notLeftOut(before, reference);
    tally.document(isInvalid(whole, made));
    putWhole(reference, whole, made);
  }

  /** All rows of an order of which no part could be judged alone. */
  function resumeHalf(reference: string, part: Part): void {
    const orderReason = leaveOut.orderReason(cellsOf(part));
    const made = orderReason === undefined ? assemble(inOrder(part.rows)) : undefined;
    const reason = orderReason ?? reasonFor(part, made);
    if (reason !== undefined) {
      tally.becameLeftOut(true, reason, reference);
      sink.replace(leftOutDocument(reference, part, reason));
      return;
    }
    if (!isInvalid(part, made)) tally.becameValid();
    putWhole(reference, part, made);
  }

  /** Puts a document made of all its rows in the place of what the sink has of it. */
  function putWhole(reference: string, whole: Part, made: Assembled | undefined): void {
    const invalid = isInvalid(whole, made);
    count(reference, made);
    warn(made, reference);
    for (const problem of made?.problems ?? []) report(problem, reference);
    reportRagged(whole, reference);
    sink.replace(withLeftOut(documentOf(reference, linesOf(whole), made, invalid), made?.leftOutLines ?? []));
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
    resume(reference, part) {
      const earlier = sink.find(reference) as ReadDocument;
      if (earlier.leftOut !== undefined) {
        resumeLeftOut(reference, part, earlier, earlier.leftOut);
        return;
      }
      if (earlier.body === waiting) {
        resumeHalf(reference, part);
        return;
      }
      const laterReason = leaveOut.laterReason(cellsOf(part));
      if (laterReason !== undefined) {
        tally.becameLeftOut(earlier.invalid, laterReason, reference);
        sink.replace({
          ...leftOutDocument(reference, part, laterReason),
          lines: [...earlier.lines, ...linesOf(part)],
        });
        return;
      }
      const [firstLine] = earlier.lines;
      const base = earlier.invalid
        ? undefined
        : { body: JSON.parse(earlier.body) as Body, line: firstLine as number };
      if (base !== undefined && plan.copiesBilling) base.body.BillingAddress = base.body.DeliveryAddress;
      const made = part.rows.length === 0 ? undefined : assemble(part.rows, base);
      warn(made, reference);
      // Without the first rows only what the lines say by themselves can be judged.
      for (const problem of made?.problems ?? []) {
        if (base !== undefined || isOfLine(problem.field)) report(problem, reference);
      }
      reportRagged(part, reference);
      const invalid = earlier.invalid || isInvalid(part, made);
      if (invalid && !earlier.invalid) tally.becameInvalid();
      for (const { reason } of made?.leftOutLines ?? []) tally.leftOutLine(reason, reference);
      const document = documentOf(reference, [...earlier.lines, ...linesOf(part)], made, invalid);
      sink.replace(withLeftOut(document, [...(earlier.leftOutLines ?? []), ...(made?.leftOutLines ?? [])]));
    },
  };
}
