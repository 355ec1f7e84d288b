import { knownSkus, likelySkus, likelyWarehouses, warehouseNames } from '../../../client/api/lookups.ts';
import { type Referenced, referenceOf } from '../../../client/api/records.ts';
import { pathOf } from '../../../client/http.ts';
import { type Api, type Attempt, unreadable } from '../../../client/types.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { CfiError } from '../../../errors.ts';
import {
  type Fields,
  field,
  isFields,
  listField,
  messageOf,
  textField,
  texts,
} from '../../../text/records.ts';
import { beginning } from '../../../text/words.ts';
import { type ActKind, actKinds, type Ids, type RunKind } from '../../terms/outcomes.ts';
import type { LateArrivals } from '../late-arrivals.ts';
import type { CancelledSince, Finding, Progress, Rules, Sent, Sighting, Task, Unanswered } from '../work.ts';

/** Suggests warehouses and SKUs for a refused body; undefined if there is nothing to suggest. */
export type Explain = (api: Api, body: unknown) => Promise<string | undefined>;

const mostSkus = 5;

/** Creates the explanation, which reads the account's names once, when they are first needed. */
export function explainer(): Explain {
  let warehouses: Promise<readonly string[]> | undefined;
  let skus: Promise<ReadonlyMap<string, unknown>> | undefined;
  return async (api, body) => {
    const said: string[] = [];
    const warehouse = textField(body, 'warehouse', 'Warehouse_Name');
    if (warehouse !== undefined) {
      warehouses ??= warehouseNames(api);
      const place = likelyWarehouses(warehouse, await warehouses);
      if (place !== undefined) said.push(place);
    }
    const items = texts(listField(body, 'items'), 'SKU');
    if (items.length > 0) {
      skus ??= knownSkus(api);
      const known = await skus;
      const unknown = items.map((sku) => ({ sku, likely: likelySkus(sku, known) }));
      for (const { sku, likely } of unknown.filter(({ likely }) => likely.length > 0).slice(0, mostSkus))
        said.push(`for ${sku}, did you mean ${likely.join(' or ')}?`);
    }
    return said.length === 0 ? undefined : said.join('; ');
  };
}

/** What the ledger knows of the documents of an account that have numbers, and is told of them. */
export interface KnownNumbers {
  /** The reference of the document with this number, or reference. */
  ownerOf(number: string): string | undefined;
  /** The number of the document with this reference. */
  numberOf(reference: string): string | undefined;
  /** Records what a slot has shown, for all that may have been sent for it. */
  sawUsed(slot: string, seen: Sighting): void;
}

/** The references of all marketplace orders, or the reason why they could not be read. */
export type MarketplaceList =
  | { readonly kind: 'list'; readonly references: ReadonlySet<string> }
  | Unanswered;

/**
 * How documents of one kind are sent, and looked up after a lost answer. An act (a cancellation, an answer) is a document
 * as well: its reference is that of the order or slot that it is about.
 */
export interface Kind<Name extends RunKind = RunKind> {
  readonly name: Name;
  readonly rules: Pick<Rules, 'retryableIsClean' | 'conflictIsDuplicate'> &
    Partial<Pick<Rules, 'isAct' | 'remedy'>>;
  /** Runs before each request that sends; may find that it is done. Throws a `CfiError` if it must not be sent any more. */
  beforeSending?(api: Api, task: Task, progress: Progress): Promise<Finding | undefined>;
  /** Sends it, once. */
  send(api: Api, task: Task, signal: AbortSignal): Promise<Attempt>;
  /** What an answer to `send` says about this document. */
  sent(made: Attempt, task: Task): Sent;
  /** Records what was seen of a document at the service; undefined if it was that of another. */
  saw?(reference: string, seen: Sighting | undefined): void;
  /** Reads the document at the service. Says `found` only for a record with its reference. */
  lookUp(api: Api, task: Task, signal: AbortSignal, progress?: Progress): Promise<Finding>;
  /**
   * Whether the service does not keep a document single by our reference: then the ledger records each intent just before
   * its request, so that after a crash only that one is in doubt.
   */
  readonly oneByOne?: true;
  /** For purchase orders: a look-up that goes by what earlier runs sent, and by what may still arrive. */
  readonly lookUpInRun?: (known: KnownNumbers, late: LateArrivals) => Kind['lookUp'];
  /** At the end of a run: an error for each document that seems to exist twice. */
  readonly findDuplicates?: (api: Api, signal: AbortSignal) => Promise<readonly CfiError[]>;
  /** For purchase orders: whether one names no slot, so that it cannot be looked up. */
  readonly namesNoSlot?: (document: Pick<Task['document'], 'body'>) => boolean;
  /** Reads the references of the marketplace orders, which cannot be read one by one; absent if there are none. */
  readonly listMarketplace?: (api: Api, signal: AbortSignal) => Promise<MarketplaceList>;
}

