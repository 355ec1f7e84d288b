import { basename, join } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, type ErrorDetails, exitCodes } from '../errors.ts';
import { errorMembers, errorOutput, openProblems } from '../render/error.ts';
import { jsonDocument } from '../render/json.ts';
import { problemTexts } from '../render/problems.ts';
import { blocksText, largePieces } from '../render/render.ts';
import { exitCodeOf, type Result } from '../render/result.ts';
import type { UploadFlags } from '../report/reported.ts';
import { upload } from '../report/upload.ts';
import { openOut, writeOut } from '../storage/output-file.ts';
import { complete } from '../storage/whole-file.ts';
import { fieldsOf, mapped, numberField, textField } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { shownWord } from '../text/words.ts';
import { formatOfFile } from '../upload/read-into-spool.ts';
import { orders } from '../upload/run/kinds/orders.ts';
import { outcomes } from '../upload/terms/outcomes.ts';
import { type Candidate, lookAtFile } from './candidates.ts';
import { type Move, makeTakeFolder, placeFile, type TakeFolder } from './placing.ts';
import { asFolderError, type WorkFolders } from './work-folders.ts';

export interface Taken {
  /** Absolute paths. */
  readonly file: string;
  readonly outcome: 'done' | 'failed' | 'left';
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly movedTo: string | null;
}

/** A file that was taken, and whether later files would fail the same way. */
export interface Take {
  readonly taken: Taken;
  readonly errors: readonly CfiError[];
  readonly stops: boolean;
  /** Why the file could not be moved, although its upload ended. */
  readonly failure?: CfiError;
  /** The file was replaced or removed meanwhile, so that nothing else tells which of its orders did not succeed. */
  readonly isLost?: boolean;
}

/** How the upload of one file ended; `blocks` are what people would have seen of it. */
type Ending = Awaited<ReturnType<typeof uploaded>>;

/** `orders.csv: done, 2 created -> done/orders.csv`. */
export function lineOf({ file, outcome, counts, movedTo, exitCode }: Taken): string {
  const said = Object.entries(counts)
    .filter(([name, count]) => name !== 'total' && count > 0)
    .map(([name, count]) => `${count} ${name === 'leftOut' ? 'left out' : name}`);
  const what = [outcome, ...said, ...(exitCode === exitCodes.ok ? [] : [`exit ${exitCode}`])].join(', ');
  const where = movedTo === null ? '' : ` -> ${join(outcome, basename(movedTo))}`;
  return `${basename(file)}: ${what}${where}`;
}

const isAbout = (errors: readonly CfiError[], subject: ErrorDetails['subject']): boolean =>
  errors.some(({ details }) => details.subject === subject);

/** Whether a file could not be read, which says nothing about what is in it. */
export const isUnread = (errors: readonly CfiError[]): boolean => isAbout(errors, 'unread file');

/** Failures that are not the file's fault: the same upload can continue later. */
const resumable: ReadonlySet<number> = new Set([
  exitCodes.unauthorized,
  exitCodes.rateLimited,
  exitCodes.network,
  exitCodes.locked,
  exitCodes.unexpected,
  exitCodes.hungUp,
  exitCodes.interrupted,
  exitCodes.terminated,
]);

/**
 * Uploads a file and moves it to `done` or `failed`, or leaves it in place. Undefined when the file has changed or is
 * gone, and so is not finished. The ledger records the upload before the move begins, so a file whose move was
 * interrupted is taken again without sending anything twice. `number` differs for each call.
 */
export async function takeFile(
  context: CommandContext,
  folders: WorkFolders,
  file: Candidate,
  flags: UploadFlags,
  number: number,
): Promise<Take | undefined> {
  const extension = await formatOfFile(file.path, flags);
  const own = makeTakeFolder(folders, number);
  const failures = own.companion(`failed.${extension}`);
  const ending = await uploaded(context, file.path, { ...flags, failed: failures }, own);
  try {
    const take = await finished(context, { folders, file, own }, ending, failures);
    return take && { ...take, errors: take.errors.map(withFirstProblems) };
  } finally {
    await ending.close?.();
    own.remove();
  }
}

/** The error with its first problems alone: the others end with the upload. */
function withFirstProblems(error: CfiError): CfiError {
  const { errors = [], allErrors } = error.details;
  if (allErrors === undefined) return error;
  const { count } = allErrors;
  return error.with(
    { allErrors: undefined },
    `${error.message}; the first ${errors.length} of ${count} problems`,
  );
}

