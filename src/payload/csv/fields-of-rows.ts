import type { Problem } from '../../contract/problems.ts';
import { stated } from '../../errors.ts';
import { type Body, fillBlanks, foundBy } from '../document/check.ts';
import { fromShops, type Layout } from '../document/layout.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { Remark, Row } from '../document/row.ts';
import type { ReadingOptions } from '../document/types.ts';
import { type CellError, isCellError, saidOf } from '../fields/cells.ts';
import { cellAt, columnIn } from '../mapping/header.ts';
import type { ColumnPlan, FieldReader, LineReader, RowFields } from './column-plan.ts';

/** Whether part of an address without a street is of another place than `billing`, which may name no country. */
function isElsewhere(address: unknown, billing: unknown): boolean {
  const differs = (name: string, known: unknown): boolean => {
    const part = (address as Body | undefined)?.[name];
    return part !== undefined && part !== known;
  };
  const parts = billing as Body;
  return (
    ['Address2', 'Town', 'PostCode'].some((name) => differs(name, parts[name])) ||
    ['CountryCode', 'Country'].some((name) => parts[name] !== undefined && differs(name, parts[name]))
  );
}

const street = (address: unknown): unknown => (address as Body | undefined)?.Address1;

/** Fills blank addresses: billing from delivery, and, for some shops, delivery from billing. Tells whether billing was copied. */
export function fillAddresses(
  body: Body,
  { sections }: Layout,
  { deliveryFromBilling }: ColumnPlan['filling'],
): boolean {
  if (!sections.includes('BillingAddress')) return false;
  const { DeliveryAddress: delivery, BillingAddress: billing } = body;
  const moved =
    deliveryFromBilling &&
    street(delivery) === undefined &&
    street(billing) !== undefined &&
    !isElsewhere(delivery, billing);
  if (moved) body.DeliveryAddress = { ...(billing as Body), ...(delivery as Body | undefined) };
  const copiedBilling = street(billing) === undefined && body.DeliveryAddress !== undefined;
  if (copiedBilling) body.BillingAddress = body.DeliveryAddress;
  return copiedBilling;
}

const columnOf = ({ source }: FieldReader, row: Row): string | undefined =>
  source && columnIn(source, row.cells).header;

/** The text in a field's column, as written in the file. */
export function foundIn({ source }: FieldReader, row: Row): string {
  const index = source && columnIn(source, row.cells).index;
  return index === undefined ? '' : cellAt(row.cells, index);
}

/** A problem of a field in a row; `found` is the text in its column by default. */
export function problemIn(field: FieldReader, row: Row, error: CellError, found = foundIn(field, row)) {
  const { name } = field.target;
  return { line: row.line, column: columnOf(field, row), field: name, found, ...saidOf(name, error) };
}

/** Values in columns without a name in the header. */
export function namelessCells({ nameless }: RowFields, { cells, line }: Row): DocumentProblem[] {
  return nameless.flatMap((at) => {
    const found = (cells[at] as string).trim();
    if (found === '') return [];
    const message = `column ${at + 1} has no name in the header, but a value here`;
    return { line, at, found, expected: 'a blank cell, or a column name in the header', message };
  });
}

/** The fields of documents and of their lines. */
export const allFields = ({ ofDocument, lines }: RowFields): FieldReader[] => [
  ...ofDocument,
  ...lines.flatMap(({ fields }) => fields),
];

/** A problem or warning about a cell of a sheet's row. */
export function problemOfRemark(fields: RowFields, row: Row, remark: Remark): DocumentProblem {
  const { index, found, expected, message } = remark;
  const field = allFields(fields).find(({ source }) => source && columnIn(source, row.cells).index === index);
  const column = fields.header.names[index] || undefined;
  const name = field?.target.name;
  const subject = name ?? column;
  return {
    ...{ line: row.line, at: index, column, field: name, found, expected },
    message: subject === undefined ? message : `${subject} ${message}`,
  };
}

export interface LineRow {
  readonly row: Row;
  readonly reader: LineReader;
}

