import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { readUsedPo, type UploadedPo, uploadedPos } from '../po/read-used.ts';
import { discrepancies } from '../po/view.ts';
import { slotReference, usedBy } from '../slot/record.ts';

/** The purchase orders of these slots that report a discrepancy, as the service sent them. One request per slot. */
export async function cameShort(
  context: CommandContext,
  api: Api,
  slots: readonly Fields[],
): Promise<Fields[]> {
  if (slots.length === 0) return [];
  const uploaded = await uploadedPos(context, api);
  const found: Fields[] = [];
  for (const slot of slots) {
    const order = await readOrWarn(context, api, slot, uploaded);
    if (order !== undefined && discrepancies(order).length > 0) found.push(order);
  }
  return found;
}

/** One purchase order that cannot be read must not hide the rest. */
async function readOrWarn(
  context: CommandContext,
  api: Api,
  slot: Fields,
  uploaded: readonly UploadedPo[],
): Promise<Fields | undefined> {
  const name = usedBy(slot) ?? '';
  try {
    const order = await readUsedPo(context, api, name, uploaded);
    if (order === undefined)
      context.warn(`purchase order ${name} of ${slotReference(slot)} was not found at the service`);
    return order;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'cancelled' || error.code === 'unauthorized')
      throw error;
    context.warn(`purchase order ${name} of ${slotReference(slot)} could not be read: ${error.message}`);
    return undefined;
  }
}
