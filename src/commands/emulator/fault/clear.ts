import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { withControl } from '../control.ts';
import { recordResult } from '../view.ts';

/** Removes all fault rules. */
export async function run(context: CommandContext): Promise<Result> {
  return withControl(context, async (control) => recordResult(await control.call('DELETE', '/faults')));
}
