import { withoutAbsentFields } from '../../contract/absent-fields.ts';
import { stated } from '../../errors.ts';
import { type Body, bodyProblems, describe } from '../document/check.ts';
import { fillDispatchBy, isReceivedDate, restsOnReceivedDate } from '../document/defaults.ts';
import { fromShops } from '../document/kinds.ts';
import type { CellType } from '../document/layout.ts';
import type { CellError } from '../fields/cell-error.ts';
import { cellReader } from '../fields/cells.ts';
import { cellRules } from '../mapping/set-fields.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { filler, holders } from './fill.ts';
import { knownMembers, type Report } from './known-members.ts';
import { scanJson } from './scan.ts';

/** Whether text for such a field is read like a CSV cell, because it may come from a spreadsheet. */
function readAsText(type: CellType): boolean {
  switch (type) {
    case 'reference':
    case 'barcode':
    case 'time':
    case 'utc-time':
      return true;
    case 'text':
    case 'number':
    case 'whole':
      return false;
    default:
      return type satisfies never;
  }
}

/** A document as it is to be sent. */
interface Checked {
  readonly body: Body;
  /** A free line is sent at the lowest price. */
  readonly hasFreeLine: boolean;
}

/** Fills and checks parsed documents: returns the body to send, and reports what is wrong with it. */
export function bodyChecker(context: Pick<ReadingContext, 'layout' | 'options' | 'settings'>) {
  const { layout, options } = context;
  const structure = knownMembers(layout);
  const { fill, fillPrices, priceFreeLines, translateSkus } = filler(context);
  const rules = cellRules(options);
  const texts = layout.ordered.flatMap((target) =>
    readAsText(target.type) ? [{ target, read: cellReader(target.type, rules) }] : [],
  );
  const optional = layout.ordered.filter(({ required }) => !required);

  /** The body without optional fields that count as absent: null, or blank if the text must not be blank. */
  function withoutAbsent(body: Body): Body {
    const kept = { ...(withoutAbsentFields(layout.schema, body) as Body) };
    if (!layout.inheritsBlanks) return kept;
    for (const { section, field } of optional) {
      const value = section === '' ? kept[field] : undefined;
      if (typeof value === 'string' && value.trim() === '') delete kept[field];
    }
    return kept;
  }

  /** Reads references, barcodes and times as in a CSV file; returns the fields that could not be read. */
  function readTexts(body: Body, report: Report): Set<string> {
    const refused = new Set<string>();
    for (const { target, read } of texts) {
      for (const { holder, path } of holders(body, target.section, target.perLine)) {
        const text = holder[target.field];
        if (typeof text !== 'string' || text.trim() === '') continue;
        const value: string | number | CellError = read(text);
        const field = path + target.field;
        if (typeof value !== 'object') holder[target.field] = value;
        else {
          refused.add(field);
          const message = `${field} ${value.message}`;
          report({ field, found: text, expected: value.expected, message, [stated]: value[stated] });
        }
      }
    }
    return refused;
  }

  return function check(parsed: Body, text: string, report: Report): Checked {
    const scanned = scanJson(text);
    for (const problem of scanned) report(problem);
    const filled = structure(parsed, report);
    fill(filled);
    let hasFreeLine = false;
    if (fromShops[layout.kind]) {
      translateSkus(filled);
      fillPrices(filled);
      hasFreeLine = priceFreeLines(filled);
    }
    const body = withoutAbsent(filled);
    const refused = readTexts(body, report);
    if (options.warehouse !== undefined) body[layout.warehouse] ??= options.warehouse;
    if (fromShops[layout.kind]) fillDispatchBy(body, options.dispatchWithin);
    for (const { field } of scanned) refused.add(field);
    const found = bodyProblems(layout, body);
    for (const problem of found) {
      if (refused.has(problem.field)) continue;
      if (
        restsOnReceivedDate(problem, options) &&
        (refused.has('ReceivedDate') || found.some(isReceivedDate))
      )
        continue;
      const shown = problem.missing || problem.found === undefined ? '' : describe(problem.found);
      const { field, expected, message, saysExpected } = problem;
      report({ field, found: shown, expected, message, [stated]: saysExpected ? ['expected'] : [] });
    }
    return { body, hasFreeLine };
  };
}
