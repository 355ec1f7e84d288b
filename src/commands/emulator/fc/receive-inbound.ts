import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { deliveryBlocks } from '../../inbound/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { receiveInboundCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';

/** As the warehouse, receives a legacy delivery. */
export async function run(
  context: CommandContext,
  { number, client }: OptionsOf<typeof receiveInboundCommand>,
): Promise<Result> {
  const body = client === undefined ? {} : { client };
  return withControl(context, async (control) =>
    viewed(deliveryBlocks, await control.call('POST', pathTo('fc', 'inbound', number, 'receive'), body)),
  );
}
