import { hash } from 'node:crypto';
import { type AllProblems, type Compact, compact, type FieldProblem, stated } from '../../errors.ts';
import { addAll } from '../../text/records.ts';
import { beginning, shownFile } from '../../text/words.ts';
import { turns } from '../../timers.ts';
import type { Body } from './check.ts';
import type { Layout, Target } from './layout.ts';
import type { Reason } from './reasons.ts';
import type { Tally } from './tally.ts';
import type { CsvHeader, DocumentSink, Format, ReadDocument, ReadingOptions } from './types.ts';

export const failedFileColumns = ['_line', '_field', '_code', '_error'] as const;

/** In a failed file, keeps the name of a document with duplicates: on its own it would get the name of the first. */
export const duplicateColumn = '_twin';

/** The columns or members that can name a document: the reference, or any that begins with `_` and is not ours. */
export const nameColumns = (names: readonly string[], reference: string): string[] => [
  ...names.filter((name) => name === reference),
  ...names.filter((name) => name.startsWith('_') && !isOurs(name)),
];

/** Whether a column or a member is one that a failed file adds. */
export const isOurs = (name: string): boolean =>
  [...failedFileColumns, duplicateColumn].some((own) => own === name);

interface Named {
  /** Empty if the file gives none; the name is then derived from the content. */
  readonly given: string;
  /** The name from an earlier reading, in a failed file; used if the document has not changed. */
  readonly duplicate: string;
}

/** The name of a document without one, by what would be sent; eight digits tell requests for one warehouse and day apart. */
const derivedName = ({ date, window, warehouse }: Body, text: string): string =>
  [date, window, warehouse, hash('sha256', text).slice(0, 8)].join(' ');

/** Whether a document bears that name, with or without a number: the file gives it none. */
export const isDerived = (name: string, text: string): boolean => {
  const base = derivedName(JSON.parse(text) as Body, text);
  return name === base || name.startsWith(`${base} (`);
};

/**
 * Creates the namer of one reading, which gives each document a unique name; `text` is what would be sent. The same content
 * gets the same name in every reading; duplicates are numbered in file order: `… (2)`.
 */
export function documentNamer() {
  const taken = new Set<string>();
  const highest = new Map<string, number>();
  return ({ given, duplicate }: Named, body: Body, text: string): string => {
    const base = given || derivedName(body, text);
    const isDuplicate =
      duplicate.startsWith(`${base} (`) && /^\d{1,9}\)$/.test(duplicate.slice(base.length + 2));
    let name = isDuplicate ? duplicate : base;
    for (let number = highest.get(base) ?? 1; taken.has(name); ) {
      number += 1;
      highest.set(base, number);
      name = `${base} (${number})`;
    }
    taken.add(name);
    return name;
  };
}

/** Whether a name is numbered, like that of a duplicate. */
export const isNumbered = (name: string): boolean => /[^ ] \(\d{1,9}\)$/.test(name);

/** One thing wrong with a document, or with the header of its file. */
export interface DocumentProblem extends FieldProblem {
  found: string;
  expected: string;
  /** Index of its column, where the column's name does not tell. */
  at?: number;
}

/** A problem of a cell, with a message that names its column, what was found and what is expected. */
export const problemOfColumn = (
  place: { readonly line: number; readonly column: string; readonly found: string },
  expected: string,
  text: string,
  short?: Omit<Compact, 'text'>,
): DocumentProblem => ({
  ...{ ...place, expected, message: text },
  [stated]: ['column', 'found', 'expected'],
  [compact]: short && { text, ...short },
});

/** Where all problems are kept. `file`: index into the names. */
export interface ProblemLog extends AllProblems {
  add(problem: FieldProblem, file: number): void;
}

type ProblemList = ReturnType<typeof problemList>;
type Entry = { readonly file: number; readonly line: number; problem: FieldProblem };

/** Sorting keeps the order of problems on one line. */
const byPlace = (a: Entry, b: Entry): number => a.file - b.file || a.line - b.line;
const maxFound = 200;
/** Of so many problems the others like them are counted. */
const mostFirsts = 1000;

/** A copy of the text, because a substring would keep the whole block of the file in memory. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** A value as an error shows it. */
export const excerpt = (text: string): string =>
  text.length > maxFound ? `${beginning(text, maxFound)}…` : ownText(text);

/**
 * Keeps the first `bound` problems by position in the files, and counts the others. With `isOwn`, those of other documents
 * are left out. `cellOf` names the cell of a problem in a workbook.
 */
