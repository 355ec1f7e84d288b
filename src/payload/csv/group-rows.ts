import type { Body } from '../check.ts';
import { type DocumentProblem, ownText } from '../problems.ts';
import type { Context } from '../reading-context.ts';
import type { ReadDocument } from '../types.ts';
import { type Assembled, assembler, type Part } from './assemble-document.ts';
import type { Plan } from './header-plan.ts';
import type { Row } from './rows.ts';

/** Takes a file's rows and hands each finished document to the sink. */
export interface Grouping {
  add(row: Row): void;
  /** The file is at its end. */
  finish(): void;
  /** Joins rows that were put aside to the document they belong to, or to each other. */
  resume(reference: string, part: Part): void;
}

/** What is put aside of a document whose rows are scattered, as text. */
const asideText = (file: number, part: Part): string => JSON.stringify({ file, ...part });
/** Reads back what `asideText` put aside. */
export const readAside = (text: string): Part & { file: number } =>
  JSON.parse(text) as Part & { file: number };

/**
 * Groups the rows of one file by reference. Adjacent rows make a document at once; rows that come back to a document
 * already finished are put aside in the sink until the end, so that memory holds one document at a time.
 */
export function grouping(file: number, plan: Plan, context: Context): Grouping {
  const { layout, sink, tally } = context;
  const assemble = assembler(plan, layout, context.options);
  const { reference: key, leaveOut } = plan;
  const width = plan.header.names.length;
  const leftOut = new Set<string>();
  const isOfLine = (field: string | undefined): boolean => layout.targets.get(field ?? '')?.perLine === true;
  const report = (problem: DocumentProblem, reference?: string): void =>
    context.problems.add(file, reference === undefined ? problem : { reference, ...problem });
  const column = key.source?.header === undefined ? {} : { column: key.source.header };
  let open: { reference: string; part: Part } | undefined;

  const linesOf = ({ rows, ragged }: Part): number[] => {
    const [first] = rows;
    if (rows.length === 1 && ragged.length === 0 && first !== undefined) return [first.line];
    return [...rows, ...ragged].map(({ line }) => line).sort((a, b) => a - b);
  };

  function documentOf(
    reference: string,
    lines: number[],
    made: Assembled | undefined,
    invalid: boolean,
  ): ReadDocument {
    const body = made === undefined || invalid ? '' : made.text;
    return { reference, body, file, lines, invalid };
  }

  function reportRagged(part: Part, reference?: string): void {
    for (const { cells, line } of part.ragged) {
      if (cells.length === width) continue;
      const message = `the row has ${cells.length} cells, but the header has ${width} columns; a cell that holds the delimiter must be in quotes`;
      report({ line, expected: `${width} cells`, found: `${cells.length} cells`, message }, reference);
    }
  }

  const isInvalid = (part: Part, made: Assembled | undefined): boolean =>
    made === undefined || made.problems.length > 0 || part.ragged.length > 0 || plan.problems.length > 0;

  function close(): void {
    if (open === undefined) return;
    const { reference, part } = open;
    open = undefined;
    const first = part.rows[0];
    const reason = first && leaveOut(first.cells);
    if (reason !== undefined || leftOut.has(reference)) {
      if (!leftOut.has(reference) && reason !== undefined) tally.leftOut(reason);
      leftOut.add(ownText(reference));
      return;
    }
    const made = first === undefined ? undefined : assemble(part.rows);
    const invalid = isInvalid(part, made);
    if (!sink.add(documentOf(reference, linesOf(part), made, invalid))) {
      comeBack(reference, part);
      return;
    }
    tally.document(invalid);
    if (plan.copiesBilling) tally.billingCopied();
    for (const problem of made?.problems ?? []) report(problem, reference);
    reportRagged(part, reference);
  }

  /** The reference is in the sink: earlier rows of this file, or a document of another. */
  function comeBack(reference: string, part: Part): void {
    const earlier = sink.find(reference) as ReadDocument;
    if (earlier.file === file) sink.defer(reference, asideText(file, part));
    else context.duplicate({ file, lines: linesOf(part), ...column }, earlier);
  }

  function nameless(row: Row): void {
    const continues =
      open !== undefined && plan.documentSlots.every((slot) => blank(slot.source?.text(row.cells)));
    report({
      line: row.line,
      ...column,
      field: layout.reference,
      found: '',
      expected: `${layout.reference} on every row`,
      message: `${layout.reference} is required`,
    });
    // It looks like a further line of the open document, which would be sent without it.
    if (continues && open !== undefined) open.part.ragged.push(row);
    else tally.document(true);
  }

  function loneRagged(row: Row): void {
    // Whose line it is cannot be told, so the document before it is not sent without it.
    if (open !== undefined) {
      open.part.ragged.push(row);
      return;
    }
    reportRagged({ rows: [], ragged: [row] });
    tally.document(true);
  }

  return {
    add(row) {
      const ragged = row.cells.length !== width;
      let reference = key.constant;
      if (reference === undefined) {
        const text =
          ragged && key.source !== undefined
            ? raggedReference(plan, row)
            : (key.source?.text(row.cells) ?? '');
        const value = typeof text === 'object' ? text : text === '' ? '' : key.read(text);
        reference = typeof value === 'object' ? String(typeof text === 'object' ? '' : text) : value;
      }
      if (reference === '') {
        if (ragged) loneRagged(row);
        else nameless(row);
        return;
      }
      if (open === undefined || open.reference !== reference) {
        close();
        open = { reference: String(reference), part: { rows: [], ragged: [] } };
      }
      (ragged ? open.part.ragged : open.part.rows).push(row);
    },
    finish: close,
    resume(reference, part) {
      if (leftOut.has(reference)) return;
      const earlier = sink.find(reference) as ReadDocument;
      const [firstLine] = earlier.lines;
      const base = earlier.invalid
        ? undefined
        : { body: JSON.parse(earlier.body) as Body, line: firstLine as number };
      if (base !== undefined && plan.copiesBilling) base.body.BillingAddress = base.body.DeliveryAddress;
      const made = part.rows.length === 0 ? undefined : assemble(part.rows, base);
      // Without the first rows only what the lines say by themselves can be judged.
      for (const problem of made?.problems ?? []) {
        if (base !== undefined || isOfLine(problem.field)) report(problem, reference);
      }
      reportRagged(part, reference);
      const invalid = earlier.invalid || isInvalid(part, made);
      if (invalid && !earlier.invalid) tally.becameInvalid();
      sink.replace(documentOf(reference, [...earlier.lines, ...linesOf(part)], made, invalid));
    },
  };
}

const blank = (text: unknown): boolean => text === undefined || text === '';

/** The reference of a row with too few or too many cells, where its column comes before the damage. */
function raggedReference(plan: Plan, row: Row): string {
  const index = plan.header.names.indexOf(plan.reference.source?.header ?? '');
  return (row.cells[index] ?? '').trim();
}
