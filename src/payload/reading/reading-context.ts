import { stated } from '../../errors.ts';
import { shownFile } from '../../text/words.ts';
import type { Layout, Target } from '../document/layout.ts';
import type { DocumentNamer } from '../document/own-names.ts';
import type { CsvHeader, DocumentSink, Format, ReadDocument, ReadingOptions } from '../document/types.ts';
import type { Setting } from '../mapping/set-fields.ts';
import type { ProblemList } from './problems.ts';
import type { Tally } from './reading-counts.ts';

/** What all files of one reading share. */
export interface ReadingContext {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  readonly settings: ReadonlyMap<Target, Setting>;
  readonly sink: DocumentSink;
  /** Names documents that have no reference of their own. */
  readonly names: DocumentNamer;
  readonly problems: ProblemList;
  /** Warnings: suspicious but valid values. */
  readonly warnings: ProblemList;
  readonly tally: Tally;
  /** By index of the file, once it is known. */
  readonly headers: (CsvHeader | undefined)[];
  /** For workbooks, by index of the file: names a cell by its line and the name or index of its column. */
  readonly cellNames: (((line: number, column: string | number | undefined) => string) | undefined)[];
  /** Reports a reference that appears a second time, in both places; neither is sent. */
  duplicate(again: Repeat, earlier: ReadDocument): void;
}

/** A document whose reference is taken. */
interface Repeat {
  readonly file: number;
  readonly lines: readonly number[];
  readonly column?: string;
}

/** Creates `ReadingContext.duplicate`; `names` and `formats` of the files are by index. */
export function duplicates(
  context: Omit<ReadingContext, 'duplicate'>,
  names: readonly string[],
  formats: readonly Format[],
): ReadingContext['duplicate'] {
  const { layout, sink, problems, tally } = context;
  const reported = new Set<string>();
  const place = (file: number, line: number | undefined): string =>
    `${formats[file] === 'json' ? 'document' : 'line'} ${line} of ${shownFile(names[file] ?? '')}`;
  return (again, earlier) => {
    const { reference } = earlier;
    const report = (at: Repeat, other: string): void => {
      const [line] = at.lines;
      const problem = {
        reference,
        ...(line === undefined ? {} : { line }),
        ...(at.column === undefined ? {} : { column: at.column }),
        field: layout.reference,
        found: reference,
        expected: `a ${layout.reference} that appears once`,
        message: `${layout.reference} ${reference} appears twice; the other is ${other}`,
        [stated]: ['reference', 'found'] as const,
      };
      problems.add(at.file, problem, reference);
    };
    // Scattered rows of a second CSV file can get here several times for one document.
    const key = `${again.file} ${formats[again.file] === 'json' ? again.lines[0] : ''} ${reference}`;
    if (!reported.has(key)) tally.elsewhere(sink.isOwn(reference));
    reported.add(key);
    report(again, place(earlier.file, earlier.lines[0]));
    if (!reported.has(reference)) report(earlier, place(again.file, again.lines[0]));
    reported.add(reference);
    if (earlier.leftOut !== undefined) {
      tally.notLeftOut(earlier.leftOut, reference);
      tally.document(true);
    } else if (!earlier.invalid) tally.becameInvalid();
    const lines = again.file === earlier.file ? [...earlier.lines, ...again.lines] : earlier.lines;
    sink.replace({ reference, file: earlier.file, body: '', lines, invalid: true });
  };
}
