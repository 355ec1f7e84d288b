import type { ModuleOf, OptionsOf } from '../../cli/command.ts';
import { listIn } from '../../cli/reading-options.ts';
import { namedReferences } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { pathOf } from '../../client/http.ts';
import { usageError } from '../../errors.ts';
import { readPairs } from '../../payload/mapping/pairs-file.ts';
import { checkFollowing } from '../../storage/output-file.ts';
import { checkFileName } from '../../tracking/shop-file.ts';
import { find, track } from '../../tracking/track.ts';
import { lateColumns, trackColumns } from '../../tracking/track-result.ts';
import type { findCommand, trackCommand } from './definition.ts';

/** Follows the orders that this machine created. Refuses a reference that cannot be sent before it asks for any. */
export const trackOrders: ModuleOf<typeof trackCommand> = {
  columns: ({ late }) => (late === undefined ? trackColumns : lateColumns),
  async run(context, options) {
    const { run: number, since, late } = options;
    if (options.exitCode === true && late === undefined)
      throw usageError('--exit-code needs --late', 'it says whether an order is late');
    const named = await namedReferences(options, context.deps, { '--run': number, '--since': since });
    for (const referenceNumber of named ?? []) pathOf('getOrder', { params: { referenceNumber } });
    const forShop = await shopRequestOf(context, options);
    return track(context, {
      ...options,
      forShop,
      references: named,
      since: since?.(context.deps.now()),
      late: late === true ? 0 : late,
    });
  },
};

/** What `--for` asks for; undefined without it. Throws a usage error. */
async function shopRequestOf(
  { deps, settings, files }: CommandContext,
  options: OptionsOf<typeof trackCommand>,
) {
  const { for: shop, carrierMap, dates = 'dmy', late, changed, all } = options;
  if (shop === undefined) {
    if (carrierMap !== undefined) throw usageError('--carrier-map is for --for', 'name the shop with --for');
    return undefined;
  }
  const { out } = settings;
  if (out === undefined)
    throw usageError('--for needs --out FILE', 'it writes the file that the shop imports');
  if (late !== undefined || changed === true)
    throw usageError(
      '--for cannot be combined with --late or --changed',
      'it writes what the shop does not know yet',
    );
  checkFileName({ shop, out });
  await checkFollowing({ role: '--out', name: out }, files.read, deps.cwd);
  const name = `--carrier-map ${carrierMap}`;
  const { cwd, interrupted } = deps;
  const carriers =
    carrierMap === undefined
      ? new Map<string, string>()
      : await readPairs(name, await listIn(name, carrierMap, { cwd, interrupted }), ['from', 'to']);
  return { shop, out, dates, carriers, all: all === true };
}

/** Finds orders by part of their reference, or by channel reference. */
export const findOrders: ModuleOf<typeof findCommand> = {
  columns: () => trackColumns,
  run: (context, { text }) => find(context, text),
};
