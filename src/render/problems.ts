import { compact, type FieldProblem, type Lack, stated } from '../errors.ts';
import { fieldWord } from '../text/field-words.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { firstFew, listed, shownFile, withoutTrailing } from '../text/words.ts';
import { timeText } from './text.ts';

/** Where so many documents have the same problem, they share a line. */
const fewestTogether = 3;

/** More rows, or references, than this are counted. */
const mostNamed = 4;

/** More unknown columns are counted; a file that lacks more is another kind of file, and no option makes it this one. */
const mostColumns = 12;

/** What is wrong, for people: the subject that is missing, or a phrase. */
interface Said {
  readonly missing?: string;
  readonly lacks?: Lack;
  readonly phrase?: string;
}

/** Problems that share a line, because they are of one document or the same in several. */
interface Bundle {
  readonly problems: FieldProblem[];
  readonly kinds: Map<string, FieldProblem[]>;
}

/** One line for people, and how many problems it stands for. */
export interface ProblemLine {
  /** Empty for what is in no file. */
  readonly file: string;
  readonly text: string;
  readonly count: number;
}

/**
 * Problems as lines for people, without their file: one for each document, `R-1, row 6: city and SKU are missing`, and
 * one for what several share, or one option solves: `R-1, R-2, R-3 and 5 more, rows 2 to 9: country is missing`.
 */
export function problemLines(problems: readonly FieldProblem[]): ProblemLine[] {
  const kinds = new Map<string, FieldProblem[]>();
  for (const problem of problems) put(kinds, kindOf(problem), problem);
  const bundles = new Map<string, Bundle>();
  for (const [kind, alike] of kinds) {
    const option = alike[0]?.[compact]?.option;
    const documents = [...new Set(alike.map(documentOf))];
    const isShared = documents.length >= fewestTogether;
    const all = option === undefined ? documents.join('\n') : option;
    for (const problem of alike) {
      const key = isShared || option !== undefined ? `${problem.file}\n${all}` : documentOf(problem);
      const bundle = bundles.get(key) ?? { problems: [], kinds: new Map<string, FieldProblem[]>() };
      bundles.set(key, bundle);
      bundle.problems.push(problem);
      put(bundle.kinds, kind, problem);
    }
  }
  const order = new Map(problems.map((problem, at) => [problem, at]));
  const first = ({ problems: own }: Bundle): number => order.get(own[0] as FieldProblem) ?? 0;
  return [...bundles.values()]
    .sort((a, b) => first(a) - first(b))
    .map(({ problems: own, kinds: said }) => ({
      file: own[0]?.file ?? '',
      text: sanitizeLine([placeOf(own), sentence([...said.values()].map(saidOf))].filter(Boolean).join(': ')),
      count: own.reduce((sum, problem) => sum + countOf(problem), 0),
    }));
}

/** The same as texts, each with its file where there are several. */
export function problemTexts(problems: readonly FieldProblem[]) {
  const lines = problemLines(problems);
  const isOne = new Set(lines.map(({ file }) => file)).size < 2;
  return lines.map(({ file, text, count }) => ({
    text: isOne || file === '' ? text : sanitizeLine(`${shownFile(file)}: ${text}`),
    count,
  }));
}

/** How many problems one stands for. */
export const countOf = (problem: FieldProblem): number => 1 + (problem[compact]?.others ?? 0);

function put(groups: Map<string, FieldProblem[]>, key: string, problem: FieldProblem): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [problem]);
  else group.push(problem);
}

/** Problems of which the same is said, whatever was found. */
const kindOf = (problem: FieldProblem): string => {
  const { option, same } = problem[compact] ?? {};
  return [problem.file, option, same, same === undefined && columnOf(problem), textOf(problem)].join('\0');
};

