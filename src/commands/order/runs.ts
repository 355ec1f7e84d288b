import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { runColumns } from '../runs/run-list.ts';
import { documentColumns, showRuns } from '../runs/show-runs.ts';
import type { runsCommand } from './definition.ts';

type OrderRunsOptions = OptionsOf<typeof runsCommand>;

/** Lists the order uploads of this machine, or shows the orders of one of them. */
export const run = (context: CommandContext, options: OrderRunsOptions): Promise<Result> =>
  showRuns(context, options, 'order');

/** The columns in csv: of the list of runs, or of one run's orders. */
export const columns = ({ run: one }: Partial<OrderRunsOptions>) =>
  one === undefined ? runColumns : documentColumns('order');
