import { fieldsOf } from '../../text/records.ts';
import {
  asked,
  common,
  type Next,
  type Progress,
  type Rules,
  reasonOf,
  type Sent,
  serviceFailed,
  settle,
  type Unanswered,
} from './progress.ts';

/** The endpoint is missing, or a proxy does not let the request through: nothing about the document. */
const neverReached = new Set([404, 405, 407, 410]);

/** The next step after a create request. */
export function afterSend(before: Progress, made: Sent, rules: Rules): Next {
  if (made.kind === 'done') {
    const { status, uuid, number, answer } = made;
    return settle(before, { outcome: 'created', status, uuid, number, answer });
  }
  const shared = common(made);
  if (shared !== undefined) {
    // A cancelled request may still have arrived.
    const maybeSent = before.maybeSent || (made.kind === 'failure' && made.maybeSent);
    return { progress: { ...before, maybeSent }, step: shared };
  }
  const reserved = made.kind === 'refusal' ? reservedNumber(made.body) : undefined;
  const number = reserved ?? before.number;
  const kept = number === undefined ? {} : { number };
  const progress = { ...before, ...kept, sends: before.sends + 1, ...reasonOf(made) };
  // If an earlier answer was lost, a look-up that finds nothing proves nothing, because a replica may lag behind.
  const outcome = progress.maybeSent ? 'unknown' : 'failed';
  const failed = (): Next => settle(progress, { outcome, number, ...reasonOf(made) }, true);
  const again = (): Next =>
    progress.sends > rules.maxRetries
      ? failed()
      : { progress, step: { do: 'send', backoff: before.sends, ...asked(made) } };

  if (made.kind === 'failure') return made.maybeSent ? unclear(progress, made) : again();
  if (made.status === 409)
    return { progress: { ...progress, duplicate: true, fruitless: 0 }, step: { do: 'look-up' } };
  if (rules.retryableIsClean && saysRetryable(made.body)) return again();
  if (serviceFailed(made.status)) return unclear(progress, made);
  if (neverReached.has(made.status) || made.status < 400) return failed();
  return settle(progress, { outcome: 'rejected', ...reasonOf(made) });
}

const unclear = (progress: Progress, made: Unanswered): Next => ({
  progress: { ...progress, maybeSent: true, fruitless: 0 },
  step: { do: 'look-up', backoff: progress.sends - 1, ...asked(made) },
});

/** The service created nothing and says that the same request may succeed. */
const saysRetryable = (body: unknown): boolean => fieldsOf(body).retryable === true;

const reservedNumber = (body: unknown): string | undefined => {
  const number = fieldsOf(body).lw_po_number;
  return typeof number === 'string' ? number : undefined;
};
