import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { pathOf } from '../../client/http/request.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { listed } from '../../text/words.ts';
import { find } from '../../tracking/find.ts';
import { track } from '../../tracking/track.ts';
import { trackColumns } from '../../tracking/track-result.ts';
import type { findCommand, trackCommand } from './definition.ts';

/** Follows the orders that this machine created. Refuses a reference that cannot be sent before it asks for any. */
export const trackOrders = {
  columns: () => trackColumns,
  async run(context: CommandContext, options: OptionsOf<typeof trackCommand>): Promise<Result> {
    const { refs, run: number, since, changed, all, concurrency, rate } = options;
    const ways = [
      (refs ?? []).length > 0 ? 'REF' : undefined,
      number === undefined ? undefined : '--run',
      since === undefined ? undefined : '--since',
    ].filter((way) => way !== undefined);
    for (const referenceNumber of refs ?? []) pathOf('getOrder', { params: { referenceNumber } });
    if (ways.length > 1) throw usageError(`${listed(ways)} cannot be combined`, 'use only one of them');
    return track(context, {
      references: refs ?? [],
      run: number,
      since: since?.(context.deps.now()),
      changed: changed === true,
      all: all === true,
      concurrency,
      ratePerSecond: rate,
    });
  },
};

/** Finds orders by part of their reference, or by channel reference. */
export const findOrders = {
  columns: () => trackColumns,
  run: (context: CommandContext, { text }: OptionsOf<typeof findCommand>): Promise<Result> =>
    find(context, text),
};