/** Moves a file as its upload ended; `failures` is its failed file in the hidden folder. */
async function finished(
  context: CommandContext,
  move: Pick<Move, 'folders' | 'file' | 'own'>,
  ending: Ending,
  failures: string,
): Promise<Take | undefined> {
  const { folders, file, own } = move;
  const isUnchanged = lookAtFile(folders.folder, file.name)?.mark === file.mark;
  if (!isUnchanged && isUnread(ending.errors)) return undefined;
  const { exitCode } = ending;
  const isLost = !isUnchanged && exitCode !== exitCodes.ok && ending.data.run !== undefined;
  // Without its failed file, nobody would find the rows to correct in `failed`, and no run would retry them.
  const stays = isLost || (isUnchanged && isAbout(ending.errors, 'failed file'));
  const outcome = stays ? 'left' : outcomeOf(ending);
  const errors = isLost ? ofLost(ending, file.path) : inFolder(ending, outcome);
  // The left-out orders of a file that stays are reported once it is done, and so is what to look at.
  const isLast = isLost || outcome !== 'left';
  const leftOut = isLast ? tellLeftOut(context, file.name, ending.data) : 0;
  if (isLast) for (const line of ending.warnings) context.notice(`${file.name}: ${line}`);
  const counts = { ...countsOf(ending.data), ...(leftOut === 0 ? {} : { leftOut }) };
  const taken = { file: file.path, outcome, exitCode, counts };
  if (outcome === 'left') {
    const { left, run } = ending.data;
    // The next file would fail the same way if the run was stopped, or never began.
    const stops = left !== undefined || (run === undefined && !isUnread(ending.errors));
    return { taken: { ...taken, movedTo: null }, errors, stops, isLost };
  }
  if (!isUnchanged) return undefined;
  const errorsAt = (movedTo: string): CfiError[] => {
    const failuresAt = `${movedTo}.${basename(failures)}`;
    return errors.map((each) => withHintAfter(withHintAfter(each, failures, failuresAt), file.path, movedTo));
  };
  const writeCompanions = (movedTo: string): Promise<void> =>
    writeReports(context, own, { ...taken, movedTo }, { ...ending, errors: errorsAt(movedTo) });
  let movedTo: string | undefined;
  try {
    const reports = outcome === 'failed' ? { writeCompanions } : {};
    movedTo = await placeFile({ ...move, destination: outcome, ...reports });
  } catch (error) {
    const { path } = folders[outcome];
    const hint = `the file stays where it is; once it can be moved to ${path}, run the same command again, which sends nothing twice`;
    // Exit 2 would say that nothing was sent.
    const failure = new CfiError('internal', asFolderError(path, error).message, { hint, cause: error });
    const stays = { ...taken, outcome: 'left', exitCode: failure.exitCode, movedTo: null } as const;
    return { taken: stays, errors: [failure], failure, stops: true };
  }
  if (movedTo === undefined) {
    if (exitCode === exitCodes.ok) return undefined;
    const left = { ...taken, outcome: 'left', movedTo: null } as const;
    return { taken: left, errors: ofLost(ending, file.path), stops: false, isLost: true };
  }
  if (outcome === 'failed') for (const error of errorsAt(movedTo)) tellError(context, file.path, error);
  return { taken: { ...taken, movedTo }, errors, stops: false };
}

/** The errors of a file that is no longer there; what failed is not in the one that may have its name now. */
const ofLost = ({ data, errors }: Ending, path: string): readonly CfiError[] =>
  errors.map((error) =>
    error.with(
      { hint: `which orders: cfi order runs ${numberField(data, 'run')}` },
      `${path} was replaced or removed during its upload: ${error.message}`,
    ),
  );

/** The errors with hints for a folder: a file that stays has no failed file, and one that was moved is not taken again. */
function inFolder({ data, errors }: Ending, outcome: Taken['outcome']): readonly CfiError[] {
  const last = errors.at(-1);
  if (last === undefined) return errors;
  const withHint = (hint: string | undefined) => [...errors.slice(0, -1), last.with({ hint })];
  // Only these two have hints about the failed file.
  if (outcome === 'left' && (last.code === 'partial' || last.code === 'conflict'))
    return withHint('the file stays where it is; run the same command again to continue');
  const left = numberField(data, 'left');
  if (outcome === 'left' || last.code !== 'partial' || left === undefined) return errors;
  return withHint(left === 0 ? undefined : 'to send those as well, put the file back into the folder');
}

/** The error with the name in its hint as it is after the move, so that the command in it works. */
function withHintAfter(error: CfiError, from: string, to: string): CfiError {
  const { hint } = error.details;
  if (hint === undefined) return error;
  return error.with({ hint: hint.replaceAll(shownWord(from), () => shownWord(to)) });
}

/** Says why a file failed or stays; the details are in the report of one that failed. */
export function tellError({ warn }: CommandContext, path: string, { message, details }: CfiError): void {
  const name = basename(path);
  const about = message.includes(path) ? message.replaceAll(path, () => name) : `${name}: ${message}`;
  warn(details.hint === undefined ? about : `${about.replace(/\.$/, '')}; ${details.hint}`);
}

