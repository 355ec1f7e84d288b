import type { Context } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { slotBlocks } from '../../slot/view.ts';
import { pathTo, withControl } from '../control.ts';
import { viewed } from '../view.ts';

export interface CounterOptions {
  readonly ref: string;
  readonly time: string;
  readonly comment?: string;
}

/** As the warehouse, proposes another time for a slot. */
export async function run(context: Context, { ref, time, comment }: CounterOptions): Promise<Result> {
  const body = { proposedTime: time, ...(comment === undefined ? {} : { comment }) };
  return withControl(context, async (control) =>
    viewed(slotBlocks, await control.call('POST', pathTo('fc', 'slots', ref, 'counter'), body)),
  );
}
