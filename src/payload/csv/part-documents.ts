import { stated } from '../../errors.ts';
import { kindNames, mostLines } from '../document/layout.ts';
import { type DocumentProblem, excerpt, ownText, type ReadingContext } from '../document/reading.ts';
import type { Reason } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import type { NewDocument } from '../document/types.ts';
import { unreadable } from '../source/sources.ts';
import { type Assembled, assembler } from './assemble-document.ts';
import type { ColumnPlan } from './column-plan.ts';
import { isUndecided, reasonOfLines } from './row-rules.ts';

/** The rows of one document, in the order of the file. */
export interface Part {
  readonly rows: Row[];
  /** Rows whose cells cannot be assigned to columns; they keep the document from being sent. */
  readonly ragged: Row[];
}

const cellsOf = ({ rows }: Part): readonly (readonly string[])[] => rows.map(({ cells }) => cells);

/** Refuses a document of too many rows, which would take too long. Throws a `CfiError`. */
export function checkRows(context: ReadingContext, file: number, reference: string, { rows }: Part): void {
  const beyond = rows[mostLines];
  if (beyond === undefined) return;
  const what = `${kindNames[context.layout.kind].one} ${excerpt(reference)}`;
  const most = `${mostLines.toLocaleString('en')} rows, the most that are read`;
  throw unreadable(context.names[file] ?? '', beyond.line, `${what} has more than ${most}`);
}

/** The row without remarks about merged cells that begin within its own document: they say it of the whole document. */
const withinOrder = (row: Row, { line }: Row): Row =>
  row.remarks?.some(({ since = 0 }) => since >= line)
    ? { ...row, remarks: row.remarks.filter(({ since = 0 }) => since < line) }
    : row;

/** Physical lines of all its rows, in order. */
export function linesOf({ rows, ragged }: Part): number[] {
  const [first] = rows;
  if (rows.length === 1 && ragged.length === 0 && first !== undefined) return [first.line];
  return [...rows, ...ragged].map(({ line }) => line).sort((a, b) => a - b);
}

/** The problem of a row with too few or too many cells. */
export const raggedRow = ({ cells, line }: Row, width: number): DocumentProblem => ({
  line,
  expected: `${width} cells`,
  found: `${cells.length} cells`,
  message: `the row has ${cells.length} cells, but the header has ${width} columns; a cell that contains the delimiter must be in quotes`,
  [stated]: ['found'],
});

/** Assembles documents from the parts of a file, and reports and counts them. */
export function partDocuments(file: number, plan: ColumnPlan, context: ReadingContext) {
  const { layout, tally } = context;
  const { choice, faults, filling } = plan;
  const assemble = assembler(plan, layout, context.options);
  const isOrderRow = ({ cells }: Row): boolean => choice.isOrderRow(cells);

  /** An order's own row before those of its items: sorting the file may separate them. */
  const inOrder = (rows: readonly Row[]): readonly Row[] =>
    choice.hasOrderRows ? [...rows.filter(isOrderRow), ...rows.filter((row) => !isOrderRow(row))] : rows;

  const width = plan.fields.header.names.length;

  /** `owner`: the reference of the document that the problem belongs to, if it is not shown as its reference. */
  const report = (problem: DocumentProblem, reference?: string, owner = reference ?? ''): void =>
    context.problems.add(file, reference === undefined ? problem : { reference, ...problem }, owner);

  function reportRagged(part: Part, reference?: string): void {
    for (const row of part.ragged) if (row.cells.length !== width) report(raggedRow(row, width), reference);
  }

  /** Assembles all rows of a document, unless its rows or its lines leave it out; then says why. */
  function judge(part: Part): { readonly made?: Assembled; readonly leftOut?: Reason | undefined } {
    const [first] = part.rows;
    if (first === undefined) return {};
    for (const [at, row] of part.rows.entries())
      if (row.remarks !== undefined) part.rows[at] = withinOrder(row, first);
    const orderReason = part.rows.some(isUndecided) ? undefined : choice.orderReason(cellsOf(part));
    if (orderReason !== undefined) return { leftOut: orderReason };
    const made = assemble(inOrder(part.rows));
    const isLeftOut = made.isEmpty && part.ragged.length === 0;
    return { made, leftOut: isLeftOut ? reasonOfLines(made.leftOutLines) : undefined };
  }

  function documentOf(reference: string, part: Part, made: Assembled | undefined): NewDocument {
    const isSound = made?.problems.length === 0 && part.ragged.length + faults.problems.length === 0;
    const invalid = !isSound || context.repeated.has(reference);
    const document = { reference, body: invalid ? '' : made.body, file, lines: linesOf(part), invalid };
    const { leftOutLines = [], notes: found = [] } = made ?? {};
    const notes = invalid ? [] : found;
    // Most documents have none of these, and a copy is slow.
    if (leftOutLines.length + notes.length === 0) return document;
    return {
      ...document,
      ...(leftOutLines.length === 0 ? {} : { leftOutLines }),
      ...(notes.length === 0 ? {} : { notes }),
    };
  }

  function tell(reference: string, part: Part, made: Assembled | undefined): void {
    if (made?.copiedBilling) tally.billingCopied(filling.copiesBilling);
    if (made?.hasFreeLine) tally.freeLine(ownText(reference));
    tally.leftOutLines(ownText(reference), made?.leftOutLines ?? []);
    for (const warning of made?.warnings ?? []) context.warnings.add(file, { reference, ...warning });
    const firstLine = part.rows[0]?.line ?? 0;
    // Without the first rows, only the lines themselves can be judged.
    const hasFirst = part.ragged.every(({ line }) => line > firstLine);
    for (const problem of made?.problems ?? [])
      if (hasFirst || problem.field === undefined || layout.targets.get(problem.field)?.perLine === true)
        report(problem, reference);
    reportRagged(part, reference);
  }

  return {
    report,
    reportRagged,

    /** Makes a document of all its rows, and reports it; false, without a word, if `put` does not take it. */
    store(reference: string, part: Part, put: (document: NewDocument) => boolean): boolean {
      const { made, leftOut } = judge(part);
      if (leftOut !== undefined && !context.repeated.has(reference)) {
        if (!put({ reference, body: '', file, lines: linesOf(part), invalid: false, leftOut })) return false;
        const isPartly = leftOut === 'fulfilled' && choice.isPartly(cellsOf(part));
        tally.leftOut(leftOut, ownText(reference), isPartly);
        if (context.options.wasCreated?.(reference) === true) return true;
        for (const row of part.rows)
          for (const warning of choice.emptyWords(row, leftOut))
            context.warnings.add(file, { reference, ...warning });
        return true;
      }
      const document = documentOf(reference, part, made);
      if (!put(document)) return false;
      if (document.notes !== undefined) tally.hasNotes = true;
      tally.document(document.invalid);
      tell(reference, part, made);
      return true;
    },
  };
}
