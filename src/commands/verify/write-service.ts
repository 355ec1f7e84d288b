import { recordOf } from '../../client/api/records.ts';
import { uriPart } from '../../client/http.ts';
import type { Attempt } from '../../client/types.ts';
import type { windowHours } from '../../contract/limits.ts';
import {
  dataOf,
  type Feature,
  type OrderFeature,
  orderFeatures,
  recordsOf,
  type SlotFeature,
  slotFeatures,
} from '../../emulator/conformance/observations.ts';
import { orderProbes } from '../../emulator/conformance/probes.ts';
import { CfiError } from '../../errors.ts';
import { sendOne } from '../../report/one.ts';
import { textOf } from '../../text/json.ts';
import { type Fields, fieldsOf, keysOf, textField } from '../../text/records.ts';
import { dayMs, utcDay } from '../../text/time/time.ts';
import type { Kind } from '../../upload/run/kinds/kind.ts';
import { orders } from '../../upload/run/kinds/orders.ts';
import { purchaseOrders } from '../../upload/run/kinds/purchase-orders.ts';
import { slots } from '../../upload/run/kinds/slots.ts';
import { cancelOrder, errorOfOne, nameRemaining, removeSlot, type Writer, words } from './clean-up.ts';
import { type AccountFacts, type Notebook, note, otherCase, recordIn } from './read-service.ts';

/** The service's message, used only to choose which feature to leave out first, never as evidence. */
const messageOf = (body: unknown): string => {
  const { error, message } = fieldsOf(body);
  return [error, message].filter((text) => typeof text === 'string').join(' ');
};

interface Found<F extends string> {
  readonly accepted: readonly F[];
  /** Features with which a request was refused that was accepted without them, but for the others that were refused. */
  readonly refused: readonly F[];
}

/**
 * The kind, for a document that may have features. It is sent with all of them, and then without those that are refused, until
 * it is accepted. A feature counts as refused only if the same request was accepted without it and refused with it. `found`
 * says what was sent last.
 */
function withFeatures<F extends string>(
  kind: Kind,
  features: readonly F[],
  bodyWith: (set: readonly F[]) => object,
  hints: Readonly<Record<F, string>>,
) {
  let found: Found<F> = { accepted: [], refused: [] };
  const send: Kind['send'] = async (api, task, signal) => {
    const attempt = async (accepted: readonly F[], refused: readonly F[]): Promise<Attempt> => {
      found = { accepted, refused: [...refused] };
      const body = JSON.stringify(bodyWith(accepted));
      return kind.send(api, { ...task, document: { ...task.document, body } }, signal);
    };
    const removed: F[] = [];
    let set = [...features];
    for (;;) {
      // Tests whether each feature left out earlier is refused on its own; the last one was just tested.
      const proven = removed.slice(-1);
      for (const feature of removed.slice(0, -1)) {
        const made = await attempt([...set, feature], proven);
        if (!isRefused(made)) return made;
        proven.push(feature);
      }
      const made = await attempt(set, proven);
      if (!isRefused(made)) return made;
      const message = messageOf(made.body);
      const blamed = set.find((feature) => message.includes(hints[feature])) ?? set[0];
      if (blamed === undefined) return made;
      removed.push(blamed);
      set = set.filter((feature) => feature !== blamed);
    }
  };
  return { kind: { ...kind, send }, found: () => found };
}

const isRefused = (made: Attempt): made is Extract<Attempt, { kind: 'refusal' }> =>
  made.kind === 'refusal' && (made.status === 400 || made.status === 422);

const isoSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const address = {
  FullName: 'CFI verify, do not ship',
  Address1: 'Do not ship',
  Town: 'Do not ship',
  PostCode: 'ZZ1 1ZZ',
  CountryCode: 'GB',
};

