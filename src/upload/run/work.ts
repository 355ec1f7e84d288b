import type { Comparison } from '../../client/api/records.ts';
import { redirectsToResult } from '../../client/http.ts';
import type { Attempt } from '../../client/types.ts';
import type { CfiError } from '../../errors.ts';
import type { LeftOutLine } from '../../payload/document/reasons.ts';
import type { Fields } from '../../text/records.ts';
import type { DocumentResult, Ids } from '../terms/outcomes.ts';

/**
 * The first request of a document. `send`: it was never sent. `look-up`: an earlier run may have sent it. `check`: the
 * ledger that would know was lost. `compare`: an earlier run finished it with different content.
 */
export type Start = 'send' | 'look-up' | 'check' | 'compare';

/** The request that comes next for a document. */
export type Action = 'send' | 'look-up' | 'search-marketplace';

/** What is known about a document in progress. */
export interface Progress {
  readonly start: Start;
  /** An earlier run may have sent it with other content. */
  readonly isChanged?: boolean;
  /** How often it was sent, not counting what the service refused to look at. */
  readonly sends: number;
  /** Whether the service has refused or failed to take it in this run, however it did. */
  readonly isRepeated: boolean;
  /** Look-ups in a row without a clear result. */
  readonly fruitless: number;
  /** Our request, in this run or an earlier one, may have taken effect without a confirmation. */
  readonly maybeSent: boolean;
  /** One of our requests in this run may still arrive: nobody has answered it, or nobody who knows. */
  readonly mayArrive?: true;
  /** The service said 409. */
  readonly duplicate: boolean;
  /** How it ends unless an earlier request has arrived: the service refused the last one. */
  readonly rejected?: DocumentResult;
  /** The last failed attempt. */
  readonly status?: number;
  readonly error?: string;
  /** The number that the service reserves for a purchase order that it could not create yet. */
  readonly number?: string;
  /** What was seen at the service that is the document, or may be, in this run or an earlier one. */
  readonly seen?: Sighting;
}

/** The state of a document before its first request. */
export const atStart = (
  start: Start,
  { seen, isChanged }: Pick<Item, 'seen' | 'isChanged'> = {},
): Progress => ({
  start,
  ...(seen === undefined ? {} : { seen }),
  ...(isChanged === true && { isChanged }),
  sends: 0,
  isRepeated: false,
  fruitless: 0,
  maybeSent: start === 'look-up',
  duplicate: false,
});

/** The first request for a document. */
export const firstAction = (start: Start): Action => (start === 'send' ? 'send' : 'look-up');

/** Something at the service that is a document of ours, or may be: then no later answer that lacks it proves anything. */
export interface Sighting {
  /** The service's number of it; absent if the service did not say. */
  readonly number?: string;
  /** The reference in its record, if that was read: it is the document of somebody else. */
  readonly reference?: string;
  /** Why it is not known what came of ours. */
  readonly doubt: string;
}

/** The result of a look-up. */
export type Finding = { readonly seen?: Sighting } & (
  | ({
      readonly kind: 'found';
      readonly comparison: Comparison;
      /** Lines that the record shows and the file now leaves out; absent if unknown or irrelevant. */
      readonly held?: readonly LeftOutLine[];
      /** The record says that the order is cancelled. */
      readonly cancelled?: true;
      readonly record?: Fields;
    } & Ids)
  /** `cancelled`: this machine has cancelled it since it may have been sent, or may have. */
  | { readonly kind: 'absent'; readonly cancelled?: 'yes' | 'maybe' }
  /** The outcome cannot be determined, for this reason; `lacking` is the field without which a look-up is impossible. */
  | { readonly kind: 'cannot-tell'; readonly error: string; readonly lacking?: string }
  | Unanswered
);

export type MarketplaceFinding = { readonly kind: 'listed' } | { readonly kind: 'absent' } | Unanswered;

/** The result of a create request. */
export type Sent =
  | ({ readonly kind: 'done'; readonly status: number; readonly answer?: Fields } & Ids)
  | (Unanswered & { readonly seen?: Sighting });

/** An attempt without a usable answer. */
export type Unanswered = Exclude<Attempt, { kind: 'answer' }>;

/** The code of the error for each reason to stop. */
export const stopCodes = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  'max-errors': 'partial',
  interrupted: 'cancelled',
  /** Something other than the service or the network failed. */
  unexpected: 'internal',
} as const;

