import type { windowHours } from '../../contract/limits.ts';
import {
  dataOf,
  type OrderFeature,
  orderFeatures,
  recordsOf,
  type SeenAnswer,
  type SlotFeature,
  slotFeatures,
} from '../../emulator/conformance/observations.ts';
import { orderProbes } from '../../emulator/conformance/probes.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { dayMs, utcDay } from '../../text/time/time.ts';
import type { Asker } from './asker.ts';
import { cancelById, findSlot, type Journal, otherIds, readOrder } from './created.ts';
import { type AccountFacts, type Notebook, note, otherCase, recordIn } from './read-service.ts';

/** The result of a request that the service may refuse. */
type Tried =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing more may be sent: the outcome is unknown, or nothing of this kind is accepted. */
  | { readonly kind: 'stopped' };

/** The service's message, used only to choose which feature to leave out first, never as evidence. */
const messageOf = ({ body }: SeenAnswer): string => {
  const { error, message } = fieldsOf(body);
  return [error, message].filter((text) => typeof text === 'string').join(' ');
};

/**
 * Sends a request with all features, and then without those that are refused, until one is accepted; only that one takes
 * effect. A feature counts as refused only if the same request was accepted without it and refused with it. Undefined if
 * no request was accepted.
 */
async function findAccepted<F extends string>(
  features: readonly F[],
  attempt: (set: readonly F[]) => Promise<Tried>,
  hints: Readonly<Record<F, string>>,
) {
  const removed: F[] = [];
  let set = [...features];
  for (;;) {
    // Tests whether each feature left out earlier is refused on its own; the last one was just tested.
    const proven = removed.slice(-1);
    for (const feature of removed.slice(0, -1)) {
      const tried = await attempt([...set, feature]);
      if (tried.kind === 'stopped') return undefined;
      if (tried.kind === 'accepted') return { accepted: [...set, feature], refused: proven };
      proven.push(feature);
    }
    const tried = await attempt(set);
    if (tried.kind === 'stopped') return undefined;
    if (tried.kind === 'accepted') return { accepted: set, refused: proven };
    const blamed = set.find((feature) => tried.message.includes(hints[feature])) ?? set[0];
    if (blamed === undefined) return undefined;
    removed.push(blamed);
    set = set.filter((feature) => feature !== blamed);
  }
}

const isoSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const address = {
  FullName: 'CFI verify, do not ship',
  Address1: 'Do not ship',
  Town: 'Do not ship',
  PostCode: 'ZZ1 1ZZ',
  CountryCode: 'GB',
};

/** What the writes share. */
export interface Writing {
  readonly asker: Asker;
  readonly journal: Journal;
  readonly notebook: Notebook;
  readonly facts: AccountFacts;
  readonly reference: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const unknownSku = ({ reference }: Writing): string => `${reference}-NONE`;
const noteText = ({ reference }: Writing): string => `${reference}-note`;
const ownChannelRef = ({ reference }: Writing): string => `${reference}-channel`;

/** An order that nobody should ship, a year ahead, with features that a service may refuse. */
function orderBody(writing: Writing, set: readonly OrderFeature[]): object {
  const { facts, reference, now } = writing;
  const price = set.includes('three decimals') ? 1.005 : 1;
  const lines = [{ SKU: facts.plenty.sku, Qty: 1 }];
  if (set.includes('unknown SKU')) lines.push({ SKU: unknownSku(writing), Qty: 1 });
  if (set.includes('too little stock'))
    lines.push({ SKU: facts.scarce.sku, Qty: Math.max(facts.scarce.available, 0) + 1 });
  const dispatchBy = isoSecond(now + 365 * dayMs);
  return {
    ReferenceNumber: reference,
    ReceivedDate: isoSecond(now),
    DispatchBy: set.includes('no zone') ? dispatchBy.slice(0, -1) : dispatchBy,
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'CFI verify, do not ship',
    warehouse_name: facts.warehouse,
    ...(set.includes('null') ? { PostalServiceTaxRate: null } : {}),
    ...(set.includes('note') ? { Notes: [{ Note: `Channel_Ref: ${noteText(writing)}` }] } : {}),
    ...(set.includes('channel reference') ? { Channel_Ref: ownChannelRef(writing) } : {}),
    OrderItems: lines.map((line, index) => ({
      ...line,
      ItemTitle: 'CFI verify, do not ship',
      PricePerUnit: price,
      OrderLineNumber: String(index + 1),
    })),
    DeliveryAddress: address,
    BillingAddress: address,
  };
}

/** What an answer to a write means if nothing else is known. */
function triedAs(notebook: Notebook, answer: SeenAnswer): Tried {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'accepted' };
  if (answer.status === 400 || answer.status === 422) return { kind: 'refused', message: messageOf(answer) };
  if (answer.status === 403) notebook.stopped = 'this account may only read';
  return { kind: 'stopped' };
}

