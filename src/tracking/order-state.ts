import { addAll, type Fields, field, fieldReader, isFields } from '../text/records.ts';

/** The state of an order according to its record; null when the record does not say. */
export type OrderState = Readonly<ReturnType<typeof orderState>>;

export interface Parcel {
  readonly number: string;
  readonly vendor: string | null;
  readonly service: string | null;
  readonly url: string | null;
}

/** The status of an order that the service no longer has. */
export const missing = 'missing';

const vendorNames = [
  ...['ShippingVendor', 'Carrier', 'ShippingCarrier', 'CarrierName', 'Vendor', 'Courier', 'CourierName'],
  ...['TrackingCompany', 'ShippingCompany', 'ShippingProvider', 'TrackingProvider'],
];
const readVendors = fieldReader(vendorNames);
const readNumbers = fieldReader([
  ...['TrackingNumber', 'TrackingNumbers', 'TrackingNo', 'TrackingCode', 'TrackingCodes', 'TrackingId'],
  ...['TrackingReference', 'ConsignmentNumber', 'ParcelNumber', 'WaybillNumber', 'AWB', 'AWBNumber'],
]);
const readTimes = fieldReader([
  ...['ProcessedOn', 'ProcessedAt', 'ProcessedDate', 'ShippedOn', 'ShippedAt', 'ShippedDate'],
  ...['DispatchedOn', 'DispatchedAt', 'DispatchedDate', 'DespatchedOn', 'DespatchedAt', 'DespatchedDate'],
]);
const readServices = fieldReader([
  ...['ShippingService', 'ServiceName', 'ShippingMethod', 'ShipMethod', 'Service'],
]);
const urlNames = ['TrackingUrl', 'TrackingLink'];

/** The first text under any of these names: a blank one does not hide another. */
function firstText(values: readonly unknown[]): string | null {
  for (const value of values) {
    const found = text(value);
    if (found !== null) return found;
  }
  return null;
}

/** The members that are about tracking itself: their text or `Number` is a number, their `Company` is the carrier. */
const trackingNames = ['Tracking', 'Trackings', 'TrackingInfo'];
const parcelNames = ['Parcel', 'Parcels', 'Package', 'Packages'];
const partNames = [
  ...trackingNames,
  ...['Shipment', 'Shipments', 'Shipping', 'ShippingInfo', 'Fulfilment', 'Fulfilments'],
  ...['Fulfillment', 'Fulfillments', 'Dispatch', 'Dispatches', 'Consignment', 'Consignments'],
  ...[...parcelNames, 'Despatch', 'Despatches', 'Delivery', 'Deliveries'],
];
/** Reads the members of a record that may hold the fields above, once or in a list. */
const readParts = fieldReader(partNames);

/** Whether a part of a text can be a tracking number of its own, and is not the end of one that contains a comma. */
const isNumber = (part: string): boolean => part.length >= 8 && part.replaceAll(/\D/g, '').length >= 4;

/** Reads a parcel in any member, in one that is a parcel, and in one that is about tracking. */
const anywhere = {
  /** Whether a mere `Number`, where nothing else is a tracking number, is one: it may count the parcels, or name an item. */
  takesNumber: (_: string): boolean => false,
  vendors: readVendors,
  urls: fieldReader(urlNames),
};
const inParcel = { ...anywhere, takesNumber: isNumber };
const inTracking = {
  takesNumber: () => true,
  vendors: fieldReader([...vendorNames, 'Company']),
  urls: fieldReader([...urlNames, 'Url']),
};

/** A shipment may list its parcels. */
const deepest = 3;

/** Most orders have none of them. */
const filledParts = (record: Fields): unknown[] => readParts(record).filter((part) => part !== undefined);

/** A record, or those in a list, each before the records inside it. */
function* withParts(value: unknown, depth: number): Generator<Fields> {
  for (const record of [value].flat().filter(isFields)) {
    yield record;
    if (depth > 1) for (const part of filledParts(record)) yield* withParts(part, depth - 1);
  }
}

/** The first of these fields in the record, else what the records inside one of its members say, each once. */
function find(record: Fields, read: (record: Fields) => unknown[]): string | null {
  const own = firstText(read(record));
  if (own !== null) return own;
  for (const part of filledParts(record)) {
    const found = [...withParts(part, deepest)].map((each) => firstText(read(each)));
    const texts = found.filter((each) => each !== null);
    if (texts.length > 0) return [...new Set(texts)].join(', ');
  }
  return null;
}

