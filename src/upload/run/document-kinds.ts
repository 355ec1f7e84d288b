import { compareContent, recordOf } from '../../client/api/compare-content.ts';
import type { Api, Attempt } from '../../client/types.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { field, fieldsOf, isFields, textField } from '../../text/records.ts';
import type { Task } from '../ledger/run-ledger.ts';
import type { Finding, Rules, Sent } from './decisions.ts';

/** How documents of one kind are sent, and looked up when an answer was lost. */
export interface Kind {
  readonly name: 'order' | 'inbound' | 'purchase-order';
  readonly rules: Pick<Rules, 'retryableIsClean' | 'conflictIsDuplicate'>;
  readonly create: EndpointName;
  /** What an answer to `create` comes to. */
  sent(made: Attempt, task: Task): Sent;
  lookUp(api: Api, task: Task, signal: AbortSignal): Promise<Finding>;
}

const unclear = (message: string): Sent => ({
  kind: 'failure',
  reason: 'unreadable',
  message,
  maybeSent: true,
});

const bodyOf = ({ document }: Task): unknown => JSON.parse(document.body.toString('utf8'));

interface Ids {
  readonly uuid: string | undefined;
  readonly number: number | string | undefined;
}

const noIds: Ids = { uuid: undefined, number: undefined };

/** The service's own names of an order, where the answer shows them. */
function orderIds(record: unknown): Ids {
  const id = field(record, 'OrderId');
  const uuid = isFields(id)
    ? textField(id, 'UUID')
    : typeof id === 'string'
      ? id
      : textField(record, 'OrderUUID');
  const number = field(isFields(id) ? id : record, 'Number', 'OrderNumber');
  return { uuid, number: typeof number === 'number' || typeof number === 'string' ? number : undefined };
}

const poIds = (record: unknown): Ids => ({ uuid: undefined, number: textField(record, 'lw_po_number') });

/** A success that speaks of another document, or of none, leaves open what became of ours. */
function sentOf(made: Attempt, task: Task, names: readonly string[], idsOf: (record: unknown) => Ids): Sent {
  if (made.kind !== 'answer') return made;
  const { data, status } = made.answer;
  if (!isFields(data)) return unclear('the answer does not show what was created');
  const said = field(data, ...names);
  if (said !== undefined && String(said) !== task.reference)
    return unclear(`the answer is about ${String(said).slice(0, 80)}`);
  const { uuid, number } = idsOf(data);
  return { kind: 'done', status, uuid, number, answer: data };
}

function findingOf(
  made: Attempt,
  task: Task,
  names: readonly string[],
  idsOf: (record: unknown) => Ids,
): Finding {
  if (made.kind === 'refusal' && (made.status === 404 || made.status === 410)) return { kind: 'absent' };
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, task.reference, ...names);
  if (record === undefined)
    return { kind: 'failure', reason: 'unreadable', message: 'the answer shows no record', maybeSent: false };
  return { kind: 'found', comparison: compareContent(bodyOf(task), record), ...idsOf(record) };
}

const simple = (
  name: Kind['name'],
  create: EndpointName,
  read: EndpointName,
  parameter: string,
  names: readonly string[],
  idsOf: (record: unknown) => Ids,
): Kind => ({
  name,
  rules: { retryableIsClean: false, conflictIsDuplicate: true },
  create,
  sent: (made, task) => sentOf(made, task, names, idsOf),
  lookUp: async (api, task, signal) =>
    findingOf(
      await api.attempt(read, { params: { [parameter]: task.reference }, signal }),
      task,
      names,
      idsOf,
    ),
});

export const orders: Kind = simple(
  'order',
  'createOrder',
  'getOrder',
  'referenceNumber',
  ['ReferenceNumber'],
  orderIds,
);

export const inboundDeliveries: Kind = simple(
  'inbound',
  'createInbound',
  'getInbound',
  'deliveryNumber',
  ['delivery_number', 'PO_REFERENCE'],
  () => noIds,
);

/** A purchase order cannot be read by its own reference; the slot that it used tells whether it is there. */
export const purchaseOrders: Kind = {
  name: 'purchase-order',
  rules: { retryableIsClean: true, conflictIsDuplicate: false },
  create: 'createPurchaseOrder',
  sent: (made, task) => sentOf(made, task, ['PO_REFERENCE'], poIds),
  async lookUp(api, task, signal) {
    const slotReference = textField(bodyOf(task), 'slotReference');
    if (slotReference === undefined)
      return {
        kind: 'no-way',
        error: 'without a slot it cannot be looked up; ask the warehouse before sending it again',
      };
    const slot = await api.attempt('getSlot', { params: { slotReference }, signal });
    if (slot.kind !== 'answer') return slot;
    const usedBy = textField(slot.answer.data, 'usedByPoReference');
    if (usedBy === undefined) return { kind: 'absent' };
    if (usedBy === task.reference) return { kind: 'found', comparison: { differing: [], compared: 1 } };
    const read = await api.attempt('getPurchaseOrder', { params: { poReference: usedBy }, signal });
    if (read.kind !== 'answer') return read;
    const record = fieldsOf(read.answer.data);
    const theirs = textField(record, 'PO_REFERENCE');
    // A slot serves one purchase order: where another one has it, ours cannot be there.
    if (theirs !== undefined && theirs !== task.reference) return { kind: 'absent' };
    return { kind: 'found', comparison: compareContent(bodyOf(task), record), number: usedBy };
  },
};
