import { compact } from '../../errors.ts';
import { addAll } from '../../text/records.ts';
import { parseInstant } from '../../text/time/time.ts';
import { type Body, checkBody } from '../document/check.ts';
import { fromShops, type Layout } from '../document/layout.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { LeftOutLine } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import { holdsSeveralSkus, suspicionsOf } from '../document/suspicions.ts';
import type { ReadingOptions } from '../document/types.ts';
import { cellError, isCellError } from '../fields/cells.ts';
import type { ColumnPlan, FieldReader, LineReader } from './column-plan.ts';
import {
  type Findings,
  fieldsOfRows,
  fillAddresses,
  foundIn,
  type LineRow,
  locator,
  namelessCells,
  problemIn,
  problemOfRemark,
} from './fields-of-rows.ts';
import { repeatedRows, sameRows } from './repeated-rows.ts';
import { isUndecided } from './row-rules.ts';

export type Assembled = ReturnType<ReturnType<typeof assembler>>;

const placeOf = ({ line, column }: DocumentProblem): string => `${line} ${column}`;

/** The findings in cells without a remark of the sheet: people read one thing of a cell. */
function elsewhere(found: readonly DocumentProblem[], marked: readonly DocumentProblem[]): DocumentProblem[] {
  const known = new Set(marked.map(placeOf));
  return found.filter((each) => !known.has(placeOf(each)));
}

const skuField = ({ fields }: LineReader): FieldReader | undefined =>
  fields.find(({ target }) => target.field === 'SKU');

