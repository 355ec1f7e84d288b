import type { Comparison } from '../../client/api/compare-content.ts';
import type { Attempt } from '../../client/types.ts';
import type { Settled } from '../outcomes.ts';

/** What has been learnt about one document on its way. */
export interface Progress {
  /** Times it was sent. */
  readonly sends: number;
  /** Look-ups in a row that brought nothing. */
  readonly failedLookUps: number;
  /** Whether a request of ours, now or in an earlier run, may have taken effect without our knowing. */
  readonly lost: boolean;
  /** Whether the service said that the reference exists. */
  readonly taken: boolean;
  /** What the last attempt that failed came to. */
  readonly status?: number;
  readonly error?: string;
  /** Number that the service keeps for a purchase order it could not create yet. */
  readonly number?: string;
}

/** Where a document begins; one that an earlier run may have sent is looked up before it is sent. */
export const atStart = (lookUpFirst: boolean): Progress => ({
  sends: 0,
  failedLookUps: 0,
  lost: lookUpFirst,
  taken: false,
});

/** What a look-up came to. */
export type Finding =
  | {
      readonly kind: 'found';
      readonly comparison: Comparison;
      readonly uuid?: string | undefined;
      readonly number?: number | string | undefined;
    }
  | { readonly kind: 'absent' }
  /** There is no way to find out, for the reason given. */
  | { readonly kind: 'no-way'; readonly error: string }
  | Exclude<Attempt, { kind: 'answer' }>;

/** What a create request came to. */
export type Sent =
  | {
      readonly kind: 'done';
      readonly status: number;
      readonly uuid?: string | undefined;
      readonly number?: number | string | undefined;
      readonly answer?: Readonly<Record<string, unknown>>;
    }
  | Exclude<Attempt, { kind: 'answer' }>;

