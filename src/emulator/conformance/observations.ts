import { type Fields, fieldsOf, listField, listIn, textField } from '../../text/records.ts';

/** The parts of a service's answer that probes look at. */
export interface SeenAnswer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Requests whose answers are kept by name. */
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

/** Features of an order that a service may refuse. */
export const orderFeatures = [
  'no zone',
  'null',
  'unknown SKU',
  'too little stock',
  'three decimals',
  'note',
  'channel reference',
] as const;
/** Features of a slot that a service may refuse. */
export const slotFeatures = ['weekend', 'floor_loaded', 'loose', '40HC', '40ft_hc'] as const;

export type OrderFeature = (typeof orderFeatures)[number];
export type SlotFeature = (typeof slotFeatures)[number];
export type Feature = OrderFeature | SlotFeature | 'container without size';

export interface Observations {
  readonly answers: Partial<Record<Asked, SeenAnswer>>;
  /** Whether the service accepted a request with the feature; absent if no request tried it. */
  readonly features: Partial<Record<Feature, boolean>>;
  /** Records of orders, slots and purchase orders from any answer. */
  readonly orders: Fields[];
  readonly slots: Fields[];
  readonly purchaseOrders: Fields[];
  /** Whether the order took its channel reference from its note. */
  noteKept?: boolean;
  /** References of the orders found by channel reference: a marketplace order, and the one created. */
  channelOrder?: string;
  ownOrder?: string;
}

/** What an observation shows: the number of a choice, or behaviour that no choice describes. */
export type Conclusion =
  | { readonly choice: number; readonly evidence: string }
  | { readonly other: string }
  /** Too little was observed. */
  | { readonly unknown: string };

/** A name that is safe to show: anything but a plain name might be personal data. */
export const shownName = (name: unknown): string =>
  typeof name === 'string' && /^[A-Za-z_][A-Za-z_-]{0,30}$/.test(name) ? name : '…';

/** The first eight names at most. */
export function shownNames(names: readonly string[]): string {
  const shown = [...new Set(names.map(shownName))].slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and more` : shown;
}

/** The envelope's `data`. */
export const dataOf = ({ body }: SeenAnswer): unknown => fieldsOf(body).data;

/** The records of a list, wherever the envelope holds them. */
export const recordsOf = (answer: SeenAnswer | undefined, name: string): Fields[] => {
  if (answer === undefined || answer.status >= 300) return [];
  const data = dataOf(answer);
  const found = listIn(data, name);
  return found.length > 0 ? found : listField(answer.body, name);
};

/** The shape of an answer, without any of its content. */
export function described({ status, headers, body }: SeenAnswer): string {
  if (body !== undefined) return `status ${status}`;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const shown = /^[a-z]{1,20}\/[a-z0-9.+-]{1,30}$/.test(type) ? type : 'not JSON';
  return status === 204 || type === '' ? `status ${status} without a body` : `status ${status}, ${shown}`;
}

/** The status that the record of an order, slot or purchase order shows. */
export const statusOf = (record: Fields): string | undefined =>
  textField(record, 'Status', 'scheduleStatus', 'status');

/** Whether a record's status marks it as cancelled, in any wording that starts that way. */
export const isCancelled = (record: Fields): boolean =>
  statusOf(record)?.toLowerCase().startsWith('cancel') === true;

/** How to observe a decision from outside. */
export interface Probe {
  /** What must be created at the service to see it. */
  readonly creates?: Created;
  /** What the probe requests or looks at. */
  readonly asks: string;
  /** What was missing if the probe finds nothing and creates nothing; by default an answer. */
  readonly missing?: string;
  conclude(observations: Observations): Conclusion | undefined;
}

const notCreated = {
  order: 'no order could be created',
  slot: 'no slot could be booked',
  'purchase order': 'no purchase order could be created',
} as const;

/** What was missing if a probe finds nothing. */
export const missingFor = ({ creates, missing = 'no answer' }: Probe): string =>
  creates === undefined ? missing : notCreated[creates];

/** A decision that no probe can observe, and why. */
export interface Unasked {
  readonly why: string;
}

/** The choice that a status indicates; any other status matches no choice. */
export function byStatus(
  answer: SeenAnswer | undefined,
  choices: Readonly<Record<number, number>>,
): Conclusion | undefined {
  if (answer === undefined) return undefined;
  const choice = choices[answer.status];
  return choice === undefined ? { other: described(answer) } : { choice, evidence: described(answer) };
}

/** The choice that the only sign present indicates, or 0 if there is none. Several signs match no choice. */
export function bySigns(
  signs: readonly (readonly [choice: number, evidence: string])[],
  none: string,
): Conclusion {
  const [first, second] = signs;
  if (first === undefined) return { choice: 0, evidence: none };
  if (second !== undefined) return { other: signs.map(([, evidence]) => evidence).join('; ') };
  return { choice: first[0], evidence: first[1] };
}

type Created = keyof typeof notCreated;

/** How to see whether the service accepts a feature of what is created (choice 0), or refuses it (choice 1). */
export const acceptance = (
  creates: Created,
  feature: Feature,
  link: 'with' | 'for',
  what: string,
): Probe => ({
  creates,
  asks: `${creates === 'slot' ? 'books' : 'creates'} the ${creates} ${link} ${what}`,
  conclude({ features: { [feature]: accepted } }) {
    if (accepted === undefined) return undefined;
    return { choice: accepted ? 0 : 1, evidence: `${what} was ${accepted ? 'accepted' : 'refused'}` };
  },
});

/** Which of two values the service accepts: choice 1 if it accepts the second, which is tried first. */
export function byValue(
  first: boolean | undefined,
  second: boolean | undefined,
  names: readonly [string, string],
): Conclusion | undefined {
  if (second === true) return { choice: 1, evidence: `${names[1]} was accepted` };
  if (second === undefined || first === undefined) return undefined;
  if (first) return { choice: 0, evidence: `${names[0]} was accepted, ${names[1]} was refused` };
  return { other: `neither ${names[0]} nor ${names[1]} was accepted` };
}
