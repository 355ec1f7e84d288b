import type { CommandContext } from '../cli/settings.ts';
import { type FieldProblem, interruption, stated } from '../errors.ts';
import type { Format, ReadingOptions, ReadingSummary, Source } from '../payload/document/types.ts';
import { readDocuments } from '../payload/read.ts';
import { formatByName, formatOfSource } from '../payload/source/open-payload.ts';
import { fileSource } from '../payload/source/sources.ts';
import { JsonText } from '../render/json.ts';
import { problemLines } from '../render/problems.ts';
import { formats } from '../render/result.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { openFailures } from './output/failures.ts';
import type { UploadTask } from './output/reported.ts';
import type { UploadFlags } from './terms/flags.ts';
import type { Spool } from './terms/spool.ts';

/** How many warnings are shown to people; scripts get all. */
const shownWarnings = 20;

/** All warnings of a reading for json, in a temporary database because there may be one per row. */
export function warningLog(db: Database) {
  db.script('CREATE TEMP TABLE warnings (id INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  return {
    add({ reference, file, line, cell, column, field, found, message }: FieldProblem): void {
      const json = JSON.stringify({ reference, file, line, cell, column, field, found, message });
      db.run('INSERT INTO warnings (json) VALUES (?)', [json]);
    },
    *[Symbol.iterator](): Generator<JsonText> {
      for (const { json } of db.each<{ json: string }>('SELECT json FROM warnings ORDER BY id'))
        yield new JsonText(json);
    },
  };
}

/** A warning without its place. */
function said({ message, found = '', [stated]: said = [] }: FieldProblem): string {
  const isSaid = said.includes('found') || message.includes(found);
  return isSaid ? message : `${message} (found ${JSON.stringify(found)})`;
}

/**
 * The warnings of a reading for people: the first ones, on a terminal equal ones `together`, and the total number.
 * `orders.csv:7: R-1: SKU looks like a date (found "01-Mar")`.
 */
export function warningNotices(
  { warnings, warningCount }: Pick<ReadingSummary, 'warnings' | 'warningCount'>,
  together: boolean,
): string[] {
  // What was found differs where the time of dispatch of each order is past.
  const all = problemLines(warnings, said, together, ({ message }) => message);
  const shown = all.slice(0, shownWarnings);
  const lines = shown.map(({ text }) => `warning: ${text}`);
  if (warningCount <= shown.reduce((sum, { count }) => sum + count, 0)) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; --output json shows the others`];
}

/** On a terminal, equal problems share a line. */
export const sharesLines = ({ deps }: Pick<CommandContext, 'deps'>): boolean => deps.stderr.isTTY === true;

/** How many problems are shown to people; scripts get all of them. */
const keptProblems = 50;

/** How many are looked at for equal ones. */
const mostCompared = 1000;

/** What reading the files found; the documents are in the spool. */
export type FilesRead = Awaited<ReturnType<typeof readIntoSpool>>;

/** Reads the documents into the spool; warnings only for json. Throws a `CfiError`, at once when interrupted. */
export async function readIntoSpool(
  { deps, settings }: CommandContext,
  { kind, files, flags }: UploadTask,
  sources: readonly Source[],
  options: ReadingOptions,
  spool: Spool,
) {
  const scripted = formats[settings.output].jsonErrors;
  const together = sharesLines({ deps });
  const failures = openFailures(spool.database, files, kind.name === 'slot');
  const warnings = warningLog(spool.database);
  const reading = readDocuments(kind.name, sources, options, spool.sink, {
    maxProblems: scripted ? Number.POSITIVE_INFINITY : together ? mostCompared : keptProblems,
    maxWarnings: together ? mostCompared : shownWarnings,
    // Without it, a problem in any shard stops all of them.
    ownProblemsOnly: flags.skipInvalid === true,
    ...(settings.output === 'json' ? { onWarning: (warning) => warnings.add(warning) } : {}),
    ...(flags.skipInvalid ? { onProblem: (problem) => failures.problem(problem) } : {}),
  });
  return { summary: await unlessInterrupted(reading, deps.interrupted), failures, warnings };
}

/** What was read; rejects as soon as reading is interrupted. */
function unlessInterrupted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () => reject(interruption(signal.reason, `ended by ${String(signal.reason)}; nothing was sent`));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // A hot folder reads any number of files under one signal.
  return Promise.race([reading, interrupted]).finally(() => signal.removeEventListener('abort', stop));
}

/** The format in which a file would be read; that of its name, or csv, if it cannot be read. */
export async function formatOfFile(
  path: string,
  { format, encoding }: Pick<UploadFlags, 'format' | 'encoding'>,
): Promise<Format> {
  const given = format === undefined ? {} : { format };
  try {
    return await formatOfSource(fileSource(path, path), { ...given, encoding });
  } catch {
    // The upload says why.
    return formatByName(path, given) ?? 'csv';
  }
}
