import { type FieldProblem, stated } from '../errors.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { listed, shownFile, withoutTrailing } from '../text/words.ts';

/** A line for people about one or several problems of a file. */
interface ProblemLine {
  readonly text: string;
  /** How many problems it stands for. */
  readonly count: number;
}

/** Fewer equal problems than this have a line each. */
const fewestTogether = 3;

/** More rows, or references, than this are counted. */
const mostNamed = 4;

/**
 * Problems as lines for people, `said` being a problem without its place and document: `orders.csv:7: R-1: Qty …`, or
 * `orders.xlsx:Orders!F7: …`. With `together`, equal ones are a single line: `orders.csv, rows 2 to 7 (R-1, R-2, R-3 and
 * 3 more): Qty …`.
 */
export function problemLines(
  problems: readonly FieldProblem[],
  said: (problem: FieldProblem) => string,
  together: boolean,
): ProblemLine[] {
  if (!together) return problems.map((problem) => ({ text: ownLine(problem, said), count: 1 }));
  const groups = new Map<string, FieldProblem[]>();
  for (const problem of problems) {
    const key = [columnPlace(problem), said(problem)].join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const rows = [...new Set(group.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
    if (rows.length < fewestTogether)
      return group.map((problem) => ({ text: ownLine(problem, said), count: 1 }));
    return [{ text: sharedLine(group, rows, said), count: group.length }];
  });
}

function ownLine(problem: FieldProblem, said: (problem: FieldProblem) => string): string {
  const { file, line, cell, reference } = problem;
  const place = [file === undefined ? undefined : shownFile(file), cell ?? line]
    .filter((part) => part !== undefined)
    .join(':');
  const parts = [place, namesDocument(problem) ? '' : (reference ?? ''), said(problem)];
  return sanitizeLine(parts.filter((part) => part !== '').join(': '));
}

/** Whether the message says which document it is about. */
const namesDocument = ({ [stated]: said = [] }: FieldProblem): boolean => said.includes('reference');

/** The place without the row: `orders.csv`, or `orders.xlsx:Orders!F`. */
function columnPlace({ file, cell }: FieldProblem): string {
  const column = cell && withoutTrailing(withoutTrailing(cell, '0123456789:'), '!');
  return [file === undefined ? undefined : shownFile(file), column]
    .filter((part) => part !== undefined)
    .join(':');
}

function sharedLine(
  group: readonly FieldProblem[],
  rows: readonly number[],
  said: (problem: FieldProblem) => string,
): string {
  const [first] = group as readonly [FieldProblem];
  // A document of a JSON file has a number, and no column.
  const what = first.column === undefined && first.cell === undefined ? 'documents' : 'rows';
  const [from = 0, to = 0] = [rows[0], rows.at(-1)];
  const numbers = to - from === rows.length - 1 ? `${from} to ${to}` : someOf(rows.map(String));
  const references = [...new Set(group.flatMap(({ reference }) => reference ?? []))];
  const documents = references.length === 0 || namesDocument(first) ? '' : ` (${someOf(references)})`;
  return sanitizeLine(`${columnPlace(first)}, ${what} ${numbers}${documents}: ${said(first)}`);
}

/** `2, 5 and 9`, or `2, 5, 9 and 12 more`. */
const someOf = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? listed(names)
    : listed([...names.slice(0, mostNamed - 1), `${names.length - mostNamed + 1} more`]);
