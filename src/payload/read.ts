import { CfiError, type FieldProblem, usageError } from '../errors.ts';
import { addAll } from '../text/records.ts';
import { isZone } from '../text/time/zone.ts';
import { turns } from '../timers.ts';
import type { Grouping } from './csv/group-rows.ts';
import { checkRows, type Part } from './csv/part-documents.ts';
import { csvReader } from './csv/read-file.ts';
import { kindNames, layoutOf } from './document/layout.ts';
import {
  type DocumentProblem,
  documentNamer,
  keepRepeats,
  type ProblemLog,
  problemList,
  type ReadingContext,
} from './document/reading.ts';
import { newTally } from './document/tally.ts';
import type { DocumentKind, DocumentSink, ReadingOptions, ReadingSummary, Source } from './document/types.ts';
import { jsonDocuments } from './json/documents.ts';
import { jsonTexts } from './json/json-text.ts';
import { readSettings } from './mapping/column-sources.ts';
import { encodingOf } from './source/decode.ts';
import { openPayload } from './source/open-payload.ts';

export interface ReadingLimits {
  readonly maxProblems: number;
  readonly maxWarnings: number;
  /** Whether to report only the problems of the sink's own documents. */
  readonly ownProblemsOnly?: boolean;
  readonly allProblems?: ProblemLog | undefined;
  /** Called with every problem, not only those that are kept. */
  onProblem?(problem: FieldProblem): void;
  onWarning?(warning: FieldProblem): void;
  /** Called before the files are read again: what was reported counts for nothing. */
  onStartAgain?(): void;
}

async function readJson(
  chunks: AsyncIterable<string>,
  file: { index: number; name: string },
  context: ReadingContext,
): Promise<void> {
  const read = jsonDocuments(file.index, context);
  const turn = turns();
  let found = 0;
  for await (const texts of jsonTexts(chunks, file.name)) {
    for (const text of texts) {
      read(text);
      const due = turn();
      if (due !== undefined) await due;
    }
    found += texts.length;
  }
  if (found === 0) context.tally.remark(file.name, ' is an empty list');
}

async function joinAll(context: ReadingContext, groups: ReadonlyMap<number, Grouping>): Promise<void> {
  const turn = turns();
  let pending: { reference: string; file: number; part: Part } | undefined;
  const join = (): void => {
    if (pending !== undefined) groups.get(pending.file)?.join(pending.reference, pending.part);
  };
  for (const { reference, rows } of context.sink.scattered()) {
    const { file, ...part } = JSON.parse(rows) as Part & { file: number };
    if (pending?.reference === reference && pending.file === file) {
      addAll(pending.part.rows, part.rows);
      addAll(pending.part.ragged, part.ragged);
      checkRows(context, file, reference, pending.part);
    } else {
      join();
      pending = { reference, file, part };
    }
    const due = turn();
    if (due !== undefined) await due;
  }
  join();
}

/**
 * Reads files of one kind of document, and passes each, checked, to the sink, also those that are left out. Errors in them are
 * problems in the summary. Throws a `CfiError` for a file that cannot be read to its end (bytes, quotes, header).
 */
