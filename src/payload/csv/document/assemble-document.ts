import { type Body, bodyProblems, canonical } from '../../document/check.ts';
import { isReceivedDate, restsOnReceivedDate } from '../../document/defaults.ts';
import { fromShops } from '../../document/kinds.ts';
import type { Layout } from '../../document/layout.ts';
import type { LeftOutLine } from '../../document/reasons.ts';
import { suspicionsAt } from '../../document/suspicions.ts';
import type { ReadingOptions, RowMark } from '../../document/types.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { agreement } from './agreement.ts';
import { foundIn, locator, namelessCells, type Place } from './cell-problems.ts';
import { type Findings, fieldsOfRows } from './fields-of-rows.ts';
import { addressFiller, sameAddresses } from './fill-blanks.ts';
import { repeatedRows } from './repeated-rows.ts';

/** A document assembled from its rows. */
export interface Assembled {
  /** As it would be sent: its members are in the schema's order. */
  readonly body: Body;
  readonly problems: readonly DocumentProblem[];
  /** Warnings: suspicious but valid values. */
  readonly warnings: readonly DocumentProblem[];
  readonly leftOutLines: readonly LeftOutLine[];
  /** The rows so far, if they come from a shop. */
  readonly rowMarks: readonly RowMark[];
  /** Every line is left out. */
  readonly isEmpty: boolean;
  readonly copiedBilling: boolean;
  /** A free line is sent at the lowest price. */
  readonly hasFreeLine: boolean;
}

/** A complete document, to which later rows are added. */
export interface Base {
  readonly body: Body;
  readonly line: number;
  readonly rowMarks: readonly RowMark[];
}

/** Assembles documents from rows, with their problems. */
export function assembler(plan: ColumnPlan, layout: Layout, options: ReadingOptions) {
  const { lineFields, leaveOut } = plan;
  const { readDocument, readLine, fillCurrency } = fieldsOfRows(plan, layout, options);
  const locate = locator(plan, layout);
  const agree = agreement(plan, layout);
  const fillAddresses = addressFiller(plan, layout);
  const suspicionsIn = suspicionsAt(options.now);
  // The schema is used only if the cells leave a doubt, because it takes as long as everything else.
  const alwaysDoubtful = layout.linesNameProducts || layout.lines === '' || plan.absent.size > 0;

  /** The problems of a body, with the rows they come from. */
  function problemsOf(body: Body, place: Place, problems: DocumentProblem[]): void {
    const found = bodyProblems(layout, body);
    const undated = problems.some(isReceivedDate) || found.some(isReceivedDate);
    const relevant = found.filter((problem) => !(undated && restsOnReceivedDate(problem, options)));
    problems.push(...locate(relevant, place, body, problems));
  }

  const skuField = lineFields.find(({ target }) => target.field === 'SKU');

  /** The SKU as it would be sent. */
  function skuOf(row: Row): string {
    if (skuField === undefined) return '';
    const text = skuField.constant ?? skuField.source?.text(row.cells);
    return typeof text === 'string' ? text : foundIn(skuField, row);
  }

  /** Assembles a document from all its rows, or adds later rows to `base`. */
  return function assemble(rows: readonly Row[], base?: Base): Assembled {
    const findings: Findings = {
      problems: [],
      isDoubtful: alwaysDoubtful || base !== undefined,
      isBillingDoubtful: false,
      hasFreeLine: false,
    };
    const { problems } = findings;
    const first = rows[0] as Row;
    const body = base?.body ?? readDocument(first, findings);
    const addresses = base === undefined ? fillAddresses(body) : sameAddresses;
    const lines = base === undefined ? [] : [...(body[layout.lines] as Body[])];
    const earlier = lines.length;
    const lineRows: Row[] = [];
    const differences: DocumentProblem[] = [];
    const leftOutLines: LeftOutLine[] = [];
    const repeated = plan.repeats && repeatedRows(plan, plan.repeats, base?.rowMarks ?? []);
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
      const repetition = repeated?.check(row, skuOf(row), reason);
      if (repetition?.problem !== undefined) problems.push(repetition.problem);
      if (repetition?.warning !== undefined) differences.push(repetition.warning);
      if (repetition?.counted === true) continue;
      if (reason === undefined) {
        lines.push(readLine(row, lines.length + 1, findings));
        lineRows.push(row);
      } else leftOutLines.push({ SKU: skuOf(row), reason, line: row.line });
    }
    if (layout.lines !== '') body[layout.lines] = lines;
    const filled = base === undefined && fillCurrency(body, lineRows, findings);
    findings.isDoubtful ||= addresses.doubtful || (findings.isBillingDoubtful && !addresses.copiedBilling);
    const ordered = filled || addresses.moved ? canonical(layout, body) : body;
    const place = { lineRows, earlierLines: earlier, firstRow: first };
    if (findings.isDoubtful || problems.length > 0 || lines.length === 0) problemsOf(body, place, problems);
    const isSound = fromShops[layout.kind] && problems.length === 0 && lines.length > 0;
    const suspicions = isSound ? suspicionsIn(body, base !== undefined) : [];
    const warnings = isSound ? [...(base === undefined ? plan.cautions(rows) : []), ...differences] : [];
    if (suspicions.length > 0) warnings.push(...locate(suspicions, place, body, []));
    if (warnings.length > 0 && options.wasCreated?.(String(body[layout.reference])) === true)
      warnings.splice(0);
    if (options.strict === true) problems.push(...warnings.splice(0));
    return {
      body: ordered,
      problems,
      warnings,
      leftOutLines,
      rowMarks: repeated?.marks() ?? [],
      isEmpty: lines.length === 0 && leftOutLines.length > 0,
      copiedBilling: addresses.copiedBilling,
      hasFreeLine: findings.hasFreeLine,
    };
  };
}