/** What the writes share. */
export interface Writing extends Writer {
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

/** Creates something, of which `body` has only our reference; the error if the service does not. */
async function create({ context, asker, notebook, reference }: Writing, kind: Kind, body: object) {
  try {
    return (await sendOne(context, asker.api, { kind, reference, body }, words)).result;
  } catch (thrown) {
    const error = errorOfOne(thrown);
    if (error.code === 'forbidden') notebook.stopped = 'this account may only read';
    return error;
  }
}

function noteFeatures<F extends Feature>({ features }: Notebook, { accepted, refused }: Found<F>): void {
  for (const feature of accepted) features[feature] = true;
  for (const feature of refused) features[feature] = false;
}

/** Looks the order up by a channel reference, and in another letter case if it is found. Returns whether it is. */
async function lookByChannelRef({ asker, notebook, reference }: Writing, wanted: string): Promise<boolean> {
  const found = await asker.get(`/order?channel_ref=${uriPart(wanted)}`);
  const listed =
    found !== undefined && recordsOf(found, 'orders').some((each) => each.ReferenceNumber === reference);
  const other = otherCase(wanted);
  if (!listed || other === undefined) return listed;
  notebook.ownOrder = reference;
  note(notebook, 'ownChannelRef', found);
  const answer = await asker.get(`/order?channel_ref=${uriPart(other)}`);
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

/** Cancels the order twice; if its reference is not found, by its other identifiers. */
async function cancelTwice(writing: Writing, record: Fields): Promise<void> {
  const { asker, notebook, reference } = writing;
  const answerFor = (id: unknown) => asker.answerTo('POST', `/order/${uriPart(textOf(id))}/cancel`);
  await cancelOrder(writing, reference);
  const first = note(notebook, 'cancelOrder', answerFor(reference));
  const { UUID: uuid, Number: number } = fieldsOf(record.OrderId);
  note(notebook, 'cancelOrderByUuid', answerFor(uuid));
  note(notebook, 'cancelOrderByNumber', answerFor(number));
  if (first === undefined || first.status >= 300) return;
  await cancelOrder(writing, reference, true);
  note(notebook, 'cancelOrderAgain', answerFor(reference));
}

/** Creates one order with as many doubtful features as the service accepts, reads it and cancels it. */
export async function writeOrder(writing: Writing): Promise<void> {
  const { asker, notebook, facts, reference } = writing;
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
  const { kind, found } = withFeatures(orders, wanted, (set) => orderBody(writing, set), hints);
  if ((await create(writing, kind, { ReferenceNumber: reference })) instanceof CfiError) return;
  const answer = await asker.get(`/order/${uriPart(reference)}`);
  const record = answer && recordOf(dataOf(answer), 'order', reference);
  // Only a record with the reference proves that the request was accepted, whatever the answer said.
  if (answer?.status !== 200 || record === undefined) return;
  const { accepted } = found();
  noteFeatures(notebook, found());
  notebook.orders.unshift(fieldsOf(dataOf(answer)));
  await lookByChannelRefs(writing, accepted, record);
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
  const { asker, notebook, reference, now } = writing;
  const hints = {
    weekend: farAhead(now, saturday),
    ...{ floor_loaded: 'loadingType', loose: 'loadingType' },
    ...{ '40HC': 'containerSize', '40ft_hc': 'containerSize' },
  };
  const { kind, found } = withFeatures(slots, slotFeatures, (set) => slotBody(writing, set), hints);
  const booked = await create(writing, kind, { containerTruckNumber: reference });
  if (booked instanceof CfiError) return;
  const answer = asker.answerTo('POST', '/inbound-slot');
  const { accepted, refused } = found();
  noteFeatures(notebook, { accepted: shown(accepted), refused });
  note(notebook, 'bookSlot', answer);
  const slot = String(booked.number);
  const path = `/inbound-slot/${uriPart(slot)}`;
  const record = recordIn(await asker.get(path)) ?? recordIn(answer);
  if (record !== undefined) notebook.slots.unshift(record);
  await removeSlot(writing, slot);
  const cancelled = note(notebook, 'cancelSlot', asker.answerTo('DELETE', path));
  if (cancelled !== undefined && cancelled.status < 300)
    note(notebook, 'readCancelledSlot', await asker.get(path));
}

/** Creates one purchase order, without a slot, names it, because it cannot be removed again, and reads it. */
export async function writePurchaseOrder(writing: Writing): Promise<void> {
  const { asker, notebook, facts, reference } = writing;
  const bodyWith = (set: readonly string[]): object => ({
    PO_REFERENCE: reference,
    Warehouse_Name: facts.warehouse,
    deliveryType: set.length > 0 ? 'container' : 'truck',
    loadingType: 'palletised',
    items: [{ SKU: facts.plenty.sku, Quantity: 1 }],
  });
  const hints = { 'container without size': 'containerSize' };
  const { kind, found } = withFeatures(purchaseOrders, keysOf(hints), bodyWith, hints);
  const created = await create(writing, kind, { PO_REFERENCE: reference });
  if (created instanceof CfiError) {
    if (created.details.maybeSent) nameRemaining(writing, reference);
    return;
  }
  const number = String(created.number);
  nameRemaining(writing, reference, number);
  note(notebook, 'createPurchaseOrder', asker.answerTo('POST', '/inbound-po'));
  noteFeatures(notebook, found());
  const record = recordIn(await asker.get(`/inbound-po/${uriPart(number)}`));
  if (record !== undefined) notebook.purchaseOrders.unshift(record);
}
