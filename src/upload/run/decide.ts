import { mayArriveLate } from '../../client/retry.ts';
import { fieldsOf, nameField } from '../../text/records.ts';
import type { DocumentResult, Ids } from '../terms/outcomes.ts';
import {
  asked,
  common,
  type Finding,
  finish,
  type MarketplaceFinding,
  type Next,
  type Progress,
  type Rules,
  reasonOf,
  type Sent,
  type Sighting,
  serviceFailed,
  type Unanswered,
} from './work.ts';

/** Statuses that say nothing about the document: the endpoint is missing, or a proxy stops the request. */
const neverReached = new Set([404, 405, 407, 410]);

/** The next step after a create request. */
export function afterSend(progressBefore: Progress, made: Sent, rules: Rules): Next {
  const before = withSeen(progressBefore, made);
  if (made.kind === 'done') {
    const { status, uuid, number, answer } = made;
    return finish(before, { outcome: 'created', status, uuid, number, answer });
  }
  const shared = common(made);
  if (shared !== undefined) {
    // A cancelled request may still have arrived.
    const maybeSent = before.maybeSent || (made.kind === 'failure' && made.maybeSent);
    return { progress: { ...before, maybeSent, isRepeated: true }, step: shared };
  }
  const said = made.kind === 'refusal' ? fieldsOf(made.body) : {};
  const number = nameField(said, 'lw_po_number') ?? before.number;
  const kept = number === undefined ? {} : { number };
  const progress = { ...before, ...kept, sends: before.sends + 1, isRepeated: true, ...reasonOf(made) };
  // If an earlier answer was lost, a look-up that finds nothing proves nothing, because a replica may lag behind.
  const outcome = progress.maybeSent ? 'unknown' : 'failed';
  const failed = (): Next => finish(progress, { outcome, number, ...reasonOf(made) }, true);
  const again = (): Next =>
    progress.sends > rules.maxRetries
      ? failed()
      : { progress, step: { do: 'send', backoff: before.sends, ...asked(made) } };

  if (made.kind === 'failure') return made.maybeSent ? unclear(progress, made) : again();
  if (made.status === 409) {
    const isPerhapsOurs = progress.maybeSent && !rules.isAct && !rules.conflictIsDuplicate;
    const seen = progress.seen ?? (isPerhapsOurs ? refusedPerhapsForOurs : undefined);
    const refused = { ...progress, duplicate: true, fruitless: 0, ...(seen === undefined ? {} : { seen }) };
    return { progress: refused, step: { do: 'look-up' } };
  }
  // The service created nothing and says that the same request may succeed.
  if (rules.retryableIsClean && said.retryable === true && !mayArriveLate(made)) return again();
  if (serviceFailed(made.status)) return unclear(progress, made);
  const isMissing = rules.isAct && made.status === 404 && made.foreign !== true;
  if (!isMissing && (neverReached.has(made.status) || made.status < 400)) return failed();
  const earlier = progress.maybeSent && !isMissing ? ({ mayHaveArrived: true } as const) : {};
  const rejected: DocumentResult = { outcome: 'rejected', ...reasonOf(made), ...earlier };
  // An earlier request may have arrived, and be what this one is refused for.
  return progress.maybeSent && rules.conflictIsDuplicate
    ? { progress: { ...progress, rejected, fruitless: 0 }, step: { do: 'look-up' } }
    : finish(progress, rejected);
}

const refusedPerhapsForOurs: Sighting = { doubt: 'what it is refused for may be what was sent before' };

const unclear = (progress: Progress, made: Unanswered): Next => ({
  progress: {
    ...progress,
    maybeSent: true,
    ...(mayArriveLate(made) ? { mayArrive: true } : {}),
    fruitless: 0,
  },
  step: { do: 'look-up', backoff: progress.sends - 1, ...asked(made) },
});

const changedContent = 'the content has changed since the service accepted it; it was not sent';

/** The next step after a look-up. */
export function afterLookUp(progress: Progress, found: Finding, rules: Rules): Next {
  const before = withSeen(progress, found);
  if (found.kind === 'found') return afterFound(before, found, rules);
  if (found.kind === 'absent' && isOutweighed(before, found))
    return afterOutweighed(before, before.seen.doubt, rules);
  if (found.kind === 'absent') return afterAbsent(before, found.cancelled, rules);
  if (found.kind !== 'cannot-tell') return afterNoAnswer(before, found, rules);
  if (found.seen !== undefined) return afterOutweighed(before, found.error, rules);
  const fields = found.lacking === undefined ? {} : { fields: [found.lacking] };
  return finish(before, { ...inDoubt(before, found.error, rules), ...fields });
}

/** The state with what an answer has shown, unless that is less certain than what was seen before. */
function withSeen(before: Progress, made: Sent | Finding): Progress {
  const seen =
    made.kind === 'found'
      ? sightingOf(made.number)
      : made.kind === 'done'
        ? undefined
        : (made.seen ?? before.seen);
  const isOther = seen?.number !== before.seen?.number;
  return seen === undefined || (isOpen(before.seen) && isOther) ? before : { ...before, seen };
}

