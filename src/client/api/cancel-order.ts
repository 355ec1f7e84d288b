import { CfiError, mayPass } from '../../errors.ts';
import { textField } from '../../text/records.ts';
import type { Api, ApiAnswer } from '../types.ts';

/** How the cancelling of one order ended. */
export interface Cancelled {
  /** `existing`: it was cancelled before. */
  readonly outcome: 'cancelled' | 'existing';
  /** What the service said, or its record of the order. */
  readonly data: unknown;
  /** Of the answer by which it is known. */
  readonly status: number;
}

const waitsMs = [1_000, 2_000, 4_000, 8_000];

const isCancelled = (record: unknown): boolean => /cancel/i.test(textField(record, 'Status') ?? '');

/**
 * Cancels an order. When the answer is lost, the order is read before the request is repeated; an order that was
 * cancelled before is no error, whatever the service answers to the repetition. Throws a `CfiError` otherwise.
 */
export async function cancelOrderOnce(
  api: Api,
  reference: string,
  body: Readonly<Record<string, unknown>> | undefined,
): Promise<Cancelled> {
  const read = (): Promise<ApiAnswer> => api.call('getOrder', { params: { referenceNumber: reference } });
  for (let retry = 0; ; retry++) {
    try {
      const answer = await api.call('cancelOrder', {
        params: { order_id: reference },
        ...(body === undefined ? {} : { body }),
      });
      return {
        outcome: 'cancelled',
        data: answer.data ?? { ReferenceNumber: reference, Status: 'Cancelled' },
        status: answer.status,
      };
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      if (error.code === 'conflict') {
        const { data } = await read().catch(() => ({ data: undefined }));
        if (isCancelled(data)) return { outcome: retry === 0 ? 'existing' : 'cancelled', data, status: 409 };
        throw error;
      }
      if (!mayPass(error)) throw error;
      const waitMs = waitsMs[retry];
      await api.transport.wait(waitMs ?? 1_000);
      const { data, status } = await read().catch(() => {
        throw error;
      });
      if (isCancelled(data)) return { outcome: 'cancelled', data, status };
      if (waitMs === undefined)
        throw new CfiError(error.code, `${error.details.reason ?? error.message}; it is not cancelled`, {
          ...error.details,
          maybeSent: false,
          hint: 'run the command again later',
        });
    }
  }
}
