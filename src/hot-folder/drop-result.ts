import { basename, join } from 'node:path';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError, exitCodes, interruption } from '../errors.ts';
import type { Column, Result } from '../render/result.ts';
import { counted } from '../text/words.ts';
import type { Take, Taken } from './taken.ts';

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
  if (left !== undefined) return { ...base, errors: left.errors, exitCode: left.taken.exitCode };
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