/** Status, carrier, tracking and times, under any reasonable name, in the record or inside it. */
export function orderState(record: Fields, parcels = parcelsOf(record)) {
  const vendors = new Set(parcels.flatMap(({ vendor }) => vendor ?? []));
  return {
    Status: text(field(record, 'Status', 'OrderStatus', 'State', 'FulfilmentStatus')),
    ShippingVendor: find(record, readVendors) ?? ([...vendors].join(', ') || null),
    /** Of several parcels, joined by commas. */
    TrackingNumber: parcels.map(({ number }) => number).join(', ') || null,
    // Of several parcels, the order was processed when the first of them was.
    ProcessedOn: find(record, readTimes)?.split(', ', 1)[0] ?? null,
    DispatchBy: text(field(record, 'DispatchBy', 'DespatchBy', 'DispatchByDate', 'ShipBy')),
  };
}

/** The parcels of an order, each number once. */
export function parcelsOf(record: Fields): Parcel[] {
  const parcels = new Map<string, Parcel>();
  for (const parcel of parcelsIn(record, anywhere, nothing, deepest)) {
    const known = parcels.get(parcel.number);
    if (known === undefined || known.vendor === null) parcels.set(parcel.number, parcel);
  }
  // Read once: a record may have a hundred thousand parcels.
  const lacking = [...parcels.values()].some(({ vendor }) => vendor === null);
  const vendorOfAll = lacking ? find(record, readVendors) : null;
  return [...parcels.values()].map((parcel) => ({ ...parcel, vendor: parcel.vendor ?? vendorOfAll }));
}

/** `outer` is what the record around it says of all its parcels. */
function* parcelsIn(
  record: Fields,
  read: typeof anywhere,
  outer: Omit<Parcel, 'number'>,
  depth: number,
): Generator<Parcel> {
  const about = {
    vendor: firstText(read.vendors(record)) ?? outer.vendor,
    service: firstText(readServices(record)) ?? outer.service,
    url: firstText(read.urls(record)) ?? outer.url,
  };
  const numbers = numbersIn(readNumbers(record));
  const inside = depth === 0 ? [] : [...parcelsInside(record, about, depth)];
  if (numbers.length + inside.length === 0)
    addAll(numbers, numbersIn(field(record, 'Number')).filter(read.takesNumber));
  for (const number of numbers) yield { number, ...about };
  yield* inside;
}

/** The parcels in the members of a record. */
function* parcelsInside(record: Fields, about: Omit<Parcel, 'number'>, depth: number): Generator<Parcel> {
  for (const [at, part] of readParts(record).entries()) {
    if (part === undefined) continue;
    const name = partNames[at] ?? '';
    const isTracking = trackingNames.includes(name);
    const read = isTracking ? inTracking : parcelNames.includes(name) ? inParcel : anywhere;
    for (const each of [part].flat())
      if (isFields(each)) yield* parcelsIn(each, read, about, depth - 1);
      else if (isTracking) for (const number of numbersIn(each)) yield { number, ...about };
  }
}

/** Tracking numbers are text, which may list several. A JSON number is whole only as long as JavaScript can hold it. */
function numbersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  if (isFields(value)) return [...parcelsIn(value, inTracking, nothing, 0)].map(({ number }) => number);
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? [String(value)] : [];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const parts = value.split(/[,;|\n]/).map((part) => part.trim());
  return parts.every(isNumber) ? parts : [value.trim()];
}

const nothing = { vendor: null, service: null, url: null };

/** A name may come with its code: `{"name": "DPD", "code": "dpd"}`. */
function text(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(text).filter((each) => each !== null);
    return texts.length === 0 ? null : texts.join(', ');
  }
  if (isFields(value)) return text(field(value, 'Name', 'Title', 'Code') ?? null);
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

const end = /^(?:shipped|d[ei]spatched|delivered|cancell?ed|completed?)$/;
const partWords = ['partially', 'partly', 'partial', 'part'];
/** Words that mark a final state as still to come. */
const notYet = new Set([
  ...[...partWords, 'awaiting', 'waiting', 'pending', 'not', 'be', 'being'],
  ...['will', 'almost', 'ready', 'requested', 'un'],
]);

const wordsIn = (status: string | null): string[] =>
  (status ?? '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Whether the state is final: shipped, dispatched, delivered, cancelled or completed, in any spelling. */
export function isEnd(status: string | null): boolean {
  const words = wordsIn(status);
  return words.some((word) => end.test(word)) && !words.some((word) => notYet.has(word));
}

/** Whether some of the order has shipped, and the rest has not. */
export function isPartlyShipped(status: string | null): boolean {
  const words = wordsIn(status);
  return words.some((word) => partWords.includes(word)) && words.some((word) => end.test(word));
}

/** Whether the order was cancelled. */
export const isCancelledStatus = (status: string | null): boolean => /cancel/i.test(status ?? '');
