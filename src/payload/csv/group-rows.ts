import { compact } from '../../errors.ts';
import { looseName } from '../document/layout.ts';
import {
  addNamed,
  duplicateColumn,
  nameColumns,
  type ReadingContext,
  reportDuplicate,
} from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import type { ReadDocument } from '../document/types.ts';
import { isCellError } from '../fields/cells.ts';
import { cellAt, firstFilled, isHeaderAgain } from '../mapping/header.ts';
import { unreadable } from '../source/sources.ts';
import { assembler } from './assemble-document.ts';
import type { ColumnPlan } from './column-plan.ts';
import { namelessCells, problemIn } from './fields-of-rows.ts';
import { checkRows, linesOf, type Part, partDocuments, raggedRow } from './part-documents.ts';
import { isUndecided } from './row-rules.ts';

/** Makes a document of each row, for documents without a reference at the service. */
export function singleRows(file: number, plan: ColumnPlan, context: ReadingContext): Grouping {
  const { layout } = context;
  const assemble = assembler(plan, layout, context.options);
  const { choice, faults } = plan;
  const { header } = plan.fields;
  const reference = header.names.find((name) => looseName(name) === looseName(layout.reference));
  const named = nameColumns(header.names, reference ?? layout.reference).map((name) =>
    header.names.indexOf(name),
  );
  const duplicateIndex = header.names.indexOf(duplicateColumn);
  const nameIn = ({ cells }: Row) => ({
    given: firstFilled(cells, named),
    duplicate: cellAt(cells, duplicateIndex),
  });

  return {
    add(row) {
      const place = { file, line: row.line, place: 'line' };
      if (!isUndecided(row)) {
        if (choice.isSkipped(row.cells)) return;
        const reason = choice.orderReason([row.cells]) ?? choice.lineReason(row.cells, undefined);
        if (reason !== undefined) return addNamed(context, nameIn(row), place, undefined, reason);
      }
      const isRagged = row.cells.length !== header.names.length;
      const made = isRagged ? undefined : assemble([row]);
      const problems = made?.problems ?? [raggedRow(row, header.names.length)];
      const invalid = problems.length > 0 || faults.problems.length > 0;
      const { given, duplicate } = nameIn(row);
      const name = given === '' ? {} : { reference: given };
      for (const problem of problems) context.problems.add(file, { ...name, ...problem }, given);
      for (const warning of made?.warnings ?? []) context.warnings.add(file, { ...name, ...warning });
      addNamed(context, { given, duplicate }, place, invalid ? undefined : made?.body);
    },
    finish() {},
    join() {},
  };
}

/** Takes a file's rows and passes each finished document to the sink. */
export type Grouping = ReturnType<typeof grouping>;

const emptyPart = (): Part => ({ rows: [], ragged: [] });

/**
 * Groups the rows of one file by reference. Adjacent rows become a document at once. If rows of a document come back, the
 * files are read again: then all rows of such a document wait in the sink, which sorts them, so that only one document is
 * in memory at a time.
 */
