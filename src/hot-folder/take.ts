import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, exitCodes } from '../errors.ts';
import { errorJson } from '../render/error.ts';
import { jsonDocument } from '../render/json.ts';
import type { Result } from '../render/result.ts';
import { openOut } from '../storage/output-file.ts';
import { fieldsOf, numberField } from '../text/records.ts';
import type { UploadFlags } from '../upload/flags.ts';
import { outcomes } from '../upload/outcomes.ts';
import { orders } from '../upload/run/document-kinds.ts';
import { upload } from '../upload/upload.ts';
import { type Candidate, lookAtFile } from './candidates.ts';
import { freeName, moveFile, sameContent } from './move-file.ts';

/** What became of one file. */
export interface Taken {
  /** Absolute paths. */
  readonly file: string;
  readonly outcome: 'done' | 'failed' | 'left';
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly movedTo: string | null;
}

/** A file that was taken, and whether those after it would meet the same. */
export interface Take {
  readonly taken: Taken;
  readonly error?: CfiError;
  readonly stops: boolean;
}

/** How the upload of one file ended. */
interface Ending {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
  readonly exitCode: number;
  readonly close: () => Promise<void>;
}

/** Failures that say nothing of the file: the same upload can go on later. */
const resumable: ReadonlySet<number> = new Set([
  exitCodes.unauthorized,
  exitCodes.rateLimited,
  exitCodes.network,
  exitCodes.locked,
  exitCodes.unexpected,
  exitCodes.interrupted,
  exitCodes.terminated,
]);

/**
 * Uploads a file and moves it to `done` or `failed`, or leaves it where it is. Undefined when it changed meanwhile, or is gone: then it
 * is not done with. The upload is written down before the move, so that a file whose move was cut off is taken again
 * without sending anything again.
 */
export async function takeFile(
  context: CommandContext,
  folder: string,
  file: Candidate,
  flags: UploadFlags,
): Promise<Take | undefined> {
  // A hidden name until it is known where it goes.
  const failures = join(folder, `.${file.name}.failed.${/json$/i.test(file.name) ? 'json' : 'csv'}`);
  const ending = await uploaded(context, file.path, { ...flags, failed: failures });
  try {
    const outcome = outcomeOf(ending);
    const { exitCode } = ending;
    const counts = countsOf(ending.data);
    const error = ending.errors.at(-1);
    const about = { exitCode, counts, ...(error === undefined ? {} : { error }) };
    const taken = { file: file.path, outcome, exitCode, counts };
    if (outcome === 'left') {
      await rm(failures, { force: true });
      return { taken: { ...taken, movedTo: null }, ...about, stops: stopsAll(ending) };
    }
    if (lookAtFile(folder, file.name)?.mark !== file.mark) {
      await rm(failures, { force: true });
      return undefined;
    }
    const target = join(folder, outcome);
    await mkdir(target, { recursive: true });
    const name = freeName(target, file.name);
    const movedTo = join(target, name);
    const moved = { ...taken, movedTo };
    if (outcome === 'failed') await putBeside(context, movedTo, failures, moved, ending);
    else await rm(failures, { force: true });
    const before = join(target, file.name);
    if (await sameContent(file.path, before)) await rm(file.path);
    else await moveFile(file.path, movedTo);
    return { taken: moved, ...about, stops: false };
  } finally {
    await ending.close();
  }
}

async function uploaded(context: CommandContext, path: string, flags: UploadFlags): Promise<Ending> {
  // All problems of a file belong into its report.
  const scripted: CommandContext = {
    ...context,
    settings: { ...context.settings, output: 'json' },
    notice: () => {},
  };
  try {
    const {
      data,
      errors = [],
      exitCode = exitCodes.ok,
      close,
    }: Result = await upload(scripted, orders, [path], flags);
    return { data: fieldsOf(data), errors, exitCode, close: async () => close?.() };
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return { data: {}, errors: [error], exitCode: error.exitCode, close: async () => {} };
  }
}

function outcomeOf({ data, exitCode }: Ending): Taken['outcome'] {
  if (exitCode === exitCodes.ok) return 'done';
  const count = (name: string): number => numberField(data, name) ?? 0;
  const refused = count('conflict') + count('rejected') + count('invalid');
  const unsettled = count('failed') + count('unknown');
  // `left` is there when the run was stopped; by nothing else than --max-errors with exit 9.
  const stopped = data.left !== undefined;
  if (stopped) return exitCode === exitCodes.partial ? 'failed' : 'left';
  if (unsettled > 0 && refused === 0) return 'left';
  if (refused > 0) return 'failed';
  return resumable.has(exitCode) ? 'left' : 'failed';
}

/** Whether the next file would meet the same: the run was stopped, or did not begin. */
const stopsAll = ({ data }: Ending): boolean => data.left !== undefined || data.run === undefined;

const countsOf = (data: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    ['total', ...outcomes].flatMap((name) => {
      const count = numberField(data, name);
      return count === undefined ? [] : [[name, count]];
    }),
  );

/** Puts what went wrong beside the place where the file goes, before the file itself. */
async function putBeside(
  { deps }: CommandContext,
  movedTo: string,
  failures: string,
  taken: Taken,
  { data, errors }: Ending,
): Promise<void> {
  const corrected = `${movedTo}.failed${failures.endsWith('json') ? '.json' : '.csv'}`;
  if (existsSync(failures)) await moveFile(failures, corrected);
  else await rm(corrected, { force: true });
  const said = errors.map((error) => {
    const text = errorJson(error).replaceAll(
      JSON.stringify(failures).slice(1, -1),
      JSON.stringify(corrected).slice(1, -1),
    );
    return (JSON.parse(text) as { error: unknown }).error;
  });
  const report = await openOut(`${movedTo}.report.json`, deps.cwd);
  try {
    for await (const piece of jsonDocument({ ...data, ...taken, errors: said }, undefined, false))
      await report.write(piece);
    await report.keep();
  } catch (error) {
    await report.drop();
    throw error;
  }
}
