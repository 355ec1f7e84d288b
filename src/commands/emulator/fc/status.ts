import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { orderBlocks } from '../../order/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { statusCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';

/** As the warehouse, gives an order another status. */
export async function run(
  context: CommandContext,
  { ref, status, client }: OptionsOf<typeof statusCommand>,
): Promise<Result> {
  const body = { Status: status, ...(client === undefined ? {} : { client }) };
  return withControl(context, async (control) =>
    viewed(orderBlocks, await control.call('POST', pathTo('fc', 'orders', ref, 'status'), body)),
  );
}
