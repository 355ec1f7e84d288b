import type { FieldProblem } from '../../errors.ts';
import { beginning } from '../../text/words.ts';

/** One thing wrong with a document, or with the header of its file. */
export interface DocumentProblem extends FieldProblem {
  /** Empty if nothing was found. */
  found: string;
  expected: string;
  /** Index of its column, where the column's name does not tell. */
  at?: number;
}

/** Collects problems and keeps the first ones by file and line, up to a bound. */
export interface ProblemList {
  /**
   * `file` is an index into the names. `owner`: the reference of the document, empty if it has none; absent if the problem is
   * the file's.
   */
  add(file: number, problem: DocumentProblem, owner?: string): void;
  readonly count: number;
  sorted(): FieldProblem[];
}

interface Entry {
  readonly file: number;
  readonly line: number;
  readonly problem: FieldProblem;
}

/** Sorting keeps the order of problems on one line. */
const byPlace = (a: Entry, b: Entry): number => a.file - b.file || a.line - b.line;
const isBehind = (entry: Entry, file: number, line: number): boolean =>
  file > entry.file || (file === entry.file && line > entry.line);
const maxFound = 200;

/** A copy of the text, because a substring would keep the whole block of the file in memory. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

const excerpt = (text: string): string =>
  text.length > maxFound ? `${beginning(text, maxFound)}…` : ownText(text);

/**
 * Keeps the first `bound` problems by position in the files, and counts the others. With `isOwn`, those of other documents
 * are left out. `cellOf` names the cell of a problem in a workbook.
 */
export function problemList(
  names: readonly string[],
  bound: number,
  onProblem?: (problem: FieldProblem) => void,
  isOwn: (owner: string) => boolean = () => true,
  cellOf: (file: number, problem: DocumentProblem) => string | undefined = () => undefined,
): ProblemList {
  let entries: Entry[] = [];
  let count = 0;
  /** The last kept problem once the list has been cut; later ones can be dropped. */
  let last: Entry | undefined;
  return {
    add(file, document, owner) {
      if (owner !== undefined && !isOwn(owner)) return;
      const { line = 0 } = document;
      if (last !== undefined && onProblem === undefined && isBehind(last, file, line)) {
        count++;
        return;
      }
      const { reference, found, expected, at, ...others } = document;
      const name = names[file] ?? '';
      const cell = line === 0 ? undefined : cellOf(file, document);
      const rest = cell === undefined ? others : { ...others, cell };
      const { line: _, ...withoutPlace } = rest;
      const placed = name === '' ? withoutPlace : { file: name, ...rest };
      const problem = {
        ...(reference === undefined ? {} : { reference: excerpt(reference) }),
        ...placed,
        found: excerpt(found),
        expected,
      };
      count++;
      entries.push({ file, line, problem });
      onProblem?.(problem);
      // Problems of scattered rows are found last, though their lines may be early, so the list is sorted before it is cut.
      if (entries.length < bound * 2 + 1000) return;
      entries = entries.sort(byPlace).slice(0, bound);
      last = entries.at(-1);
    },
    get count() {
      return count;
    },
    sorted: () =>
      entries
        .sort(byPlace)
        .slice(0, bound)
        .map(({ problem }) => problem),
  };
}
