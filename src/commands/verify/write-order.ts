import {
  dataOf,
  type Feature,
  recordsOf,
  type SeenAnswer,
} from '../../emulator/conformance/probes/observations.ts';
import { orderProbes } from '../../emulator/conformance/probes/orders.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { dayMs } from '../../text/time/time.ts';
import { findAccepted, messageOf, type Tried } from './accept.ts';
import type { Asker } from './asker.ts';
import type { Journal } from './journal.ts';
import { type Notebook, note } from './notebook.ts';
import { type AccountFacts, otherCase } from './read-service.ts';
import { otherIds, readOrder } from './remove.ts';

const features = [
  'no zone',
  'null',
  'unknown SKU',
  'too little stock',
  'three decimals',
  'note',
  'channel reference',
] as const satisfies readonly Feature[];
type OrderFeature = (typeof features)[number];

const isoSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const address = {
  FullName: 'CFI verify, do not ship',
  Address1: 'Do not ship',
  Town: 'Do not ship',
  PostCode: 'ZZ1 1ZZ',
  CountryCode: 'GB',
};

/** What the writes need. */
export interface Writing {
  readonly asker: Asker;
  readonly journal: Journal;
  readonly notebook: Notebook;
  readonly facts: AccountFacts;
  /** `CFI-VERIFY-…` */
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
export function triedAs(notebook: Notebook, answer: SeenAnswer): Tried {
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
async function lookByChannelRefs(
  writing: Writing,
  accepted: readonly OrderFeature[],
  record: Fields,
): Promise<void> {
  if (accepted.includes('note')) {
    const listed = await lookByChannelRef(writing, noteText(writing));
    writing.notebook.noteKept = listed || textField(record, 'Channel_Ref') === noteText(writing);
    if (listed) return;
  }
  if (accepted.includes('channel reference')) await lookByChannelRef(writing, ownChannelRef(writing));
}

/** Cancels the order twice, and by its other identifiers if its reference is not found. */
async function cancelTwice({ asker, notebook, reference }: Writing, record: Fields): Promise<void> {
  const cancel = (id: string) =>
    asker.send('POST', `/order/${encodeURIComponent(id)}/cancel`, { reason: 'CFI-VERIFY' });
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
  const wanted = features.filter((feature) => feature !== 'channel reference' || !isCaseKnown);
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
