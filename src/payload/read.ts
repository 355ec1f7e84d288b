import { CfiError, type FieldProblem } from '../errors.ts';
import type { Part } from './csv/assemble-document.ts';
import { type Grouping, grouping, readAside } from './csv/group-rows.ts';
import { planFor } from './csv/header-plan.ts';
import { csvRows } from './csv/rows.ts';
import { decode } from './decode.ts';
import { jsonDocuments } from './json/documents.ts';
import { jsonTexts } from './json/split.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { PlanInput } from './mapping/column-sources.ts';
import { headerOf } from './mapping/field-source.ts';
import { type Mapping, readMapping } from './mapping/map-file.ts';
import { checkOptions, readSettings } from './mapping/set-fields.ts';
import { findPreset, likelyPreset } from './presets/find.ts';
import { problemList } from './problems.ts';
import { type Context, duplicates } from './reading-context.ts';
import { tallyOf } from './reading-counts.ts';
import { bytesOf, type Format, formatOf, rejoin } from './source-bytes.ts';
import type { DocumentKind, DocumentSink, ReadingOptions, ReadingSummary, Source } from './types.ts';
import { unreadable } from './unreadable.ts';

export interface ReadingLimits {
  /** How many problems the summary keeps. */
  readonly maxProblems: number;
  /** Each problem as it is found, not only those that are kept. */
  onProblem?(problem: FieldProblem): void;
}

/** More columns than any export has; each unknown one is compared with the known ones. */
const maxColumns = 2000;

type Setup = Omit<PlanInput, 'layout' | 'settings' | 'options'>;

const documentNames = { order: 'order', inbound: 'delivery', 'purchase-order': 'purchase order' } as const;

/** A header without the reference column groups nothing, so the file cannot be read at all. */
function refuseHeader(
  layout: Layout,
  file: string,
  line: number,
  names: readonly string[],
  problems: readonly FieldProblem[],
): never {
  const likely = likelyPreset(names);
  const hint =
    likely === undefined ? undefined : `the columns look like ${likely.title}: --preset ${likely.name}`;
  throw new CfiError('invalid-input', `${file}, line ${line}: there is no column ${layout.reference}`, {
    ...(hint === undefined ? {} : { hint }),
    errors: problems.map((problem) => ({ file, ...problem })),
  });
}

async function readCsv(
  chunks: AsyncIterable<string>,
  file: { index: number; name: string },
  context: Context,
  setup: Setup,
): Promise<Grouping> {
  let groups: Grouping | undefined;
  let rowCount = 0;
  for await (const { rows } of csvRows(chunks, file.name, setup.preset?.literalQuotes)) {
    let from = 0;
    if (groups === undefined) {
      const first = rows[0];
      if (first === undefined) continue;
      if (first.cells.length > maxColumns) {
        const message = `the header has ${first.cells.length} columns; is it a CSV file?`;
        throw unreadable(file.name, first.line, message);
      }
      const { layout, settings, options } = context;
      const plan = planFor(headerOf(first.cells), first.line, { layout, settings, options, ...setup });
      if (plan.absent.has(layout.reference)) {
        refuseHeader(layout, file.name, first.line, plan.header.names, plan.problems);
      }
      for (const problem of plan.problems) context.problems.add(file.index, problem);
      groups = grouping(file.index, plan, context);
      from = 1;
    }
    for (let index = from; index < rows.length; index++) groups.add(rows[index] as (typeof rows)[number]);
    rowCount += rows.length - from;
  }
  if (groups === undefined) throw unreadable(file.name, undefined, 'the file is empty');
  groups.finish();
  if (rowCount === 0) context.tally.nothingIn(`${file.name} has a header and no rows`);
  return groups;
}

async function readJson(
  chunks: AsyncIterable<string>,
  file: { index: number; name: string },
  context: Context,
): Promise<void> {
  const read = jsonDocuments(file.index, context);
  let found = 0;
  for await (const texts of jsonTexts(chunks, file.name)) {
    for (const text of texts) read(text);
    found += texts.length;
  }
  if (found === 0) context.tally.nothingIn(`${file.name} is an empty list`);
}

/** Joins the rows that were put aside to their documents, each reference's rows together. */
function resumeAll(context: Context, groups: ReadonlyMap<number, Grouping>): void {
  let pending: { reference: string; file: number; part: Part } | undefined;
  const resume = (): void => {
    if (pending !== undefined) groups.get(pending.file)?.resume(pending.reference, pending.part);
  };
  for (const { reference, rows } of context.sink.deferred()) {
    const { file, ...part } = readAside(rows);
    if (pending?.reference === reference && pending.file === file) {
      pending.part.rows.push(...part.rows);
      pending.part.ragged.push(...part.ragged);
    } else {
      resume();
      pending = { reference, file, part };
    }
  }
  resume();
}

/**
 * Reads files of orders, inbound deliveries or purchase orders, checks each document and hands it to the sink. Memory
 * does not grow with the files. What is wrong with a document is a problem in the summary; a file that cannot be read
 * to its end (its bytes, its quotes, its header) is a `CfiError`, and then nothing of it may be sent.
 */
export async function readDocuments(
  kind: DocumentKind,
  sources: readonly Source[],
  options: ReadingOptions,
  sink: DocumentSink,
  { maxProblems, onProblem }: ReadingLimits,
): Promise<ReadingSummary> {
  checkOptions(options);
  const layout = layoutOf(kind);
  const preset = options.preset === undefined ? undefined : findPreset(options.preset, kind);
  const mapping: Mapping | undefined =
    preset?.fields ?? (options.map === undefined ? undefined : readMapping(options.map, layout));
  const setup: Setup = {
    ...(mapping === undefined ? {} : { mapping }),
    ...(preset === undefined ? {} : { preset }),
  };
  const names = sources.map(({ name }) => name);
  const formats: (Format | undefined)[] = [];
  const shared = {
    layout,
    options,
    settings: readSettings(layout, options),
    sink,
    problems: problemList(names, maxProblems, onProblem),
    tally: tallyOf(documentNames[kind]),
  };
  const context: Context = { ...shared, duplicate: duplicates(shared, names, formats) };
  const groups = new Map<number, Grouping>();
  try {
    for (const [index, source] of sources.entries()) {
      const texts = decode(bytesOf(source), options.encoding, source.name);
      const first = await texts.next();
      if (first.done) throw unreadable(source.name, undefined, 'the file is empty');
      const format = formatOf(source.name, first.value, options);
      formats[index] = format;
      const chunks = rejoin(first.value, texts);
      const file = { index, name: source.name };
      if (format === 'csv') groups.set(index, await readCsv(chunks, file, context, setup));
      else await readJson(chunks, file, context);
    }
    resumeAll(context, groups);
  } catch (error) {
    throw withProblems(error, context.problems.sorted());
  }
  return {
    total: context.tally.total,
    invalid: context.tally.invalid,
    problems: context.problems.sorted(),
    problemCount: context.problems.count,
    notices: context.tally.notices(),
  };
}

/** The error that ended the reading, with the problems found before it. */
function withProblems(error: unknown, problems: readonly FieldProblem[]): unknown {
  if (!(error instanceof CfiError) || problems.length === 0) return error;
  const errors = [...problems, ...(error.details.errors ?? [])];
  return new CfiError(error.code, error.message, { ...error.details, errors });
}
