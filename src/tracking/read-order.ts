import { recordOf } from '../client/api/records.ts';
import type { Api, Attempt } from '../client/types.ts';
import { fieldsOf } from '../text/records.ts';
import { isAbsent, readRecord } from '../upload/run/kinds/document-kinds.ts';
import {
  asked,
  common,
  type Next,
  type Progress,
  reasonOf,
  serviceFailed,
  settle,
} from '../upload/run/progress.ts';
import { healthOf } from '../upload/run/rate-limiter.ts';
import type { Requests } from '../upload/run/requests.ts';
import type { Item } from '../upload/run/work.ts';

/** The requests of a run that reads orders. `signal` cancels pending ones. Throws nothing. */
export function readingRequests(api: Api, maxRetries: number, signal: AbortSignal): Requests<Item> {
  return {
    async make(_, { reference }, progress) {
      try {
        const made = await readRecord(api, 'getOrder', { referenceNumber: reference }, signal);
        if (made.kind === 'cannot-tell')
          return { health: 'answered', next: settle(progress, { outcome: 'failed', error: made.error }) };
        return { health: healthOf(made), next: afterRead(progress, checked(made, reference), maxRetries) };
      } catch (broken) {
        return { health: 'failed', next: { progress, step: { do: 'leave' } }, broken };
      }
    },
  };
}

/**
 * Only a record with the requested reference counts as an answer, and only the service itself can say that there is
 * none: a proxy's page is like no answer.
 */
function checked(made: Attempt, reference: string): Attempt {
  if (isAbsent(made) && made.foreign === true)
    return { kind: 'failure', reason: 'unreadable', message: made.error, maybeSent: false };
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, 'order', reference);
  if (record !== undefined) return { kind: 'answer', answer: { ...made.answer, data: record } };
  const message = 'the answer has no record with this reference';
  return { kind: 'failure', reason: 'unreadable', message, maybeSent: false };
}

/** The outcome of a read: `existing` with the record, `rejected` for an order that is gone, or `failed`. */
function afterRead(before: Progress, made: Attempt, maxRetries: number): Next {
  if (made.kind === 'answer') {
    const { status, data } = made.answer;
    return settle(before, { outcome: 'existing', status, answer: fieldsOf(data) });
  }
  const step = common(made);
  if (step !== undefined) return { progress: before, step };
  const reason = reasonOf(made);
  if (isAbsent(made)) return settle(before, { outcome: 'rejected', ...reason });
  if (made.kind === 'refusal' && !serviceFailed(made.status))
    return settle(before, { outcome: 'failed', ...reason });
  if (before.fruitless >= maxRetries) return settle(before, { outcome: 'failed', ...reason }, true);
  const progress = { ...before, fruitless: before.fruitless + 1 };
  return { progress, step: { do: 'look-up', backoff: before.fruitless, ...asked(made) } };
}