export function grouping(file: number, plan: ColumnPlan, context: ReadingContext) {
  const { layout, sink, tally } = context;
  const { fields, choice, checks } = plan;
  const documents = partDocuments(file, plan, context);
  const { source, constant } = fields.reference;
  const width = fields.header.names.length;
  const blank = Array<string>(width).fill('');
  let current: { reference: string; part: Part } | undefined;
  /** The header has come again since the rows of the current document. */
  let isBelowHeader = false;

  /** Empty if there is none, or it cannot be read. */
  function referenceOf({ cells }: Pick<Row, 'cells'>): string {
    if (constant !== undefined) return String(constant);
    const text = source?.text(cells) ?? '';
    return isCellError(text) ? '' : text;
  }

  /** The reference of a row with too few or too many cells, if its column comes after the damage. */
  const referenceFromEnd = ({ cells }: Row): string =>
    referenceOf({ cells: [...blank, ...cells].slice(-width) });

  function close(): void {
    if (current === undefined) return;
    const { reference, part } = current;
    current = undefined;
    if (reference === '') {
      documents.reportRagged(part);
      tally.elsewhere(sink.isOwn(''));
      return;
    }
    const isScattered = sink.isScattered(reference);
    const isLater = isScattered || sink.willStartAgain();
    const isNew = isLater ? takePlace(reference, part) : documents.store(reference, part, sink.add);
    if (isScattered || !isNew) comeBack(reference, part);
  }

  /** Gives a document that is not judged yet its place among the others; false if it has one. */
  function takePlace(reference: string, part: Part): boolean {
    const isNew = sink.add({ reference, body: '', file, lines: linesOf(part), invalid: true });
    if (isNew) tally.document(true);
    return isNew;
  }

  /** The reference is in the sink: earlier rows of this file, or a document of another. */
  function comeBack(reference: string, part: Part): void {
    const earlier = sink.find(reference) as ReadDocument;
    if (earlier.file === file) {
      // The rows are not next to the others of their document.
      const rows = part.rows.map((row) => ({ ...row, part: part.rows[0]?.line ?? row.line }));
      sink.keepScattered(reference, JSON.stringify({ file, rows, ragged: part.ragged }));
    } else reportDuplicate(context, { file, lines: linesOf(part) }, earlier);
  }

  /** Whether a row has no value of its own for the document; constants and defaults are for every row. */
  const isBlank = ({ cells }: Row): boolean =>
    fields.ofDocument.every(
      ({ source }) =>
        source?.header === undefined || source.isBlank?.(cells) === true || source.text(cells) === '',
    );

  function withoutReference(row: Row): void {
    const unread = source?.text(row.cells) ?? '';
    // It looks like another line of the previous document, which must not be sent without it.
    const before = current !== undefined && isBlank(row) ? current : undefined;
    const message = `${layout.reference} is required`;
    const required = {
      ...{ line: row.line, column: source?.header, field: layout.reference, found: '' },
      ...{ expected: `${layout.reference} on every row`, message },
      [compact]: { text: message, remedies: ['fill the reference down: every row needs it'] },
    };
    const problem = isCellError(unread) ? problemIn(fields.reference, row, unread) : required;
    documents.report(problem, undefined, before?.reference);
    if (before !== undefined) before.part.ragged.push(row);
    else tally.elsewhere(sink.isOwn(''));
  }

  /** Makes the document of this reference the current one, and returns its part. */
  function turnTo(reference: string): Part {
    if (current?.reference === reference && !isBelowHeader) return current.part;
    isBelowHeader = false;
    const { reference: before, part } = current ?? { reference: '', part: emptyPart() };
    if (part.ragged.length === 0) {
      close();
      current = { reference, part: emptyPart() };
      return current.part;
    }
    // The reference shows to which document the damaged rows before it belong.
    const isOfThis = (row: Row): boolean =>
      referenceFromEnd(row) === reference && (part.rows.length === 0 || referenceOf(row) !== before);
    const others = part.ragged.filter((row) => !isOfThis(row));
    if (part.rows.length + others.length > 0) {
      current = { reference: before, part: { rows: part.rows, ragged: others } };
      close();
    }
    current = { reference, part: { rows: [], ragged: part.ragged.filter(isOfThis) } };
    return current.part;
  }

  function refuseNameless(row: Row): void {
    const [cell] = namelessCells(fields, row);
    if (cell !== undefined) throw unreadable(context.names[file] ?? '', row.line, cell.message);
  }

  return {
    add(row: Row): void {
      if (isHeaderAgain(row.cells, fields.header)) {
        // Another export may begin here, with the same order.
        isBelowHeader = true;
        return;
      }
      if ((choice.isSkipped(row.cells) && !isUndecided(row)) || choice.isSummary(row.cells)) return;
      const ragged = row.cells.length !== width;
      // Which columns its cells are in is unknown.
      if (choice.needsNames && !ragged) refuseNameless(row);
      checks.look(row.cells);
      if (ragged && current !== undefined && referenceFromEnd(row) === current.reference) {
        current.part.ragged.push(row);
        return;
      }
      const reference = referenceOf(row);
      if (reference !== '') {
        const part = turnTo(reference);
        (ragged ? part.ragged : part.rows).push(row);
        checkRows(context, file, reference, part);
      } else if (ragged) {
        // The line may belong to the previous document, so that is not sent either.
        current ??= { reference: '', part: emptyPart() };
        current.part.ragged.push(row);
      } else withoutReference(row);
    },
    finish: close,
    /** Makes the document of scattered rows, in place of what the sink has of it. */
    join(reference: string, part: Part): void {
      tally.takeBack({ invalid: true }, reference);
      documents.store(reference, part, (document) => {
        sink.replace(document);
        return true;
      });
    },
  };
}
