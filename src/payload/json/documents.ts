import { withoutAbsentFields } from '../../contract/checks/absent-fields.ts';
import { stated } from '../../errors.ts';
import { messageOf } from '../../text/thrown.ts';
import type { CellError } from '../csv/columns/cell-error.ts';
import { cellReader } from '../csv/columns/cells.ts';
import { type Body, bodyProblems, canonical, describe } from '../document/check.ts';
import { fillDispatchBy, isReceivedDate, restsOnReceivedDate } from '../document/defaults.ts';
import type { CellType } from '../document/layout.ts';
import { suspicionsAt } from '../document/suspicions.ts';
import { fromShops } from '../from-shops.ts';
import { cellRules } from '../mapping/set-fields.ts';
import { nameColumns, twinColumn } from '../own-names.ts';
import type { ReadingContext } from '../reading-context.ts';
import type { ReadDocument } from '../types.ts';
import { filler, holders } from './fill.ts';
import { knownMembers, type Report } from './known-members.ts';
import { scanJson } from './scan.ts';
import type { JsonText } from './split.ts';

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

/** Reads the documents of one JSON file. */
export function jsonDocuments(file: number, context: ReadingContext) {
  const { layout, options, sink, tally } = context;
  const structure = knownMembers(layout);
  const { fill, fillPrices, translateSkus } = filler(context);
  const rules = cellRules(options);
  const suspicionsIn = suspicionsAt(options.now);
  const texts = layout.ordered.flatMap((target) =>
    readAsText(target.type) ? [{ target, read: cellReader(target.type, rules) }] : [],
  );
  const optional = layout.ordered.filter(({ required }) => !required);

  /** The warnings about a valid document. */
  function suspect(body: Body, reference: string, number: number, report: Report): void {
    if (!fromShops[layout.kind]) return;
    const suspicions = suspicionsIn(body);
    if (suspicions.length > 0 && options.wasCreated?.(reference) === true) return;
    for (const { field, found, expected, message } of suspicions) {
      const problem = { field, found: describe(found), expected, message };
      if (options.strict === true) report(problem);
      else context.warnings.add(file, { reference, line: number, ...problem });
    }
  }

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

  function check(parsed: Body, text: string, report: Report): Body {
    const scanned = scanJson(text);
    for (const problem of scanned) report(problem);
    const filled = structure(parsed, report);
    fill(filled);
    if (fromShops[layout.kind]) {
      translateSkus(filled);
      fillPrices(filled);
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
    return body;
  }

  /** Stores a document without a reference at the service, under its own name. */
  function keepNamed(parsed: Body, body: Body, number: number, invalid: boolean): void {
    const textOf = (name: string): string => describe(parsed[name] ?? '').trim();
    const given =
      nameColumns(Object.keys(parsed), layout.reference)
        .map(textOf)
        .find((name) => name !== '') ?? '';
    const twin = textOf(twinColumn);
    const sent = invalid ? '' : JSON.stringify(canonical(layout, body));
    const reference = invalid
      ? context.names.nameOf({ given: given === '' ? `document ${number}` : given, twin }, {}, '')
      : context.names.nameOf({ given, twin }, body, sent);
    sink.add({ reference, body: sent, file, lines: [number], invalid });
    tally.document(invalid);
  }

  return function read({ text, number }: JsonText): void {
    let problems = 0;
    let name: { reference?: string } = {};
    const report: Report = (problem) => {
      problems++;
      context.problems.add(file, { ...name, line: number, ...problem });
    };
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (cause) {
      const message = `the document is not valid JSON: ${messageOf(cause)}`;
      report({ found: text.slice(0, 40), expected: 'a JSON object', message });
      tally.document(true);
      return;
    }
    const own = (parsed as Body)[layout.reference];
    if (typeof own === 'string' && own.trim() !== '') name = { reference: own };
    const body = check(parsed as Body, text, report);
    if (layout.namesOwn) {
      keepNamed(parsed as Body, body, number, problems > 0);
      return;
    }
    const reference = body[layout.reference];
    if (problems === 0) suspect(body, String(reference), number, report);
    const invalid = problems > 0;
    if (typeof reference !== 'string' || reference.trim() === '') {
      tally.document(true);
      return;
    }
    const sent = invalid ? '' : JSON.stringify(canonical(layout, body));
    const document: ReadDocument = { reference, body: sent, file, lines: [number], invalid };
    if (sink.add(document)) tally.document(invalid);
    else context.duplicate({ file, lines: [number] }, sink.find(reference) as ReadDocument);
  };
}
