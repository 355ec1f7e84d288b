import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../upload/output/dry-run.ts';
import { purchaseOrders } from '../../upload/run/kinds/purchase-orders.ts';
import { upload } from '../../upload/upload.ts';
import { checkSlots } from './check-slots.ts';
import type { createCommand } from './definition.ts';
import { typedPurchaseOrder } from './typed-order.ts';

type PoCreateOptions = OptionsOf<typeof createCommand>;

/** Creates purchase orders, each exactly once, from a file, or from items on the command line or at prompts. */
export async function run(context: CommandContext, options: PoCreateOptions): Promise<Result> {
  const { file, slot, item, reference, ...given } = options;
  // One request at a time, because purchase orders share slots.
  const flags = { concurrency: 1, ...given };
  if (slot?.trim() === '')
    throw usageError(
      '--slot must not be empty',
      `give the reference of a confirmed slot: ${commandFor(context.settings, 'slot', 'list', '--available')}`,
    );
  refuseTwoValues('--slot', slot, 'slotReference', flags.set);
  refuseTwoValues('--reference', reference, 'PO_REFERENCE', flags.set);
  if (file === undefined) {
    const { set, dryRun } = flags;
    const source = await typedPurchaseOrder(context, { slot, item, reference, set, dryRun });
    return upload(context, purchaseOrders, [], flags, { sources: [source], check: checkSlots });
  }
  if (item.length > 0) throw usageError('--item and FILE cannot be combined');
  if (reference !== undefined) throw usageError('--reference and FILE cannot be combined');
  const set = slot === undefined ? {} : { set: [...(flags.set ?? []), ['slotReference', slot] as const] };
  return upload(context, purchaseOrders, [file], { ...flags, ...set }, { check: checkSlots });
}

/** The order would bear one of the two, and what was read for the other. */
function refuseTwoValues(
  option: string,
  value: string | undefined,
  field: string,
  set: PoCreateOptions['set'] = [],
): void {
  if (value !== undefined && set.some(([name, text]) => name === field && text !== value))
    throw usageError(`${option} and --set ${field} name different values`, 'give only one of them');
}

/** The columns of csv. */
export const columns = ({ dryRun }: Partial<PoCreateOptions>) => uploadColumns('purchase-order', dryRun);
