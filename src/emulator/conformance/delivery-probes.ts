import { slot } from '../../contract/answers.ts';
import { fieldsOf, listField, textField } from '../../text/records.ts';
import {
  acceptance,
  bySigns,
  byStatus,
  byValue,
  type Conclusion,
  dataOf,
  described,
  isCancelled,
  type Observations,
  type Probe,
  shownName,
  shownNames,
  statusOf,
  type Unasked,
} from './observations.ts';

const knownFields = new Set([...Object.keys(slot.shape), 'created_at', 'updated_at']);

function slotFields({ slots: [found] }: Observations): Conclusion | undefined {
  if (found === undefined) return undefined;
  const more = Object.keys(found).filter((name) => !knownFields.has(name));
  const signs: [number, string][] = [];
  if (found.created_at !== undefined) signs.push([1, 'created_at instead of createdAt']);
  else if (found.createdAt === undefined && more.length === 0)
    return { other: 'a slot has no time of creation' };
  if (more.length > 0) signs.push([2, `additional fields: ${shownNames(more)}`]);
  return bySigns(signs, 'the fields that the emulator has');
}

function slotStatuses({ answers: { bookSlot, cancelSlot } }: Observations): Conclusion | undefined {
  if (bookSlot === undefined || cancelSlot === undefined) return undefined;
  if (bookSlot.status !== 201) return { other: `booking gives ${described(bookSlot)}` };
  return byStatus(cancelSlot, { 200: 0, 204: 1 });
}

function usedBy({ answers: { purchaseOrderOfSlot: answer } }: Observations): Conclusion | undefined {
  if (answer?.status === 200)
    return { choice: 0, evidence: 'usedByPoReference read as a purchase order number: found' };
  if (answer?.status === 404)
    return { choice: 1, evidence: 'usedByPoReference read as a purchase order number: not found' };
  return answer === undefined ? undefined : { other: described(answer) };
}

function purchaseOrderAnswer({ answers }: Observations): Conclusion | undefined {
  const answer = answers.createPurchaseOrder;
  if (answer === undefined) return undefined;
  const names = Object.keys(fieldsOf(dataOf(answer)));
  if (!names.includes('lw_po_number')) return { other: `${described(answer)} without lw_po_number` };
  if (answer.status === 200 && names.length > 1) return { choice: 1, evidence: described(answer) };
  if (answer.status !== 201) return { other: described(answer) };
  if (names.length === 1) return { choice: 2, evidence: 'only the number' };
  return { choice: 0, evidence: described(answer) };
}

