import { brief, type FieldProblem, stated } from '../errors.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { firstFew, shownFile, withoutTrailing } from '../text/words.ts';

/** Fewer equal problems than this have a line each. */
const fewestTogether = 3;

/** More rows, or references, than this are counted. */
const mostNamed = 4;

/**
 * Problems as lines for people, `said` being a problem without its place and document: `orders.csv:7: R-1: Qty …`, or
 * `orders.xlsx:Orders!F7: …`. With `together`, equal ones are a single line: `orders.csv, rows 2 to 7 (R-1, R-2, R-3 and
 * 3 more): Qty …`. Those that an option settles are one in any case. Problems
 * are equal if `alike` gives the same for them; by default, if all that is said of them is the same.
 */
export function problemLines(
  problems: readonly FieldProblem[],
  said: (problem: FieldProblem) => string,
  together: boolean,
  alike = said,
) {
  const groups = new Map<unknown, FieldProblem[]>();
  for (const problem of problems) {
    const option = problem[brief]?.option;
    const kind =
      option === undefined ? [problem.file, columnOf(problem), alike(problem)] : [problem.file, option];
    const isAlone = problem[brief]?.same !== undefined || (!together && option === undefined);
    const key = isAlone ? problem : kind.join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const rows = [...new Set(group.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
    const count = group[0]?.[brief]?.option === undefined ? rows.length : group.length;
    if (rows.length === 0 || count < fewestTogether)
      return group.map((problem) => ({ text: ownLine(problem, said), count: countOf(problem) }));
    return [{ text: sharedLine(group, rows, said), count: group.length }];
  });
}

/** How many problems one stands for. */
export const countOf = (problem: FieldProblem): number => 1 + (problem[brief]?.others ?? 0);

function ownLine(problem: FieldProblem, said: (problem: FieldProblem) => string): string {
  const { file, line, cell, reference } = problem;
  const parts = [
    placeIn(file, String(cell ?? line ?? '')),
    namesDocument(problem) ? '' : (reference ?? ''),
    said(problem) + (countOf(problem) > 1 ? ` (${countOf(problem)} times)` : ''),
  ];
  return sanitizeLine(parts.filter((part) => part !== '').join(': '));
}

/** Whether the message says which document it is about. */
const namesDocument = ({ [stated]: said = [] }: FieldProblem): boolean => said.includes('reference');

/** The column of a workbook: `Orders!F`; undefined for other files, whose messages name it. */
const columnOf = ({ cell }: FieldProblem): string | undefined =>
  cell && withoutTrailing(withoutTrailing(cell, '0123456789:'), '!');

/** A place in a file: `orders.csv:7`, `orders.xlsx:Orders!F`. */
const placeIn = (file: string | undefined, at: string): string =>
  [file === undefined ? '' : shownFile(file), at].filter((part) => part !== '').join(':');

function sharedLine(
  group: readonly FieldProblem[],
  rows: readonly number[],
  said: (problem: FieldProblem) => string,
): string {
  const [first] = group as readonly [FieldProblem];
  const isOption = first[brief]?.option !== undefined;
  const one = /\.(?:nd)?json$/i.test(first.file ?? '') ? 'document' : 'row';
  const [from = 0, to = 0] = [rows[0], rows.at(-1)];
  const isRange = rows.length > 1 && to - from === rows.length - 1;
  const numbers = isRange ? `${from} to ${to}` : firstFew(rows.map(String), mostNamed);
  const references = [...new Set(group.flatMap(({ reference }) => reference ?? []))];
  const documents =
    references.length === 0 || namesDocument(first) ? '' : ` (${firstFew(references, mostNamed)})`;
  const texts = [...new Set(group.map((each) => (isOption ? (each[brief]?.text ?? '') : said(each))))];
  const text = isOption || texts.length === 1 ? texts.join('; ') : `${texts[0]}, and others like it`;
  const columns = [...new Set(group.flatMap((problem) => columnOf(problem) ?? []))];
  const place = placeIn(first.file, columns.join(', '));
  return sanitizeLine(`${place}, ${one}${rows.length === 1 ? '' : 's'} ${numbers}${documents}: ${text}`);
}
