import { nextPage, rawList } from '../../../client/api/lists.ts';
import { compareContent, recordOf, referencesIn } from '../../../client/api/records.ts';
import { type Attempt, excessive, unreadable } from '../../../client/types.ts';
import type { LeftOutLine } from '../../../payload/document/reasons.ts';
import {
  type Fields,
  field,
  fieldsOf,
  isFields,
  listField,
  numberField,
  textField,
} from '../../../text/records.ts';
import type { Ids } from '../../terms/outcomes.ts';
import type { Finding, Task } from '../work.ts';
import { bodyOf, creatingAt, isAbsent, type Kind, readRecord, sentOf } from './kind.ts';
import { isCancelled } from './order-cancellations.ts';

/** Names under which a record may have its lines. */
const lineLists = ['OrderItems', 'Items', 'OrderLines', 'LineItems', 'Lines'] as const;

const skuOf = (line: Fields): string | undefined => textField(line, 'SKU', 'PartNumber', 'ItemNumber');

/** The remaining lines are numbered from 1 again, so the numbers are not compared. */
const withoutNumber = (line: Fields): Fields => ({ ...line, OrderLineNumber: undefined });

/** What tells lines of one SKU apart. */
const contentKey = (line: Fields): string => {
  const price = numberField(line, 'PricePerUnit', 'UnitPrice');
  return `${skuOf(line)} ${numberField(line, 'Qty', 'Quantity')} ${price}`;
};

/** Takes the first item with a key that is not `taken` yet. */
function takerOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown, taken = new Set<Item>()) {
  const waiting = new Map(items.map((item) => [keyOf(item), [] as Item[]]));
  for (const item of items.toReversed()) waiting.get(keyOf(item))?.push(item);
  return (key: unknown): Item | undefined => {
    const list = waiting.get(key) ?? [];
    let item = list.pop();
    while (item !== undefined && taken.has(item)) item = list.pop();
    if (item !== undefined) taken.add(item);
    return item;
  };
}

/** The record with these lines instead of its own. */
function withLines(record: Fields, lines: readonly Fields[]): Fields {
  const own = field(record, ...lineLists);
  const rest = Object.entries(record).filter(([, value]) => value !== own);
  return { ...Object.fromEntries(rest), OrderItems: lines };
}

/**
 * Compares an order from which the file leaves out some lines with its stored record; undefined if the record does not
 * show its lines. With a line that the file does not name at all, the order has changed. `held`: lines that the service
 * has and the file now leaves out; absent if none is known.
 */
function compareRemaining(sent: unknown, record: Fields, leftOut: readonly LeftOutLine[]) {
  const body = fieldsOf(sent);
  const lines = field(record, ...lineLists);
  if (!Array.isArray(lines) || !lines.every(isFields)) return undefined;
  const ours = listField(body, 'OrderItems');
  const taken = new Set<Fields>();
  const [takeSame, takeAlike] = [takerOf(lines, contentKey, taken), takerOf(lines, skuOf, taken)];
  const same = ours.map((line) => takeSame(contentKey(line)));
  const kept = ours
    .map((line, at) => same[at] ?? takeAlike(skuOf(line)))
    .filter((line) => line !== undefined);
  const others = lines.filter((line) => !taken.has(line));
  const takeLeftOut = takerOf(leftOut, ({ SKU }) => SKU);
  const held = others.flatMap((line) => takeLeftOut(skuOf(line)) ?? []);
  if (held.length < others.length) {
    const comparison = compareContent(sent, record);
    return held.length === 0 ? { comparison } : { comparison, held };
  }
  const comparison = compareContent(
    { ...body, OrderItems: ours.map(withoutNumber) },
    withLines(record, kept),
  );
  return { comparison, held };
}

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

/** What a record of the service says of an order or a delivery. */
function findingOf(
  made: Awaited<ReturnType<typeof readRecord>>,
  task: Task,
  what: 'order' | 'delivery',
  idsOf: (record: Fields) => Ids,
): Finding {
  if (isAbsent(made)) return { kind: 'absent' };
  if (made.kind !== 'answer') return made;
  const record = recordOf(made.answer.data, what, task.reference);
  if (record === undefined) return unreadable('the answer has no record with this reference', false);
  const sent = bodyOf(task);
  const isOrder = what === 'order';
  const { leftOutLines } = task.document;
  const remaining =
    isOrder && task.start === 'compare' && leftOutLines.length > 0
      ? compareRemaining(sent, record, leftOutLines)
      : undefined;
  const compared = remaining ?? { comparison: compareContent(sent, record) };
  // Lines that are left out now explain by themselves that the content is another than before.
  const explained = leftOutLines.length > 0 ? { unshown: [] } : {};
  const comparison = { ...compared.comparison, ...explained };
  const cancelled = isOrder && isCancelled(record) ? ({ cancelled: true } as const) : {};
  return { kind: 'found', ...compared, comparison, ...idsOf(record), ...cancelled };
}

/** No account has more marketplace orders. */
const [mostPages, mostCharacters] = [10_000, 50_000_000];

/** How orders are sent and looked up. */
export const orders: Kind<'order'> = {
  name: 'order',
  rules: { retryableIsClean: false, conflictIsDuplicate: true },
  send: creatingAt('createOrder'),
  sent: (made, task) => sentOf(made, task, 'order', orderIds),
  async lookUp(api, task, signal) {
    const made = await readRecord(api, 'getOrder', { referenceNumber: task.reference }, signal);
    return findingOf(made, task, 'order', orderIds);
  },
  async listMarketplace(api, signal) {
    const references = new Set<string>();
    let length = 0;
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
      for (const reference of referencesIn(made.answer.data, 'order')) {
        references.add(reference);
        length += reference.length;
      }
      if (length > mostCharacters || page > mostPages)
        return excessive('the list of marketplace orders does not end');
      // A page with nothing new is the last, whatever the pagination block says.
      page = references.size === before ? undefined : nextPage(made.answer, page);
    }
    return { kind: 'list', references };
  },
};

/** How legacy inbound deliveries are sent and looked up. */
export const inboundDeliveries: Kind<'inbound'> = {
  name: 'inbound',
  rules: { retryableIsClean: false, conflictIsDuplicate: true },
  send: creatingAt('createInbound'),
  sent: (made, task) => sentOf(made, task, 'delivery', () => ({})),
  async lookUp(api, task, signal) {
    const made = await readRecord(api, 'getInbound', { deliveryNumber: task.reference }, signal);
    return findingOf(made, task, 'delivery', () => ({}));
  },
};