/** Assembles documents from rows, with their problems. */
export function assembler(plan: ColumnPlan, layout: Layout, options: ReadingOptions) {
  const { fields, faults, filling, choice, checks, lineRules, repeats } = plan;
  const { readDocument, readLine, fillCurrency } = fieldsOfRows(plan, layout, options);
  const locate = locator(fields, faults, layout);
  const suspicionsIn = suspicionsOf(layout.kind, options);

  /** Checks that a later row agrees with the first; of a shop's `DispatchBy`, the earliest counts, with a warning. */
  function agree(row: Row, body: Body, firstRow: Row, { problems, warnings }: Findings): void {
    for (const field of fields.ofDocument) {
      const { source, constant, target } = field;
      if (source?.header === undefined || constant !== undefined) continue;
      const text = source.text(row.cells);
      const first = source.text(firstRow.cells);
      // The first row's value is invalid and already reported; nothing can agree with it.
      if (text === '' || text === first || isCellError(first)) continue;
      // The default of a blank cell is for the order, not for its later rows.
      if (source.isBlank?.(row.cells)) continue;
      const value = isCellError(text) ? text : field.read(text);
      if (isCellError(value)) {
        problems.push(problemIn(field, row, value));
        continue;
      }
      const known =
        target.section === '' ? body[target.field] : (body[target.section] as Body)?.[target.field];
      if (known === value) continue;
      if (filling.takesEarliestDispatch && target.field === 'DispatchBy' && typeof known === 'string') {
        const earliest = parseInstant(String(value)) < parseInstant(known) ? String(value) : known;
        body.DispatchBy = earliest;
        const message = `differs between the lines of the order; the earliest, ${earliest}, is used`;
        warnings.push(problemIn(field, row, cellError(earliest, message), String(text)));
        continue;
      }
      const there = first === '' ? 'is blank' : `is ${first}`;
      const expected = first === '' ? 'nothing' : `${first}, or a blank cell`;
      const message = `is ${text} here but ${there} on line ${firstRow.line}; rows of one ${layout.reference} must agree`;
      problems.push(problemIn(field, row, cellError(expected, message, 'found'), String(text)));
    }
  }

  function skuOf(row: Row, reader: LineReader): string {
    const field = skuField(reader);
    if (field === undefined) return '';
    const text = field.constant ?? field.source?.text(row.cells);
    return typeof text === 'string' ? text : foundIn(field, row);
  }

  /** The error of a cell with several SKUs that a complete map does not name. */
  function severalSkus(row: Row, reader: LineReader, sku: string): DocumentProblem[] {
    const field = skuField(reader);
    if (field === undefined || !holdsSeveralSkus(sku) || lineRules.isNamed(sku)) return [];
    const error = cellError('one SKU', 'seems to hold several SKUs, or a quantity beside the SKU');
    const problem = problemIn(field, row, error, sku);
    const { message: text } = problem;
    return [{ ...problem, [compact]: { text, remedies: [checks.remedy], same: `${text}: ${sku}` } }];
  }

  /** Why a line is left out; a cell without a readable value leaves nothing out. */
  const reasonOf = (row: Row, { quantity }: LineReader): LeftOutLine['reason'] | undefined =>
    isUndecided(row) ? undefined : choice.lineReason(row.cells, quantity);

  function readLines(rows: readonly Row[], body: Body, findings: Findings) {
    const { problems } = findings;
    const first = rows[0] as Row;
    const firstLine = fields.lines[0] as LineReader;
    let number = 0;
    const lines: Body[] = [];
    const lineRows: LineRow[] = [];
    const leftOutLines: LeftOutLine[] = [];
    const isRepeated = repeats && repeatedRows(fields, repeats);
    if (repeats === undefined && rows.length > 1)
      addAll(
        findings.warnings,
        sameRows(rows, (row) => skuOf(row, firstLine)),
      );
    const isMapped = repeats !== undefined && repeats.preset === undefined;
    // Of rows that are one line, one that is left out says what has become of it, wherever it stands.
    const leftOut = new Set(
      isMapped && rows.length > 1 ? rows.filter((row) => reasonOf(row, firstLine) !== undefined) : [],
    );
    for (const row of [...leftOut, ...rows.filter((each) => !leftOut.has(each))]) {
      if (row !== first) agree(row, body, first, findings);
      if (fields.nameless.length > 0) addAll(problems, namelessCells(fields, row));
      const isOfOrder = choice.isOrderRow(row.cells);
      const firstReason = isOfOrder ? undefined : reasonOf(row, firstLine);
      addAll(problems, choice.unreadDays(row.cells, row.line));
      if (isOfOrder) continue;
      if (isRepeated?.(row, skuOf(row, firstLine), firstReason, findings) === true) continue;
      for (const reader of fields.lines) {
        if (reader.isBlank(row.cells)) continue;
        const reason = reasonOf(row, reader);
        if (reason === undefined) {
          if (checks.isComplete) addAll(problems, severalSkus(row, reader, skuOf(row, reader)));
          number += 1;
          const lineRow = { row, reader };
          const line = readLine(lineRow, number, findings);
          const parts = fromShops[layout.kind] ? lineRules.partsOf(line, lines.length) : [line];
          if ('message' in parts) {
            const field = reader.fields.find(({ target }) => target.field === parts.field) as FieldReader;
            problems.push(problemIn(field, row, parts, String(line[parts.field])));
          }
          for (const part of 'message' in parts ? [line] : parts) {
            lines.push(part);
            lineRows.push(lineRow);
          }
        } else {
          leftOutLines.push({ SKU: skuOf(row, reader), reason, line: row.line });
          addAll(findings.warnings, choice.emptyWords(row, reason));
        }
      }
    }
    if (isMapped) addAll(findings.warnings, takenBack(leftOutLines, lineRows));
    return { lines, lineRows, leftOutLines };
  }

  /** A warning of goods that one row cancels or refunds and another sends: it may be a part of them. */
  function takenBack(leftOut: readonly LeftOutLine[], sent: readonly LineRow[]): DocumentProblem[] {
    const back = leftOut.filter(({ reason }) => reason === 'cancelled' || reason === 'refunded');
    if (back.length === 0) return [];
    const lineOf = new Map(sent.map(({ row, reader }) => [skuOf(row, reader), row.line]));
    return back.flatMap(({ SKU, reason, line }) => {
      const other = lineOf.get(SKU);
      if (other === undefined || SKU === '') return [];
      const message = `${SKU} is ${reason} here, and sent on line ${other}: check how many are left to send`;
      return [{ line, field: 'SKU', found: SKU, expected: 'each SKU either sent or not', message }];
    });
  }

  function remarksIn(rows: readonly Row[]) {
    const [errors, remarks]: [DocumentProblem[], DocumentProblem[]] = [[], []];
    for (const row of rows)
      for (const remark of row.remarks ?? [])
        (remark.isError ? errors : remarks).push(problemOfRemark(fields, row, remark));
    return { errors, remarks };
  }

  return function assemble(rows: readonly Row[]) {
    const findings: Findings = { problems: [], warnings: [], hasFreeLine: false };
    const { problems, warnings } = findings;
    const first = rows[0] as Row;
    const body = readDocument(first, findings);
    const copiedBilling = fillAddresses(body, layout, filling);
    const { lines, lineRows, leftOutLines } = readLines(rows, body, findings);
    const { errors, remarks } = remarksIn(rows);
    const isLeftOut = (row: Row): boolean =>
      fields.lines.every((reader) => reasonOf(row, reader) !== undefined);
    addAll(problems, checks.problems(rows, isLeftOut));
    if (layout.lines !== '') body[layout.lines] = lines;
    fillCurrency(body, lineRows, findings);
    const place = { lineRows, firstRow: first };
    if (errors.length > 0) addAll(problems, [...errors, ...elsewhere(problems.splice(0), errors)]);
    const isUndated = problems.some(({ field }) => field === 'ReceivedDate');
    const checked = checkBody(layout, body, options, isUndated);
    addAll(problems, locate(checked.problems, place, body, problems));
    const isSound = problems.length === 0 && lines.length > 0;
    const notes = checks.notes(rows);
    // Only shops have warnings of their own, but a sheet has some for any document.
    addAll(warnings, remarks);
    if (problems.length > 0) warnings.splice(0);
    if (isSound && fromShops[layout.kind])
      addAll(warnings, [...checks.warnings(rows, notes, isLeftOut), ...warnings.splice(0)]);
    if (isSound) addAll(warnings, elsewhere(locate(suspicionsIn(body), place, body, []), remarks));
    if (warnings.length > 0 && options.wasCreated?.(String(body[layout.reference])) === true)
      warnings.splice(0);
    if (options.strict === true) addAll(problems, warnings.splice(0));
    return {
      /** As it would be sent. */
      body: checked.ordered,
      problems,
      warnings,
      notes,
      leftOutLines,
      isEmpty: lines.length === 0 && leftOutLines.length > 0,
      copiedBilling,
      hasFreeLine: findings.hasFreeLine,
    };
  };
}
