import { isName, recordOf } from '../../../client/api/records.ts';
import { type Api, type Attempt, unreadable } from '../../../client/types.ts';
import { CfiError } from '../../../errors.ts';
import { type Fields, field, textField } from '../../../text/records.ts';
import type { Finding, Task } from '../work.ts';
import { accepted, isAbsent, isDone, type Kind, readRecord } from './kind.ts';

const statusOf = (record: Fields): string | undefined => textField(record, 'Status', 'OrderStatus', 'State');

/** Whether a record says that its order is cancelled. */
export const isCancelled = (record: Fields): boolean => /^\s*cancell?ed\s*$/i.test(statusOf(record) ?? '');

const nameIn = (id: unknown, member: 'UUID' | 'Number'): string | undefined => {
  const name = field(id, member);
  return isName(name) ? String(name) : undefined;
};

const isMissing = (made: Attempt): boolean => made.kind === 'refusal' && made.status === 404;

const post = (
  api: Api,
  order_id: string,
  { document: { body } }: Task,
  signal: AbortSignal,
): Promise<Attempt> =>
  api.attempt('cancelOrder', { params: { order_id }, body: body === '{}' ? undefined : body, signal });

/** The stored order, if it can be read and bears the reference. */
async function orderAt(api: Api, reference: string, signal: AbortSignal): Promise<Fields | undefined> {
  try {
    const { data } = await api.call('getOrder', { params: { referenceNumber: reference }, signal });
    return recordOf(data, 'order', reference);
  } catch (error) {
    if (error instanceof CfiError) return undefined;
    throw error;
  }
}

/** Whether another order than that with the reference is found by this name, or may be. */
async function mayBeAnother(api: Api, name: string, reference: string, signal: AbortSignal) {
  try {
    const { data } = await api.call('getOrder', { params: { referenceNumber: name }, signal });
    return recordOf(data, 'order', reference) === undefined;
  } catch (error) {
    return !(error instanceof CfiError) || error.code !== 'not-found';
  }
}

/**
 * Cancellations of orders, by their references. The specification does not say which identifier the service takes: if it
 * does not find an existing order by its reference, the UUID is tried, and then the number, unless they may be the reference
 * of another order. Only a record with the reference confirms a cancellation.
 */
export const orderCancellations: Kind<'cancel'> = {
  name: 'cancel',
  rules: { retryableIsClean: false, conflictIsDuplicate: false, isAct: true },
  oneByOne: true,
  async send(api, task, signal) {
    const { reference } = task;
    const made = await post(api, reference, task, signal);
    if (!isMissing(made)) return made;
    const id = (await orderAt(api, reference, signal))?.OrderId;
    for (const name of [nameIn(id, 'UUID'), nameIn(id, 'Number')]) {
      if (name === undefined || name === reference) continue;
      if (await mayBeAnother(api, name, reference, signal)) continue;
      const other = await post(api, name, task, signal);
      if (!isMissing(other)) return other;
    }
    return made;
  },
  sent(made, { reference }) {
    if (made.kind !== 'answer') return made;
    const { data, status } = made.answer;
    const record = recordOf(data, 'order', reference);
    if (record !== undefined && (statusOf(record) === undefined || isCancelled(record)))
      return { kind: 'done', status, answer: data as Fields };
    return accepted;
  },
  async lookUp(api, { reference, start }, signal): Promise<Finding> {
    const made = await readRecord(api, 'getOrder', { referenceNumber: reference }, signal);
    // A service may hide a cancelled order; to cancel it again does no harm.
    if (isAbsent(made) && start !== 'send') return start === 'check' ? isDone : { kind: 'absent' };
    if (isAbsent(made)) return unreadable(made.error, false);
    if (made.kind !== 'answer') return made;
    const record = recordOf(made.answer.data, 'order', reference);
    if (record === undefined) return unreadable('the answer has no record of this order', false);
    return isCancelled(record) ? { ...isDone, record } : { kind: 'absent' };
  },
};
