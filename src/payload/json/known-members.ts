import { stated } from '../../errors.ts';
import { type Body, describe } from '../document/check.ts';
import type { Layout } from '../document/layout.ts';
import { unknownName } from '../mapping/names.ts';
import type { DocumentProblem } from '../reading/problems.ts';

/** Records a problem of the document being read. */
export type Report = (problem: DocumentProblem) => void;

/** Whether a value is an object of JSON. */
export const isObject = (value: unknown): value is Body =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

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
export function knownMembers(layout: Layout): (source: Body, report: Report) => Body {
  const names = namesBySection(layout);
  const inAll = (section: string): Set<string> => names.get(section) as Set<string>;
  return (source, report) => {
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
  };
}
