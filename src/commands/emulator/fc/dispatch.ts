import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { orderBlocks } from '../../order/view.ts';
import { pathTo, withControl } from '../control.ts';
import type { dispatchCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';

type DispatchOptions = OptionsOf<typeof dispatchCommand>;

/** As the warehouse, dispatches an order. */
export async function run(context: CommandContext, options: DispatchOptions): Promise<Result> {
  const { ref, client, tracking, carrier } = options;
  const body = {
    ...(client === undefined ? {} : { client }),
    ...(carrier === undefined ? {} : { ShippingVendor: carrier }),
    ...(tracking === undefined ? {} : { TrackingNumber: tracking }),
  };
  return withControl(context, async (control) =>
    viewed(orderBlocks, await control.call('POST', pathTo('fc', 'orders', ref, 'dispatch'), body)),
  );
}