/** Sends the order. If the answer is lost or unclear, looks the order up. */
async function tryOrder(writing: Writing, set: readonly OrderFeature[]): Promise<Tried> {
  const { asker, notebook, reference } = writing;
  const answer = await asker.send('POST', '/outbound', orderBody(writing, set));
  const tried: Tried = answer === undefined ? { kind: 'stopped' } : triedAs(notebook, answer);
  if (tried.kind !== 'stopped' || answer?.status === 403) return tried;
  const found = await readOrder(asker, reference);
  return found === undefined || found === 'none' ? tried : { kind: 'accepted' };
}

/** Looks the order up by a channel reference, and in another letter case if it is found. Returns whether it is. */
async function lookByChannelRef({ asker, notebook, reference }: Writing, wanted: string): Promise<boolean> {
  const found = await asker.get(`/order?channel_ref=${encodeURIComponent(wanted)}`);
  const listed =
    found !== undefined && recordsOf(found, 'orders').some((each) => each.ReferenceNumber === reference);
  const other = otherCase(wanted);
  if (!listed || other === undefined) return listed;
  notebook.ownOrder = reference;
  note(notebook, 'ownChannelRef', found);
  const answer = await asker.get(`/order?channel_ref=${encodeURIComponent(other)}`);
  note(notebook, 'ownChannelRefOtherCase', answer);
  return true;
}

/** Whether the note became the order's channel reference, and whether it, or its own, is found in another case. */
async function lookByChannelRefs(writing: Writing, accepted: readonly OrderFeature[], record: Fields) {
  if (accepted.includes('note')) {
    const listed = await lookByChannelRef(writing, noteText(writing));
    writing.notebook.noteKept = listed || textField(record, 'Channel_Ref') === noteText(writing);
    if (listed) return;
  }
  if (accepted.includes('channel reference')) await lookByChannelRef(writing, ownChannelRef(writing));
}

/** Cancels the order twice, and by its other identifiers if its reference is not found. */
async function cancelTwice({ asker, notebook, reference }: Writing, record: Fields): Promise<void> {
  const cancel = (id: string) => cancelById(asker, id);
  const first = note(notebook, 'cancelOrder', await cancel(reference));
  if (first === undefined) return;
  if (first.status !== 404) {
    if (first.status < 300) note(notebook, 'cancelOrderAgain', await cancel(reference));
    return;
  }
  const { uuid, number } = await otherIds(asker, record);
  const byUuid = uuid === undefined ? undefined : note(notebook, 'cancelOrderByUuid', await cancel(uuid));
  if (byUuid?.status === 404 && number !== undefined)
    note(notebook, 'cancelOrderByNumber', await cancel(number));
}

/** Creates one order with as many doubtful features as the service accepts, reads it and cancels it. */
export async function writeOrder(writing: Writing): Promise<void> {
  const { asker, journal, notebook, facts, reference } = writing;
  await journal.keep({ kind: 'order', reference });
  const hints = {
    'no zone': 'DispatchBy',
    null: 'PostalServiceTaxRate',
    'unknown SKU': unknownSku(writing),
    'too little stock': facts.scarce.sku,
    'three decimals': 'PricePerUnit',
    note: 'Notes',
    'channel reference': 'Channel_Ref',
  };
  // Beside a channel reference of its own, a service may ignore the note, so it is sent only if it is needed.
  const isCaseKnown = orderProbes['A-58'].conclude(notebook) !== undefined;
  const wanted = orderFeatures.filter((feature) => feature !== 'channel reference' || !isCaseKnown);
  const found = await findAccepted(wanted, (set) => tryOrder(writing, set), hints);
  if (found === undefined) return;
  const answer = await asker.get(`/order/${encodeURIComponent(reference)}`);
  const record = await readOrder(asker, reference);
  // Only a record with the reference proves that the request was accepted, whatever the answer said.
  if (answer === undefined || record === undefined || record === 'none') return;
  for (const feature of found.accepted) notebook.features[feature] = true;
  for (const feature of found.refused) notebook.features[feature] = false;
  notebook.orders.unshift(fieldsOf(dataOf(answer)));
  await lookByChannelRefs(writing, found.accepted, record);
  await cancelTwice(writing, record);
}

const saturday = 6;
const wednesday = 3;

/** The first such weekday after 300 days, far enough ahead not to disturb anyone. */
function farAhead(now: number, weekday: number): string {
  const first = new Date(now + 300 * dayMs);
  const days = (weekday - first.getUTCDay() + 7) % 7;
  return utcDay(first.getTime() + days * dayMs);
}

