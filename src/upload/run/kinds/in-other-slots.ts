import { allSlotsIn, notAList } from '../../../client/api/book-slot.ts';
import { compareContent } from '../../../client/api/compare-content.ts';
import { recordOf, referenceOf } from '../../../client/api/records.ts';
import type { Api, Attempt } from '../../../client/types.ts';
import { type Fields, textField } from '../../../text/records.ts';
import type { Finding, Unanswered } from '../progress.ts';
import type { CancelledSince, EarlierPurchaseOrders, Task } from '../work.ts';
import { bodyOf, isAbsent, type Kind, readRecord, unreadable } from './document-kinds.ts';
import { sentWithoutSlot } from './purchase-orders.ts';

/**
 * The kind, with look-ups that do not only say that a document is absent, but also whether it was cancelled since: another
 * terminal may cancel an order while its upload is unsure of it.
 */
export const sparingCancelled = (kind: Kind, cancelledSince: (task: Task) => CancelledSince): Kind => ({
  ...kind,
  async lookUp(api, task, signal) {
    const found = await kind.lookUp(api, task, signal);
    if (found.kind !== 'absent') return found;
    const cancelled = cancelledSince(task);
    return cancelled === 'no' ? found : { kind: 'absent', cancelled };
  },
});

type Slots = ReadonlyMap<string, Fields>;

/** Whether there is an answer, or only the reason why there is none. */
const isUnanswered = (read: object): read is Extract<Finding, { kind: 'cannot-tell' }> | Unanswered =>
  'kind' in read;

/**
 * The kind, with look-ups that find a purchase order in any slot: an earlier run may have sent it with another one than the
 * file has now, or without any, and then no slot shows it.
 */
export function inOtherSlots(kind: Kind, { ownerOf, wasWithoutSlot }: EarlierPurchaseOrders): Kind {
  if (kind.name !== 'purchase-order') return kind;
  let listing: Promise<Attempt> | undefined;
  /** By the number in the slot; null if no purchase order has it. */
  const records = new Map<string, Fields | null>();

  /** Read once for all look-ups of a run: what matters is what earlier runs sent. */
  async function slotsWith(
    slotReference: string,
    api: Api,
    signal: AbortSignal,
  ): Promise<Slots | Unanswered> {
    listing ??= api.attempt('listSlots', { signal });
    const made = await listing;
    const slots = made.kind === 'answer' ? allSlotsIn(made.answer) : undefined;
    // A list without the slot that was just read cannot have all slots of this account.
    if (slots?.has(slotReference) === true) return slots;
    listing = undefined;
    return made.kind === 'answer' ? unreadable(notAList, false) : made;
  }

  /** The purchase order of another slot. */
  async function read(number: string, api: Api, signal: AbortSignal) {
    const known = records.get(number);
    if (known !== undefined) return { record: known };
    const made = await readRecord(api, 'getPurchaseOrder', { poReference: number }, signal);
    if (isAbsent(made) && made.foreign !== true) {
      // Some services name it by the client's own reference, by which it cannot be read.
      records.set(number, null);
      return { record: null };
    }
    if (made.kind !== 'answer') return made;
    const record = recordOf(made.answer.data, 'purchaseOrderNumber', number);
    if (record === undefined || referenceOf(record, 'purchaseOrder') === undefined)
      return unreadable(`the answer has no record of ${number} with its PO_REFERENCE`, false);
    records.set(number, record);
    return { record };
  }

  async function search(api: Api, task: Task, signal: AbortSignal): Promise<Finding> {
    const own = textField(bodyOf(task), 'slotReference') ?? '';
    const slots = await slotsWith(own, api, signal);
    if (isUnanswered(slots)) return slots;
    for (const [reference, slot] of slots) {
      const usedBy = textField(slot, 'usedByPoReference');
      if (reference === own || usedBy === undefined) continue;
      if (usedBy === task.reference) return foundElsewhere([], 0);
      const owner = ownerOf(usedBy);
      if (owner !== undefined && owner !== task.reference) continue;
      const other = await read(usedBy, api, signal);
      if (isUnanswered(other)) return other;
      if (other.record === null || referenceOf(other.record, 'purchaseOrder') !== task.reference) continue;
      const { differing, compared } = compareContent(bodyOf(task), other.record);
      return foundElsewhere(differing, compared, usedBy);
    }
    return wasWithoutSlot(task.reference) ? sentWithoutSlot : { kind: 'absent' };
  }

  return {
    ...kind,
    async lookUp(api, task, signal) {
      const found = await kind.lookUp(api, task, signal);
      const mayHaveOther = task.start === 'look-up' || task.start === 'check';
      return found.kind === 'absent' && mayHaveOther ? search(api, task, signal) : found;
    },
  };
}

/** It has another slot than the file says, whether or not its record shows the slot. */
const foundElsewhere = (differing: readonly string[], compared: number, number?: string): Finding => ({
  kind: 'found',
  comparison: { differing: [...new Set([...differing, 'slotReference'])], compared: compared + 1 },
  ...(number === undefined ? {} : { number }),
});
