import { limits } from '../../contract/limits.ts';
import { withoutAbsentFields } from '../../contract/problems.ts';
import { stated } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import { type Body, bodyProblems, describe, fillDispatchBy, foundBy } from '../document/check.ts';
import { type CellType, fromShops, type Layout } from '../document/layout.ts';
import type { DocumentProblem, ReadingContext } from '../document/reading.ts';
import { type CellError, cellReader } from '../fields/cells.ts';
import { unknownName } from '../mapping/header.ts';
import { aliasesIn, setExpander } from '../mapping/sets.ts';
import { scanJson } from './json-text.ts';

/** Records a problem of the document being read. */
export type Report = (problem: DocumentProblem) => void;

/** The object without members that begin with `_`; reports members that the service does not know. */
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
      report({ field, found: name, expected, message: `unknown field ${field}${ending}`, [stated]: held });
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

/**
 * Copies documents with the members that the service knows, on each level, and reports the others. Members that begin
 * with `_` are the user's own and are dropped.
 */
function knownMembers(layout: Layout): (source: Body, report: Report) => Body {
  const names = namesBySection(layout);
  const inAll = (section: string): Set<string> => names.get(section) as Set<string>;
  return (source, report) => {
    const ours = layout.namesOwn ? layout.reference : undefined;
    const body = known(source, inAll(''), layout.managed, '', report, ours);
    for (const section of layout.sections) {
      const value = body[section];
      if (isFields(value)) body[section] = known(value, inAll(section), [], section, report);
    }
    const lines = body[layout.lines];
    if (Array.isArray(lines)) {
      body[layout.lines] = lines.map((line: unknown, index) =>
        isFields(line)
          ? known(line, inAll(layout.lines), layout.managedOnLines, `${layout.lines}[${index}]`, report)
          : line,
      );
    }
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
  const skus = aliasesIn(options.skuMap ?? {});
  const expand = setExpander(options.skuMap ?? {}, options.prices);
  const sendsFreeLines = options.include?.includes('free-lines') === true;

  function fill(body: Body): void {
    for (const [target, value] of settings) {
      if (target.section !== '' && !target.perLine && body[target.section] === undefined)
        body[target.section] = {};
      for (const { holder } of holders(body, target.section, target.perLine)) holder[target.field] = value;
    }
  }

  /** Fills in missing prices from `--prices`. */
  function fillPrices(body: Body): void {
    if (options.prices === undefined) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      if (holder.PricePerUnit !== undefined && holder.PricePerUnit !== null) continue;
      const price = options.prices(String(holder.SKU));
      if (price !== undefined) holder.PricePerUnit = price;
    }
  }

  /** Gives free lines the lowest price, if they are to be sent; says whether there are any. */
  function priceFreeLines(body: Body): boolean {
    if (!sendsFreeLines) return false;
    const free = [...holders(body, layout.lines, true)].filter(({ holder }) => holder.PricePerUnit === 0);
    for (const { holder } of free) holder.PricePerUnit = limits.minPricePerUnit;
    return free.length > 0;
  }

  /** Replaces the shop's SKUs with the warehouse's. */
  function translateSkus(body: Body): void {
    if (skus.size === 0) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      const known = typeof holder.SKU === 'string' ? skus.get(holder.SKU.trim()) : undefined;
      if (known !== undefined) holder.SKU = known;
    }
  }

  /** Makes lines of the parts of sets. */
  function expandSets(body: Body, report: Report): void {
    const lines = body[layout.lines];
    if (expand === undefined || !Array.isArray(lines)) return;
    body[layout.lines] = lines.flatMap((line: unknown, index): readonly unknown[] => {
      const found = isFields(line) ? expand(line) : [line];
      if (!('message' in found)) return found;
      const field = `${layout.lines}[${index}].PricePerUnit`;
      const expected = 'at least 0.01 for each unit';
      report({
        field,
        found: describe((line as Body).PricePerUnit),
        expected,
        message: `${field} ${found.message}`,
        [stated]: ['expected'],
      });
      return [line];
    });
  }

  return { fill, fillPrices, priceFreeLines, translateSkus, expandSets };
}

/** Fields whose text is read like a CSV cell, because it may come from a spreadsheet. */
const readAsText: readonly CellType[] = ['reference', 'barcode', 'time', 'utc-time'];

/** Fills and checks parsed documents: returns the body to send, and reports what is wrong with it. */
export function bodyChecker(context: Pick<ReadingContext, 'layout' | 'options' | 'settings'>) {
  const { layout, options } = context;
  const structure = knownMembers(layout);
  const { fill, fillPrices, priceFreeLines, translateSkus, expandSets } = filler(context);
  const texts = layout.ordered.flatMap((target) =>
    readAsText.includes(target.type) ? [{ target, read: cellReader(target.type, options) }] : [],
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

  return function check(parsed: Body, text: string, report: Report) {
    const scanned = scanJson(text);
    for (const problem of scanned) report(problem);
    const filled = structure(parsed, report);
    fill(filled);
    let hasFreeLine = false;
    if (fromShops[layout.kind]) {
      translateSkus(filled);
      fillPrices(filled);
      hasFreeLine = priceFreeLines(filled);
      expandSets(filled, report);
    }
    const body = withoutAbsent(filled);
    const refused = readTexts(body, report);
    if (options.warehouse !== undefined) body[layout.warehouse] ??= options.warehouse;
    if (fromShops[layout.kind]) fillDispatchBy(body, options.dispatchWithin);
    for (const { field } of scanned) refused.add(field);
    for (const problem of bodyProblems(layout, body, options, refused.has('ReceivedDate'))) {
      const { field, message } = problem;
      if (!refused.has(field)) report({ field, message, ...foundBy(problem) });
    }
    return { body, hasFreeLine };
  };
}
