import { CfiError } from '../../errors.ts';
import { decimalNumber } from '../../text/csv.ts';
import { textOf } from '../../text/json.ts';
import { type Fields, field, fieldsOf, isFields } from '../../text/records.ts';
import { parseInstant } from '../../text/time/time.ts';
import { beginning, normalized } from '../../text/words.ts';

/** The names that a record's own reference may have, the published one first. The first that it has identifies it. */
const referenceNames = {
  order: [
    'ReferenceNumber',
    'OrderReference',
    'OrderReferenceNumber',
    'Reference',
    'RefNumber',
    'Ref',
    'OrderId',
  ],
  delivery: ['delivery_number', 'PO_REFERENCE', 'DeliveryReference', 'Reference', 'po_ref'],
  slot: ['slotReference', 'slotRef', 'Reference', 'slotId', 'id'],
  purchaseOrder: ['PO_REFERENCE', 'po_ref', 'PurchaseOrderReference', 'Reference'],
  purchaseOrderNumber: ['lw_po_number', 'poNumber', 'PurchaseOrderNumber'],
  product: ['sku', 'ProductSku', 'ItemNumber', 'PartNumber'],
} as const;

/** The kind of record that a reference identifies. */
export type Referenced = keyof typeof referenceNames;

/** The reference of a record; undefined if it shows none. */
export function referenceOf(record: unknown, what: Referenced): string | undefined {
  for (const name of referenceNames[what]) {
    const value = field(record, name);
    if (isName(value)) return String(value);
  }
  return undefined;
}

/** The records in an answer's `data`: itself, the entries of a list, or one level inside. */
function recordsIn(data: unknown, what: Referenced): readonly unknown[] {
  if (Array.isArray(data)) return data;
  if (!isFields(data)) return [];
  return referenceOf(data, what) === undefined ? Object.values(data).flat() : [data];
}

/** The record with this reference, alone or in a list; undefined if there is none: then the answer proves nothing. */
export const recordOf = (data: unknown, what: Referenced, reference: string): Fields | undefined =>
  recordsIn(data, what)
    .filter(isFields)
    .find((record) => referenceOf(record, what) === reference);

/** The references of all records in an answer. */
export function referencesIn(data: unknown, what: Referenced): ReadonlySet<string> {
  const references = recordsIn(data, what).map((record) => referenceOf(record, what));
  return new Set(references.filter((reference) => reference !== undefined));
}

/** What to show of the answer to a write: its own data, or the record that was read after it if the data is about another. */
export function dataAbout(data: unknown, what: Referenced, reference: string, record: Fields): unknown {
  const named = referenceOf(data, what);
  return named === undefined || named === reference ? (data ?? record) : record;
}

const names: Readonly<Record<Referenced, string>> = {
  order: 'order',
  delivery: 'delivery',
  slot: 'slot',
  purchaseOrder: 'purchase order',
  purchaseOrderNumber: 'purchase order',
  product: 'SKU',
};

/** Whether a value can be a name or a number by which the service knows something. */
export const isName = (value: unknown): value is string | number | bigint =>
  ['string', 'number', 'bigint'].includes(typeof value);

/** The values of a record, and those one level inside. */
const valuesOf = (record: object): unknown[] =>
  Object.values(record).flatMap((value) => (isFields(value) ? Object.values(value) : [value]));

/**
 * Throws `unavailable` for the record of another reference: a script would take its status for that of the one it asked
 * for. Field names are not published, and a record has several references (such as a UUID), so any value may be the one
 * asked for. Warns of an answer that shows no reference at all.
 */
export function checkNamed(data: unknown, what: Referenced, reference: string, warn: (line: string) => void) {
  const wanted = reference.trim().toLowerCase();
  const isWanted = (value: unknown): boolean =>
    isName(value) && String(value).trim().toLowerCase() === wanted;
  if (isFields(data) && valuesOf(data).some(isWanted)) return;
  const name = names[what];
  const other = referenceOf(data, what);
  if (other !== undefined)
    throw new CfiError(
      'unavailable',
      `the service answered with ${name} ${beginning(other, 80)} instead of ${reference}`,
      { hint: 'try again in a moment' },
    );
  warn(`the answer does not show that it is about ${name} ${reference}`);
}

export interface Comparison {
  /** Fields that both show and that differ, for example `OrderItems[0].Qty`. */
  readonly differing: readonly string[];
  /** How many values could be compared, not counting the reference. */
  readonly compared: number;
  /** What was sent and the record does not show, so that it may differ; absent if there is nothing. */
  readonly unshown?: readonly string[];
}

/** Other names for a field in a record. Case and underscores are ignored. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  OrderItems: ['Items', 'OrderLines', 'LineItems', 'Lines'],
  items: ['lines', 'line_items', 'OrderItems'],
  Qty: ['Quantity', 'quantity_ordered', 'ordered'],
  Quantity: ['Qty', 'quantity_ordered', 'ordered'],
  SKU: ['PartNumber', 'ItemNumber'],
  ItemTitle: ['Title', 'ItemName'],
  PricePerUnit: ['UnitPrice', 'Price'],
  OrderLineNumber: ['LineNumber', 'Line'],
  PostCode: ['PostalCode', 'Zip', 'ZipCode'],
  Town: ['City'],
  Region: ['County', 'State', 'Province'],
  PhoneNumber: ['Phone', 'Telephone'],
  EmailAddress: ['Email'],
  FullName: ['Name'],
  Address1: ['AddressLine1', 'Line1', 'Street'],
  Address2: ['AddressLine2', 'Line2'],
  DeliveryAddress: ['ShippingAddress', 'ShipTo', 'DeliverTo'],
  BillingAddress: ['InvoiceAddress', 'BillTo'],
  ChannelBuyerName: ['BuyerName', 'Buyer', 'CustomerName'],
  warehouse_name: ['Warehouse', 'WarehouseLocation', 'LocationName'],
  Warehouse_Name: ['Warehouse', 'LocationName'],
  Channel_Ref: ['ChannelReference', 'ChannelReferenceNumber'],
  PO_REFERENCE: ['delivery_number', 'po_ref'],
  Secondary_PO_Reference: ['external_delivery_number'],
  transport_id: ['Transport'],
  ReceivedDate: ['ReceivedAt', 'OrderDate'],
  DispatchBy: ['DespatchBy', 'DispatchByDate'],
};

/** Set by the service, or used to find the record. */
const notContent = new Set(['Status', 'ReferenceNumber', 'PO_REFERENCE']);

