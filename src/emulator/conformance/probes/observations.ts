import { type Fields, fieldsOf, listField, listIn, textField } from '../../../text/records.ts';

/** One answer of a service, as far as probes look at it. */
export interface SeenAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined for anything else. */
  readonly body: unknown;
}

/** Requests whose answers are kept under a name. */
export type Asked =
  | 'signIn'
  | 'incompleteSignIn'
  | 'largePage'
  | 'otherMethod'
  | 'stockAges'
  | 'marketplaceOrders'
  | 'slots'
  | 'channelRef'
  | 'channelRefOtherCase'
  | 'ownChannelRef'
  | 'ownChannelRefOtherCase'
  | 'purchaseOrderOfSlot'
  | 'rateLimited'
  | 'unavailable'
  | 'cancelOrder'
  | 'cancelOrderAgain'
  | 'cancelOrderByUuid'
  | 'cancelOrderByNumber'
  | 'bookSlot'
  | 'cancelSlot'
  | 'readCancelledSlot'
  | 'createPurchaseOrder';

/** What a request had that a service may refuse. */
export type Feature =
  | 'no zone'
  | 'null'
  | 'unknown SKU'
  | 'too little stock'
  | 'three decimals'
  | 'note'
  | 'weekend'
  | 'floor_loaded'
  | 'loose'
  | '40HC'
  | '40ft_hc'
  | 'container without size';

/** Everything that was seen of a service. */
export interface Observations {
  readonly answers: Partial<Record<Asked, SeenAnswer>>;
  /** Whether a request with it was accepted; absent when that is not known. */
  readonly features: Partial<Record<Feature, boolean>>;
  /** Records of orders, slots and purchase orders, read from anywhere. */
  readonly orders: readonly Fields[];
  readonly slots: readonly Fields[];
  readonly purchaseOrders: readonly Fields[];
  /** Whether the order's note gave it its channel reference. */
  readonly noteKept?: boolean | undefined;
  /** References of the orders that were looked for by their channel reference: a marketplace order, and the one created. */
  readonly channelOrder?: string | undefined;
  readonly ownOrder?: string | undefined;
}

/** What an observation says: the number of the answer, or what the service does that no answer describes. */
export type Told =
  | { readonly choice: number; readonly evidence: string }
  | { readonly other: string }
  /** Not enough was seen. */
  | { readonly unknown: string };

/** A name as it may be shown: what is no plain name might be anybody's data. */
export const shownName = (name: unknown): string =>
  typeof name === 'string' && /^[A-Za-z_][A-Za-z_-]{0,30}$/.test(name) ? name : '…';

/** Some names, at the most eight. */
export function shownNames(names: readonly string[]): string {
  const shown = [...new Set(names.map(shownName))].slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and more` : shown;
}

/** The envelope's `data`. */
export const dataOf = ({ body }: SeenAnswer): unknown => fieldsOf(body).data;

/** The records of a list, wherever its envelope has them. */
export const recordsOf = (answer: SeenAnswer | undefined, name: string): Fields[] => {
  if (answer === undefined || answer.status >= 300) return [];
  const data = dataOf(answer);
  const found = listIn(data, name);
  return found.length > 0 ? found : listField(answer.body, name);
};

/** How an answer looks, without anything that it says. */
export function described({ status, headers, body }: SeenAnswer): string {
  if (body !== undefined) return `status ${status}`;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const shown = /^[a-z]{1,20}\/[a-z0-9.+-]{1,30}$/.test(type) ? type : 'no JSON';
  return status === 204 || type === '' ? `status ${status} without a body` : `status ${status}, ${shown}`;
}

/** The state that a record of an order, slot or purchase order shows. */
export const statusOf = (record: Fields): string | undefined =>
  textField(record, 'Status', 'scheduleStatus', 'status');

/** Whether a record says that it is cancelled, in whichever words begin so. */
export const isCancelled = (record: Fields): boolean =>
  statusOf(record)?.toLowerCase().startsWith('cancel') === true;
