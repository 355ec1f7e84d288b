import { type Fields, field, fieldReader, isFields } from '../text/records.ts';

/** The state of an order according to its record; null when the record does not say. */
export interface OrderState {
  readonly Status: string | null;
  readonly ShippingVendor: string | null;
  readonly TrackingNumber: string | null;
  readonly ProcessedOn: string | null;
}

/** The status of an order that the service no longer has. */
export const missing = 'missing';

const vendorNames = ['ShippingVendor', 'Carrier', 'ShippingCarrier', 'CarrierName', 'Vendor', 'Courier'];
const numberNames = [
  'TrackingNumber',
  'TrackingNo',
  'TrackingCode',
  'TrackingId',
  'Number',
  'ConsignmentNumber',
];
const processedNames = [
  'ProcessedOn',
  'ProcessedAt',
  'ProcessedDate',
  'ShippedOn',
  'ShippedAt',
  'DispatchedOn',
  'DispatchedAt',
];
/** Reads the members of a record that may hold the fields above. */
const readParts = fieldReader([
  'Tracking',
  'Shipment',
  'Shipping',
  'ShippingInfo',
  'Fulfilment',
  'Fulfillment',
  'Dispatch',
]);
/** The names above that mean the same outside such a member. */
const ownNumberNames = numberNames.filter((name) => name !== 'Number');

/** Status, carrier, tracking and dispatch time, under any reasonable name, in the record or one level inside it. */
export function orderState(record: Fields): OrderState {
  const parts = readParts(record);
  const inside = parts.map((part) => (Array.isArray(part) ? part[0] : part)).filter(isFields);
  const [tracking] = parts;
  const find = (names: readonly string[], ownNames = names): string | null => {
    const own = text(field(record, ...ownNames));
    return own ?? inside.map((part) => text(field(part, ...names))).find((value) => value !== null) ?? null;
  };
  return {
    Status: text(field(record, 'Status', 'OrderStatus', 'State', 'FulfilmentStatus')),
    ShippingVendor: find(vendorNames),
    TrackingNumber: find(numberNames, ownNumberNames) ?? (isFields(tracking) ? null : text(tracking)),
    ProcessedOn: find(processedNames),
  };
}

function text(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(text).filter((each) => each !== null);
    return texts.length === 0 ? null : texts.join(', ');
  }
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

const ends = new Set([
  'shipped',
  'dispatched',
  'despatched',
  'delivered',
  'cancelled',
  'canceled',
  'completed',
  'complete',
]);
/** Words that mark a final state as still to come. */
const notYet = new Set([
  ...['partially', 'partly', 'partial', 'part', 'awaiting', 'waiting', 'pending', 'not', 'be', 'being'],
  ...['will', 'almost', 'ready', 'requested', 'un'],
]);

/** Whether the state is final: shipped, dispatched, delivered, cancelled or completed, in any spelling. */
export function isEnd(status: string | null): boolean {
  const words = (status ?? '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => ends.has(word)) && !words.some((word) => notYet.has(word));
}

/** `isEnd` for many orders in turn: most have the status of the one before, which is not read again. */
export function endCheck(): typeof isEnd {
  let last: { readonly status: string | null; readonly ended: boolean } | undefined;
  return (status) => {
    if (last === undefined || last.status !== status) last = { status, ended: isEnd(status) };
    return last.ended;
  };
}
