import { compareContent } from '../../../client/api/compare-content.ts';
import { recordOf, referenceOf } from '../../../client/api/records.ts';
import type { Api } from '../../../client/types.ts';
import { type Fields, textField } from '../../../text/records.ts';
import type { Finding } from '../progress.ts';
import type { Task } from '../work.ts';
import { bodyOf, explainer, type Ids, type Kind, readRecord, sentOf, unreadable } from './document-kinds.ts';

const poIds = (record: Fields): Ids => ({ uuid: undefined, number: textField(record, 'lw_po_number') });

const askWarehouse = 'ask the warehouse, and send it with --fresh if it does not exist';
const withoutSlot = `it cannot be looked up without a slot; ${askWarehouse}`;
const ledgerLost = 'a run ledger that may have known it was lost, and ';

const lackingSlot = (error: string): Finding => ({ kind: 'cannot-tell', error, lacking: 'slotReference' });

/** A purchase order that has a slot now, but may exist without one. */
export const sentWithoutSlot: Finding = lackingSlot(
  `it may have been sent without a slot, and then no slot shows it; ${askWarehouse}`,
);

const slotOf = (task: Parameters<typeof bodyOf>[0]): string | undefined =>
  textField(bodyOf(task), 'slotReference');

/** A purchase order cannot be read by its own reference; its slot shows whether it exists. */
export const purchaseOrders: Kind = {
  name: 'purchase-order',
  rules: { retryableIsClean: true, conflictIsDuplicate: false },
  create: 'createPurchaseOrder',
  explainer,
  namesNoSlot: (document) => slotOf({ document }) === undefined,
  sent: (made, task) => sentOf(made, task, 'purchaseOrder', poIds),
  async lookUp(api, task, signal) {
    const slotReference = slotOf(task);
    if (slotReference === undefined)
      return lackingSlot(task.start === 'check' ? ledgerLost + withoutSlot : withoutSlot);
    const made = await readRecord(api, 'getSlot', { slotReference }, signal);
    if (made.kind !== 'answer') return made;
    const slot = recordOf(made.answer.data, 'slot', slotReference);
    if (slot === undefined) return unreadable('the answer has no record of this slot', false);
    const usedBy = textField(slot, 'usedByPoReference');
    if (usedBy === undefined) return notInSlot(task);
    if (usedBy === task.reference) return { kind: 'found', comparison: { differing: [], compared: 1 } };
    return lookUpNumber(api, task, usedBy, signal);
  },
};

/** If the content has changed, the file may name another slot than the purchase order has: then this says nothing. */
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
  if (theirs !== undefined && referenceOf(theirs, 'purchaseOrder') !== undefined) return notInSlot(task);
  return unreadable(`the answer has no record of ${number} with its PO_REFERENCE`, false);
}