/** Compares a body with a record: numbers and times by value, lines by number or SKU; fields that the record lacks count as equal. */
export function compareContent(sent: unknown, record: unknown): Comparison {
  const differing: string[] = [];
  const unshown: string[] = [];
  let compared = 0;

  const value = (path: string, ours: unknown, theirs: unknown): void => {
    if (ours === undefined || ours === null) return;
    if (Array.isArray(ours) && Array.isArray(theirs)) list(path, ours, theirs);
    else if (isFields(ours) && isFields(theirs)) members(`${path}.`, ours, theirs);
    else if (typeof ours === 'object' || typeof theirs === 'object' || theirs === undefined) {
      if (ours !== '') unshown.push(path);
    } else {
      compared += 1;
      if (!sameValue(ours, theirs)) differing.push(path);
    }
  };

  const members = (prefix: string, ours: Fields, theirs: Fields): void => {
    for (const name of Object.keys(ours)) {
      if (name.startsWith('_') || (prefix === '' && notContent.has(name))) continue;
      value(prefix + name, ours[name], field(theirs, name, ...(otherNames[name] ?? [])));
    }
  };

  const list = (path: string, ours: readonly unknown[], theirs: readonly unknown[]): void => {
    compared += 1;
    if (theirs.length !== ours.length) {
      differing.push(path);
      return;
    }
    const inOrder = paired(ours, theirs);
    const before = differing.length;
    ours.forEach((entry, index) => {
      value(`${path}[${index}]`, entry, inOrder[index]);
    });
    if (differing.length > before && areSameLines(ours, theirs)) differing.length = before;
  };

  members('', fieldsOf(sent), fieldsOf(record));
  return { differing, compared, ...(unshown.length === 0 ? {} : { unshown }) };
}

/** Their lines in the order of ours, if line numbers, SKUs or barcodes identify them; otherwise unchanged. */
function paired(ours: readonly unknown[], theirs: readonly unknown[]): readonly unknown[] {
  for (const names of [['OrderLineNumber', 'LineNumber'], ['SKU'], ['barcode']]) {
    const [name = ''] = names;
    const key = (entry: unknown): string => textOf(field(entry, ...names));
    const byKey = new Map(theirs.map((entry) => [key(entry), entry]));
    const keys = new Set(ours.map((entry) => textOf(field(entry, name))));
    if (keys.has('undefined') || keys.size !== ours.length || byKey.size !== theirs.length) continue;
    if ([...keys].every((entry) => byKey.has(entry)))
      return ours.map((entry) => byKey.get(textOf(field(entry, name))));
  }
  return theirs;
}

/** What tells the lines of an order apart, besides their numbers. */
const lineContent = ['SKU', 'Qty', 'PricePerUnit', 'ItemTitle'] as const;

/** Whether the lines differ only in their numbers: a file numbers them in its order, which an export may change. */
function areSameLines(ours: readonly unknown[], theirs: readonly unknown[]): boolean {
  const isShown = (name: string): boolean =>
    theirs.every((entry) => field(entry, name, ...(otherNames[name] ?? [])) !== undefined);
  const shown = lineContent.filter(isShown);
  if (!shown.includes('SKU')) return false;
  const sorted = (lines: readonly unknown[]): unknown[] => {
    const keyOf = (entry: unknown): string =>
      shown
        .map((name) => field(entry, name, ...(otherNames[name] ?? [])))
        .map((shownValue) =>
          isNumeric(textOf(shownValue)) ? String(Number(shownValue)) : plainText(shownValue),
        )
        .join('\0');
    const keyed = lines.map((entry) => [keyOf(entry), entry] as const);
    return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
  };
  const inOrder = sorted(theirs);
  return sorted(ours).every(
    (line, index) =>
      compareContent({ ...fieldsOf(line), OrderLineNumber: undefined }, inOrder[index]).differing.length ===
      0,
  );
}

/** Longer text is neither a number nor a time, and is compared as text. */
const longestNumberOrTime = 64;

const isNumeric = (text: string): boolean => text.length <= longestNumberOrTime && decimalNumber.test(text);

function sameValue(ours: unknown, theirs: unknown): boolean {
  if (ours === theirs) return true;
  if (typeof ours === 'number' || typeof theirs === 'number') {
    const [left, right] = [textOf(ours).trim(), textOf(theirs).trim()];
    return isNumeric(left) && isNumeric(right) && Math.abs(Number(left) - Number(right)) < 1e-9;
  }
  const [left, right] = [plainText(ours), plainText(theirs)];
  if (left === right) return true;
  if (left.length > longestNumberOrTime || right.length > longestNumberOrTime) return false;
  const [from, to] = [parseInstant(left), parseInstant(right)];
  return from === to && !Number.isNaN(from) && left.length > 9;
}

/** Text for comparison: outer white space and the composition of accents do not matter. */
const plainText = (value: unknown): string => normalized(textOf(value), 'NFC').trim();
