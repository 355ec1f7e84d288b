import type { Context } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { slotBlocks } from '../../slot/view.ts';
import { pathTo, withControl } from '../control.ts';
import { viewed } from '../view.ts';

export interface ConfirmOptions {
  readonly ref: string;
  readonly time?: string;
}

/** As the warehouse, agrees to a slot. */
export async function run(context: Context, { ref, time }: ConfirmOptions): Promise<Result> {
  const body = time === undefined ? {} : { time };
  return withControl(context, async (control) =>
    viewed(slotBlocks, await control.call('POST', pathTo('fc', 'slots', ref, 'confirm'), body)),
  );
}