/** Assigns the problems that the service's rules find in a body to their rows and columns. */
export function locator(fields: RowFields, { absent }: ColumnPlan['faults'], layout: Layout) {
  const fieldOf = new Map(allFields(fields).map((field) => [field.target.name, field]));
  /** Whether the missing field is already reported as a problem of the header. */
  const isAbsent = (name: string): boolean =>
    absent.has(name) || [...absent].some((each) => each.startsWith(`${name}.`));

  /** The problems of the body that are not in `known`. `lineRows`: the rows of its lines. */
  return function locate(
    found: readonly Problem[],
    { lineRows, firstRow }: { readonly lineRows: readonly LineRow[]; readonly firstRow: Row },
    body: Body,
    known: readonly DocumentProblem[],
  ): DocumentProblem[] {
    if (found.length === 0) return [];
    const reported = new Set(known.map(({ line, field }) => `${field} ${line}`));
    const sharesAddress = body.BillingAddress === body.DeliveryAddress;
    return found.flatMap((problem) => {
      const [section, index, member] = problem.path;
      const isLine = section === layout.lines && typeof index === 'number';
      const line = isLine ? lineRows[index] : undefined;
      const row = isLine ? line?.row : firstRow;
      const name = isLine ? String(member ?? section) : problem.path.join('.');
      if (row === undefined || reported.has(`${name} ${row.line}`)) return [];
      if (problem.missing && isAbsent(name)) return [];
      if (section === 'BillingAddress' && sharesAddress) return [];
      const field = line?.reader.fields.find(({ target }) => target.name === name) ?? fieldOf.get(name);
      const place = { line: row.line, column: field && columnOf(field, row), field: name };
      return { ...place, message: `${name} ${problem.complaint}`, ...foundBy(problem) };
    });
  };
}

export interface Findings {
  readonly problems: DocumentProblem[];
  readonly warnings: DocumentProblem[];
  /** A free line is sent at the lowest price. */
  hasFreeLine: boolean;
}

/** Reads the fields of a document, and of its lines, from rows. */
export function fieldsOfRows(plan: ColumnPlan, layout: Layout, options: ReadingOptions) {
  const { fields, filling, lineRules } = plan;
  const numbered = filling.numbersLines && fromShops[layout.kind];

  /** The field's value in a row; undefined if it is blank or cannot be read (which is reported). */
  function read(field: FieldReader, row: Row, findings: Findings): string | number | undefined {
    const { constant, source } = field;
    if (constant !== undefined) return constant;
    const text = source === undefined ? '' : source.text(row.cells);
    if (text === '') return undefined;
    const found = isCellError(text) ? text : field.read(text);
    if (!isCellError(found)) return found;
    findings.problems.push(problemIn(field, row, found));
    return undefined;
  }

  function readDocument(row: Row, findings: Findings): Body {
    const body: Body = {};
    for (const field of fields.ofDocument) {
      const { target } = field;
      const value = read(field, row, findings);
      if (value === undefined) continue;
      if (target.section !== '') body[target.section] ??= {};
      const holder = target.section === '' ? body : (body[target.section] as Body);
      holder[target.field] = value;
    }
    fillBlanks(body, layout, options, (name) => findings.problems.some(({ field }) => field === name));
    return body;
  }

  function readLine({ row, reader }: LineRow, number: number, findings: Findings): Body {
    const item: Body = {};
    for (const field of reader.fields) {
      const { field: name } = field.target;
      const known = findings.problems.length;
      let value = read(field, row, findings);
      if (name === 'PricePerUnit' && findings.problems.length === known) {
        const { price, isFree } = lineRules.priceOf(item.SKU, value);
        value = price;
        findings.hasFreeLine ||= isFree;
        const why = price === undefined ? lineRules.unpriced(item.SKU) : undefined;
        if (why !== undefined) findings.problems.push(problemIn(field, row, why, ''));
      }
      if (value !== undefined) item[name] = value;
    }
    if (numbered) item.OrderLineNumber = String(number);
    return item;
  }

  const currency = fields.ofDocument.find(({ target }) => target.name === 'Currency');

  /**
   * The currency beside the prices, if no column or option gives it; all prices must agree, with a column and the constant
   * of a map too, which only go before the format of a cell.
   */
  function fillCurrency(body: Body, lines: readonly LineRow[], findings: Findings): void {
    const isNamed = body.Currency !== undefined;
    if (!filling.currencyBeside || currency?.constant !== undefined) return;
    for (const { row, reader } of lines) {
      const found = (isNamed ? undefined : row.currency) ?? reader.currency?.(row.cells);
      body.Currency ??= found;
      if (found === undefined || found === body.Currency) continue;
      const expected = String(body.Currency);
      const message = isNamed
        ? `Currency is ${expected}, but the price is in ${found}`
        : `Currency is ${found} here but ${expected} in other lines of the order`;
      const place = { line: row.line, field: 'Currency', found, expected, message };
      findings.problems.push({ ...place, [stated]: ['found', 'expected'] });
    }
  }

  return { readDocument, readLine, fillCurrency };
}
