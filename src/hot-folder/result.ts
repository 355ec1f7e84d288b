import { basename, join } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, exitCodes, interruption } from '../errors.ts';
import { errorJson } from '../render/error.ts';
import { jsonDocument } from '../render/json.ts';
import type { Column, Result } from '../render/result.ts';
import { openOut } from '../storage/output-file.ts';
import { counted } from '../text/words.ts';

/** The outcome of one file. */
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
  /** It cannot be opened by its name, and stays until somebody renames it. */
  readonly unreadable?: boolean;
  /** Why the file could not be moved, although its upload ended. */
  readonly failure?: CfiError;
}

/** How the upload of one file ended. */
export interface Ending {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
  readonly exitCode: number;
  readonly close: () => Promise<void>;
}

/** `orders.csv: done, 2 created -> done/orders.csv`. */
export function lineOf({ file, outcome, counts, movedTo, exitCode }: Taken): string {
  const said = Object.entries(counts)
    .filter(([name, count]) => name !== 'total' && count > 0)
    .map(([name, count]) => `${count} ${name === 'leftOut' ? 'left out' : name}`);
  const what = [outcome, ...said, ...(exitCode === exitCodes.ok ? [] : [`exit ${exitCode}`])].join(', ');
  const where = movedTo === null ? '' : ` -> ${join(outcome, basename(movedTo))}`;
  return `${basename(file)}: ${what}${where}`;
}

/**
 * The outcome of a run over the folder: the files, the errors of one that stays or one for all, and the exit code.
 * `stoppedBy` ended the run early.
 */
export function ended(
  { deps }: CommandContext,
  takes: readonly Take[],
  follow: boolean,
  stoppedBy: CfiError | undefined,
): Result {
  const files = takes.map(({ taken }) => taken);
  const base = { data: { files }, items: files, blocks: [], csv: { columns: dropColumns, rows: files } };
  if (deps.interrupted.aborted) {
    const error = interruption(deps.interrupted.reason);
    // A user who follows a folder ends the command this way.
    return { ...base, errors: follow ? [] : [error], exitCode: error.exitCode };
  }
  if (stoppedBy !== undefined) return { ...base, errors: [stoppedBy], exitCode: stoppedBy.exitCode };
  const left = takes.find(({ taken, unreadable }) => taken.outcome === 'left' && unreadable !== true);
  if (left !== undefined) {
    const others = takes.filter((take) => take !== left && isUnread(take.errors));
    const errors = [...left.errors, ...others.flatMap((take) => take.errors)];
    return { ...base, errors, exitCode: left.taken.exitCode };
  }
  const failed = files.filter(({ outcome }) => outcome === 'failed').length;
  const untaken = files.filter(({ outcome }) => outcome === 'left').length;
  if (failed + untaken === 0) return base;
  const of = `of ${counted(files.length, 'file')}`;
  const said = [
    ...(failed > 0 ? [`${failed} ${of} went to failed`] : []),
    ...(untaken > 0 ? [`${untaken} ${of} could not be taken`] : []),
  ];
  const why = 'the report beside each says why, and its failed file holds the rows to correct';
  const error = new CfiError('partial', said.join('; '), failed > 0 ? { hint: why } : {});
  return { ...base, errors: [error], exitCode: error.exitCode };
}

/** Whether a file could not be read, which says nothing about what is in it. */
export const isUnread = (errors: readonly CfiError[]): boolean =>
  errors.some(({ details }) => details.subject === 'unread file');

/** A file whose name is not UTF-8, which stays where it is. `name` shows the odd bytes. */
export function unreadable(folder: string, name: string): Take {
  const error = new CfiError('invalid-input', 'its name is not UTF-8, so it cannot be opened', {
    hint: 'it stays where it is until it is renamed',
  });
  const { exitCode } = error;
  const taken = { file: join(folder, name), outcome: 'left', exitCode, counts: {}, movedTo: null } as const;
  return { taken, errors: [error], stops: false, unreadable: true };
}

/** The columns of taken files in csv. */
export const dropColumns: readonly Column<Taken>[] = [
  { header: 'file', value: (row) => row.file },
  { header: 'outcome', value: (row) => row.outcome },
  { header: 'exitCode', value: (row) => row.exitCode },
  { header: 'total', value: (row) => row.counts.total },
  { header: 'movedTo', value: (row) => row.movedTo },
];

/** Writes the report about a failed file. Throws a `CfiError`, or the file system's error. */
export async function writeReport(
  { deps }: CommandContext,
  path: string,
  taken: Taken,
  { data, errors }: Pick<Ending, 'data' | 'errors'>,
): Promise<void> {
  const said = errors.map((error) => (JSON.parse(errorJson(error)) as { error: unknown }).error);
  const report = await openOut(path, deps.cwd);
  try {
    for await (const piece of jsonDocument({ ...data, ...taken, errors: said }, undefined, false))
      await report.write(piece);
    await report.keep();
  } catch (error) {
    await report.drop();
    throw error;
  }
}