/** Whether something was seen of which the record was never read. */
const isOpen = (seen: Sighting | undefined): boolean =>
  seen?.number !== undefined && seen.reference === undefined;

/** A record that was found. */
const sightingOf = (number: Ids['number']): Sighting =>
  number === undefined
    ? { doubt: 'it was there before' }
    : { number: String(number), doubt: `${number}, which was found for it, is no longer there` };

/** Whether what was ever seen outweighs its absence now (replicas lag behind), until its record says it is another. */
const isOutweighed = (
  before: Progress,
  { seen }: Finding,
): before is Progress & { readonly seen: Sighting } =>
  before.seen !== undefined && (seen === undefined || seen.number !== before.seen.number);

/** It may show again in a moment; if not, it is never sent again. */
function afterOutweighed(before: Progress, doubt: string, rules: Rules): Next {
  if (before.fruitless >= rules.maxRetries) return finish(before, inDoubt(before, doubt, rules));
  const progress = { ...before, fruitless: before.fruitless + 1 };
  return { progress, step: { do: 'look-up', backoff: before.fruitless } };
}

function afterFound(before: Progress, found: Extract<Finding, { kind: 'found' }>, rules: Rules): Next {
  const { differing, compared, unshown = [] } = found.comparison;
  const isCancelled = found.cancelled === true ? ({ cancelled: true } as const) : {};
  const shown = found.record === undefined ? {} : { answer: found.record };
  const ids = { uuid: found.uuid, number: found.number, ...isCancelled, ...shown };
  const status = before.duplicate ? 409 : 200;
  const isFinished = before.start === 'compare';
  // Its content is another than was sent, so where all that is shown is the same, the difference may be in the rest.
  const isSame = differing.length === 0 && compared > 0 && found.held === undefined;
  const hidden = isSame && (isFinished || before.isChanged === true) ? unshown : [];
  if (hidden.length > 0 || (isFinished && (differing.length > 0 || compared === 0))) {
    const fields = hidden.length > 0 ? hidden : differing;
    const conflict = changed(fields, hidden.length > 0 ? ', and the service does not show ' : ': ');
    const result = rules.keepChanged ? { ...kept(fields), ...ids } : conflict;
    return finish(before, { ...result, held: found.held, ...isCancelled });
  }
  if (isFinished && found.held !== undefined)
    return finish(before, { outcome: 'skipped', keepsRecord: true, held: found.held, ...ids });
  if (differing.length > 0) {
    const error = `the service has it with different content: ${differing.join(', ')}`;
    return finish(before, { outcome: 'conflict', status: 409, error, fields: differing, ...ids });
  }
  if (compared === 0) return finish(before, { outcome: 'existing', status, error: 'unverified', ...ids });
  if (before.maybeSent) return finish(before, { outcome: 'created', status: 200, ...ids });
  return finish(before, { outcome: 'existing', status, ...ids });
}

/** The service has the original content, and that is good enough. */
const kept = (fields: readonly string[]): DocumentResult => ({
  outcome: 'existing',
  error: `changed: ${fields.length === 0 ? 'the service does not show which fields' : fields.join(', ')}`,
  keepsRecord: true,
});

const changed = (fields: readonly string[], naming = ': '): DocumentResult => ({
  outcome: 'conflict',
  keepsRecord: true,
  changed: true,
  error: fields.length === 0 ? changedContent : `${changedContent}${naming}${fields.join(', ')}`,
  ...(fields.length === 0 ? {} : { fields }),
});

/** The next run may find out whether the service still has the order to keep. */
const notKept = (made: Unanswered): DocumentResult => {
  const { status, error: why } = reasonOf(made);
  const error = `the content has changed since the service accepted it, and the order could not be read: ${why}`;
  return { outcome: 'failed', keepsRecord: true, status, error };
};

/** A service may hide cancelled orders: one that was cancelled since it was sent must not be sent again. */
const cancelledHere = ({ start }: Progress, cancelled: 'yes' | 'maybe'): DocumentResult => {
  const was = cancelled === 'yes' ? 'was' : 'was perhaps';
  const error = `it ${was} cancelled from this machine and is not sent again; --fresh sends it`;
  // The ledger must still show that it was sent before it was cancelled.
  return start === 'look-up'
    ? { outcome: 'conflict', keepsRecord: true, error }
    : { outcome: 'unknown', error, saysRemedy: true };
};

