import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { slotBlocks } from '../../slot/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { confirmCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';
import { warehouseTime } from './warehouse-time.ts';

type ConfirmOptions = OptionsOf<typeof confirmCommand>;

/** As the warehouse, agrees to a slot. */
export async function run(context: CommandContext, { ref, time }: ConfirmOptions): Promise<Result> {
  return withControl(context, async (control) => {
    const body = time === undefined ? {} : { time: await warehouseTime(context, control, ref, time) };
    return viewed(slotBlocks, await control.call('POST', pathTo('fc', 'slots', ref, 'confirm'), body));
  });
}