/** How to observe the decisions about slots, purchase orders and deliveries. */
export const deliveryProbes = {
  'A-13': {
    why: 'the service has no list of deliveries, this machine keeps none, and registering one raises stock',
  },
  'A-14': { why: 'a service that ignores the field would register the delivery, which raises stock' },
  'A-15': {
    creates: 'slot',
    asks: 'books the slot with loadingType floor_loaded, then loose',
    conclude: ({ features }) => byValue(features.loose, features.floor_loaded, ['loose', 'floor_loaded']),
  },
  'A-16': {
    creates: 'slot',
    asks: 'books the slot with containerSize 40HC, then 40ft_hc',
    conclude: ({ features }) => byValue(features['40ft_hc'], features['40HC'], ['40ft_hc', '40HC']),
  },
  'A-17': { asks: 'the fields of a slot', missing: 'the account has no slot', conclude: slotFields },
  'A-18': {
    asks: 'the states of used and cancelled slots; with --write, reads the cancelled slot',
    missing: 'the account has neither a used nor a cancelled slot',
    conclude({ slots, answers }) {
      const read = answers.readCancelledSlot;
      const used = slots.find((slot) => textField(slot, 'usedByPoReference') !== undefined);
      const state = used === undefined ? undefined : statusOf(used);
      const hidden = read?.status === 404;
      const shown = read?.status === 200 || slots.some(isCancelled);
      if (read !== undefined && !hidden && read.status !== 200)
        return { other: `a cancelled slot gives ${described(read)}` };
      if (state !== undefined && state !== 'confirmed' && state !== 'consumed')
        return { other: `a used slot is ${shownName(state)}` };
      if (hidden && state === 'consumed')
        return { other: 'a used slot is consumed, a cancelled one gives 404' };
      if (hidden) return { choice: 2, evidence: 'a cancelled slot gives 404' };
      if (state === 'consumed') return { choice: 1, evidence: 'a used slot is consumed' };
      if (shown && state !== undefined)
        return { choice: 0, evidence: 'a used slot is confirmed, a cancelled one can be read' };
      if (shown) return { unknown: 'a cancelled slot can be read; the account has no used one' };
      return state === undefined
        ? undefined
        : { unknown: 'a used slot is confirmed; the account has no cancelled one' };
    },
  },
  'A-19': { creates: 'slot', asks: 'books and cancels the slot', conclude: slotStatuses },
  'A-20': acceptance('slot', 'weekend', 'for', 'a Saturday'),
  'A-22': { creates: 'purchase order', asks: 'creates the purchase order', conclude: purchaseOrderAnswer },
  'A-23': { why: 'a purchase order might use the slot that it names, which cannot be undone' },
  'A-27': { why: 'only a failure inside the service would show it' },
  'A-28': {
    asks: 'the state of a purchase order of a used slot, or of the one created',
    missing: 'no purchase order is still in its first state',
    conclude({ purchaseOrders }) {
      const states = new Set(purchaseOrders.map((order) => statusOf(order)));
      if (states.has('PENDING')) return { choice: 1, evidence: 'one is PENDING' };
      if (states.has('OPEN')) return { choice: 0, evidence: 'one is OPEN' };
      const own = purchaseOrders.find((order) => textField(order, 'PO_REFERENCE')?.startsWith('CFI-VERIFY-'));
      return own === undefined ? undefined : { other: `a new one is ${shownName(statusOf(own))}` };
    },
  },
  'A-29': {
    asks: 'the fields of a purchase order of a used slot, or of the one created',
    missing: 'there is no purchase order to read',
    conclude({ purchaseOrders }) {
      const order = purchaseOrders.find((record) => Object.keys(record).length > 6);
      if (order === undefined) return undefined;
      const lines = Array.isArray(order.lines) ? order.lines : order.items;
      const [line] = listField({ lines }, 'lines');
      if (line === undefined) return { other: `the record has ${shownNames(Object.keys(order))}` };
      const signs: [number, string][] = [];
      if (Array.isArray(order.lines)) signs.push([1, 'the record has lines instead of items']);
      if (line.quantity_ordered !== undefined) signs.push([2, 'quantity_ordered']);
      else if (line.ordered === undefined) return { other: `a line has ${shownNames(Object.keys(line))}` };
      return bySigns(signs, 'items with ordered and delivered');
    },
  },
  'A-43': {
    asks: 'GET /inbound-po/{usedByPoReference}',
    missing: 'the account has no used slot',
    conclude: usedBy,
  },
  'A-44': { why: 'no endpoint shows which barcodes are ambiguous, and an accepted delivery raises stock' },
  'A-49': {
    asks: 'how the times of a slot are written',
    missing: 'the account has no slot',
    conclude({ slots, purchaseOrders }) {
      const times = [
        ...slots.map(({ schedule }) => textField(schedule, 'requestedTime')),
        ...purchaseOrders.map((order) => textField(order, 'deliveryDate')),
      ];
      const time = times.find((found) => found !== undefined);
      if (time === undefined) return undefined;
      if (/^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/.test(time)) return { choice: 1, evidence: 'times end in Z' };
      if (/^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}[+-]\d{2}:\d{2}$/.test(time))
        return { choice: 0, evidence: 'times have an offset' };
      return { other: 'times have neither Z nor an offset' };
    },
  },
  'A-50': { why: "it would take a response to a warehouse's offer, which is binding" },
  'A-52': { why: 'a purchase order would use a slot, which cannot be undone' },
  'A-53': { why: "it would take a response to a warehouse's offer, which is binding" },
  'A-54': { why: 'it would take a slot for today' },
  'A-57': acceptance('purchase order', 'container without size', 'for', 'a container without a size'),
} as const satisfies Readonly<Record<`A-${number}`, Probe | Unasked>>;
