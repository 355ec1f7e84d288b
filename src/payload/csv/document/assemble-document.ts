import { limits } from '../../../contract/limits.ts';
import { told } from '../../../errors.ts';
import { type Body, bodyProblems, canonical } from '../../document/check.ts';
import { isReceivedDate, restsOnReceivedDate } from '../../document/defaults.ts';
import type { Layout, Target } from '../../document/layout.ts';
import { suspicionsAt } from '../../document/suspicions.ts';
import { fromShops } from '../../from-shops.ts';
import type { DocumentProblem } from '../../problems.ts';
import type { LeftOutLine } from '../../reasons.ts';
import type { ReadingOptions } from '../../types.ts';
import { isCellError } from '../columns/cell-error.ts';
import type { ColumnPlan, FieldReader } from '../columns/column-plan.ts';
import type { Row } from '../rows/rows.ts';
import { agreement } from './agreement.ts';
import { foundIn, locator, namelessCells, unreadCell } from './cell-problems.ts';
import { addressFiller, fillBlank, sameAddresses } from './fill-blanks.ts';

/** A document made of its rows. */
export interface Assembled {
  readonly body: Body;
  /** Empty when there are problems. */
  readonly text: string;
  readonly problems: readonly DocumentProblem[];
  /** What is suspicious, but not wrong. */
  readonly warnings: readonly DocumentProblem[];
  readonly leftOutLines: readonly LeftOutLine[];
  /** Every line is left out. */
  readonly isEmpty: boolean;
  readonly copiedBilling: boolean;
  /** A line that costs nothing is sent for the smallest price. */
  readonly hasFreeLine: boolean;
}

/** A document that is complete already, to which later rows are added. */
export interface Base {
  readonly body: Body;
  readonly line: number;
}

