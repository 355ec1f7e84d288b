import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import type { RunsDefinition } from './definition.ts';
import { runColumns } from './run-list.ts';
import { showRuns } from './show-runs.ts';

type RunsOptions = OptionsOf<RunsDefinition>;

/** Lists what this machine sent, or shows the documents of one run. */
export const run = (context: CommandContext, options: RunsOptions): Promise<Result> =>
  showRuns(context, options);

/** The columns in csv of the list of runs; those of one run depend on its kind. */
export const columns = ({ run: one }: Partial<RunsOptions>) => (one === undefined ? runColumns : undefined);
