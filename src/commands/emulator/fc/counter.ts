import type { OptionsOf } from '../../../cli/command.ts';
import type { Context } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { slotBlocks } from '../../slot/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { counterCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';

type CounterOptions = OptionsOf<typeof counterCommand>;

/** As the warehouse, proposes another time for a slot. */
export async function run(context: Context, { ref, time, comment }: CounterOptions): Promise<Result> {
  const body = { proposedTime: time, ...(comment === undefined ? {} : { comment }) };
  return withControl(context, async (control) =>
    viewed(slotBlocks, await control.call('POST', pathTo('fc', 'slots', ref, 'counter'), body)),
  );
}
