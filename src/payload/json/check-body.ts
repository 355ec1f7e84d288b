import { withoutAbsentFields } from '../../contract/problems.ts';
import { stated } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import { type Body, bodyProblems, describe, fillBlank, foundBy } from '../document/check.ts';
import { type CellType, fromShops, type Layout } from '../document/layout.ts';
import type { DocumentProblem, ReadingContext } from '../document/reading.ts';
import { isCellError, saidOf } from '../fields/cells.ts';
import { valueReader } from '../mapping/column-sources.ts';
import { unknownName } from '../mapping/header.ts';
import { lineRules } from '../mapping/sets.ts';
import { scanJson } from './json-text.ts';

export type Report = (problem: DocumentProblem) => void;

/** The names of the members of the document itself (empty), of a section, or of a line. */
function namesIn({ ordered, sections, lines }: Layout, section: string): Set<string> {
  const own = ordered.flatMap((target) => (target.section === section ? [target.field] : []));
  return new Set(section === '' ? [...sections, lines, ...own] : own);
}

/** Copies documents with the members that the service knows, and reports the others; those with `_` are the user's own. */
function knownMembers(layout: Layout): (source: Body, report: Report) => Body {
  const all = ['', ...layout.sections, layout.lines];
  const names = new Map(all.map((section) => [section, namesIn(layout, section)]));
  const managed = new Map([
    [layout.lines, layout.managedOnLines],
    // The last one counts where a kind has no lines, as a slot.
    ['', layout.managed],
  ]);
  const ours = layout.namesOwn && layout.reference;

  /** The known members of the body or of one of its objects, which is at this path. */
  function known(source: Body, section: string, path: string, report: Report): Body {
    const own = names.get(section) as Set<string>;
    const result: Body = {};
    for (const name in source) {
      if (name.startsWith('_') || (path === '' && name === ours)) continue;
      const field = path === '' ? name : `${path}.${name}`;
      if (managed.get(section)?.includes(name)) {
        const message = `only the service sets ${field}; remove it`;
        report({ field, found: describe(source[name]), expected: 'nothing', message });
      } else if (!own.has(name)) {
        const { ending, expected, held } = unknownName(name, own);
        report({ field, found: name, expected, message: `unknown field ${field}${ending}`, [stated]: held });
      } else result[name] = source[name];
    }
    return result;
  }

  return (source, report) => {
    const body = known(source, '', '', report);
    for (const section of layout.sections) {
      const value = body[section];
      if (isFields(value)) body[section] = known(value, section, section, report);
    }
    const lines = body[layout.lines];
    if (Array.isArray(lines))
      body[layout.lines] = lines.map((line: unknown, index) =>
        isFields(line) ? known(line, layout.lines, `${layout.lines}[${index}]`, report) : line,
      );
    return body;
  };
}

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

/** Fills documents from the options: constants, prices, those of free lines, and the warehouse's SKUs. */
function filler({ layout, options, settings }: Pick<ReadingContext, 'layout' | 'options' | 'settings'>) {
  const { skuOf, priceOf, partsOf } = lineRules(options.skuMap ?? {}, options);

  function fill(body: Body): void {
    for (const [target, value] of settings) {
      if (target.section !== '' && !target.perLine && body[target.section] === undefined)
        body[target.section] = {};
      for (const { holder } of holders(body, target.section, target.perLine)) holder[target.field] = value;
    }
  }

  /** Fills the lines of an order: SKUs and prices. Says whether a free line is sent. */
  function fillLines(body: Body): boolean {
    let hasFreeLine = false;
    for (const { holder } of holders(body, layout.lines, true)) {
      if (typeof holder.SKU === 'string') holder.SKU = skuOf(holder.SKU);
      const { price, isFree } = priceOf(holder.SKU, holder.PricePerUnit);
      if (price !== undefined) holder.PricePerUnit = price;
      hasFreeLine ||= isFree;
    }
    return hasFreeLine;
  }

  function expandSets(body: Body, report: Report): void {
    const lines = body[layout.lines];
    if (!Array.isArray(lines)) return;
    body[layout.lines] = lines.flatMap((line: unknown, index): readonly unknown[] => {
      const found = isFields(line) ? partsOf(line) : [line];
      if (!('message' in found)) return found;
      const field = `${layout.lines}[${index}].PricePerUnit`;
      const price = { found: describe((line as Body).PricePerUnit), expected: 'at least 0.01 for each unit' };
      report({ field, ...price, message: `${field} ${found.message}`, [stated]: ['expected'] });
      return [line];
    });
  }

  return { fill, fillLines, expandSets };
}

/** Fields whose text is read like a CSV cell, because it may come from a spreadsheet. */
const readAsText: readonly CellType[] = ['reference', 'barcode', 'time', 'utc-time', 'day'];

/** Fills and checks parsed documents: returns the body to send, and reports what is wrong with it. */
export function bodyChecker(context: Pick<ReadingContext, 'layout' | 'options' | 'settings'>) {
  const { layout, options } = context;
  const structure = knownMembers(layout);
  const { fill, fillLines, expandSets } = filler(context);
  const texts = layout.ordered.flatMap((target) =>
    readAsText.includes(target.type) ? [{ target, read: valueReader(target, options) }] : [],
  );
  const optional = layout.ordered.filter(({ required, section }) => !required && section === '');

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

  return function check(parsed: Body, text: string, report: Report) {
    const scanned = scanJson(text);
    for (const problem of scanned) report(problem);
    const filled = structure(parsed, report);
    fill(filled);
    const hasFreeLine = fromShops[layout.kind] && fillLines(filled);
    if (fromShops[layout.kind]) expandSets(filled, report);
    const body = withoutAbsent(filled);
    const refused = readTexts(body, report);
    for (const name of [layout.warehouse, 'DispatchBy'])
      if (body[name] === undefined) fillBlank(name, body, layout, options);
    for (const { field } of scanned) refused.add(field);
    for (const problem of bodyProblems(layout, body, options, refused.has('ReceivedDate'))) {
      const { field, message } = problem;
      if (!refused.has(field)) report({ field, message, ...foundBy(problem) });
    }
    return { body, hasFreeLine };
  };
}