/** The document that a problem is of; what is of the whole file is a document of its own. */
const documentOf = (problem: FieldProblem): string => {
  const { file, line, reference, message, [compact]: { lacks, same } = {} } = problem;
  const isWhole = reference === undefined && splitOf(problem) === undefined;
  const isOwn = (isWhole && lacks === undefined) || same !== undefined;
  return [file, reference ?? line, isOwn ? message : ''].join('\0');
};

/** The column of a workbook: `Orders!F`; undefined for other files, whose messages name it. */
const columnOf = ({ cell }: FieldProblem): string | undefined =>
  cell && withoutTrailing(withoutTrailing(cell, '0123456789:'), '!');

const textOf = (problem: FieldProblem): string => problem[compact]?.text ?? problem.message;

/** A message that is about a column or field, as the name of that for people, and what is wrong with it. */
function splitOf(problem: FieldProblem): readonly [subject: string, what: string] | undefined {
  const { column, field, [stated]: said = [] } = problem;
  const text = textOf(problem);
  const name = [field, column].find(
    (each) => each !== undefined && each !== '' && text.startsWith(`${each} `),
  );
  if (name === undefined) return undefined;
  const own = column === undefined || said.includes('column') ? name : column;
  return [fieldWord(own), text.slice(name.length + 1)];
}

/** `is required`, or `or CountryCode is required`. */
const required = /^(?:or (\S+) )?is required$/;

/** What problems of one kind say: of several that found different values, the first is an example. */
function saidOf(problems: readonly FieldProblem[]): Said {
  const [first] = problems as readonly [FieldProblem];
  const split = splitOf(first);
  const lacks = first[compact]?.lacks;
  if (lacks !== undefined) return { lacks };
  const values = [...new Set(problems.map(({ found = '' }) => found))];
  const [found = ''] = values;
  const isFound = found !== '' && first[stated]?.includes('found') !== true;
  const isOne = values.length === 1;
  if (split === undefined) {
    const { column, field, [stated]: said = [] } = first;
    const isNamed = column === undefined || column === (field ?? column) || said.includes('column');
    const text = textOf(first);
    const shown =
      isFound && !says(text, found) ? `; found ${quoted(found)}${isOne ? '' : ' and others'}` : '';
    return { phrase: `${isNamed ? '' : `${column}: `}${text}${shown}` };
  }
  const [subject, what] = split;
  const [isRequired, other] = required.exec(what) ?? [];
  if (isRequired !== undefined) {
    if (other === undefined) return { missing: subject };
    // Of a path, the field's own part.
    const own = other.includes('].') ? other.slice(other.lastIndexOf('.') + 1) : other;
    return { missing: `${subject} or ${fieldWord(own)}` };
  }
  const example = isOne ? ` ${quoted(found)}` : `, such as ${quoted(found)},`;
  const shown = isFound && !says(what, found) ? example : '';
  // The service's names of fields as people say them; other words stay.
  const inWords = withExpected(what, first).replace(/[A-Za-z_.]{3,60}/g, (word) =>
    /.[A-Z_.]/.test(word) ? fieldWord(word) : word,
  );
  return { phrase: `${subject}${shown} ${inWords}` };
}

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** A value as the file has it, in quotes, which text of JSON has already; a moment as people say it. */
const quoted = (found: string): string => {
  if (isMoment.test(found)) return timeText(found, undefined);
  return found.length > 1 && found.startsWith('"') && found.endsWith('"') ? found : JSON.stringify(found);
};

/** Whether a text already contains a value, and not only its letters: `0.01` does not say `0`. */
const says = (text: string, value: string): boolean =>
  /[\s,;:"]/.test(value) ? text.includes(value) : text.split(/[\s,;:"?]+/).includes(value);

/** A description, which adds nothing to a complaint that a value or an example would explain. */
const isMereWords = (expected: string): boolean =>
  !expected.includes('for example') && /^(?:an?|the|text|another|each|one|nothing)\b(?! of)/.test(expected);

