import { CfiError } from '../../errors.ts';
import { type Fields, textField } from '../../text/records.ts';
import type { Api } from '../types.ts';
import { recordOf } from './find-record.ts';
import { type Retrying, writeOnce } from './write-once.ts';

/** How the cancellation of one order ended. */
export interface Cancelled {
  /** `existing`: it was cancelled before. */
  readonly outcome: 'cancelled' | 'existing';
  /** What the service said, or its record of the order. */
  readonly data: unknown;
  /** The status of the answer that confirms it. */
  readonly status: number;
}

const statusOf = (record: Fields): string | undefined => textField(record, 'Status', 'OrderStatus', 'State');

const isCancelled = (record: Fields): boolean => /^\s*cancell?ed\s*$/i.test(statusOf(record) ?? '');

/**
 * Whether the answer to the cancellation itself confirms it: it bears the reference and no other status. Anything else,
 * such as an answer without content or about another order, is looked up.
 */
function confirms(data: unknown, reference: string): boolean {
  const record = recordOf(data, 'order', reference);
  return record !== undefined && (statusOf(record) === undefined || isCancelled(record));
}

/**
 * Cancels an order. Where an answer is lost, only a record that bears the reference confirms it; an order that was
 * cancelled before is no error, whatever the service answers. Throws a `CfiError` otherwise; `maybeSent` says that it may be cancelled.
 */
export async function cancelOrderOnce(
  api: Api,
  reference: string,
  body: Readonly<Record<string, unknown>> | undefined,
  retrying: Retrying,
): Promise<Cancelled> {
  /** The stored order and the answer's status; undefined when the answer shows no record of this reference. */
  const read = async (): Promise<{ record: Fields; status: number } | undefined> => {
    const { data, status } = await api.call('getOrder', { params: { referenceNumber: reference } });
    const record = recordOf(data, 'order', reference);
    return record === undefined ? undefined : { record, status };
  };
  return writeOnce<Cancelled>(api, retrying, {
    async send(retry) {
      try {
        const { data, status } = await api.call('cancelOrder', {
          params: { order_id: reference },
          ...(body === undefined ? {} : { body }),
        });
        return confirms(data, reference) ? { outcome: 'cancelled', data, status } : undefined;
      } catch (error) {
        if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
        const found = await read().catch(() => undefined);
        if (found !== undefined && isCancelled(found.record))
          return { outcome: retry === 0 ? 'existing' : 'cancelled', data: found.record, status: 409 };
        // An earlier request may be what it conflicts with.
        if (retry === 0 || found !== undefined) throw error;
        throw new CfiError('unavailable', error.message, { ...error.details, maybeSent: true });
      }
    },
    async lookUp() {
      const found = await read();
      if (found === undefined) return { kind: 'unclear', why: 'the answer shows no record of this order' };
      const { record, status } = found;
      if (!isCancelled(record)) return { kind: 'not-done' };
      return { kind: 'done', value: { outcome: 'cancelled', data: record, status } };
    },
    notDone: `order ${reference} is not cancelled`,
    notKnown: `it is not known whether order ${reference} is cancelled`,
    hint: `see whether it is: cfi order get ${reference}`,
  });
}