export function problemList(
  names: readonly string[],
  most: number,
  onProblem?: (problem: FieldProblem, file: number) => void,
  isOwn: (owner: string) => boolean = () => true,
  cellOf: (file: number, problem: DocumentProblem) => string | undefined = () => undefined,
) {
  let entries: Entry[] = [];
  let count = 0;
  /** The first of those that people read once. */
  const firsts = new Map<string, Entry>();
  return {
    /** `file`: index into the names. `owner`: the document's reference, or empty; absent if the problem is the file's. */
    add(file: number, document: DocumentProblem, owner?: string): void {
      if (owner !== undefined && !isOwn(owner)) return;
      const { reference, line, found, expected, at, ...others } = document;
      const name = names[file] ?? '';
      const cell = line === undefined ? undefined : cellOf(file, document);
      const problem = {
        reference: reference && excerpt(reference),
        ...(name === '' ? {} : { file: name, line }),
        ...others,
        cell,
        found: excerpt(found),
        expected,
      };
      count++;
      onProblem?.(problem, file);
      const entry: Entry = { file, line: line ?? 0, problem };
      const { same } = others[compact] ?? {};
      const key = `${file} ${same}`;
      const first = same === undefined ? undefined : firsts.get(key);
      const short = first?.problem[compact];
      if (first !== undefined && short !== undefined) {
        first.problem = { ...first.problem, [compact]: { ...short, others: (short.others ?? 0) + 1 } };
        return;
      }
      if (same !== undefined && firsts.size < mostFirsts) firsts.set(key, entry);
      entries.push(entry);
      // Problems of scattered rows are found last, though their lines may be early, so the list is sorted before it is cut.
      if (entries.length >= most * 2 + 1000) entries = entries.sort(byPlace).slice(0, most);
    },
    get count(): number {
      return count;
    },
    sorted: (): FieldProblem[] =>
      entries
        .sort(byPlace)
        .slice(0, most)
        .map(({ problem }) => problem),
  };
}

export interface ReadingContext {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  readonly settings: ReadonlyMap<Target, string | number>;
  readonly sink: DocumentSink;
  /** Names documents that have no reference of their own. */
  readonly nameOf: ReturnType<typeof documentNamer>;
  readonly problems: ProblemList;
  readonly warnings: ProblemList;
  readonly tally: Tally;
  /** By index of the file, once it is known. */
  readonly headers: (CsvHeader | undefined)[];
  /** For workbooks, by index of the file: names a cell by its line and the name or index of its column. */
  readonly cellNames: (((line: number, column: string | number | undefined) => string) | undefined)[];
  /** The names of the files, and their formats as far as they are known. */
  readonly names: readonly string[];
  readonly formats: Format[];
  /** What has been reported as a duplicate. */
  readonly repeated: Set<string>;
  /** The lines of duplicates, by their reference, until all are known. */
  readonly linesOfRepeats: Map<string, number[]>;
}

/** A document whose reference is taken. */
type Repeat = Pick<ReadDocument, 'file' | 'lines'>;

/** Stores a document without a reference, under its own name. One that is invalid or left out has its `place`. */
export function addNamed(
  { nameOf, sink, tally }: ReadingContext,
  { given, duplicate }: Named,
  { file, line, place }: { readonly file: number; readonly line: number; readonly place: string },
  body: Body | undefined,
  leftOut?: Reason,
): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const name = given === '' && body === undefined ? `${place} ${line}` : given;
  const reference = nameOf({ given: name, duplicate }, body ?? {}, text);
  const invalid = body === undefined && leftOut === undefined;
  const document = { reference, body: text, file, lines: [line], invalid };
  sink.add(leftOut === undefined ? document : { ...document, leftOut });
  if (leftOut === undefined) tally.document(invalid);
  else tally.leftOut(leftOut, ownText(reference));
}

/** Reports a reference that appears a second time, in both places; neither is sent. */
export function reportDuplicate(context: ReadingContext, again: Repeat, earlier: ReadDocument): void {
  const { names, formats, headers, sink, problems, tally, repeated, linesOfRepeats } = context;
  const { reference: field } = context.layout;
  const { reference } = earlier;
  const isJson = (file: number): boolean => formats[file] === 'json';
  const report = ({ file, lines: [line] }: Repeat, other: Repeat): void => {
    const text = `its reference is also in ${shownFile(names[other.file] ?? '')}`;
    const remedies = ['send one file after the other, the newest last'];
    const inBoth = other.file === file ? undefined : { text, remedies, same: text };
    const column = headers[file]?.keyColumn;
    const place = isJson(other.file) ? 'document' : 'line';
    const there = `${place} ${other.lines[0]} of ${shownFile(names[other.file] ?? '')}`;
    const message = `${field} ${reference} appears twice; the other is ${there}`;
    const what = { found: reference, expected: `a ${field} that appears once`, message };
    const said = { [stated]: ['reference', 'found', 'column'] as const, [compact]: inBoth };
    problems.add(file, { reference, line, column, field, ...what, ...said }, reference);
  };
  // Scattered rows of a second CSV file can get here several times for one document.
  const key = `${again.file} ${isJson(again.file) ? again.lines[0] : ''} ${reference}`;
  if (!repeated.has(key)) tally.elsewhere(sink.isOwn(reference));
  repeated.add(key);
  report(again, earlier);
  tally.takeBack(earlier, reference);
  tally.document(true);
  if (again.file === earlier.file) {
    const lines = linesOfRepeats.get(reference) ?? [];
    addAll(lines, again.lines);
    linesOfRepeats.set(reference, lines);
  }
  if (repeated.has(reference)) return;
  repeated.add(reference);
  report(earlier, again);
  sink.replace({ reference, file: earlier.file, body: '', lines: earlier.lines, invalid: true });
}

/** Gives each document that came again the lines of all: one after the other, each would copy those before it. */
export async function keepRepeats({ sink, linesOfRepeats }: ReadingContext): Promise<void> {
  const turn = turns();
  for (const [reference, more] of linesOfRepeats) {
    const document = sink.find(reference) as ReadDocument;
    sink.replace({ ...document, lines: [...document.lines, ...more] });
    const due = turn();
    if (due !== undefined) await due;
  }
}
