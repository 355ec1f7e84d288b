import { uriPart } from '../../client/http.ts';
import { channelRefCutOff } from '../../contract/limits.ts';
import {
  type Asked,
  dataOf,
  type Observations,
  recordsOf,
  type SeenAnswer,
} from '../../emulator/conformance/observations.ts';
import {
  addAll,
  type Fields,
  fieldsOf,
  isFields,
  listField,
  nameField,
  numberField,
  textField,
} from '../../text/records.ts';
import type { Asker } from './asker.ts';

export interface Notebook extends Observations {
  stopped?: string;
}

/** Records an answer, if there is one, under a name, and returns it. */
export function note(notebook: Notebook, name: Asked, answer?: SeenAnswer): SeenAnswer | undefined {
  if (answer !== undefined) notebook.answers[name] = answer;
  return answer;
}

/** What the writes need to know about the account. */
export type AccountFacts = NonNullable<ReturnType<typeof factsOf>>;

function stockOf(location: Fields) {
  return listField(location, 'sku').flatMap((item) => {
    const sku = textField(item, 'sku');
    const available = numberField(item, 'Available');
    return sku === undefined || available === undefined ? [] : [{ sku, available }];
  });
}

/** A warehouse with stock, from the first page of the inventory; undefined if there is none. */
function factsOf(answer: SeenAnswer) {
  for (const location of listField(dataOf(answer), 'locations')) {
    const warehouse = textField(location, 'location_name');
    const [scarce, ...rest] = stockOf(location).sort((a, b) => a.available - b.available);
    if (warehouse !== undefined && scarce !== undefined)
      return { warehouse, scarce, plenty: rest.at(-1) ?? scarce };
  }
  return undefined;
}

/** The text with upper and lower case swapped; undefined if that changes nothing. */
export const otherCase = (text: string): string | undefined =>
  [text.toLowerCase(), text.toUpperCase()].find((other) => other !== text);

/** Looks up a marketplace order by its channel reference, as written and in another case. */
async function askChannelRef(asker: Asker, notebook: Notebook): Promise<void> {
  const order = notebook.orders.find(
    (record) =>
      textField(record, 'Channel_Ref') !== undefined &&
      Date.parse(textField(record, 'CreatedAt', 'ReceivedDate') ?? '') >= Date.parse(channelRefCutOff),
  );
  const [channelRef, reference] = [textField(order, 'Channel_Ref'), textField(order, 'ReferenceNumber')];
  if (channelRef === undefined || reference === undefined) return;
  notebook.channelOrder = reference;
  note(notebook, 'channelRef', await asker.get(`/order?channel_ref=${uriPart(channelRef)}`));
  const other = otherCase(channelRef);
  if (other !== undefined)
    note(notebook, 'channelRefOtherCase', await asker.get(`/order?channel_ref=${uriPart(other)}`));
}

async function askUsedSlot(asker: Asker, notebook: Notebook): Promise<void> {
  const [used] = notebook.slots.flatMap((slot) => nameField(slot, 'usedByPoReference') ?? []);
  if (used === undefined) return;
  const answer = note(notebook, 'purchaseOrderOfSlot', await asker.get(`/inbound-po/${uriPart(used)}`));
  const data = answer === undefined ? undefined : dataOf(answer);
  if (answer?.status === 200 && isFields(data)) notebook.purchaseOrders.push(data);
}

/** Learns everything that reads can show; changes nothing. Throws a `CfiError` if the service does not answer at all. */
export async function readService(asker: Asker, notebook: Notebook): Promise<AccountFacts | undefined> {
  const inventory = await asker.mustGet('/inventory?page=1&page_size=200');
  note(notebook, 'largePage', await asker.get('/inventory?page=1&page_size=201'));
  note(notebook, 'otherMethod', await asker.get('/outbound'));
  note(notebook, 'stockAges', await asker.get('/inventory/stock-age?page=1&page_size=1'));
  const orders = await asker.get('/order?ship_from=MSF&page=1&page_size=50');
  addAll(notebook.orders, recordsOf(note(notebook, 'marketplaceOrders', orders), 'orders'));
  const slots = await asker.get('/inbound-slot');
  addAll(notebook.slots, recordsOf(note(notebook, 'slots', slots), 'slots'));
  await askChannelRef(asker, notebook);
  await askUsedSlot(asker, notebook);
  return inventory.status === 200 ? factsOf(inventory) : undefined;
}

/** The record in an answer. */
export const recordIn = (answer: SeenAnswer | undefined): Fields | undefined => {
  if (answer === undefined || answer.status >= 300) return undefined;
  const data = fieldsOf(dataOf(answer));
  return Object.keys(data).length === 0 ? undefined : data;
};
