import { CfiError } from '../../errors.ts';
import { type Fields, field, textField } from '../../text/records.ts';
import { operands } from '../../text/words.ts';
import type { Api } from '../types.ts';
import { isName, recordOf } from './records.ts';
import { writeOnce } from './write-once.ts';

export interface Cancelled {
  /** `existing`: it was already cancelled. */
  readonly outcome: 'cancelled' | 'existing';
  /** What the service said, or its record of the order. */
  readonly data: unknown;
  /** The status of the answer that confirms it. */
  readonly status: number;
}

const statusOf = (record: Fields): string | undefined => textField(record, 'Status', 'OrderStatus', 'State');

/** Whether a record says that its order is cancelled. */
export const isCancelled = (record: Fields): boolean => /^\s*cancell?ed\s*$/i.test(statusOf(record) ?? '');

/** Whether the answer confirms it: with the reference, and no other status. Otherwise the order is looked up. */
function confirms(data: unknown, reference: string): boolean {
  const record = recordOf(data, 'order', reference);
  return record !== undefined && (statusOf(record) === undefined || isCancelled(record));
}

const nameIn = (id: unknown, member: 'UUID' | 'Number'): string | undefined => {
  const name = field(id, member);
  return isName(name) ? String(name) : undefined;
};

const isNotFound = (error: unknown): boolean => error instanceof CfiError && error.code === 'not-found';

/**
 * Cancels an order. The specification does not say which identifier the service takes: if it does not find an existing
 * order by its reference, this tries the UUID, and then the number if no other order has it as its reference. After a
 * lost answer, only a record with the reference confirms the cancellation. An already cancelled order is no error.
 * Throws a `CfiError` otherwise; `maybeSent` means that the order may be cancelled.
 */
export async function cancelOrderOnce(
  api: Api,
  reference: string,
  body: Readonly<Record<string, unknown>> | undefined,
): Promise<Cancelled> {
  /** The stored order and the answer's status; undefined if the answer has no record with this reference. */
  const read = async (): Promise<{ record: Fields; status: number } | undefined> => {
    const { data, status } = await api.call('getOrder', { params: { referenceNumber: reference } });
    const record = recordOf(data, 'order', reference);
    return record === undefined ? undefined : { record, status };
  };
  const post = (order_id: string) => api.call('cancelOrder', { params: { order_id }, body });
  const isReference = (text: string): Promise<boolean> =>
    api.call('getOrder', { params: { referenceNumber: text } }).then(
      () => true,
      (error: unknown) => !isNotFound(error),
    );
  /** Throws the refusal of the reference if no other identifier finds the order. */
  const postByOtherId = async (refusal: unknown) => {
    const id = (await read().catch(() => undefined))?.record.OrderId;
    const [uuid, number] = [nameIn(id, 'UUID'), nameIn(id, 'Number')];
    for (const name of [uuid, number]) {
      if (name === undefined || name === reference) continue;
      if (name === number && (await isReference(name))) continue;
      try {
        return await post(name);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    throw refusal;
  };
  return writeOnce<Cancelled>(api, {
    async send(retry) {
      try {
        const { data, status } = await post(reference).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
          return postByOtherId(error);
        });
        return confirms(data, reference) ? { outcome: 'cancelled', data, status } : undefined;
      } catch (error) {
        if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
        const found = await read().catch(() => undefined);
        if (found !== undefined && isCancelled(found.record))
          return { outcome: retry === 0 ? 'existing' : 'cancelled', data: found.record, status: 409 };
        // It may conflict with an earlier request of ours.
        if (retry === 0 || found !== undefined) throw error;
        throw new CfiError('unavailable', error.message, { ...error.details, maybeSent: true });
      }
    },
    async lookUp() {
      const found = await read();
      if (found === undefined) return { kind: 'unclear', why: 'the answer has no record of this order' };
      const { record, status } = found;
      if (!isCancelled(record)) return { kind: 'not-done' };
      return { kind: 'done', value: { outcome: 'cancelled', data: record, status } };
    },
    notDone: `order ${reference} is not cancelled`,
    notKnown: `order ${reference} may or may not be cancelled`,
    hint: `check it: ${api.commandFor('order', 'get', ...operands([reference]))}`,
  });
}
