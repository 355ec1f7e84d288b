import { withoutAbsentFields } from '../../contract/absent-fields.ts';
import { told } from '../../errors.ts';
import { type Body, bodyProblems, canonical, describe } from '../check.ts';
import type { CellError } from '../csv/cell-error.ts';
import { cellReader } from '../csv/cells.ts';
import { fillDispatchBy, isReceivedDate, restsOnReceivedDate } from '../defaults.ts';
import { fromShops } from '../from-shops.ts';
import type { CellType, Layout } from '../layout.ts';
import { unknownName } from '../mapping/names.ts';
import { cellRules } from '../mapping/set-fields.ts';
import { nameColumns, twinColumn } from '../own-names.ts';
import type { DocumentProblem } from '../problems.ts';
import type { ReadingContext } from '../reading-context.ts';
import { suspicionsAt } from '../suspicions.ts';
import type { ReadDocument } from '../types.ts';
import { scanJson } from './scan.ts';
import type { JsonText } from './split.ts';

type Report = (problem: DocumentProblem) => void;

const isObject = (value: unknown): value is Body =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The object without members that begin with `_`; members that the service does not know are reported. */
function known(
  source: Body,
  names: ReadonlySet<string>,
  managed: readonly string[],
  path: string,
  report: Report,
  ours?: string,
): Body {
  const result: Body = {};
  for (const name in source) {
    if (name.startsWith('_') || name === ours) continue;
    const field = path === '' ? name : `${path}.${name}`;
    if (managed.includes(name))
      report({
        field,
        found: describe(source[name]),
        expected: 'nothing',
        message: `only the service sets ${field}; remove it`,
      });
    else if (!names.has(name)) {
      const { ending, expected, held } = unknownName(name, names);
      report({ field, found: name, expected, message: `unknown field ${field}${ending}`, [told]: held });
    } else result[name] = source[name];
  }
  return result;
}

function namesBySection(layout: Layout): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>([['', new Set([...layout.sections, layout.lines])]]);
  for (const { section, field } of layout.ordered) {
    const fields = names.get(section);
    if (fields === undefined) names.set(section, new Set([field]));
    else fields.add(field);
  }
  return names;
}

/** Whether text for such a field is read as in a CSV cell: a barcode, say, may have been through a spreadsheet. */
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
  const { layout, options, settings, sink, tally } = context;
  const names = namesBySection(layout);
  const inAll = (section: string): Set<string> => names.get(section) as Set<string>;
  const rules = cellRules(options);
  const skus = new Map(Object.entries(options.skuMap ?? {}));
  const suspicionsIn = suspicionsAt(options.now);
  const texts = layout.ordered.flatMap((target) =>
    readAsText(target.type) ? [{ target, read: cellReader(target.type, rules) }] : [],
  );
  const optional = layout.ordered.filter(({ required }) => !required);

  function structure(source: Body, report: Report): Body {
    const ours = layout.namesOwn ? layout.reference : undefined;
    const body = known(source, inAll(''), layout.managed, '', report, ours);
    for (const section of layout.sections) {
      const value = body[section];
      if (isObject(value)) body[section] = known(value, inAll(section), [], section, report);
    }
    const lines = body[layout.lines];
    if (Array.isArray(lines)) {
      body[layout.lines] = lines.map((line: unknown, index) =>
        isObject(line)
          ? known(line, inAll(layout.lines), layout.managedOnLines, `${layout.lines}[${index}]`, report)
          : line,
      );
    }
    return body;
  }

  /** The objects that hold a target's field, each with the path to it. */
  function* holders(
    body: Body,
    section: string,
    perLine: boolean,
  ): Generator<{ holder: Body; path: string }> {
    if (section === '') return yield { holder: body, path: '' };
    const value = body[section];
    if (!perLine && isObject(value)) yield { holder: value, path: `${section}.` };
    if (!perLine || !Array.isArray(value)) return;
    for (const [index, line] of value.entries()) {
      if (isObject(line)) yield { holder: line, path: `${section}[${index}].` };
    }
  }

  function fill(body: Body): void {
    for (const { target, value } of settings.values()) {
      if (target.section !== '' && !target.perLine && body[target.section] === undefined)
        body[target.section] = {};
      for (const { holder } of holders(body, target.section, target.perLine)) holder[target.field] = value;
    }
  }

  /** Puts prices of `--prices` into lines that have none. */
  function fillPrices(body: Body): void {
    if (options.prices === undefined) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      if (holder.PricePerUnit !== undefined && holder.PricePerUnit !== null) continue;
      const price = options.prices(String(holder.SKU));
      if (price !== undefined) holder.PricePerUnit = price;
    }
  }

  /** Puts the warehouse's SKU where the shop's is. */
  function translateSkus(body: Body): void {
    if (skus.size === 0) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      const known = typeof holder.SKU === 'string' ? skus.get(holder.SKU.trim()) : undefined;
      if (known !== undefined) holder.SKU = known;
    }
  }

  /** What is suspicious about a document that is not wrong. */
  function suspect(body: Body, reference: string, number: number, report: Report): void {
    if (!fromShops[layout.kind]) return;
    for (const { field, found, expected, message } of suspicionsIn(body)) {
      const problem = { field, found: describe(found), expected, message };
      if (options.strict === true) report(problem);
      else context.warnings.add(file, { reference, line: number, ...problem });
    }
  }

  /** The body without the optional fields that count as absent: null, or blank where text must not be blank. */
  function withoutAbsent(body: Body): Body {
    const kept = { ...(withoutAbsentFields(layout.schema, body) as Body) };
    if (!layout.inheritsBlanks) return kept;
    for (const { section, field } of optional) {
      const value = section === '' ? kept[field] : undefined;
      if (typeof value === 'string' && value.trim() === '') delete kept[field];
    }
    return kept;
  }

  /** References, barcodes and times are read as in a CSV file; returns the fields that could not be read. */
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
          report({ field, found: text, expected: value.expected, message, [told]: value[told] });
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
      report({ field, found: shown, expected, message, [told]: saysExpected ? ['expected'] : [] });
    }
    return body;
  }

  /** Keeps a document that has no reference at the service, under a name of its own. */
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
      const message = `the document is not valid JSON: ${(cause as Error).message}`;
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