export async function readDocuments(
  kind: DocumentKind,
  sources: readonly Source[],
  given: ReadingOptions,
  sink: DocumentSink,
  limits: ReadingLimits,
): Promise<ReadingSummary> {
  const { maxProblems, maxWarnings, ownProblemsOnly, allProblems, onProblem, onWarning } = limits;
  checkOptions(given);
  const decided = new Set<string>();
  const options: ReadingOptions = { ...given, decided: (option) => decided.add(option) };
  const layout = layoutOf(kind);
  const names = sources.map(({ name }) => name);
  const { one } = kindNames[kind];
  const tally = newTally(kindNames[kind]);
  const cellOf = (file: number, { line = 0, column, at }: DocumentProblem): string | undefined =>
    context.cellNames[file]?.(line, at ?? column);
  const keep = (problem: FieldProblem, file: number): void => {
    allProblems?.add(problem, file);
    onProblem?.(problem);
  };
  const context: ReadingContext = {
    layout,
    nameOf: documentNamer(),
    options,
    settings: readSettings(layout, options),
    sink,
    problems: problemList(names, maxProblems, keep, ownProblemsOnly ? sink.isOwn : undefined, cellOf),
    warnings: problemList(names, maxWarnings, onWarning, undefined, cellOf),
    tally,
    names,
    formats: [],
    headers: [],
    cellNames: [],
    repeated: new Set(),
    linesOfRepeats: new Map(),
  };
  const found = () => {
    const problems = context.problems.sorted();
    return problems.length < context.problems.count ? { problems, allProblems } : { problems };
  };
  const readCsv = await csvReader(context);
  const groups = new Map<number, Grouping>();
  try {
    for (const [index, source] of sources.entries()) {
      const payload = await openPayload(source, options);
      context.formats[index] = payload.format;
      const file = { index, name: source.name };
      try {
        if (payload.format === 'json') {
          const unused =
            options.map !== undefined ? 'map' : options.preset !== undefined ? 'preset' : undefined;
          if (unused !== undefined)
            tally.remark(source.name, ` is JSON: read without the ${unused}, which is for CSV and workbooks`);
          await readJson(payload.chunks, file, context);
        } else groups.set(index, await readCsv(payload.table, file));
      } finally {
        await payload.close();
      }
    }
    if (sink.startAgain()) {
      limits.onStartAgain?.();
      return await readDocuments(kind, sources, given, sink, limits);
    }
    await joinAll(context, groups);
    await keepRepeats(context);
  } catch (error) {
    throw withProblems(error, found());
  }
  const leavesAllOut = tally.total === 0 && tally.leftOutCounts().some(({ orders }) => orders > 0);
  if (leavesAllOut && tally.hasWrongHeader)
    throw withProblems(
      new CfiError('invalid-input', `every ${one} is left out, and the file has an error besides`),
      found(),
    );
  return {
    total: tally.total,
    invalid: tally.invalid,
    ownElsewhere: tally.ownElsewhere,
    leftOut: tally.leftOutCounts(),
    ...found(),
    problemCount: context.problems.count,
    warnings: context.warnings.sorted(),
    warningCount: context.warnings.count,
    hasNotes: tally.hasNotes,
    notices: [
      ...defaultsIn(options, decided),
      ...tally.notices(),
      ...(leavesAllOut ? [`every ${one} is left out: nothing to send`] : []),
    ],
    formats: context.formats,
    headers: context.headers,
  };
}

/** Rejects reading options that no file can fit, before any file is opened. */
function checkOptions(options: ReadingOptions): void {
  if (options.encoding !== undefined) encodingOf(options.encoding);
  if (options.timezone !== undefined && !isZone(options.timezone)) {
    throw usageError(`unknown time zone ${options.timezone}`, 'for example --timezone Europe/London');
  }
  const mapped = options.preset !== undefined ? '--preset' : options.map !== undefined ? '--map' : undefined;
  if (options.format === 'json' && mapped !== undefined)
    throw usageError(`${mapped} is for CSV and workbooks, not for JSON`);
}

/** The defaults of the profile that decided something, for people. */
const defaultsIn = ({ fromProfile = {} }: ReadingOptions, decided: ReadonlySet<string>): string[] =>
  Object.entries(fromProfile)
    .filter(([option]) => decided.has(option))
    .map(
      ([option, value]) =>
        `${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value} (profile default)`,
    );

/** The error that ended the reading, with the problems found before it. */
function withProblems(
  error: unknown,
  { problems, allProblems }: Pick<ReadingSummary, 'problems' | 'allProblems'>,
): unknown {
  if (!(error instanceof CfiError) || problems.length === 0) return error;
  const own = error.details.errors ?? [];
  const errors = [...problems, ...own];
  const allErrors = allProblems && {
    count: allProblems.count + own.length,
    close: () => allProblems.close(),
    *[Symbol.iterator]() {
      yield* allProblems;
      yield* own;
    },
  };
  return error.with({ errors, ...(allErrors && { allErrors }) });
}