/** The first of these values that is among the features. */
const firstOf = <F extends string>(set: readonly string[], ...values: readonly F[]): F | undefined =>
  values.find((value) => set.includes(value));

function slotBody({ facts, reference, now }: Writing, set: readonly SlotFeature[]): object {
  const containerSize = firstOf(set, '40HC', '40ft_hc');
  return {
    date: farAhead(now, set.includes('weekend') ? saturday : wednesday),
    window: 'morning' satisfies keyof typeof windowHours,
    warehouse: facts.warehouse,
    loadingType: firstOf(set, 'floor_loaded', 'loose') ?? 'palletised',
    numberOfSkus: 'lt_10',
    ...(containerSize === undefined
      ? { deliveryType: 'truck' }
      : { deliveryType: 'container', containerSize }),
    containerTruckNumber: reference,
  };
}

/** The features that were sent: of two values for one field, only the first is sent. */
const shown = (accepted: readonly SlotFeature[]): readonly SlotFeature[] =>
  accepted.filter(
    (feature) =>
      !(feature === 'loose' && accepted.includes('floor_loaded')) &&
      !(feature === '40ft_hc' && accepted.includes('40HC')),
  );

/** Books one slot far ahead, with as many doubtful features as the service accepts, cancels it and reads it again. */
export async function writeSlot(writing: Writing): Promise<void> {
  const { asker, journal, notebook, reference, now } = writing;
  await journal.keep({ kind: 'slot', reference });
  let booked: SeenAnswer | undefined;
  const attempt = async (set: readonly SlotFeature[]): Promise<Tried> => {
    const answer = await asker.send('POST', '/inbound-slot', slotBody(writing, set));
    if (answer === undefined) return { kind: 'stopped' };
    booked = answer;
    return triedAs(notebook, answer);
  };
  const hints = {
    weekend: farAhead(now, saturday),
    ...{ floor_loaded: 'loadingType', loose: 'loadingType' },
    ...{ '40HC': 'containerSize', '40ft_hc': 'containerSize' },
  };
  const found = await findAccepted(slotFeatures, attempt, hints);
  if (found === undefined) return;
  const slot = textField(recordIn(booked), 'slotReference') ?? (await findSlot(asker, reference));
  if (slot === undefined || slot === 'none') return;
  for (const feature of shown(found.accepted)) notebook.features[feature] = true;
  for (const feature of found.refused) notebook.features[feature] = false;
  note(notebook, 'bookSlot', booked);
  await journal.keep({ kind: 'slot', reference, id: slot });
  const path = `/inbound-slot/${encodeURIComponent(slot)}`;
  const record = recordIn(await asker.get(path)) ?? recordIn(booked);
  if (record !== undefined) notebook.slots.unshift(record);
  const cancelled = note(notebook, 'cancelSlot', await asker.send('DELETE', path));
  if (cancelled !== undefined && cancelled.status < 300)
    note(notebook, 'readCancelledSlot', await asker.get(path));
}

/** Creates one purchase order, without a slot, and reads it. It cannot be removed again. */
export async function writePurchaseOrder(writing: Writing): Promise<void> {
  const { asker, journal, notebook, facts, reference } = writing;
  const entry = { kind: 'purchase order', reference } as const;
  await journal.keep(entry);
  let created: SeenAnswer | undefined;
  let unclear = false;
  const found = await findAccepted(
    ['container without size'],
    async (set): Promise<Tried> => {
      const answer = await asker.send('POST', '/inbound-po', {
        PO_REFERENCE: reference,
        Warehouse_Name: facts.warehouse,
        deliveryType: set.length > 0 ? 'container' : 'truck',
        loadingType: 'palletised',
        items: [{ SKU: facts.plenty.sku, Quantity: 1 }],
      });
      unclear = answer === undefined || answer.status >= 500;
      if (answer === undefined) return { kind: 'stopped' };
      created = answer;
      return triedAs(notebook, answer);
    },
    { 'container without size': 'containerSize' },
  );
  if (found === undefined) {
    if (!unclear) await journal.forget(entry);
    return;
  }
  note(notebook, 'createPurchaseOrder', created);
  const number = textField(recordIn(created), 'lw_po_number');
  if (number === undefined) return;
  notebook.features['container without size'] = found.accepted.length > 0;
  await journal.keep({ ...entry, id: number });
  const record = recordIn(await asker.get(`/inbound-po/${encodeURIComponent(number)}`));
  if (record !== undefined) notebook.purchaseOrders.unshift(record);
}