/** What is wrong, with what would be right unless it says so. */
function withExpected(what: string, { expected = '', [stated]: said = [], [compact]: short }: FieldProblem) {
  if (expected === '' || short !== undefined || said.includes('expected') || what.includes(expected))
    return what;
  if (what.startsWith('must be ')) return `must be ${expected}`;
  return isMereWords(expected) ? what : `${what}; it must be ${expected}`;
}

/** What is missing together, then everything else. */
function sentence(said: readonly Said[]): string {
  const missing = said.flatMap(({ missing }) => missing ?? []);
  const verb = missing.length > 1 ? 'are' : 'is';
  return [
    ...(missing.length === 0 ? [] : [`${listed(missing)} ${verb} missing`]),
    ...lacking(said.flatMap(({ lacks }) => lacks ?? [])),
    ...said.flatMap(({ phrase }) => phrase ?? []),
  ].join('; ');
}

/** What a file has for nothing, what it or its map lacks, and what does without it. */
function lacking(lacks: readonly Lack[]): string[] {
  const named = (wanted: Lack['kind']): string[] =>
    lacks.flatMap(({ kind, name }) => (kind === wanted ? name : []));
  const [unknown, entries, columns] = [named('unknown'), named('entry'), named('column')];
  const fields = named('field').map(fieldWord);
  const isOther = columns.length + fields.length > mostColumns;
  const options = isOther ? [] : lacks.flatMap(({ option }) => option ?? []);
  const [of] = lacks.flatMap((lack) => lack.of ?? []);
  const owner = of === undefined ? '' : ` of ${of}`;
  const several = ({ length }: readonly string[]): string => (length > 1 ? 's' : '');
  return [
    ...(unknown.length === 0 ? [] : [`unknown column${several(unknown)} ${firstFew(unknown, mostColumns)}`]),
    ...(entries.length === 0 ? [] : [`the map has no entry for ${listed(entries)}`]),
    ...(columns.length === 0
      ? []
      : [
          `the column${several(columns)} ${firstFew(columns, isOther ? mostNamed : mostColumns)}${owner} ${columns.length > 1 ? 'are' : 'is'} missing`,
        ]),
    ...(fields.length === 0 ? [] : [`the file has no ${listed(fields, 'or')}`]),
    ...(options.length === 0 ? [] : [`you can give ${listed(options)} instead`]),
  ];
}

/** `R-1, row 6`, `R-1, R-2, R-3 and 5 more, rows 2 to 9`, `R-1, Orders!F6`; empty for what is in no file. */
function placeOf(problems: readonly FieldProblem[]): string {
  const [first] = problems as readonly [FieldProblem];
  const references = [...new Set(problems.flatMap(({ reference }) => reference ?? []))];
  const cells = [...new Set(problems.flatMap(({ cell }) => cell ?? []))];
  const rows = [...new Set(problems.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
  const areFew = cells.length > 0 && cells.length <= mostNamed;
  const where = areFew ? listed(cells) : rowsText(rows, first);
  const others = first[compact]?.others ?? 0;
  // Messages may say which document they are about.
  const areNamed = problems.every(({ [stated]: said = [] }) => said.includes('reference'));
  const who = areNamed ? '' : firstFew(references, mostNamed);
  return [who, where].filter(Boolean).join(', ') + (others > 0 ? ` and ${others} more` : '');
}

/** `row 6`, `rows 2 to 9`, `rows 2, 5 and 9`; of a sheet, with the columns. */
function rowsText(rows: readonly number[], { file = '' }: FieldProblem): string {
  if (rows.length === 0) return '';
  const one = /\.(?:nd)?json$/i.test(file) ? 'document' : 'row';
  const [from = 0, to = 0] = [rows[0], rows.at(-1)];
  const isRange = rows.length > 2 && to - from === rows.length - 1;
  const numbers = isRange ? `${from} to ${to}` : firstFew(rows.map(String), mostNamed);
  return `${one}${rows.length === 1 ? '' : 's'} ${numbers}`;
}
