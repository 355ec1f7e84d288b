import { recordOf } from '../client/api/records/find-record.ts';
import { isCancelled } from '../client/api/write-once/cancel-order.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import type { RateLimiter } from './run/rate-limiter.ts';

/** How to ask about orders: `atOnce` at a time, at the pace of the limiter, and no more after `signal`. */
export interface Asking {
  readonly atOnce: number;
  readonly limiter: Pick<RateLimiter, 'enter' | 'leave'>;
  readonly signal: AbortSignal;
}

/**
 * The orders that the service has or may have: only "not found", or a record that says so, proves that it does not have
 * one, or that it is cancelled.
 */
export async function notAbsent(
  api: Api,
  references: ReadonlySet<string>,
  { atOnce, limiter, signal }: Asking,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const left = references.values();
  /** False after an interruption. */
  const mayAsk = (): Promise<boolean> =>
    limiter.enter().then(
      () => true,
      () => false,
    );
  const work = async (): Promise<void> => {
    for (const reference of left) {
      if (!(await mayAsk())) found.add(reference);
      else {
        if (!(await isAbsent(api, reference, signal))) found.add(reference);
        limiter.leave('answered', 0);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, references.size) }, work));
  return found;
}

async function isAbsent(api: Api, reference: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    const { data } = await api.call('getOrder', { params: { referenceNumber: reference }, signal });
    const record = recordOf(data, 'order', reference);
    return record !== undefined && isCancelled(record);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return error.code === 'not-found';
  }
}
