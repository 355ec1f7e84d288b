import type { Api } from '../../../client/types.ts';
import { type Fields, field } from '../../../text/records.ts';
import { readSlot } from '../read-slot.ts';
import { bookableWindows, dayIsOver } from './delivery-days.ts';

const requestFields = [
  ...['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'],
  ...['deliveryType', 'containerSize', 'palletCount', 'containerTruckNumber'],
] as const;

/**
 * Fills in `draft` from a slot booked earlier, but not with a day or window that is over, nor with a day on which the
 * window in `draft` is. Throws a usage error if the day in `draft` is over.
 */
export async function requestLike(api: Api, reference: string, draft: Readonly<Fields>): Promise<Fields> {
  const { slot, now } = await readSlot(api, reference);
  const known = requestFields.flatMap((name) => {
    const value = field(slot, name);
    return value === undefined || value === null || value === '' ? [] : [[name, value] as const];
  });
  const taken: Record<string, unknown> = Object.fromEntries(known);
  const isTruck = (draft.deliveryType ?? taken.deliveryType) !== 'container';
  if (isTruck) delete taken.containerSize;
  const windows = bookableWindows(String(draft.date ?? taken.date), now());
  if (draft.date !== undefined && windows.length === 0) throw dayIsOver(String(draft.date));
  const isOver = !windows.includes(String(draft.window ?? taken.window));
  if (windows.length === 0 || (isOver && draft.window !== undefined)) delete taken.date;
  else if (isOver) delete taken.window;
  return taken;
}
