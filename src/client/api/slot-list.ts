import { limits } from '../../contract/limits.ts';
import { type Fields, isFields, textField } from '../../text/records.ts';
import type { ApiResponse } from '../types.ts';
import { nextPage, rawList } from './lists.ts';
import { compareContent, referenceOf } from './records.ts';

/** Why an answer to a request for the slots proves nothing. */
export const notAList = 'the service did not answer with a list of slots';

const listed = (data: unknown): readonly unknown[] | undefined => rawList(data, 'slots', 'items');

/** The slots in an answer's `data`, by reference; undefined if it is not a list of slots and so proves nothing. */
export function slotsIn(data: unknown): ReadonlyMap<string, Fields> | undefined {
  const list = listed(data);
  if (list === undefined) return undefined;
  const slots = new Map<string, Fields>();
  for (const slot of list.filter(isFields)) {
    const reference = referenceOf(slot, 'slot');
    if (reference !== undefined) slots.set(reference, slot);
  }
  return slots.size === 0 && list.length > 0 ? undefined : slots;
}

/** All slots; undefined for no list, or a part of it. An entry without a reference may be any slot, also the wanted one. */
export function allSlotsIn(answer: ApiResponse): ReadonlyMap<string, Fields> | undefined {
  if (nextPage(answer, limits.firstPage) !== undefined) return undefined;
  const isSlot = (entry: unknown): boolean => referenceOf(entry, 'slot') !== undefined;
  return listed(answer.data)?.every(isSlot) === true ? slotsIn(answer.data) : undefined;
}

/** Status words of a slot that can no longer be confirmed; only `cancelled` is likely. */
const ended = /^(cancell?ed|rejected|declined|expired|deleted|closed)$/i;

/** The service's word for the status of a slot that can no longer be confirmed; undefined for others. */
export function endedStatus(slot: Fields): string | undefined {
  const status = textField(slot, 'scheduleStatus');
  return status !== undefined && ended.test(status) ? status : undefined;
}

/** The new slots whose records match the request, in the order of the list, each with how many values were compared. */
export function matchingSlots(
  request: unknown,
  slots: ReadonlyMap<string, Fields>,
  isNew: (reference: string) => boolean,
) {
  return [...slots].flatMap(([reference, slot]) => {
    if (!isNew(reference)) return [];
    const { differing, compared } = compareContent(request, slot);
    return differing.length > 0 ? [] : [{ reference, slot, compared }];
  });
}