/** Why the whole run stops; the same command continues it later. */
export interface Stop {
  readonly reason: keyof typeof stopCodes;
  readonly message: string;
  readonly error?: CfiError;
  readonly status?: number | undefined;
  /** The error of the document that was the last to fail, if that ended the run. */
  readonly cause?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

type Step =
  | { readonly do: 'finish'; readonly result: DocumentResult; readonly serviceFailed?: boolean }
  /** `backoff`: after a wait that grows with this number, or as long as the service asks. */
  | { readonly do: Action; readonly backoff?: number; readonly askedMs?: number }
  /** The whole run waits, then the same request again. */
  | { readonly do: 'pause'; readonly askedMs?: number }
  /** One new sign-in for all, then the same request again. */
  | { readonly do: 'renew' }
  | { readonly do: 'stop'; readonly stop: Stop }
  /** The request was cancelled; the run is ending. */
  | { readonly do: 'leave' };

export interface Next {
  readonly progress: Progress;
  readonly step: Step;
}

/** What depends on the kind of documents and on the run. */
export interface Rules {
  /** The maximum number of repeated sends, and of repeated look-ups. */
  readonly maxRetries: number;
  /** Whether `retryable: true` in a failure means that nothing was created, as it does for purchase orders. */
  readonly retryableIsClean: boolean;
  /** Whether a 409 can only mean that the reference exists. */
  readonly conflictIsDuplicate: boolean;
  /** Whether a reference that cannot be read may belong to a marketplace order. */
  readonly hasMarketplace: boolean;
  /** An act on an order or slot: a 404 is about that, and a 409 is final unless the record shows the act. */
  readonly isAct: boolean;
  /** What helps if its outcome stays unknown, because the same command never sends it again; absent if that looks it up. */
  readonly remedy?: string;
  /** Whether a finished document given with different content counts as existing, with a note. */
  readonly keepChanged: boolean;
}

/** Whether a failure says nothing about the document: the service failed, contradicts itself, or answers elsewhere. */
export const serviceFailed = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status < 300 || redirectsToResult(status);

/** The error of a request, for the record. */
export const reasonOf = (made: Unanswered): { status?: number; error: string } =>
  made.kind === 'refusal' ? { status: made.status, error: made.error } : { error: made.message };

/** The reason why a request has no usable answer; nothing if it has one. */
export const whyNot = (made: Attempt | Sent | Finding | MarketplaceFinding): { reason?: string } =>
  made.kind === 'refusal' || made.kind === 'failure' ? { reason: reasonOf(made).error } : {};

/** The wait that the service asked for. */
export const asked = (made: Unanswered): { askedMs?: number } =>
  made.kind === 'refusal' && made.retryAfterMs !== undefined ? { askedMs: made.retryAfterMs } : {};

/** The end for a document; `failed` if the service failed on every attempt. */
export const finish = (progress: Progress, result: DocumentResult, failed = false): Next => ({
  progress,
  step: { do: 'finish', result, ...(failed ? { serviceFailed: true } : {}) },
});

/** The next step after failures that any request can have; undefined if the answer is about the document. */
export function common(made: Unanswered): Step | undefined {
  if (made.kind === 'failure') return made.reason === 'aborted' ? { do: 'leave' } : undefined;
  if (made.status === 401) return { do: 'renew' };
  if (made.status === 429) return { do: 'pause', ...asked(made) };
  if (made.status === 403)
    return { do: 'stop', stop: { reason: 'forbidden', message: made.error, status: 403 } };
  return undefined;
}

export interface Item {
  readonly reference: string;
  readonly start: Start;
  /** An earlier run may have sent it with other content. */
  readonly isChanged?: boolean;
  /** What earlier runs have seen of it. */
  readonly seen?: Sighting | undefined;
}

export interface Task extends Item {
  readonly document: {
    readonly body: string;
    readonly leftOutLines: readonly LeftOutLine[];
  };
  /** What may have been sent for it before; absent if that is not known. */
  readonly sent?: readonly unknown[] | undefined;
  /** How long ago the run ended that sent it last, ms; 0 if that is not known, because the run was killed. */
  readonly sentBeforeMs?: number | undefined;
}

export interface UncertainBooking {
  /** The account's slots before it was first sent: all that any list had shown until then. */
  readonly before: ReadonlySet<string>;
  /** It was sent again although an earlier request may have arrived. */
  readonly isRepeated: boolean;
  /** What may have been sent: the content of the row may have changed. */
  readonly bodies: readonly unknown[];
  /** How long ago the run ended that sent it last, ms; 0 if that is not known, because the run was killed. */
  readonly sentBeforeMs: number;
}

/** What is recorded about an account's bookings. */
export interface SlotBookings {
  /** Undefined if it is not known which slots existed. */
  uncertain(reference: string): UncertainBooking | undefined;
  /** The slot that an earlier run booked for this document. */
  slotOf(reference: string): string | undefined;
  /** Whether a document of any run has this slot; `other` leaves out the document with this name. */
  isTaken(slot: string, by?: { readonly other: string }): boolean;
  /** Records that the booking is sent again: every run then looks for duplicates until one has checked. */
  repeated(reference: string): void;
  /** Booked documents that earlier runs sent again without looking for duplicates, each with what is known and its slot. */
  unchecked(): Iterable<readonly [reference: string, known: UncertainBooking, slot: string]>;
  /** Says that the run has looked for duplicates of these; recorded when the run ends, which reports them. */
  checked(references: Iterable<string>): void;
  /** Records the slots before a booking that is sent with this body, and that the service has certainly not taken so far. */
  begin(reference: string, body: string, before: Iterable<string>): void;
  /** What lists have shown since the first booking whose outcome is not certain, by reference. */
  seen(): Iterable<readonly [reference: string, slot: Fields]>;
  saw(slots: Iterable<readonly [reference: string, slot: Fields]>): void;
}

/** Whether an order was cancelled from this machine since it may have been sent. */
export type CancelledSince = 'yes' | 'maybe' | 'no';
