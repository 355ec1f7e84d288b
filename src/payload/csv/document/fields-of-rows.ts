import { limits } from '../../../contract/limits.ts';
import { stated } from '../../../errors.ts';
import type { Body } from '../../document/check.ts';
import { fromShops } from '../../document/kinds.ts';
import type { Layout, Target } from '../../document/layout.ts';
import type { ReadingOptions } from '../../document/types.ts';
import { isCellError } from '../../fields/cell-error.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan, FieldReader } from '../columns/column-plan.ts';
import { unreadCell } from './cell-problems.ts';
import { fillBlank } from './fill-blanks.ts';

/** What is recorded about a document while its rows are read. */
export interface Findings {
  readonly problems: DocumentProblem[];
  /** The cells leave open whether the service accepts the document, so the schema must decide. */
  isDoubtful: boolean;
  /** The same, unless the delivery address becomes the billing address. */
  isBillingDoubtful: boolean;
  /** A free line is sent at the lowest price. */
  hasFreeLine: boolean;
}

/** Reads the fields of a document, and of its lines, from rows. */
export function fieldsOfRows(plan: ColumnPlan, layout: Layout, options: ReadingOptions) {
  const { documentFields, lineFields, numbersLines } = plan;
  const numbered = numbersLines && fromShops[layout.kind];
  const sendsFreeLines = options.include?.includes('free-lines') === true;

  /** The field's value in a row; undefined if it is blank or cannot be read (which is reported). */
  function read(field: FieldReader, row: Row, findings: Findings): string | number | undefined {
    const { constant, source, isAcceptable } = field;
    let value = constant;
    if (value === undefined) {
      const text = source === undefined ? '' : source.text(row.cells);
      if (text === '') return undefined;
      const found = isCellError(text) ? text : field.read(text);
      if (isCellError(found)) {
        findings.problems.push(unreadCell(field, row, found));
        return undefined;
      }
      value = found;
    }
    if (isAcceptable !== undefined && !isAcceptable(value)) findings.isDoubtful = true;
    return value;
  }

  /** Records that a field stays blank. */
  function leaveBlank({ required, section }: Target, findings: Findings): void {
    // A blank billing address usually becomes the delivery address, which leaves no doubt.
    if (required && section === 'BillingAddress') findings.isBillingDoubtful = true;
    else if (required) findings.isDoubtful = true;
  }

  function readDocument(row: Row, findings: Findings): Body {
    const body: Body = {};
    let section: Body = body;
    let sectionName = '';
    for (const field of documentFields) {
      const { target } = field;
      const value = read(field, row, findings);
      if (value === undefined) {
        // An unreadable cell does not fall back to the default.
        if (target.section === '' && !findings.problems.some((problem) => problem.field === target.name))
          fillBlank(target.name, body, layout, options);
        if (target.section !== '' || body[target.field] === undefined) leaveBlank(target, findings);
        continue;
      }
      if (target.section === '') {
        body[target.field] = value;
        continue;
      }
      if (target.section !== sectionName) {
        sectionName = target.section;
        section = {};
        body[sectionName] = section;
      }
      section[target.field] = value;
    }
    return body;
  }

  function priceOf(
    item: Body,
    own: string | number | undefined,
    findings: Findings,
  ): string | number | undefined {
    const price = own ?? options.prices?.(String(item.SKU));
    // A price list can be wrong too.
    if (own === undefined && Number(price) < limits.minPricePerUnit) findings.isDoubtful = true;
    if (price !== 0 || !sendsFreeLines) return price;
    findings.hasFreeLine = true;
    return limits.minPricePerUnit;
  }

  function readLine(row: Row, number: number, findings: Findings): Body {
    const item: Body = {};
    for (const field of lineFields) {
      const { field: name } = field.target;
      // Members are in the schema's order, so that equal content gives equal text.
      if (numbered && name === 'TaxRate') item.OrderLineNumber = String(number);
      const known = findings.problems.length;
      const found = read(field, row, findings);
      const isPrice = name === 'PricePerUnit' && findings.problems.length === known;
      const value = isPrice ? priceOf(item, found, findings) : found;
      if (value !== undefined) item[name] = value;
      else leaveBlank(field.target, findings);
    }
    if (numbered) item.OrderLineNumber = String(number);
    return item;
  }

  /** The currency beside the prices, if no column or option gives it; all prices must agree. */
  function fillCurrency(body: Body, rows: readonly Row[], findings: Findings): boolean {
    if (plan.currency === undefined || body.Currency !== undefined) return false;
    for (const row of rows) {
      const found = plan.currency(row.cells);
      body.Currency ??= found;
      if (found === undefined || found === body.Currency) continue;
      const message = `Currency is ${found} here but ${body.Currency} in other lines of the order`;
      const [expected, held] = [String(body.Currency), { [stated]: ['found', 'expected'] as const }];
      findings.problems.push({ line: row.line, field: 'Currency', found, expected, message, ...held });
    }
    findings.isDoubtful = true;
    return body.Currency !== undefined;
  }

  return { readDocument, readLine, fillCurrency };
}
