import type { Run } from '../../cli/command.ts';
import { drop, dropColumns } from '../../hot-folder/drop.ts';
import type { dropCommand } from './definition.ts';

const defaultSettleMs = 5000;
const defaultIntervalMs = 30_000;

/** Uploads the files in a folder, and with `--follow` those that arrive later. */
export const run: Run<typeof dropCommand> = async (context, options) => {
  const { dir, follow, settle, interval, ...flags } = options;
  if (follow) await context.deps.loadWholeProgram();
  return drop(context, dir, {
    follow: follow === true,
    settleMs: settle ?? defaultSettleMs,
    intervalMs: interval ?? defaultIntervalMs,
    flags,
  });
};

/** The columns in csv. */
export const columns = () => dropColumns;