/** Makes documents of rows by a plan, with the problems of each. */
export function assembler(plan: ColumnPlan, layout: Layout, options: ReadingOptions) {
  const { documentFields, lineFields, numbersLines, leaveOut } = plan;
  const locate = locator(plan, layout);
  const agree = agreement(plan, layout);
  const fillAddresses = addressFiller(plan, layout);
  const suspicionsIn = suspicionsAt(options.now);
  const numbered = numbersLines && fromShops[layout.kind];
  const sendsFreeLines = options.include?.includes('free-lines') === true;
  // The schema is asked only where the cells leave a doubt: it takes as long as all the rest.
  const alwaysDoubtful = layout.linesNameProducts || layout.lines === '' || plan.absent.size > 0;
  let problems: DocumentProblem[] = [];
  let doubtful = false;
  let billingDoubtful = false;
  let hasFreeLine = false;

  /** The field's value in a row; undefined when blank or when it cannot be read, which is then a problem. */
  function read(field: FieldReader, row: Row): string | number | undefined {
    const { constant, source, isAcceptable } = field;
    let value = constant;
    if (value === undefined) {
      const text = source === undefined ? '' : source.text(row.cells);
      if (text === '') return undefined;
      const found = isCellError(text) ? text : field.read(text);
      if (isCellError(found)) {
        problems.push(unreadCell(field, row, found));
        return undefined;
      }
      value = found;
    }
    if (isAcceptable !== undefined && !isAcceptable(value)) doubtful = true;
    return value;
  }

  /** Notes that a field stays blank. */
  function leaveBlank({ required, section }: Target): void {
    // Most blank billing addresses become the delivery address, and then there is no doubt.
    if (required && section === 'BillingAddress') billingDoubtful = true;
    else if (required) doubtful = true;
  }

  function document(row: Row): Body {
    const body: Body = {};
    let section: Body = body;
    let sectionName = '';
    for (const field of documentFields) {
      const { target } = field;
      const value = read(field, row);
      if (value === undefined) {
        // A cell that cannot be read is no reason to fall back on the default.
        if (target.section === '' && !problems.some((problem) => problem.field === target.name))
          fillBlank(target.name, body, layout, options);
        if (target.section !== '' || body[target.field] === undefined) leaveBlank(target);
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

  function priceOf(item: Body, price: string | number | undefined): string | number | undefined {
    if (price === undefined) return options.prices?.(String(item.SKU));
    if (price !== 0 || !sendsFreeLines) return price;
    hasFreeLine = true;
    return limits.minPricePerUnit;
  }

  function line(row: Row, number: number): Body {
    const item: Body = {};
    for (const field of lineFields) {
      const { field: name } = field.target;
      // Members keep the schema's order, so that equal content is equal text.
      if (numbered && name === 'TaxRate') item.OrderLineNumber = String(number);
      const known = problems.length;
      const read1 = read(field, row);
      const value = name === 'PricePerUnit' && problems.length === known ? priceOf(item, read1) : read1;
      if (value !== undefined) item[name] = value;
      else leaveBlank(field.target);
    }
    if (numbered) item.OrderLineNumber = String(number);
    return item;
  }

  /** The currency beside the prices, where no column and no option gives it; all prices must agree. */
  function fillCurrency(body: Body, rows: readonly Row[]): boolean {
    if (plan.currency === undefined || body.Currency !== undefined) return false;
    for (const row of rows) {
      const found = plan.currency(row.cells);
      body.Currency ??= found;
      if (found === undefined || found === body.Currency) continue;
      const message = `Currency is ${found} here but ${body.Currency} in other lines of the order`;
      const [expected, held] = [String(body.Currency), { [told]: ['found', 'expected'] as const }];
      problems.push({ line: row.line, field: 'Currency', found, expected, message, ...held });
    }
    doubtful = true;
    return body.Currency !== undefined;
  }

  /** The problems of a body, at the rows that they come from. */
  function problemsOf(body: Body, firstRow: Row, lineRows: readonly Row[], earlierLines: number): void {
    const found = bodyProblems(layout, body);
    const undated = problems.some(isReceivedDate) || found.some(isReceivedDate);
    const told = found.filter((problem) => !(undated && restsOnReceivedDate(problem, options)));
    problems.push(...locate(told, { lineRows, earlierLines, firstRow }, body, problems));
  }

  const skuField = lineFields.find(({ target }) => target.field === 'SKU');

  /** The SKU as it would be sent. */
  function skuOf(row: Row): string {
    if (skuField === undefined) return '';
    const text = skuField.constant ?? skuField.source?.text(row.cells);
    return typeof text === 'string' ? text : foundIn(skuField, row);
  }

  /** A document of all its rows; with `base`, the later rows of one that is complete already. */
  return function assemble(rows: readonly Row[], base?: Base): Assembled {
    problems = [];
    doubtful = alwaysDoubtful || base !== undefined;
    billingDoubtful = false;
    hasFreeLine = false;
    const first = rows[0] as Row;
    const body = base?.body ?? document(first);
    const addresses = base === undefined ? fillAddresses(body) : sameAddresses;
    const lines = base === undefined ? [] : [...(body[layout.lines] as Body[])];
    const earlier = lines.length;
    const lineRows: Row[] = [];
    const differences: DocumentProblem[] = [];
    const leftOutLines: LeftOutLine[] = [];
    for (const row of rows) {
      if (base !== undefined || row !== first) {
        const compared =
          base === undefined ? agree(row, body, first, first.line) : agree(row, body, undefined, base.line);
        problems.push(...compared.problems);
        differences.push(...compared.warnings);
      }
      if (plan.nameless.length > 0) problems.push(...namelessCells(plan, row));
      if (leaveOut.isOrderRow(row.cells)) continue;
      const reason = leaveOut.lineReason(row.cells);
      if (reason === undefined) {
        lines.push(line(row, lines.length + 1));
        lineRows.push(row);
      } else
        leftOutLines.push({
          SKU: skuOf(row),
          reason,
          line: row.line,
        });
    }
    if (layout.lines !== '') body[layout.lines] = lines;
    const filled = base === undefined && fillCurrency(body, lineRows);
    doubtful ||= addresses.doubtful || (billingDoubtful && !addresses.copiedBilling);
    const ordered = filled || addresses.moved ? canonical(layout, body) : body;
    if (doubtful || problems.length > 0 || lines.length === 0) problemsOf(body, first, lineRows, earlier);
    const place = { lineRows, earlierLines: earlier, firstRow: first };
    const isSound = fromShops[layout.kind] && problems.length === 0 && lines.length > 0;
    const suspicions = isSound ? suspicionsIn(body, base !== undefined) : [];
    const warnings = isSound ? differences : [];
    if (suspicions.length > 0) warnings.push(...locate(suspicions, place, body, []));
    if (options.strict === true) problems.push(...warnings.splice(0));
    const invalid = problems.length > 0 || plan.problems.length > 0;
    return {
      body,
      text: invalid ? '' : JSON.stringify(ordered),
      problems,
      warnings,
      leftOutLines,
      isEmpty: lines.length === 0 && leftOutLines.length > 0,
      copiedBilling: addresses.copiedBilling,
      hasFreeLine,
    };
  };
}
