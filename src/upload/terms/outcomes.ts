import { exitCodes } from '../../errors.ts';
import { kindNames } from '../../payload/document/layout.ts';
import type { LeftOutLine } from '../../payload/document/reasons.ts';
import type { DocumentKind } from '../../payload/document/types.ts';
import { keysOf, tableOf } from '../../text/records.ts';

/** What a run may do besides creating documents, with the ledger's names: each is about one order or slot. */
export const actKinds = { cancel: 'cancel', 'slot-cancel': 'slot-cancel', answer: 'answer' } as const;
export type ActKind = keyof typeof actKinds;

export type RunKind = DocumentKind | ActKind;

/** In the ledger: an order cancelled by `order cancel`. */
export const cancelledState = 'cancelled';

/** Of a column of outcomes: a long reference is cut rather than this hidden. */
export const outcomeWidth = cancelledState.length;

/** In the ledger: an order that an upload found cancelled at the service. */
export const foundCancelledState = 'found-cancelled';

/** In the ledger: an order that was left out, with the reason as its error. */
export const leftOutState = 'left-out';

/** An outcome, or a state of the ledger, as people read it; what a cancellation comes to has words of its own. */
export function outcomeWord(kind: string, outcome: string, status?: number | null): string {
  if (outcome === leftOutState) return 'left out';
  if (kind !== actKinds.cancel) return outcome;
  if (outcome === 'existing') return 'already cancelled';
  if (outcome !== 'conflict' && outcome !== 'rejected') return outcome;
  return status === 404 ? 'not found' : 'refused';
}

interface Meaning {
  /** Whether the service has the document with this content; `not-tried` if it was not sent. */
  readonly result: 'success' | 'failure' | 'not-tried';
  /** Whether the ledger's record means that the service has a document with this reference; it never contains some. */
  readonly isThere: 'yes' | 'no' | 'maybe' | 'never recorded';
}

const meanings = {
  created: { result: 'success', isThere: 'yes' },
  existing: { result: 'success', isThere: 'yes' },
  conflict: { result: 'failure', isThere: 'no' },
  rejected: { result: 'failure', isThere: 'no' },
  failed: { result: 'failure', isThere: 'no' },
  unknown: { result: 'failure', isThere: 'maybe' },
  skipped: { result: 'success', isThere: 'never recorded' },
  invalid: { result: 'not-tried', isThere: 'never recorded' },
} as const satisfies Readonly<Record<string, Meaning>>;

/** One of the outcomes. `skipped`: done in an earlier run. `invalid`: not sent because of `--skip-invalid`. */
export type Outcome = keyof typeof meanings;

export const outcomes = keysOf(meanings);

export type Counts = Readonly<Record<Outcome, number>>;

/** The counts at the start of a run. */
export const noCounts = () => tableOf(outcomes, () => 0);

/** Outcomes that mean that the service has the document with this content. */
export const isSuccess = (outcome: Outcome): boolean => meanings[outcome].result === 'success';

/** The ledger's outcomes that mean that the service has or may have a document, as an SQL list. */
export const statesThere = (...which: readonly Meaning['isThere'][]): string =>
  outcomes
    .filter((outcome) => which.includes(meanings[outcome].isThere))
    .map((outcome) => `'${outcome}'`)
    .join(', ');

/** The same for an act, a cancellation for instance, that took effect, whoever did it. */
export const statesDone = `${statesThere('yes')}, '${cancelledState}', '${foundCancelledState}'`;

/** Whether the service has a document with this state in the ledger, or an act took effect; undefined for unfamiliar states. */
export function thereBy(state: string): 'yes' | 'no' | 'maybe' | undefined {
  if (state === cancelledState || state === foundCancelledState) return 'yes';
  const isThere = outcomes.includes(state as Outcome) ? meanings[state as Outcome].isThere : 'never recorded';
  return isThere === 'never recorded' ? undefined : isThere;
}

/** In SQL, that the service was found to have the reference of the document `d` with other content. */
export const hasOtherContent = "(d.state = 'conflict' AND d.fields IS NOT NULL)";

/** All documents of a run. */
export const totalOf = (counts: Counts): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** Documents that were tried without success; invalid ones were not tried. */
export const failuresIn = (counts: Counts): number =>
  outcomes.reduce((sum, outcome) => sum + (meanings[outcome].result === 'failure' ? counts[outcome] : 0), 0);

/** The service's own IDs of a document, as far as they are known. */
export interface Ids {
  readonly uuid?: string | undefined;
  /** An integer for orders, text for purchase orders. */
  readonly number?: number | bigint | string | undefined;
}

/** How one document ended: its outcome, and what explains it. */
export interface DocumentResult extends Ids {
  readonly outcome: 'created' | 'existing' | 'conflict' | 'rejected' | 'failed' | 'unknown' | 'skipped';
  /** HTTP status of the last answer; absent if there was none. */
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  /** The error says what to do, because the same command again would end the same way; not kept in the ledger. */
  readonly saysRemedy?: true;
  /** Why it is not known what came of it: what was wrong with the answer, and with the look-up; not kept in the ledger. */
  readonly doubts?: { readonly sent: string | undefined; readonly read: string };
  /** An earlier request, to which no answer came, may have taken effect all the same; not kept in the ledger. */
  readonly mayHaveArrived?: true;
  /** Fields that differ from what the service holds, or without which the document cannot be looked up. */
  readonly fields?: readonly string[];
  /** The outcome is about content different from the service's, so the ledger's record of the document does not change. */
  readonly keepsRecord?: true;
  /** The service has, or may have, the order with its earlier content, which `--keep-changed` would leave as it is. */
  readonly changed?: true;
  /** Lines that the service has and the file now leaves out; not kept in the ledger. */
  readonly held?: readonly LeftOutLine[] | undefined;
  /** The service's record says that the order is cancelled. */
  readonly cancelled?: true;
  /** The service's record, on creation or where it was found; not kept in the ledger. */
  readonly answer?: Readonly<Record<string, unknown>> | undefined;
}

/** The exit code of a single document that failed; `status` is that of the last answer. */
export function exitCodeOfFailed(status: number | undefined): number {
  if (status === 404) return exitCodes.notFound;
  return status === 429 ? exitCodes.rateLimited : exitCodes.network;
}

export interface Words {
  readonly one: string;
  readonly many: string;
  /** The field that identifies a document. */
  readonly reference: string;
  /** The list of documents in json. */
  readonly list: string;
  readonly command: string;
}

const words: Readonly<Record<DocumentKind, Words>> = {
  order: { ...kindNames.order, reference: 'ReferenceNumber', list: 'orders' },
  inbound: { ...kindNames.inbound, reference: 'PO_REFERENCE', list: 'documents' },
  'purchase-order': { ...kindNames['purchase-order'], reference: 'PO_REFERENCE', list: 'documents' },
  slot: { ...kindNames.slot, reference: 'reference', list: 'slots' },
};

/** The names for a kind of document. */
export const wordsOf = (kind: DocumentKind): Words => words[kind];
