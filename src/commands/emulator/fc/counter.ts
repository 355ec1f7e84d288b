import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { slotBlocks } from '../../slot/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { counterCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';
import { warehouseTime } from './warehouse-time.ts';

type CounterOptions = OptionsOf<typeof counterCommand>;

/** As the warehouse, proposes another time for a slot. */
export async function run(context: CommandContext, { ref, time, comment }: CounterOptions): Promise<Result> {
  return withControl(context, async (control) => {
    const proposedTime = await warehouseTime(context, control, ref, time);
    const body = { proposedTime, ...(comment === undefined ? {} : { comment }) };
    return viewed(slotBlocks, await control.call('POST', pathTo('fc', 'slots', ref, 'counter'), body));
  });
}
