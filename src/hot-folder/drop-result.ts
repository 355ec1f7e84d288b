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

/** The outcome of a run over the folder: the files, the errors of one that stays or one for all, and the exit code. */
export function ended({ deps }: CommandContext, takes: readonly Take[], follow: boolean): Result {
  const files = takes.map(({ taken }) => taken);
  const base = { data: { files }, items: files, blocks: [], csv: { columns: dropColumns, rows: files } };
  if (deps.interrupted.aborted) {
    const error = interruption(deps.interrupted.reason);
    // A user who follows a folder ends the command this way.
    return { ...base, errors: follow ? [] : [error], exitCode: error.exitCode };
  }
  const left = takes.find(({ taken }) => taken.outcome === 'left');
  if (left !== undefined) return { ...base, errors: left.errors, exitCode: left.taken.exitCode };
  const failed = files.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return base;
  const error = new CfiError(
    'partial',
    `${failed.length} of ${counted(files.length, 'file')} went to failed`,
    {
      hint: 'the report beside each says why, and its failed file holds the rows to correct',
    },
  );
  return { ...base, errors: [error], exitCode: error.exitCode };
}

/** The columns of taken files in csv. */
export const dropColumns: readonly Column<Taken>[] = [
  { header: 'file', value: (row) => row.file },
  { header: 'outcome', value: (row) => row.outcome },
  { header: 'exitCode', value: (row) => row.exitCode },
  { header: 'total', value: (row) => row.counts.total },
  { header: 'movedTo', value: (row) => row.movedTo },
];
