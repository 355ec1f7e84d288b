import type { FieldProblem } from '../../errors.ts';
import { type Body, bodyProblems, canonical, describe } from '../check.ts';
import { cellReader, type Refusal } from '../csv/cells.ts';
import { fillDispatchBy } from '../defaults.ts';
import type { Layout } from '../layout.ts';
import { cellRules, suggestion, unknownName } from '../mapping/set-fields.ts';
import type { Context } from '../reading-context.ts';
import type { ReadDocument } from '../types.ts';
import { scanJson } from './scan.ts';
import type { JsonText } from './split.ts';

type Report = (problem: FieldProblem) => void;

const isObject = (value: unknown): value is Body =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The object without members that begin with `_`; members that the service does not know are reported. */
function known(
  source: Body,
  names: ReadonlySet<string>,
  managed: readonly string[],
  path: string,
  report: Report,
): Body {
  const result: Body = {};
  for (const name in source) {
    if (name.startsWith('_')) continue;
    const field = path === '' ? name : `${path}.${name}`;
    if (managed.includes(name)) report({ field, message: `only the service sets ${name}; remove it` });
    else if (!names.has(name)) {
      const message = `unknown field ${field}${suggestion(name, names)}`;
      report({ field, message, ...unknownName(name, names) });
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

/** Reads the documents of one JSON file. */
export function jsonDocuments(file: number, context: Context) {
  const { layout, options, settings, sink, tally } = context;
  const names = namesBySection(layout);
  const inAll = (section: string): Set<string> => names.get(section) as Set<string>;
  const managedOnLines = layout.kind === 'order' ? [] : layout.managed;
  const rules = cellRules(options);
  const texts = layout.ordered.flatMap((target) =>
    target.reading === 'barcode' || target.reading === 'time' || target.reading === 'utc-time'
      ? [{ target, read: cellReader(target.reading, rules) }]
      : [],
  );

  function structure(source: Body, report: Report): Body {
    const body = known(source, inAll(''), layout.managed, '', report);
    for (const section of layout.sections) {
      const value = body[section];
      if (isObject(value)) body[section] = known(value, inAll(section), [], section, report);
    }
    const lines = body[layout.lines];
    if (Array.isArray(lines)) {
      body[layout.lines] = lines.map((line: unknown, index) =>
        isObject(line)
          ? known(line, inAll(layout.lines), managedOnLines, `${layout.lines}[${index}]`, report)
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

  /** Times and barcodes are read as in a CSV file; returns the fields that are refused. */
  function readTexts(body: Body, report: Report): Set<string> {
    const refused = new Set<string>();
    for (const { target, read } of texts) {
      for (const { holder, path } of holders(body, target.section, target.perLine)) {
        const text = holder[target.field];
        if (typeof text !== 'string' || text.trim() === '') continue;
        const value: string | number | Refusal = read(text);
        const field = path + target.field;
        if (typeof value !== 'object') holder[target.field] = value;
        else {
          refused.add(field);
          report({ field, found: text, expected: value.expected, message: `${field} ${value.message}` });
        }
      }
    }
    return refused;
  }

  function check(parsed: Body, text: string, report: Report): Body {
    const scanned = scanJson(text);
    for (const problem of scanned) report(problem);
    const body = structure(parsed, report);
    fill(body);
    const refused = readTexts(body, report);
    if (options.warehouse !== undefined) body[layout.warehouse] ??= options.warehouse;
    if (layout.kind === 'order') fillDispatchBy(body, options.dispatchWithin);
    for (const { field } of scanned) refused.add(field);
    for (const problem of bodyProblems(layout, body)) {
      if (refused.has(problem.field)) continue;
      const found = problem.missing || problem.found === undefined ? {} : { found: describe(problem.found) };
      report({ field: problem.field, ...found, expected: problem.expected, message: problem.message });
    }
    return body;
  }

  return function read({ text, number }: JsonText): void {
    let problems = 0;
    const report: Report = (problem) => {
      problems++;
      context.problems.add(file, { line: number, ...problem });
    };
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (cause) {
      report({ message: `the document is not JSON: ${(cause as Error).message}` });
      tally.document(true);
      return;
    }
    const body = check(parsed as Body, text, report);
    const reference = body[layout.reference];
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
