import type { OptionsOf } from '../../cli/command.ts';
import { namedReferences } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { pathOf } from '../../client/http/request.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { find } from '../../tracking/find.ts';
import { track } from '../../tracking/track.ts';
import { lateColumns, trackColumns } from '../../tracking/track-result.ts';
import type { findCommand, trackCommand } from './definition.ts';

/** Follows the orders that this machine created. Refuses a reference that cannot be sent before it asks for any. */
export const trackOrders = {
  columns: ({ late }: Partial<OptionsOf<typeof trackCommand>>) =>
    late === undefined ? trackColumns : lateColumns,
  async run(context: CommandContext, options: OptionsOf<typeof trackCommand>): Promise<Result> {
    const { run: number, since, changed, all, late, concurrency, rate } = options;
    // A word behind --late that is no duration is a reference.
    const references = [...(typeof late === 'string' ? [late] : []), ...(options.references ?? [])];
    if (options.exitCode === true && late === undefined)
      throw usageError('--exit-code says whether an order is late, and needs --late', 'add --late');
    const others = [...(number === undefined ? [] : ['--run']), ...(since === undefined ? [] : ['--since'])];
    const named = await namedReferences({ references, refs: options.refs }, context.deps, others);
    for (const referenceNumber of named ?? []) pathOf('getOrder', { params: { referenceNumber } });
    return track(context, {
      references: named,
      run: number,
      since: since?.(context.deps.now()),
      changed: changed === true,
      all: all === true,
      late: late === undefined || typeof late === 'number' ? late : 0,
      lateExit: options.exitCode === true,
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