/** Reports how many orders of a file were left out for each reason; returns the total. */
function tellLeftOut({ notice }: CommandContext, name: string, data: Ending['data']): number {
  const reasons = new Map<string, number>();
  let total = 0;
  for (const order of (data.leftOut ?? []) as Iterable<unknown>) {
    const reason = textField(order, 'reason') ?? 'left-out';
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    total += 1;
  }
  const run = numberField(data, 'run');
  const where = run === undefined ? '' : `; which orders: cfi order runs ${run}`;
  const said = [...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ');
  if (total > 0) notice(`${name}: left out: ${said}${where}`);
  return total;
}

async function uploaded(context: CommandContext, path: string, flags: UploadFlags, { shown }: TakeFolder) {
  const named = (error: CfiError): CfiError => error.with({}, shown(error.message));
  let warnings: readonly string[] = [];
  const report = (lines: readonly string[]): void => {
    warnings = lines.map(shown);
  };
  const run = upload(context, orders, [path], flags, { links: 'refused', report });
  const result: Result = await run.catch((error: unknown) => {
    if (!(error instanceof CfiError)) throw error;
    return { data: {}, blocks: [], errors: [error], close: () => error.details.allErrors?.close() };
  });
  const { data, blocks, errors = [], close } = result;
  return {
    data: fieldsOf(data),
    blocks,
    errors: errors.map(named),
    exitCode: exitCodeOf(result),
    close,
    warnings,
  };
}

function outcomeOf({ data, errors, exitCode }: Ending): Taken['outcome'] {
  if (exitCode === exitCodes.ok) return 'done';
  const count = (name: string): number => numberField(data, name) ?? 0;
  const refused = count('conflict') + count('rejected') + count('invalid');
  const unfinished = count('failed') + count('unknown');
  // `left` is set when the run was stopped; with exit 9, only --max-errors stops it.
  const stopped = data.left !== undefined;
  if (isUnread(errors)) return 'left';
  if (stopped) return exitCode === exitCodes.partial ? 'failed' : 'left';
  if (unfinished > 0 && refused === 0) return 'left';
  if (refused > 0) return 'failed';
  // A ledger that cannot be used is not the file's fault, although nothing can be uploaded before somebody acts.
  return resumable.has(exitCode) || isAbout(errors, 'ledger') ? 'left' : 'failed';
}

const countsOf = (data: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    ['total', ...outcomes].flatMap((name) => {
      const count = numberField(data, name);
      return count === undefined ? [] : [[name, count]];
    }),
  );

/** A small file can have problems of a hundred times its size; nobody asked for its report. */
const mostReported = 100_000;

/** Writes what is known about a failed file, for programs and for people. Throws a `CfiError`, or the file system's error. */
async function writeReports(context: CommandContext, own: TakeFolder, taken: Taken, ending: Ending) {
  const { data, errors } = ending;
  const { deps, redactor } = context;
  function* said() {
    for (const error of errors) yield errorMembers(error, redactor.redact, mostReported);
  }
  const report = await openOut(own.companion('report.json'), deps);
  await complete(report, async () => {
    const pieces = jsonDocument({ ...data, ...taken, errors: said() }, undefined, false);
    for await (const piece of largePieces(pieces)) await report.write(piece);
  });
  await writeOut(own.companion('report.txt'), deps, await reportText(context, taken, ending));
}

/** What a person reads: the outcome, which rows failed and why as tables, and what to do. */
async function reportText({ redactor, clock }: CommandContext, taken: Taken, { blocks, errors }: Ending) {
  const { redact } = redactor;
  const look = { format: 'table', color: false, now: clock.now(), redact } as const;
  // All rows are of this file.
  const ofFile = mapped(blocks, (block) =>
    block.kind === 'table'
      ? { ...block, columns: block.columns.filter(({ header }) => header !== 'file') }
      : block,
  );
  const parts = [sanitizeLine(lineOf(taken)), (await blocksText(ofFile, look)).text];
  for (const { code, message, details } of errors) {
    const { errors = [], allErrors, hint } = details;
    const all = [...openProblems(allErrors ?? errors, redact, mostProblems)];
    const count = allErrors?.count ?? errors.length;
    const where =
      count > mostReported ? `; the first ${mostReported} of all are in report.json` : ', in report.json';
    const lines = problemTexts(all).map(({ text }) => text);
    if (count > all.length) lines.push(`and ${count - all.length} more${where}`);
    // The message of a single problem says it all.
    if (lines.length > 0 && details.saysProblem !== true) parts.push(lines.join('\n'));
    for await (const text of errorOutput(new CfiError(code, message, { hint }), look)) parts.push(text);
  }
  return redact(
    `${parts
      .map((part) => part.trimEnd())
      .filter((part) => part !== '')
      .join('\n\n')}\n`,
  );
}

/** Most problems of a file that are listed for people. */
const mostProblems = 1000;
