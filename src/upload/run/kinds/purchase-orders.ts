import { compareContent, recordOf, referenceOf } from '../../../client/api/records.ts';
import { allSlotsIn, notAList } from '../../../client/api/slot-list.ts';
import { type Api, type Attempt, unreadable } from '../../../client/types.ts';
import { type Fields, textField } from '../../../text/records.ts';
import type { Ids } from '../../terms/outcomes.ts';
import type { EarlierPurchaseOrders, Finding, Task, Unanswered } from '../work.ts';
import { bodyOf, creatingAt, isAbsent, type Kind, readRecord, sentOf } from './kind.ts';

const poIds = (record: Fields): Ids => ({ number: textField(record, 'lw_po_number') });

const askWarehouse = 'ask the warehouse, and send it alone with --fresh if it does not exist';
const withoutSlot = `it cannot be looked up without a slot; ${askWarehouse}`;
const ledgerLost = 'a run ledger that may have known it was lost, and ';

const lackingSlot = (error: string): Finding => ({ kind: 'cannot-tell', error, lacking: 'slotReference' });

/** A purchase order that has a slot now, but may exist without one. */
const sentWithoutSlot: Finding = lackingSlot(
  `it may have been sent without a slot, and then no slot shows it; ${askWarehouse}`,
);

const slotOf = (task: Parameters<typeof bodyOf>[0]): string | undefined =>
  textField(bodyOf(task), 'slotReference');

/** A purchase order cannot be read by its own reference; its slot shows whether it exists. */
export const purchaseOrders: Kind<'purchase-order'> = {
  name: 'purchase-order',
  rules: { retryableIsClean: true, conflictIsDuplicate: false },
  oneByOne: true,
  send: creatingAt('createPurchaseOrder'),
  namesNoSlot: (document) => slotOf({ document }) === undefined,
  sent: (made, task) => sentOf(made, task, 'purchaseOrder', poIds),
  async lookUp(api, task, signal) {
    const slotReference = slotOf(task);
    if (slotReference === undefined)
      return lackingSlot(task.start === 'check' ? ledgerLost + withoutSlot : withoutSlot);
    const made = await readRecord(api, 'getSlot', { slotReference }, signal);
    // The next run would not find it either.
    if (isAbsent(made) && made.foreign !== true)
      return lackingSlot(`the service does not find its slot; ${askWarehouse}`);
    if (made.kind !== 'answer') return made;
    const slot = recordOf(made.answer.data, 'slot', slotReference);
    if (slot === undefined) return unreadable('the answer has no record of this slot', false);
    const usedBy = textField(slot, 'usedByPoReference');
    if (usedBy === undefined) return notInSlot(task);
    if (usedBy === task.reference) return { kind: 'found', comparison: { differing: [], compared: 1 } };
    const found = await lookUpNumber(api, task, usedBy, signal);
    return found.kind === 'found' ? found : { holder: { number: usedBy }, ...found };
  },
};

/** Proves nothing of changed content, because the file may name another slot than the purchase order has. */
const notInSlot = ({ start }: Task): Finding =>
  start === 'compare' ? { kind: 'cannot-tell', error: 'its slot does not show it' } : { kind: 'absent' };

/** Reads the purchase order of the slot. A slot can have only one: if it is another one, ours was not created. */
async function lookUpNumber(api: Api, task: Task, number: string, signal: AbortSignal): Promise<Finding> {
  const made = await readRecord(api, 'getPurchaseOrder', { poReference: number }, signal);
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, 'purchaseOrder', task.reference);
  if (record !== undefined) {
    const { differing, compared } = compareContent(bodyOf(task), record);
    // The slot is part of the comparison, because the record was found by it.
    return { kind: 'found', comparison: { differing, compared: compared + 1 }, number };
  }
  const theirs = recordOf(made.answer.data, 'purchaseOrderNumber', number);
  const reference = theirs && referenceOf(theirs, 'purchaseOrder');
  if (reference !== undefined) return { ...notInSlot(task), holder: { number, reference } };
  return unreadable(`the answer has no record of ${number} with its PO_REFERENCE`, false);
}

/** Whether there is an answer, or only the reason why there is none. */
const isUnanswered = (read: object): read is Extract<Finding, { kind: 'cannot-tell' }> | Unanswered =>
  'kind' in read;

/** The kind, with look-ups in any slot: an earlier run may have sent a purchase order with another slot, or with none. */
export function inOtherSlots(kind: Kind, { ownerOf, wasWithoutSlot }: EarlierPurchaseOrders): Kind {
  if (kind.name !== 'purchase-order') return kind;
  let listing: Promise<Attempt> | undefined;
  /** By the number in the slot; null if no purchase order has it. */
  const records = new Map<string, Fields | null>();

  /** Read once for all look-ups of a run: what matters is what earlier runs sent. */
  async function slotsWith(slotReference: string, api: Api, signal: AbortSignal) {
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
    async lookUp(api, task, signal, progress) {
      const found = await kind.lookUp(api, task, signal, progress);
      const mayHaveOther = task.start === 'look-up' || task.start === 'check';
      return found.kind === 'absent' && mayHaveOther ? search(api, task, signal) : found;
    },
  };
}

/** It has another slot than the file says, whether or not its record shows the slot. */
const foundElsewhere = (differing: readonly string[], compared: number, number?: string): Finding => ({
  kind: 'found',
  comparison: { differing: [...new Set([...differing, 'slotReference'])], compared: compared + 1 },
  number,
});
