import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { pathTo, withControl } from './control.ts';
import { recordResult } from './view.ts';

export interface ConfirmOptions {
  readonly ref: string;
  readonly time?: string;
}

/** As the warehouse, agrees to a slot. */
export async function run(context: Context, { ref, time }: ConfirmOptions): Promise<Result> {
  const body = time === undefined ? {} : { time };
  return withControl(context, async (control) =>
    recordResult(await control.call('POST', pathTo('fc', 'slots', ref, 'confirm'), body)),
  );
}
