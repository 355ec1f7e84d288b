import { isCancelled } from '../../../client/api/cancel-order.ts';
import { compareContent } from '../../../client/api/compare-content.ts';
import { nextPage, rawList } from '../../../client/api/lists.ts';
import { type Referenced, recordOf, referenceOf, referencesIn } from '../../../client/api/records.ts';
import type { LostWait } from '../../../client/api/write-once.ts';
import { pathOf } from '../../../client/http/request.ts';
import type { Api, Attempt } from '../../../client/types.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { CfiError } from '../../../errors.ts';
import type { DocumentKind } from '../../../payload/document/types.ts';
import { type Fields, field, isFields, messageOf, textField } from '../../../text/records.ts';
import { beginning } from '../../../text/words.ts';
import type { SlotBookings } from '../earlier-runs.ts';
import type { Finding, Rules, Sent, Unanswered } from '../progress.ts';
import type { Task } from '../work.ts';
import { compareRemaining } from './compare-remaining.ts';
import { type Explain, explainer } from './explain-refusal.ts';

/** The references of all marketplace orders, or the reason why they could not be read. */
export type MarketplaceList =
  | { readonly kind: 'list'; readonly references: ReadonlySet<string> }
  | Unanswered;

/** How documents of one kind are sent, and looked up after a lost answer. */
export interface Kind {
  readonly name: DocumentKind;
  readonly rules: Pick<Rules, 'retryableIsClean' | 'conflictIsDuplicate'>;
  readonly create: EndpointName;
  /** What an answer to `create` says about this document. */
  sent(made: Attempt, task: Task): Sent;
  /** Reads the document at the service. Says `found` only for a record with its reference. */
  lookUp(api: Api, task: Task, signal: AbortSignal): Promise<Finding>;
  /**
   * For documents without our reference at the service: reads what must be known before anything is sent, and looks
   * documents up with it. Throws a `CfiError` if it cannot be read.
   */
  readonly prepare?: (api: Api, lostWait: LostWait) => Promise<Prepared>;
  /** At the end of a run: an error for each document that seems to exist twice. */
  readonly twins?: (api: Api, signal: AbortSignal) => Promise<readonly CfiError[]>;
  /** For purchase orders: whether one names no slot, so that it cannot be looked up. */
  readonly namesNoSlot?: (document: Pick<Task['document'], 'body'>) => boolean;
  /** Explains a refusal; absent if that could be too much text. */
  readonly explainer?: () => Explain;
  /** Reads the references of the marketplace orders, which cannot be read one by one; absent if there are none. */
  readonly listMarketplace?: (api: Api, signal: AbortSignal) => Promise<MarketplaceList>;
}

/** What was read before anything is sent. */
interface Prepared {
  /** The references of the account's slots. */
  readonly slotsBefore: readonly string[];
  /** The service's words for the slots, by reference, that can no longer be used; a run adds those that it reads later. */
  readonly endedSlots: ReadonlyMap<string, string>;
  /** The kind with this knowledge, and with the records of earlier runs. */
  bind(bookings: SlotBookings): Kind;
}

/** An unusable success or record. */
export const unreadable = (message: string, maybeSent: boolean): Extract<Attempt, { kind: 'failure' }> => ({
  kind: 'failure',
  reason: 'unreadable',
  message,
  maybeSent,
});

/** What is sent. */
export const bodyOf = ({ document }: { readonly document: Pick<Task['document'], 'body'> }): unknown =>
  JSON.parse(document.body);

/** The service's own IDs of a document. */
export interface Ids {
  readonly uuid: string | undefined;
  readonly number: number | bigint | string | undefined;
}

const noIds: Ids = { uuid: undefined, number: undefined };

/** The service's own IDs of an order, if the answer shows them. */
function orderIds(record: Fields): Ids {
  const id = field(record, 'OrderId');
  const uuid = isFields(id)
    ? textField(id, 'UUID')
    : typeof id === 'string'
      ? id
      : textField(record, 'OrderUUID');
  const number = field(isFields(id) ? id : record, 'Number', 'OrderNumber');
  // The ledger's integers have 64 bits.
  if (typeof number === 'bigint')
    return { uuid, number: BigInt.asIntN(64, number) === number ? number : String(number) };
  return { uuid, number: typeof number === 'number' || typeof number === 'string' ? number : undefined };
}

const created = 201;

/**
 * A success that names another document, or none, leaves the outcome of ours open: without a 201, the answer must contain
 * the reference or the service's own number.
 */
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

/**
 * Reads a record once. A reference that cannot be part of a path, such as `..`, has no record.
 */
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

type Compared = Pick<Extract<Finding, { kind: 'found' }>, 'comparison' | 'held'>;

const plainly = (sent: unknown, record: Fields): Compared => ({ comparison: compareContent(sent, record) });

function findingOf(
  made: Attempt | CannotTell,
  task: Task,
  what: Referenced,
  idsOf: (record: Fields) => Ids,
  compare: (sent: unknown, record: Fields) => Compared = plainly,
): Finding {
  if (isAbsent(made)) return { kind: 'absent' };
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, what, task.reference);
  if (record === undefined) return unreadable('the answer has no record with this reference', false);
  const cancelled = what === 'order' && isCancelled(record) ? ({ cancelled: true } as const) : {};
  return { kind: 'found', ...compare(bodyOf(task), record), ...idsOf(record), ...cancelled };
}

/** How orders are sent and looked up. */
export const orders: Kind = {
  name: 'order',
  rules: { retryableIsClean: false, conflictIsDuplicate: true },
  create: 'createOrder',
  explainer,
  sent: (made, task) => sentOf(made, task, 'order', orderIds),
  async lookUp(api, task, signal) {
    const made = await readRecord(api, 'getOrder', { referenceNumber: task.reference }, signal);
    const { leftOutLines } = task.document;
    if (task.start !== 'compare' || leftOutLines.length === 0)
      return findingOf(made, task, 'order', orderIds);
    return findingOf(
      made,
      task,
      'order',
      orderIds,
      (sent, record) => compareRemaining(sent, record, leftOutLines) ?? plainly(sent, record),
    );
  },
  async listMarketplace(api, signal) {
    const references = new Set<string>();
    for (let page: number | undefined = 1; page !== undefined; ) {
      // Without a page number, a service that does not page returns the whole list.
      const paging: { page?: number } = page === 1 ? {} : { page };
      const made: Attempt = await api.attempt('listOrders', {
        query: { ship_from: 'MSF', ...paging },
        signal,
      });
      if (made.kind !== 'answer') return made;
      if (rawList(made.answer.data, 'orders', 'items') === undefined)
        return unreadable('the service did not answer with a list of orders', false);
      const before = references.size;
      for (const reference of referencesIn(made.answer.data, 'order')) references.add(reference);
      // A page with nothing new is the last, whatever the pagination block says.
      page = references.size === before ? undefined : nextPage(made.answer, page);
    }
    return { kind: 'list', references };
  },
};

/** How legacy inbound deliveries are sent and looked up. */
export const inboundDeliveries: Kind = {
  name: 'inbound',
  rules: { retryableIsClean: false, conflictIsDuplicate: true },
  create: 'createInbound',
  explainer,
  sent: (made, task) => sentOf(made, task, 'delivery', () => noIds),
  async lookUp(api, task, signal) {
    const made = await readRecord(api, 'getInbound', { deliveryNumber: task.reference }, signal);
    return findingOf(made, task, 'delivery', () => noIds);
  },
};