function afterAbsent(before: Progress, cancelled: 'yes' | 'maybe' | undefined, rules: Rules): Next {
  if (before.start === 'compare') {
    const error = `${changedContent}, and the service no longer finds it`;
    return finish(before, { outcome: 'conflict', keepsRecord: true, error });
  }
  if (before.duplicate) {
    if (!rules.conflictIsDuplicate) return finish(before, refusedAsConflict(before));
    const progress = { ...before, fruitless: before.fruitless + 1 };
    // A lagging replica may show it in a moment.
    if (progress.fruitless <= rules.maxRetries)
      return { progress, step: { do: 'look-up', backoff: before.fruitless } };
    if (!rules.hasMarketplace) return finish(before, heldButHidden(before, ''));
    return { progress: { ...progress, fruitless: 0 }, step: { do: 'search-marketplace' } };
  }
  if (before.rejected !== undefined) return finish(before, before.rejected);
  if (cancelled !== undefined) return finish(before, cancelledHere(before, cancelled));
  if (before.sends <= rules.maxRetries)
    return { progress: { ...before, fruitless: 0 }, step: { do: 'send' } };
  // The last request, or one before it, may still arrive: that nothing shows it yet proves nothing.
  const { status, error, mayArrive } = before;
  if (!mayArrive) return finish(before, { outcome: 'failed', status, error }, true);
  const read = 'the service does not show it so far';
  const doubts = { sent: error, read };
  return finish(before, { ...notKnown(before, `${error}; ${read}`, rules), doubts }, true);
}

function afterNoAnswer(before: Progress, made: Unanswered, rules: Rules): Next {
  const isRefused = rules.isAct && before.duplicate && !before.maybeSent;
  if (isRefused && !(made.kind === 'failure' && made.reason === 'aborted'))
    return finish(before, refusedAsConflict(before));
  const shared = common(made);
  if (shared !== undefined) return { progress: before, step: shared };
  const fruitless = before.fruitless + 1;
  const final = made.kind === 'refusal' && !serviceFailed(made.status);
  if (final || fruitless > rules.maxRetries) {
    const cannotKeep = before.start === 'compare' && rules.keepChanged && !final;
    const unknown = isOpen(before.seen) ? inDoubt : notKnown;
    return finish(before, cannotKeep ? notKept(made) : unknown(before, reasonOf(made).error, rules), !final);
  }
  return {
    progress: { ...before, fruitless },
    step: { do: 'look-up', backoff: before.fruitless, ...asked(made) },
  };
}

/** The next step after a search among the marketplace orders. */
export function afterSearch(before: Progress, found: MarketplaceFinding, rules: Rules): Next {
  if (found.kind === 'listed') {
    const error = 'a marketplace order has this reference; give this one another';
    return finish(before, { outcome: 'conflict', status: 409, error });
  }
  if (found.kind === 'absent')
    return finish(before, heldButHidden(before, ', not even among the marketplace orders'));
  const shared = common(found);
  if (shared !== undefined) return { progress: before, step: shared };
  const fruitless = before.fruitless + 1;
  if (fruitless > rules.maxRetries || (found.kind === 'failure' && found.reason === 'excessive')) {
    const unread = `; the marketplace orders could not be read: ${reasonOf(found).error}`;
    return finish(before, heldButHidden(before, unread));
  }
  return {
    progress: { ...before, fruitless },
    step: { do: 'search-marketplace', backoff: before.fruitless, ...asked(found) },
  };
}

/** The service says that the reference exists, but shows no record. The order may be ours if an answer was lost. */
function heldButHidden({ maybeSent }: Progress, where: string): DocumentResult {
  const error = `the service says that this reference exists, but does not find it${where}`;
  return { outcome: maybeSent ? 'unknown' : 'conflict', status: 409, error };
}

/** A 409 that does not mean a duplicate, in the service's own words, with the purchase order that has the slot. */
function refusedAsConflict({ error, seen }: Progress): DocumentResult {
  const said = [error, seen && holderText(seen, error)].filter((part) => part !== undefined);
  return { outcome: 'conflict', status: 409, ...(said.length === 0 ? {} : { error: said.join('; ') }) };
}

/** The purchase order that has the slot, as far as the service's own words do not name it. */
function holderText({ number = '', reference }: Sighting, error = ''): string | undefined {
  const own = reference === undefined || error.includes(reference) ? undefined : reference;
  if (error.includes(number)) return own && `${number} is ${own}`;
  return `the slot is used by ${number}${own === undefined ? '' : ` (${own})`}`;
}

/** Not known, and the same command does not help. */
const inDoubt = (progress: Progress, why: string, rules: Rules): DocumentResult => {
  const said = rules.remedy === undefined ? why : `${why}; ${rules.remedy}`;
  const result = notKnown(progress, said, rules);
  return result.outcome === 'unknown' ? { ...result, saysRemedy: true } : result;
};

function notKnown(progress: Progress, why: string, rules: Rules): DocumentResult {
  if (progress.start === 'compare') return changed([]);
  if (progress.duplicate && !progress.maybeSent && !rules.conflictIsDuplicate)
    return refusedAsConflict(progress);
  const what =
    progress.duplicate && rules.conflictIsDuplicate
      ? 'it exists, but could not be compared'
      : 'it is not known whether the service accepted it';
  return {
    outcome: 'unknown',
    status: progress.status,
    error: `${what}: ${why}`,
    doubts: { sent: progress.error, read: why },
  };
}