/** Why the whole run stops; it can be taken up again. */
export interface Stop {
  readonly reason:
    | 'unauthorized'
    | 'forbidden'
    | 'rate-limited'
    | 'unavailable'
    | 'max-errors'
    | 'interrupted';
  readonly message: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

type Step =
  | { readonly do: 'settle'; readonly settled: Settled; readonly serviceFailed?: boolean }
  /** `backoff`: after a wait that grows with the number given, or as long as the service asked. */
  | { readonly do: 'send' | 'look-up'; readonly backoff?: number; readonly askedMs?: number }
  /** The whole run waits, then the same again. */
  | { readonly do: 'pause'; readonly askedMs?: number }
  /** One new sign-in for all, then the same again. */
  | { readonly do: 'renew' }
  | { readonly do: 'stop'; readonly stop: Stop }
  /** Called off while under way. */
  | { readonly do: 'leave' };

export interface Next {
  readonly progress: Progress;
  readonly step: Step;
}

/** What the decisions rest on. */
export interface Rules {
  /** Times each document is sent again, and looked up again, at most. */
  readonly maxRetries: number;
  /** Whether `retryable: true` in a failure means that nothing was taken, as it does for purchase orders. */
  readonly retryableIsClean: boolean;
  /** Whether a 409 says that the reference exists, and nothing else. */
  readonly conflictIsDuplicate: boolean;
}

const endpointMissing = new Set([404, 405, 410]);
const passing = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status < 300;

const reasonOf = (made: Exclude<Attempt, { kind: 'answer' }>): { status?: number; error: string } =>
  made.kind === 'refusal' ? { status: made.status, error: made.error } : { error: made.message };

/** What every request may meet, whatever it is about; undefined when the answer is about the document. */
function common(made: Exclude<Attempt, { kind: 'answer' }>): Step | undefined {
  if (made.kind === 'failure') return made.reason === 'aborted' ? { do: 'leave' } : undefined;
  if (made.status === 401) return { do: 'renew' };
  if (made.status === 429) return { do: 'pause', ...asked(made) };
  if (made.status === 403)
    return { do: 'stop', stop: { reason: 'forbidden', message: made.error, status: 403 } };
  return undefined;
}

const asked = (made: Exclude<Attempt, { kind: 'answer' }>): { askedMs?: number } =>
  made.kind === 'refusal' && made.retryAfterMs !== undefined ? { askedMs: made.retryAfterMs } : {};

/** What follows a create request. */
export function afterSend(before: Progress, made: Sent, rules: Rules): Next {
  if (made.kind === 'done') {
    const { status, uuid, number, answer } = made;
    const settled: Settled = { outcome: 'created', status, uuid, number, answer };
    return { progress: before, step: { do: 'settle', settled } };
  }
  const shared = common(made);
  if (shared !== undefined) {
    // A request that was called off may have arrived all the same.
    const lost = before.lost || (made.kind === 'failure' && made.maybeSent);
    return { progress: { ...before, lost }, step: shared };
  }
  const { maxRetries } = rules;
  const reserved = made.kind === 'refusal' ? reservedNumber(made.body) : undefined;
  const number = reserved === undefined ? {} : { number: reserved };
  const progress = { ...before, ...number, sends: before.sends + 1, ...reasonOf(made) };
  const failed = (serviceFailed: boolean): Next => ({
    progress,
    step: { do: 'settle', settled: { outcome: 'failed', ...number, ...reasonOf(made) }, serviceFailed },
  });
  const again = (): Next =>
    progress.sends > maxRetries
      ? failed(true)
      : { progress, step: { do: 'send', backoff: before.sends, ...asked(made) } };

  if (made.kind === 'failure') return made.maybeSent ? unclear(progress, made) : again();
  if (made.status === 409) return { progress: { ...progress, taken: true }, step: { do: 'look-up' } };
  if (rules.retryableIsClean && saysRetryable(made.body)) return again();
  if (passing(made.status)) return unclear(progress, made);
  if (endpointMissing.has(made.status) || made.status < 400) return failed(true);
  return { progress, step: { do: 'settle', settled: { outcome: 'rejected', ...reasonOf(made) } } };
}

const unclear = (progress: Progress, made: Exclude<Attempt, { kind: 'answer' }>): Next => ({
  progress: { ...progress, lost: true, failedLookUps: 0 },
  step: { do: 'look-up', backoff: progress.sends - 1, ...asked(made) },
});

/** The service took nothing and says that the same request may succeed. */
const saysRetryable = (body: unknown): boolean =>
  (body as { retryable?: unknown } | null)?.retryable === true;

const reservedNumber = (body: unknown): string | undefined => {
  const number = (body as { lw_po_number?: unknown } | null | undefined)?.lw_po_number;
  return typeof number === 'string' ? number : undefined;
};

/** What follows a look-up. */
export function afterLookUp(before: Progress, found: Finding, rules: Rules): Next {
  const { maxRetries } = rules;
  const settle = (settled: Settled, serviceFailed = false): Next => ({
    progress: before,
    step: { do: 'settle', settled, ...(serviceFailed ? { serviceFailed } : {}) },
  });
  if (found.kind === 'found') {
    const { differing, compared } = found.comparison;
    const ids = {
      ...(found.uuid === undefined ? {} : { uuid: found.uuid }),
      ...(found.number === undefined ? {} : { number: found.number }),
    };
    if (differing.length > 0) {
      const error = `the service holds it with other content: ${differing.join(', ')}`;
      return settle({ outcome: 'conflict', status: 409, error, fields: differing, ...ids });
    }
    if (before.lost) return settle({ outcome: 'created', status: 200, ...ids });
    return settle({
      outcome: 'existing',
      status: 409,
      ...ids,
      ...(compared === 0 ? { error: 'unverified' } : {}),
    });
  }
  const refused = before.taken && !rules.conflictIsDuplicate;
  if (refused && (found.kind === 'absent' || found.kind === 'no-way' || isFinal(found)))
    return settle({
      outcome: 'conflict',
      status: 409,
      ...(before.error === undefined ? {} : { error: before.error }),
    });
  if (found.kind === 'absent') {
    if (before.taken) return settle({ outcome: 'existing', status: 409, error: 'unverified' });
    if (before.sends <= maxRetries)
      return { progress: { ...before, failedLookUps: 0 }, step: { do: 'send' } };
    const { status, error } = before;
    return settle(
      {
        outcome: 'failed',
        ...(status === undefined ? {} : { status }),
        ...(error === undefined ? {} : { error }),
      },
      true,
    );
  }
  if (found.kind === 'no-way') return settle(notKnown(before, found.error));
  const shared = common(found);
  if (shared !== undefined) return { progress: before, step: shared };
  const failedLookUps = before.failedLookUps + 1;
  const final = isFinal(found);
  if (final || failedLookUps > maxRetries) return settle(notKnown(before, reasonOf(found).error), !final);
  return {
    progress: { ...before, failedLookUps },
    step: { do: 'look-up', backoff: before.failedLookUps, ...asked(found) },
  };
}

const isFinal = (found: Finding): boolean =>
  found.kind === 'refusal' && !passing(found.status) && ![401, 403, 429].includes(found.status);

function notKnown(progress: Progress, why: string): Settled {
  const what = progress.taken ? 'it exists, but could not be compared' : 'whether it was taken is not known';
  return {
    outcome: 'unknown',
    ...(progress.status === undefined ? {} : { status: progress.status }),
    error: `${what}: ${why}`,
  };
}