/** Whether it is an act. */
export const isAct = (kind: Kind): kind is Kind<ActKind> => kind.name in actKinds;

/** An answer to an act that does not show it: it is looked up, and not sent again. */
export const accepted: Sent = {
  kind: 'failure',
  reason: 'unreadable',
  message: 'the service accepted the request without showing its effect',
  maybeSent: true,
  seen: { doubt: 'it does not show it so far' },
};

/** The finding where the record shows the effect. */
export const isDone = { kind: 'found', comparison: { differing: [], compared: 1 } } as const;

/** Sends the body of a document to an endpoint that creates it. */
export const creatingAt =
  (endpoint: EndpointName) =>
  (api: Api, { document: { body } }: Task, signal: AbortSignal): Promise<Attempt> =>
    api.attempt(endpoint, { body, signal });

/** The body to send. */
export const bodyOf = ({ document }: { readonly document: Pick<Task['document'], 'body'> }): unknown =>
  JSON.parse(document.body);

const created = 201;

/** A success must name our document, by our reference or the service's number; only a 201 needs to name none. */
export function sentOf(made: Attempt, task: Task, what: Referenced, idsOf: (record: Fields) => Ids): Sent {
  if (made.kind !== 'answer') return made;
  const { data, status } = made.answer;
  if (!isFields(data)) return unreadable('the answer does not show what was created', true);
  const said = referenceOf(data, what);
  const { uuid, number } = idsOf(data);
  if (said !== undefined && said !== task.reference && said !== uuid)
    return unreadable(`the answer is about ${beginning(said, 80)}`, true);
  const named = said === task.reference || uuid !== undefined || number !== undefined;
  if (!named && (status !== created || field(data, 'error') !== undefined))
    return unreadable('the answer does not name what was created', true);
  return { kind: 'done', status, uuid, number, answer: data };
}

type CannotTell = Extract<Finding, { kind: 'cannot-tell' }>;
type NotFound = Extract<Attempt, { kind: 'refusal' }> & { readonly status: 404 | 410 };

/** Reads a record once. A reference that cannot be part of a path, such as `..`, has no record. */
export async function readRecord(
  api: Api,
  endpoint: EndpointName,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Attempt | CannotTell> {
  try {
    pathOf(endpoint, { params });
  } catch (error) {
    return { kind: 'cannot-tell', error: messageOf(error) };
  }
  return api.attempt(endpoint, { params, signal });
}

/** Whether an answer says that there is no such record. */
export const isAbsent = (made: Attempt | CannotTell): made is NotFound =>
  made.kind === 'refusal' && (made.status === 404 || made.status === 410);

/** The kind, with look-ups that say of an absent order whether it was cancelled since, perhaps in another terminal. */
export const knowingCancelled = (kind: Kind, cancelledSince: (task: Task) => CancelledSince): Kind => ({
  ...kind,
  async lookUp(api, task, signal, progress) {
    const found = await kind.lookUp(api, task, signal, progress);
    if (found.kind !== 'absent') return found;
    const cancelled = cancelledSince(task);
    return cancelled === 'no' ? found : { kind: 'absent', cancelled };
  },
});
