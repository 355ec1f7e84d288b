import { withoutAbsentFields } from '../../contract/problems.ts';
import { stated } from '../../errors.ts';
import { addAll, isFields } from '../../text/records.ts';
import { type Body, checkBody, describe, fillBlanks, foundBy } from '../document/check.ts';
import { type CellType, fromShops, type Layout, mostLines } from '../document/layout.ts';
import type { DocumentProblem, ReadingContext } from '../document/reading.ts';
import { isCellError, saidOf } from '../fields/cells.ts';
import { valueReader } from '../mapping/column-sources.ts';
import { unknownName } from '../mapping/header.ts';
import { lineRules } from '../mapping/sets.ts';
import { scanJson } from '../source/json-scan.ts';

export type Report = (problem: DocumentProblem) => void;

/** The objects with a target's field, each with its path. */
function* holders(body: Body, section: string, perLine: boolean): Generator<{ holder: Body; path: string }> {
  if (section === '') return yield { holder: body, path: '' };
  const value = body[section];
  if (!perLine && isFields(value)) yield { holder: value, path: `${section}.` };
  if (!perLine || !Array.isArray(value)) return;
  for (const [index, line] of value.entries()) {
    if (isFields(line)) yield { holder: line, path: `${section}[${index}].` };
  }
}

/** Takes members that the service does not know out of documents, and reports them; those with `_` are the user's own. */
function unknownMembers(layout: Layout): (body: Body, report: Report) => void {
  const { ordered, sections, lines, managed, managedOnLines } = layout;
  const managedIn: Readonly<Record<string, readonly string[]>> = { [lines]: managedOnLines, '': managed };
  // A slot has no lines.
  const known = [...new Set(['', ...sections, lines])].map((section) => ({
    section,
    ofService: managedIn[section] ?? [],
    names: new Set([
      ...(section === '' ? [...sections, lines] : []),
      ...ordered.flatMap((target) => (target.section === section ? [target.field] : [])),
    ]),
  }));
  const ours = layout.namesOwn && layout.reference;

  return (body, report) => {
    for (const { section, ofService, names } of known)
      for (const { holder, path } of holders(body, section, section === lines))
        for (const name of Object.keys(holder)) {
          const isManaged = ofService.includes(name);
          if (names.has(name) && !isManaged) continue;
          const found = holder[name];
          delete holder[name];
          if (name.startsWith('_') || (path === '' && name === ours)) continue;
          const field = path + name;
          if (isManaged) {
            const message = `${field} is set by the service; remove it`;
            report({ field, found: describe(found), expected: 'nothing', message, [stated]: ['expected'] });
            continue;
          }
          const { ending, expected } = unknownName(name, names);
          const message = `unknown field ${field}${ending}`;
          report({ field, found: name, expected, message, [stated]: ['found', 'expected'] });
        }
  };
}

/** Fields whose text is read like a CSV cell, because it may come from a spreadsheet. */
const readAsText: readonly CellType[] = ['reference', 'barcode', 'time', 'utc-time', 'day'];

/** Fills and checks parsed documents, which it changes: returns the body to send, and reports what is wrong with it. */
export function bodyChecker({ layout, options, settings }: ReadingContext) {
  const withoutUnknown = unknownMembers(layout);
  const { skuOf, priceOf, partsOf, unpriced } = lineRules(options.skuMap ?? new Map(), options);
  const texts = layout.ordered.flatMap((target) =>
    readAsText.includes(target.type) ? [{ target, read: valueReader(target, options) }] : [],
  );
  const optional = layout.ordered.filter(({ required, section }) => !required && section === '');

  /** Puts the constants of the options into a document. */
  function fill(body: Body): void {
    for (const [target, value] of settings) {
      if (target.section !== '' && !target.perLine && body[target.section] === undefined)
        body[target.section] = {};
      for (const { holder } of holders(body, target.section, target.perLine)) holder[target.field] = value;
    }
  }

  const linesOf = (body: Body): Body[] => [...holders(body, layout.lines, true)].map(({ holder }) => holder);

  /** Fills SKUs and prices of an order's lines. Says whether a free line is sent. */
  function fillLines(body: Body): boolean {
    let hasFreeLine = false;
    for (const line of linesOf(body)) {
      if (typeof line.SKU === 'string') line.SKU = skuOf(line.SKU);
      const { price, isFree } = priceOf(line.SKU, line.PricePerUnit);
      if (price !== undefined) line.PricePerUnit = price;
      hasFreeLine ||= isFree;
    }
    return hasFreeLine;
  }

  /** Makes lines of the parts of sets, once all lines are right, and so are in their places. */
  function expandSets(body: Body, report: Report): void {
    const expanded: unknown[] = [];
    for (const [index, line] of linesOf(body).entries()) {
      const found = partsOf(line, expanded.length);
      if (!('message' in found)) {
        addAll(expanded, found);
        continue;
      }
      const field = `${layout.lines}[${index}].${found.field}`;
      report({ field, found: describe(line[found.field]), ...saidOf(field, found) });
    }
    body[layout.lines] = expanded;
  }

  /** The body without optional fields that count as absent: null, or blank if the text must not be blank. */
  function withoutAbsent(body: Body): Body {
    const kept = { ...(withoutAbsentFields(layout.schema, body) as Body) };
    if (!layout.inheritsBlanks) return kept;
    for (const { field } of optional) {
      const value = kept[field];
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
        const value = read(text);
        const field = path + target.field;
        if (isCellError(value)) {
          refused.add(field);
          report({ field, found: text, ...saidOf(field, value) });
        } else holder[target.field] = value;
      }
    }
    return refused;
  }

  /** Refuses a document of too many lines, of which it leaves the first. */
  function limitLines(body: Body, report: Report): void {
    const lines = body[layout.lines];
    if (!Array.isArray(lines) || lines.length <= mostLines) return;
    const most = `${mostLines.toLocaleString('en')} lines`;
    const [found, expected] = [`${lines.length} lines`, `at most ${most}`];
    const message = `${layout.lines} has more than ${most}, the most that are read`;
    report({ field: layout.lines, found, expected, message, [stated]: ['expected'] });
    body[layout.lines] = lines.slice(0, mostLines);
  }

  return function check(filled: Body, text: string, report: Report) {
    limitLines(filled, report);
    const scanned = new Set<string>();
    for (const problem of scanJson(text)) {
      scanned.add(problem.field);
      report(problem);
    }
    withoutUnknown(filled, report);
    fill(filled);
    const hasFreeLine = fromShops[layout.kind] && fillLines(filled);
    const body = withoutAbsent(filled);
    const refused = readTexts(body, report);
    fillBlanks(body, layout, options);
    for (const field of scanned) refused.add(field);
    const { problems, ordered } = checkBody(layout, body, options, refused.has('ReceivedDate'));
    for (const problem of problems) {
      const { field, path, found, message } = problem;
      if (refused.has(field)) continue;
      const [, at, name] = path;
      const isUnpriced = name === 'PricePerUnit' && (found ?? undefined) === undefined;
      const why = isUnpriced ? unpriced((body[layout.lines] as Body[])[Number(at)]?.SKU) : undefined;
      report({ field, message, ...foundBy(problem), ...(why && saidOf(field, why)) });
    }
    if (fromShops[layout.kind] && problems.length + refused.size === 0) expandSets(ordered, report);
    return { body: ordered, hasFreeLine };
  };
}
